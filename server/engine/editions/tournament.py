"""The tournament variant for 5-9 players: greedy dwarfs, all roles dealt, a path card in the middle, pay in nuggets."""

from __future__ import annotations

from server.engine import changes, score
from server.engine.cell import number
from server.engine.editions.base import roles_of
from server.engine.kinds.faces import role
from server.engine.rules import Expansion, Hooks
from server.engine.state import State

DWARFS = {5: (1, 3, 1), 6: (2, 3, 1), 7: (2, 3, 2), 8: (3, 3, 2), 9: (3, 4, 2)}
"""Number of players -> saboteurs, gold miners and greedy dwarfs, all of them dealt."""

GREEDY_PAY = 4
FINISHER_PAY = 3
MINER_PAY = 2
SABOTEUR_PAY = {5: 4}
"""Number of players -> gold for each saboteur; otherwise 3."""


def round_roles(state: State) -> tuple[int, ...]:
    """Return as many roles as there are players."""
    saboteurs, miners, greedy = DWARFS[state.rules.seats]
    return roles_of(state, saboteur=saboteurs, goldminer=miners, greedy=greedy)


def lay_middle(state: State) -> None:
    """Lay one of the path cards by lot into the middle of the maze, turned or not by lot (V1)."""
    pile = state.piles["draw"]
    kinds = state.rules.kinds
    card = changes.shuffle(state, "middle", tuple(sorted(card for card in pile if kinds[card].is_path)))[0]
    turned = changes.shuffle(state, "middle turned", (0, 1))[0] == 1 and not kinds[card].alike
    changes.set_pile(state, "draw", tuple(each for each in pile if each != card))
    (cell,) = state.rules.layout["middle"]
    changes.lay_out(state, number(*cell), card, turned)


def settle(state: State, reason: str) -> None:
    """Pay a finishing greedy dwarf, the gold miners, or the saboteurs (V2)."""
    finisher = state.finisher
    if reason != "treasure":
        saboteurs = score.seats_with(state, "saboteur")
        changes.end_round(state, reason, ("saboteurs",), saboteurs)
        pay(state, saboteurs, SABOTEUR_PAY.get(state.rules.seats, 3), "saboteur")
    elif finisher in score.seats_with(state, "greedy"):
        changes.end_round(state, reason, ("greedy",), (finisher,), score.winning_path(state))
        pay(state, (finisher,), GREEDY_PAY, "greedy")
    else:
        miners = score.seats_with(state, "goldminer")
        changes.end_round(state, reason, ("goldminers",), miners, score.winning_path(state))
        for seat in miners:
            # V3: nobody gets more because another is sabotaged.
            if state.rules.hooks.is_paid(state, seat):
                pay(state, (seat,), FINISHER_PAY if seat == finisher else MINER_PAY, "miner")


def pay(state: State, seats: tuple[int, ...], amount: int, why: str) -> None:
    """Give each of these seats an amount."""
    for seat in seats:
        changes.gain(state, seat, amount, why)


TOURNAMENT = Expansion(
    "tournament",
    editions=("base",),
    seats=(5, 9),
    # It brings greedy dwarfs of its own, and leaves no role over for the wardrobe.
    excludes=("greedy_dwarf", "wardrobe"),
    cards=(role("greedy"),),
    supplies={"roles": {"greedy": 2}, "gold": {}},
    replaces=frozenset({"gold"}),
    layout={"middle": ((4, 0),)},
    set_up={"lay_middle": 45},
    steps={"lay_middle": lay_middle},
    hooks=Hooks(round_roles=round_roles, score=settle),
)
