"""Greedy dwarf (2016): a role that wins alone, by reaching the treasure itself."""

from __future__ import annotations

from collections.abc import Callable

from server.engine import changes, score
from server.engine.kinds.faces import role
from server.engine.rules import Expansion
from server.engine.state import State

GREEDY = role("greedy")
PAY = 4


def with_greedy(round_roles: Callable[[State], tuple[int, ...]]) -> Callable[[State], tuple[int, ...]]:
    """Put a greedy dwarf in the place of one gold miner."""

    def roles(state: State) -> tuple[int, ...]:
        dealt = list(round_roles(state))
        miner = next(at for at, card in enumerate(dealt) if state.id_of(card) == "goldminer")
        dealt[miner] = next(card for card in state.rules.supplies["roles"] if state.id_of(card) == GREEDY.id)
        return tuple(dealt)

    return roles


def greedy_first(settle: Callable[[State, str], None]) -> Callable[[State, str], None]:
    """Let a greedy dwarf who reached the treasure win alone: no gold cards are drawn (C1)."""

    def score_round(state: State, reason: str) -> None:
        finisher = state.finisher
        if reason != "treasure" or finisher not in score.seats_with(state, GREEDY.id):
            settle(state, reason)
            return
        changes.end_round(state, reason, (GREEDY.id,), (finisher,), score.winning_path(state))
        score.pay_exactly(state, (finisher,), PAY, GREEDY.id)

    return score_round


GREEDY_DWARF = Expansion(
    "greedy_dwarf",
    editions=("base",),
    cards=(GREEDY,),
    supplies={"roles": {GREEDY.id: 1}},
    wraps={"round_roles": with_greedy, "score": greedy_first},
)
