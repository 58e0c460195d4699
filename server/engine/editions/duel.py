"""The Duel for two: each digs from a start of its own."""

from __future__ import annotations

from server.engine import changes, rounds
from server.engine.editions.core import FIRST
from server.engine.editions.duel_base import COLOURS, colour_of, markers
from server.engine.maze import Traveller
from server.engine.rules import Expansion, Hooks
from server.engine.state import State


def traveller(state: State, seat: int) -> int:
    """Return the traveller of a seat's colour."""
    return COLOURS.index(colour_of(state, seat))


def take_dwarfs(state: State) -> None:
    """Give the one who begins the game the green dwarf and the other the blue one; they keep them."""
    roles = state.rules.supplies["roles"]
    if state.results:
        roles = state.results[0].roles
    elif state.starter:
        roles = roles[::-1]
    changes.deal_roles(state, roles, "deal", ())


def next_starter(state: State) -> int:
    """Return the seat with less gold; if both have the same, the blue one."""
    first, second = rounds.all_gold(state)
    if first == second:
        return next(seat for seat in range(2) if colour_of(state, seat) == "blue")
    return int(second < first)


DUEL = Expansion(
    "duel",
    edition=True,
    extends="duel_base",
    seats=(2, 2),
    settings=(FIRST,),
    layout={"start": ((0, 1), (0, -1)), "goals": ((5, -2), (5, 0), (5, 2), (7, -1), (7, 1), (9, 0))},
    steps={"take_dwarfs": take_dwarfs, "ready_markers": markers(8)},
    hooks=Hooks(
        travellers=lambda _rules: tuple(Traveller(colour, stopped=True) for colour in COLOURS),
        traveller=traveller,
        next_starter=next_starter,
    ),
)
