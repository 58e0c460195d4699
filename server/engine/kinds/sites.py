"""Sites: crosses that lie face up in the maze from the beginning and do something when first joined to a start."""

from __future__ import annotations

from collections.abc import Callable

from protocol.game import Face, FaceMark
from server.engine import changes
from server.engine.card import Card, Reached
from server.engine.cell import number
from server.engine.state import State

USED = "used"
"""The mark on a site that has had its effect this round."""

Reachable = Callable[[State], list[int]]


def site(name: str, effect: Reached) -> Card:
    """Return a site: never removed; a ladder may lie beside it (M1); once a round it has its effect."""

    def reached(state: State, seat: int, cell: int) -> None:
        changes.mark(state, cell, USED, None)
        effect(state, seat, cell)

    return Card(Face(name, "site", ("NESW",), marks=(FaceMark(name),)), fixed=True, assumed=True, reached=reached)


def and_site(name: str) -> Callable[[Reachable], Reachable]:
    """List a site with what is newly reached, once it is joined to a start and as long as it is unused (R3)."""

    def wrap(reachable: Reachable) -> Reachable:
        def found(state: State) -> list[int]:
            ((x, y),) = state.rules.layout[name]
            cell = number(x, y)
            others = reachable(state)
            joined = any(reach.get(cell) for reach in state.maze.reaches)
            return sorted((*others, cell)) if joined and (cell, USED, None) not in state.marks else others

        return found

    return wrap
