"""What the Duel and Solo share: cards, turns, keys, trolls, and gold that is taken by marking it."""

from __future__ import annotations

from protocol.game import Face, FaceMark
from server.engine import changes
from server.engine.card import Card
from server.engine.cell import number
from server.engine.kinds import trolls
from server.engine.kinds.cells import MAP, ROCKFALL
from server.engine.kinds.discards import passing, removal
from server.engine.kinds.doors import KEY
from server.engine.kinds.faces import dwarf, goal, path
from server.engine.kinds.gold import mark_all, mark_gold, pay_trolls, reachable, take_marked
from server.engine.kinds.tools import broken, own_repair
from server.engine.rules import Expansion, Hooks, StepFunction
from server.engine.state import State

COLOURS = ("green", "blue")

# --- Cards: shapes and numbers are of public record -------------------------------------------------------------------


def start(colour: str) -> Card:
    """Return the start of a colour."""
    return Card(Face(f"start_{colour}", "start", ("NESW",), marks=(FaceMark("ladder", colour=colour),)), fixed=True)


def gold_path(name: str, ways: str, stubs: str, gold_on: str) -> Card:
    """Return a path card with gold: never removed, and no ladder may lie beside it."""
    return path(name, ways, stubs, FaceMark("gold", gold_on), avoided=True, fixed=True, reached=mark_gold)


def door_path(name: str, ways: str, colour: str, arm: str) -> Card:
    """Return a path card with a door on one of its arms."""
    return path(name, ways, "", FaceMark("door", arm, colour))


def troll_path(name: str, ways: str, arm: str) -> Card:
    """Return a path card with a troll on one of its arms: never removed."""
    return path(name, ways, "", FaceMark("troll", arm), fixed=True)


def ladder_path(name: str, ways: str, colour: str) -> Card:
    """Return a path card with a ladder to the start of a colour."""
    return path(name, ways, "", FaceMark("ladder", colour=colour))


def gold_goal(name: str, number: int, ways: str, stubs: str, gold_on: str, *door: FaceMark) -> Card:
    """Return a goal with gold, which lies on the side away from its door."""
    return goal(name, ways, stubs, FaceMark("gold", gold_on, number=number), *door, reached=mark_gold)


def door(colour: str, arm: str) -> FaceMark:
    """Return a door that closes the way between one opening and the rest of its card."""
    return FaceMark("door", arm, colour)


STARTS = tuple(start(colour) for colour in COLOURS)
DWARFS = tuple(dwarf(colour) for colour in COLOURS)

PATHS: dict[Card, int] = {
    path("straight_EW", "EW"): 4,
    path("straight_NS", "NS"): 3,
    path("curve_NW", "NW"): 2,
    path("curve_NE", "NE"): 2,
    path("NS_stubW", "NS", "W"): 1,
    path("NE_stubW", "NE", "W"): 1,
    path("NE_stubS", "NE", "S"): 1,
    path("NW_stubE", "NW", "E"): 1,
    path("NW_stubS", "NW", "S"): 1,
    path("bridge", "NS EW"): 1,
    gold_path("bridge_gold", "NS EW", "", "NS"): 1,
    path("dbend_NE_SW", "NE SW"): 1,
    gold_path("dbend_NW_ES_gold", "NW ES", "", "ES"): 1,
    gold_path("NSW_stubE_gold", "NSW", "E", "E"): 1,
    gold_path("NEW_stubS_gold", "NEW", "S", "S"): 1,
    gold_path("EW_stubS_gold", "EW", "S", "S"): 1,
    door_path("cross_door_blue", "NESW", "blue", "S"): 1,
    door_path("cross_door_green", "NESW", "green", "W"): 1,
    door_path("T_NEW_door_blue", "NEW", "blue", "E"): 1,
    door_path("T_NEW_door_green", "NEW", "green", "N"): 1,
    door_path("T_NSW_door_blue", "NSW", "blue", "N"): 1,
    door_path("T_NSW_door_green", "NSW", "green", "S"): 1,
    troll_path("cross_troll", "NESW", "W"): 1,
    troll_path("T_NEW_troll", "NEW", "E"): 1,
    troll_path("T_NSW_troll", "NSW", "S"): 1,
    ladder_path("ladder_blue_NW", "NW", "blue"): 1,
    ladder_path("ladder_green_NE", "NE", "green"): 1,
}

