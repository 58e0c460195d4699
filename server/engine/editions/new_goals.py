"""New goals: eight take the place of the three, and five of them are laid, new ones each round."""

from __future__ import annotations

from collections.abc import Callable

from protocol.game import FaceMark, Setting
from server.engine import changes
from server.engine.card import Card
from server.engine.editions.base import STONE_NE, STONE_NW, TREASURE
from server.engine.kinds.faces import goal
from server.engine.rounds import gold_of_seat
from server.engine.rules import Expansion, Rules
from server.engine.state import State


def bag(ways: str, amount: int) -> Card:
    """Return a goal whose gold the seat that reaches it takes at once (M2)."""

    def take(state: State, seat: int, _cell: int) -> None:
        changes.gain(state, seat, amount, "bag")

    return goal(f"bag_{amount}", ways, "", FaceMark("bag", number=amount), assumed=True, reached=take)


def meet_dragon(state: State, seat: int, _cell: int) -> None:
    """Take 1 gold from the seat, if it has any (M2)."""
    if gold_of_seat(state, seat) > 0:
        changes.gain(state, seat, -1, "dragon")


def wake_spider(state: State, _seat: int, _cell: int) -> None:
    """End the round at once, as one whose treasure was not reached (R3)."""
    changes.drop_steps(state, ("score", "spider"))


def dragon(ways: str) -> Card:
    """Return a dragon."""
    return goal(f"dragon_{ways}", ways, "", FaceMark("dragon"), assumed=True, reached=meet_dragon)


# Assumed: the shapes of all but the treasure; the stones are taken to be those of the base game.
GOALS = (
    TREASURE,
    STONE_NE,
    STONE_NW,
    bag("NEW", 1),
    bag("NES", 2),
    dragon("NE"),
    dragon("NW"),
    goal("spider", "NESW", "", FaceMark("spider"), assumed=True, reached=wake_spider),
)

LAID = Setting("goals_laid", ("with_treasure", "any_five"))
"""Whether the treasure is always among the five (004), or they are any of the eight (000)."""


def and_treasure(sure_goals: Callable[[Rules], tuple[int, ...]]) -> Callable[[Rules], tuple[int, ...]]:
    """Lay the treasure always, unless the table plays with any five."""

    def sure(rules: Rules) -> tuple[int, ...]:
        if rules.settings[LAID.id] == "any_five":
            return sure_goals(rules)
        return (*sure_goals(rules), next(card for card in rules.supplies["goals"] if rules.kinds[card] is TREASURE))

    return sure


NEW_GOALS = Expansion(
    "new_goals",
    editions=("base", "saboteur2"),
    settings=(LAID,),
    cards=GOALS[3:],
    supplies={"goals": {card.id: 1 for card in GOALS}},
    replaces=frozenset({"goals"}),
    # Assumed: the rulebooks show five goals in a column, not how far apart.
    layout={"goals": ((8, -4), (8, -2), (8, 0), (8, 2), (8, 4))},
    wraps={"sure_goals": and_treasure},
)
