"""The Duel and Solo: names and meanings, questions, events, grades and a page for each."""

DOOR_HELP = "Only the dwarf of its colour passes it; a key opens it for the other. It closes one arm, not the card."
LADDER_HELP = "Joined to the start of its colour. Lay it beside any path card, never beside a goal or gold."

TOOLS = ("pick", "lamp", "cart")
REPAIRS = ("pick", "lamp", "cart", "pick_lamp", "pick_cart", "lamp_cart")

TEXT = {
    # Cards of other editions that do less, or something else, here
    **{
        f"card.fix_{tools}.{edition}.help": f"Mends your own broken {tools.replace('_', ' or ')}, nobody else's."
        for tools in REPAIRS
        for edition in ("duel", "solo")
    },
    **{
        f"card.break_{tool}.solo.help": f"Drawn, it breaks your {tool} at once; with the {tool} broken it is discarded."
        for tool in TOOLS
    },
    "card.rockfall.duel.help": "Takes one path card out of the maze; never a start, a goal, gold or a troll.",
    "card.rockfall.solo.help": "Drawn, it takes away the path card you laid last that bears neither gold nor troll.",
    "edition.duel": "The Duel",
    "edition.duel.help": "Two dwarfs, two starts, one mine: dig to the gold before the other does.",
    "edition.solo": "Solo",
    "edition.solo.help": "The Duel for one: a longer way, and a deck that plays against you.",
    "setting.colour": "Your colour",
    "setting.colour.help": "Which of the two dwarfs you are; doors of your colour let you pass.",
    "value.green": "green",
    "value.blue": "blue",
    # Dwarfs, goals and path cards
    "role.dwarf_green": "green dwarf",
    "role.dwarf_green.short": "green",
    "role.dwarf_green.brief": "Green start, green doors, green ladders.",
    "role.dwarf_green.help": "You dig from the green start, pass green doors and use green ladders.",
    "role.dwarf_blue": "blue dwarf",
    "role.dwarf_blue.short": "blue",
    "role.dwarf_blue.brief": "Blue start, blue doors, blue ladders.",
    "role.dwarf_blue.help": "You dig from the blue start, pass blue doors and use blue ladders.",
    "card.start_green.short": "green",
    "card.start_blue.short": "blue",
    "goal.gold": "{number} gold",
    "goal.gold.short": "{number} gold",
    "goal.empty.short": "empty",
    "goal.gold.help": "Who is joined to the gold marks it and takes it when the round ends.",
    "goal.empty": "a goal without gold",
    "goal.empty.help": "No gold lies here.",
    "goal.with_door": "{goal} and a {colour} door",
    "path.troll": "a troll",
    "path.troll.help": "The troll (T) closes its arm for both. Bribe it and it is open; that costs 1 gold.",
    "path.with_gold": "{path} with gold",
    "path.gold.help": "Who is joined to the gold ($) marks it and takes it when the round ends.",
    "path.coloured_ladder": "a {colour} ladder",
    **{
        f"card.{card}.help": DOOR_HELP
        for card in (
            "cross_door_blue",
            "cross_door_green",
            "T_NEW_door_blue",
            "T_NEW_door_green",
            "T_NSW_door_blue",
            "T_NSW_door_green",
        )
    },
    "card.ladder_blue_NW.help": LADDER_HELP,
    "card.ladder_green_NE.help": LADDER_HELP,
    "mark.troll": "a troll",
    "card.key": "a Key",
    "card.key.lines": "KEY",
    "card.key.help": "Opens a door of the other colour for you, anywhere in the maze, for the rest of the round.",
    # What lies on cells
    "mark.marker": "a marker",
    "mark.bribe": "a bribe",
    "mark.key": "a key",
    "event.marked.marker": "{who} marked the gold at {where}",
    "event.marked.bribe": "{who} bribed the troll at {where}",
    "event.marked.key": "{who} opened the door at {where} with a key",
    "event.unmarked.key": "the key at {where} is lost with its door",
    "pile.goals": "goals to come",
    "token.markers": "markers",
    # Questions
    "ask.bribe": "Bribe a troll before you draw?",
    "wait.bribe": "{who} may bribe a troll",
    "choice.bribe": "bribe a troll",
    "choice.no_bribe": "bribe none",
    # Gold and results
    "why.marked": "gold marked",
    "why.trolls": "trolls",
    "ended.goals_up": "All goals are turned up",
    "ended.markers_used": "All markers are used",
    "event.game_ended.alone": "The game is over with {gold} gold",
    "grade.poor": "that was nothing (up to 14 gold)",
    "grade.decent": "decent work (15 to 19 gold)",
    "grade.good": "a nose for gold (20 to 24)",
    "grade.best": "master of the mine (25 gold and more)",
    # How to play
    "rules.duel": (
        "One of you is the green dwarf, the other the blue one; each digs from the own start. Six of eighteen goals "
        "lie face down, and gold lies on some path cards too.\n\n"
        "In your turn do one thing: lay a path card, play an action card, discard two cards to mend one of your broken "
        "tools (each draws one card), or pass: discard one or two and draw as many.\n\n"
        "A card is laid against a path that leads back to your start. The two mazes may grow into one. Doors let only "
        "their colour pass, until the other plays a key on them. A ladder belongs to the start of its colour, and "
        "either of you may lay it.\n\n"
        "Trolls close one arm for both of you. Before or after your action you may bribe a troll that your path "
        "touches: it is open for both from then on, and costs you 1 gold when the round ends.\n\n"
        "Gold that your path reaches is marked for you at once and stays yours, even if the path is cut; reached for "
        "both at once, it goes to the one in turn. There are eight markers, bribes use them too.\n\n"
        "Broken tools are for the opponent, repairs only for yourself. A rockfall takes away no start, goal, gold or "
        "troll.\n\n"
        "The round ends when all six goals are up, all markers are used, or all cards are gone. You take the cards "
        "you marked, then pay 1 gold for each troll from all the gold cards you have, without change. Who has less "
        "gold begins the next round, with equal gold the blue dwarf. After three rounds the most gold wins."
    ),
    "rules.solo": (
        "The Duel for one. You have one start, six markers and a longer way; ten cards are set aside unseen each "
        "round. In your turn you do what you would do in the Duel.\n\n"
        "The deck is your opponent. A broken tool that you draw is laid before you at once; a second of its kind is "
        "discarded. A rockfall that you draw takes away the path card you laid last, unless it bears gold or a troll: "
        "then the one before it. You draw another card in its place.\n\n"
        "The ladder of the other colour joins nothing by itself, and doors of the other colour need a key.\n\n"
        "After three rounds your gold tells how you did: up to 14 nothing to boast of, from 15 decent, from 20 good, "
        "from 25 on the very best."
    ),
}