ACTIONS: dict[Card, int] = {
    broken("pick"): 2,
    broken("lamp"): 2,
    broken("cart"): 2,
    own_repair("pick"): 1,
    own_repair("lamp"): 1,
    own_repair("cart"): 1,
    own_repair("pick", "lamp"): 1,
    own_repair("pick", "cart"): 1,
    own_repair("lamp", "cart"): 1,
    MAP: 2,
    ROCKFALL: 2,
    KEY: 2,
}

GOALS = (
    goal("g0_cross", "NESW"),
    goal("g0_dead_NESW", "", "NESW"),
    goal("g0_dead_NSW", "", "NSW"),
    goal("g0_dead_NEW", "", "NEW"),
    gold_goal("g1_NW_doorgreen", 1, "NW", "", "N", door("green", "W")),
    gold_goal("g1_NE_doorblue", 1, "NE", "", "N", door("blue", "E")),
    gold_goal("g1_NSW_doorblue", 1, "NSW", "", "NS", door("blue", "W")),
    gold_goal("g1_NEW_doorgreen", 1, "NEW", "", "NW", door("green", "E")),
    gold_goal("g1_NS_stubEW", 1, "NS", "EW", "NS"),
    gold_goal("g1_dead_NW", 1, "", "NW", "W"),
    gold_goal("g2_NW", 2, "NW", "", "NW"),
    gold_goal("g2_NE", 2, "NE", "", "NE"),
    gold_goal("g2_EW_stubNS", 2, "EW", "NS", "EW"),
    gold_goal("g2_NSW_doorgreen", 2, "NSW", "", "NW", door("green", "S")),
    gold_goal("g2_NEW_doorblue", 2, "NEW", "", "EW", door("blue", "N")),
    gold_goal("g3_NSW_doorblue", 3, "NSW", "", "SW", door("blue", "N")),
    gold_goal("g3_NEW_doorgreen", 3, "NEW", "", "EW", door("green", "N")),
    gold_goal("g3_dead_NE", 3, "", "NE", "N"),
)

# --- Colours ----------------------------------------------------------------------------------------------------------


def colour_of(state: State, seat: int) -> str:
    """Return the colour of a seat's dwarf."""
    return state.rules.kinds[state.roles[seat]].face.marks[0].colour


# --- Rounds -----------------------------------------------------------------------------------------------------------


def markers(count: int) -> StepFunction:
    """Return the step that lays a stock of so many markers ready."""

    def ready_markers(state: State) -> None:
        changes.count(state, "markers", count)

    return ready_markers


def lay_new_goals(state: State) -> None:
    """Lay goals face down from the top of the pile, which is shuffled once, before the first round."""
    if not state.results:
        changes.set_pile(state, "goals", changes.shuffle(state, "goals", state.rules.supplies["goals"]))
    cells = state.rules.layout["goals"]
    pile = state.piles["goals"]
    for card, cell in zip(reversed(pile), cells, strict=False):
        changes.lay_out(state, number(*cell), card, up=False)
    changes.set_pile(state, "goals", pile[: -len(cells)])


def settle(state: State, reason: str) -> None:
    """Let players take the gold they marked, then pay the trolls; the goals leave the game."""
    changes.end_round(state, reason, (), ())
    for seat in range(state.rules.seats):
        take_marked(state, seat)
    for seat in range(state.rules.seats):
        pay_trolls(state, seat)
    changes.clear_maze(state, "goals", "gone")


DUEL_BASE = Expansion(
    "duel_base",
    extends="core",
    cards=(*STARTS, *PATHS, *ACTIONS, *GOALS, *DWARFS),
    supplies={
        "deck": {card.id: count for card, count in (PATHS | ACTIONS).items()},
        "start": {card.id: 1 for card in STARTS},
        "goals": {card.id: 1 for card in GOALS},
        "roles": {card.id: 1 for card in DWARFS},
    },
    set_up={
        "take_dwarfs": 10,
        "gather": 20,
        "lay_start": 30,
        "lay_new_goals": 40,
        "ready_markers": 50,
        "deal_hands": 60,
    },
    steps={"lay_new_goals": lay_new_goals, **trolls.STEPS},
    questions=trolls.QUESTIONS,
    choices={"remove": removal(), "pass": passing(2), "bribe": trolls.BRIBE},
    opening=frozenset({"key", "bribe"}),
    hooks=Hooks(
        hand_size=lambda _rules: 6,
        round_roles=lambda state: state.rules.supplies["roles"],
        reachable=reachable,
        maze_changed=mark_all,
        score=settle,
        gold_is_public=lambda _state: True,
    ),
)
