"""Diversion (2023): the path card laid last moves to another cell."""

from __future__ import annotations

from protocol.game import AtCell, AtChoice, Face, Lay, Play, Reason, Refusal, Target
from server.engine import changes
from server.engine.card import Card
from server.engine.cell import number, place
from server.engine.reach import reach
from server.engine.rules import Expansion
from server.engine.state import State

TURNED = AtChoice("turned")


def laid_last(state: State) -> int | None:
    """Return the cell of the path card that a player laid last of those still in the maze (C5)."""
    return state.laid[-1][0] if state.laid else None


def legal_diversion(state: State, seat: int, card: Card) -> list[Play]:
    """Return every other way to lay the card once it is lifted, as the maze allows it to anyone (C5)."""
    source = laid_last(state)
    if source is None:
        return []
    moved = state.maze.cards[source].card
    lays = state.rules.hooks.lay_actions(changes.without(state, source), seat, [moved])
    return [card.plays[as_targets(lay)] for lay in lays if isinstance(lay, Lay) and lay.cell != place(source)]


def as_targets(lay: Lay) -> tuple[Target, ...]:
    """Return a lay as the targets of a diversion: the new cell, whether turned, and what else the lay names."""
    return (AtCell(lay.cell), *((TURNED,) if lay.turned else ()), *lay.targets)


def as_lay(state: State, targets: tuple[Target, ...]) -> Lay | None:
    """Return the lay that the targets of a diversion mean, or None."""
    source = laid_last(state)
    match targets:
        case (AtCell(cell=cell), *rest) if source is not None:
            turned = TURNED in rest[:1]
            return Lay(state.maze.cards[source].card.id, cell, turned, tuple(rest[turned:]))
    return None


def refuse_diversion(state: State, seat: int, _card: Card, targets: tuple[Target, ...]) -> Refusal | None:
    """Refuse the cell it lies on, and what the maze without it does not allow."""
    source = laid_last(state)
    if source is None:
        return Refusal(Reason.NOTHING_THERE, targets)
    lay = as_lay(state, targets)
    if lay is None:
        return Refusal(Reason.BAD_TARGET, targets)
    if lay.cell == place(source):
        return Refusal(Reason.OCCUPIED, targets[:1])
    hooks = state.rules.hooks
    lifted = changes.without(state, source)
    moved = state.maze.cards[source].card
    refusal = lifted.maze.refuse(moved, number(*lay.cell), lay.turned, hooks.traveller(state, seat))
    return refusal or hooks.refuse_lay(lifted, seat, lay)


def divert(state: State, seat: int, action: Play) -> None:
    """Move the card; what is reached by it is the doing of the seat in turn (C5)."""
    source, lay = laid_last(state), as_lay(state, action.targets)
    assert source is not None
    assert lay is not None
    changes.discard_played(state)
    state.rules.hooks.before_laying(state, seat, lay)
    changes.shift_card(state, seat, source, number(*lay.cell), lay.turned)
    reach(state)


CARD = Card(Face("diversion", "action"), legal=legal_diversion, refuse=refuse_diversion, effect=divert, laying=as_lay)

DIVERSION = Expansion("diversion", editions=("base", "saboteur2"), cards=(CARD,), supplies={"deck": {CARD.id: 1}})
