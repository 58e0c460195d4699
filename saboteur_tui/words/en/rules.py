"""How to play, in short: one page per edition and module. Paragraphs are parted by empty lines."""

TEXT = {
    "rules.base": (
        "You are dwarfs in a mine. Most of you are gold miners, some are saboteurs, and nobody knows who is who.\n\n"
        "Somewhere behind three face-down goals lies a treasure. Miners dig a path from the start to it; saboteurs see "
        "to it that they fail.\n\n"
        "In your turn do one thing: lay a path card, play an action card, or discard a card face down. Then you draw "
        "one.\n\n"
        "A path card is laid upright or turned upside down. All its sides must match the cards around it, tunnel to "
        "tunnel and rock to rock, and it must be joined to the start. With a broken tool before you, you lay no path "
        "cards until it is mended.\n\n"
        "A goal that a path reaches is turned up. The treasure ends the round. It also ends when nobody has cards "
        "left.\n\n"
        "Treasure reached: the miners win, whoever dug the last piece, and pick gold cards one after the other. Not "
        "reached: the saboteurs are paid 4 gold (one of them), 3 each (two or three) or 2 each (four). After three "
        "rounds the most gold wins."
    ),
    "rules.saboteur2": (
        "The base game with two teams of miners, blue and green, and with loners: a boss, a profiteer, two geologists; "
        "and three saboteurs. Some roles stay unused, so nobody knows which are in play.\n\n"
        "In your turn do one thing: lay a path card, play an action card, discard two cards to be rid of one card "
        "lying before you (then draw one), or pass by discarding one to three cards (then draw as many).\n\n"
        "Doors: the treasure is won by a team that has a way to it without a door of the other colour. Who finishes "
        "the path wins for the own team if it can. Doors do not stop boss, profiteer, geologists and saboteurs. "
        "Boss and profiteer win with either team. Treasure not reached: the saboteurs win, and the profiteer with "
        "them.\n\n"
        "Shares: 5 gold for one winner, 4 each for two, 3 for three, 2 for four, 1 for five and more. The boss gets 1 "
        "less, the profiteer 2 less. Geologists get 1 gold for each crystal in the maze, shared between them.\n\n"
        "Trapped players get nothing and do not count. Then thefts are carried out, one after the other."
    ),
}
