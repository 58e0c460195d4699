"""The variant Sabotaged dwarf: a gold miner with a broken tool picks no gold card."""

from __future__ import annotations

from collections.abc import Callable

from server.engine.rules import Expansion
from server.engine.state import State


def and_is_whole(is_paid: Callable[[State, int], bool]) -> Callable[[State, int], bool]:
    """Pay nobody before whom a broken tool lies; only gold miners are asked, so that all others keep their pay."""

    def paid(state: State, seat: int) -> bool:
        return is_paid(state, seat) and not is_sabotaged(state, seat)

    return paid


def is_sabotaged(state: State, seat: int) -> bool:
    """Tell whether a broken tool lies before a seat."""
    kinds = state.rules.kinds
    return any(mark.kind == "broken" for card in state.before[seat] for mark in kinds[card].face.marks)


SABOTAGED_DWARF = Expansion("sabotaged_dwarf", editions=("base",), wraps={"is_paid": and_is_whole})
