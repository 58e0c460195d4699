"""The championship cards of 2016 to 2023: names and meanings, questions, events and a page for each."""

TEXT = {
    # 2016
    "module.greedy_dwarf": "Greedy dwarf",
    "module.greedy_dwarf.help": "One gold miner is a greedy dwarf who wins alone, by reaching the treasure in person.",
    "role.greedy": "greedy dwarf",
    "role.greedy.short": "greedy",
    "role.greedy.brief": "Reach the treasure yourself for 4 gold.",
    "role.greedy.help": "Lay the card that reaches the treasure yourself and take 4 gold; otherwise you get nothing.",
    "side.greedy": "the greedy dwarf",
    "why.greedy": "greedy dwarf",
    "rules.greedy_dwarf": (
        "One of the gold miners is replaced by a greedy dwarf before the roles are dealt.\n\n"
        "If the greedy dwarf is the one who reaches the treasure, the round is won by that player alone: 4 gold, and "
        "nothing for anybody else. In any other case the greedy dwarf gets nothing and does not count as a miner."
    ),
    # 2017
    "module.goal_swap": "Goal swap",
    "module.goal_swap.help": "A card to exchange two face-down goals, or only to pretend so.",
    "card.goal_swap": "a Goal Swap",
    "card.goal_swap.lines": "GOAL|SWAP",
    "card.goal_swap.help": "Choose two face-down goals and decide in secret whether they change places.",
    "ask.goal_swap": "Do the two goals change places? Only you will know",
    "wait.goal_swap": "{who} decides in secret about two goals",
    "choice.exchange": "exchange them",
    "choice.keep": "leave them where they are",
    "happened.goals_handled": "{who} may have exchanged {targets}",
    "happened.goals_exchanged": "{who} exchanged {targets} in secret",
    "happened.goals_kept": "{who} left {targets} where they are, in secret",
    "rules.goal_swap": (
        "Choose two goals that lie face down and decide in secret whether they change places. Everybody sees which two "
        "you chose, nobody else learns what you did.\n\n"
        "What a map showed you moves along with the goals you handle. What others had seen of the two is doubtful from "
        "then on: it was before the swap."
    ),
    # 2018
    "module.treasure_trove": "Treasure trove",
    "module.treasure_trove.help": "A card to take back one of the five cards on top of the discard pile.",
    "card.treasure_trove": "a Treasure Trove",
    "card.treasure_trove.lines": "TREAS-|URE|TROVE",
    "card.treasure_trove.help": "Look at the top five cards of the discard pile and take one instead of drawing.",
    "ask.treasure_trove": "Take one of these cards",
    "wait.treasure_trove": "{who} looks through the discard pile",
    "choice.discard_pile": "the discard pile",
    "event.looked.pile": "You saw on {what}: {card}",
    "event.drawn.taken": "{who} took a card from {pile}",
    "event.drawn.taken.seen": "You took {cards} from {pile}",
    "rules.treasure_trove": (
        "Instead of drawing you look at the five cards on top of the discard pile (all of them if there are fewer) and "
        "take one into your hand. The others go back in the same order; only you have seen them.\n\n"
        "It works with an empty draw pile too. With an empty discard pile you get nothing."
    ),
    # 2019
    "module.veto": "Veto",
    "module.veto.help": "A card that undoes a card just played; everyone is asked each time, so nobody is betrayed.",
    "card.veto": "a Veto",
    "card.veto.lines": "VETO",
    "card.veto.help": "Play it when another player has just played a card: that card is discarded without effect.",
    "ask.veto": "{who} plays {about}. Let it pass",
    "wait.veto": "The others may answer the card",
    "term.window_seconds": "Time to veto",
    "term.window_seconds.help": "How long all others may answer a card just played; who says nothing lets it pass.",
    "choice.pass": "let it pass",
    "happened.vetoed": "{who} vetoed: {targets} has no effect",
    "rules.veto": (
        "In another player's turn, when a path or action card has just been played, the veto removes it without "
        "effect. Its player draws a card and the turn is over, then you draw one.\n\n"
        "After every such card all other players who hold cards are asked, whether anybody has the veto or not, so "
        "that the question itself gives nothing away. Looking, drawing and everything else the card does comes "
        "afterwards. You can tell the table to let everything pass for you.\n\n"
        "A discarded card cannot be vetoed, and in your own turn you can only discard the veto."
    ),
    # 2020
    "module.change_direction": "Change direction",
    "module.change_direction.help": "A card that reverses the order of play for the rest of the round.",
    "card.change_direction": "a Change of Direction",
    "card.change_direction.lines": "CHANGE|DIREC-|TION",
    "card.change_direction.help": "From now on the order of play is reversed, for the rest of the round.",
    "table.against_clock": "against the clock",
    "happened.against_clock": "play now goes against the clock",
    "happened.with_clock": "play now goes clockwise again",
    "rules.change_direction": (
        "Reverses the order of play at once, for the rest of the round. Gold cards are picked against the direction in "
        "force when the round ends. It may always be played."
    ),
    # 2021
    "module.master_craftsman": "Master craftsman",
    "module.master_craftsman.help": "A repair card for any one of the three tools.",
    "card.master_craftsman": "a Master Craftsman",
    "card.master_craftsman.lines": "MASTER|CRAFTS-|MAN",
    "card.master_craftsman.help": "Takes one broken tool away, whichever it is and whosever it is.",
    "rules.master_craftsman": "A repair card that mends one broken tool of any kind, yours or anyone's.",
    # 2022
    "module.path_specialist": "Path specialist",
    "module.path_specialist.help": "A card to lay two path cards in one turn.",
    "card.path_specialist": "a Path Specialist",
    "card.path_specialist.lines": "LAY|TWO|PATHS",
    "card.path_specialist.help": "Lay two path cards one after the other; you play on with one card fewer.",
    "ask.path_specialist": "Lay a path card",
    "wait.path_specialist": "{who} lays two path cards",
    "happened.no_second_path": "{who} had no second path card that fits",
    "rules.path_specialist": (
        "Lay two path cards one after the other in the same turn. You need two of them in your hand, and one must fit. "
        "After the first the second must be laid if any fits.\n\n"
        "At the end you draw as many cards as you played path cards, so you go on with one card fewer."
    ),
    # 2023
    "module.diversion": "Diversion",
    "module.diversion.help": "A card that moves the path card laid last to another place.",
    "card.diversion": "a Diversion",
    "card.diversion.lines": "DIVER-|SION",
    "card.diversion.help": "Move the path card that was laid last to another place where it fits.",
    "rules.diversion": (
        "Move the path card that was laid last, if it is still in the maze, to another place where it fits; it may be "
        "turned. It is lifted first, so the new place must fit the maze without it.\n\n"
        "Broken tools and traps do not hinder you. What the moved card reaches is your doing."
    ),
}
