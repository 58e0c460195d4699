"""Targets that are seats: reading them, and refusing wrong ones."""

from __future__ import annotations

from protocol.game import AtSeat, Reason, Refusal, Target
from server.engine.state import State


def seat_of(state: State, targets: tuple[Target, ...]) -> int | None:
    """Return the seat that targets name, if they name just one seat of this table."""
    match targets:
        case (AtSeat(seat=seat),) if seat < state.rules.seats:
            return seat
    return None


def other_seat(state: State, seat: int, targets: tuple[Target, ...]) -> int | Refusal:
    """Return the other seat that targets name, or why they do not."""
    named = seat_of(state, targets)
    if named is None:
        return Refusal(Reason.BAD_TARGET, targets)
    if named == seat:
        return Refusal(Reason.OWN_SEAT, targets)
    return named


def lying_before(state: State, seat: int, card: str) -> int | None:
    """Return the card of this kind that lies before a seat, or None."""
    for each in state.before[seat]:
        if state.rules.kinds[each].id == card:
            return each
    return None
