"""The base game for 3-10 players."""

from __future__ import annotations

from protocol.game import Face, FaceMark
from server.engine import changes, score
from server.engine.card import Card
from server.engine.editions.core import FIRST
from server.engine.kinds.cells import MAP, ROCKFALL
from server.engine.kinds.discards import DISCARD_ONE
from server.engine.kinds.faces import goal, gold_card, path, role
from server.engine.kinds.tools import broken, repair
from server.engine.rules import Expansion, Hooks, Rules
from server.engine.state import State

# --- Cards: shapes and numbers are of public record -------------------------------------------------------------------

START = Card(Face("start", "start", ("NESW",), marks=(FaceMark("ladder"),)), fixed=True)


def find_treasure(state: State, seat: int, _cell: int) -> None:
    """End the round: the seat in turn reached the treasure, and the rest stays as it is (R3)."""
    changes.set_finisher(state, seat)
    changes.drop_steps(state, ("score", "treasure"))


TREASURE = goal("treasure", "NESW", "", FaceMark("treasure"), reached=find_treasure)
STONE_NE = goal("stone_NE", "NE", "", FaceMark("stone"))
STONE_NW = goal("stone_NW", "NW", "", FaceMark("stone"))

PATHS: dict[Card, int] = {
    path("cross", "NESW"): 5,
    path("T_NEW", "NEW"): 5,
    path("T_NES", "NES"): 5,
    path("curve_NE", "NE"): 5,
    path("curve_NW", "NW"): 4,
    path("straight_NS", "NS"): 4,
    path("straight_EW", "EW"): 3,
    path("dead_N", "", "N"): 1,
    path("dead_W", "", "W"): 1,
    path("dead_NS", "", "NS"): 1,
    path("dead_EW", "", "EW"): 1,
    path("dead_NE", "", "NE"): 1,
    path("dead_NW", "", "NW"): 1,
    path("dead_NES", "", "NES"): 1,
    path("dead_NEW", "", "NEW"): 1,
    path("dead_NESW", "", "NESW"): 1,
}

ACTIONS: dict[Card, int] = {
    MAP: 6,
    ROCKFALL: 3,
    broken("pick"): 3,
    broken("lamp"): 3,
    broken("cart"): 3,
    repair("pick"): 2,
    repair("lamp"): 2,
    repair("cart"): 2,
    repair("pick", "lamp"): 1,
    repair("pick", "cart"): 1,
    repair("lamp", "cart"): 1,
}

ROLES = (role("goldminer"), role("saboteur"))
GOLD_CARDS: dict[Card, int] = {gold_card(1): 16, gold_card(2): 8, gold_card(3): 4}

# --- Numbers ----------------------------------------------------------------------------------------------------------

DWARFS = {3: (3, 1), 4: (4, 1), 5: (4, 2), 6: (5, 2), 7: (5, 3), 8: (6, 3), 9: (7, 3), 10: (7, 4)}
"""Number of players -> gold miners and saboteurs that are shuffled."""

SABOTEUR_PAY = {1: 4, 2: 3, 3: 3, 4: 2}
"""Number of saboteurs in play -> gold for each of them."""


def hand_size(rules: Rules) -> int:
    """Return 6 cards for 3-5 players, 5 for 6-7, 4 for 8-10."""
    return 6 if rules.seats <= 5 else 5 if rules.seats <= 7 else 4


def round_roles(state: State) -> tuple[int, ...]:
    """Return the gold miners and saboteurs for this number of players."""
    miners, saboteurs = DWARFS[state.rules.seats]
    return roles_of(state, goldminer=miners, saboteur=saboteurs)


def roles_of(state: State, **numbers: int) -> tuple[int, ...]:
    """Return so many role cards of each kind."""
    found: list[int] = []
    for name, count in numbers.items():
        found += [card for card in state.rules.supplies["roles"] if state.id_of(card) == name][:count]
    return tuple(found)


def shuffle_gold(state: State) -> None:
    """Shuffle the gold cards not yet handed out."""
    left = state.piles.get("gold", state.rules.supplies["gold"]) + state.piles.get("offer", ())
    changes.set_pile(state, "gold", changes.shuffle(state, "gold", tuple(sorted(left))))


# --- The end of a round -----------------------------------------------------------------------------------------------


def settle(state: State, reason: str) -> None:
    """Pay the gold miners if the treasure was reached, else the saboteurs."""
    if reason == "treasure":
        miners_win(state, reason)
    else:
        saboteurs_win(state, reason)


def miners_win(state: State, reason: str) -> None:
    """Let the gold miners pick gold cards, the finisher first (R8)."""
    miners = score.seats_with(state, "goldminer")
    changes.end_round(state, reason, ("goldminers",), miners, score.winning_path(state))
    finisher = state.finisher
    assert finisher is not None
    if any(state.rules.hooks.is_paid(state, seat) for seat in miners):
        changes.offer_gold(state, len(miners))
        changes.push(state, ("pick", finisher))


def saboteurs_win(state: State, reason: str) -> None:
    """Pay the saboteurs exactly (R9); with none in play nobody gets anything."""
    saboteurs = score.seats_with(state, "saboteur")
    changes.end_round(state, reason, ("saboteurs",) if saboteurs else (), saboteurs)
    if saboteurs:
        score.pay_exactly(state, saboteurs, SABOTEUR_PAY[len(saboteurs)], "saboteur")


BASE = Expansion(
    "base",
    edition=True,
    extends="core",
    seats=(3, 10),
    settings=(FIRST,),
    cards=(START, TREASURE, STONE_NE, STONE_NW, *PATHS, *ACTIONS, *ROLES, *GOLD_CARDS),
    supplies={
        "deck": {card.id: count for card, count in (PATHS | ACTIONS).items()},
        "start": {"start": 1},
        "goals": {"treasure": 1, "stone_NE": 1, "stone_NW": 1},
        "roles": {"goldminer": 7, "saboteur": 4},
        "gold": {card.id: count for card, count in GOLD_CARDS.items()},
    },
    layout={"start": ((0, 0),), "goals": ((8, -2), (8, 0), (8, 2))},
    set_up={"shuffle_gold": 10, "gather": 20, "lay_start": 30, "lay_goals": 40, "deal_roles": 50, "deal_hands": 60},
    steps={"shuffle_gold": shuffle_gold, "pick": score.pick_from},
    questions={"gold": score.GOLD},
    choices={"discard": DISCARD_ONE},
    hooks=Hooks(hand_size=hand_size, round_roles=round_roles, score=settle),
)
