"""Cards that lie before players until the round is paid, and those that take them away."""

from __future__ import annotations

from protocol.game import AtSeat, Face, Play, Reason, Refusal, Target
from server.engine import changes
from server.engine.card import Card, Effect, Legal, Refuse
from server.engine.kinds.seats import lying_before, seat_of
from server.engine.kinds.tools import legal_before_others, put_before_target, refuse_before_others
from server.engine.state import State

TRAPPED = Card(
    Face("trapped", "action"),
    hinders=True,
    legal=legal_before_others,
    refuse=refuse_before_others,
    effect=put_before_target,
)


def legal_theft(state: State, seat: int, card: Card) -> list[Play]:
    """Return the play before oneself, unless a theft lies there already."""
    return [] if lying_before(state, seat, card.id) is not None else [card.plays[()]]


def refuse_theft(state: State, seat: int, card: Card, targets: tuple[Target, ...]) -> Refusal | None:
    """Refuse targets, and a second theft."""
    if targets:
        return Refusal(Reason.BAD_TARGET, targets)
    return Refusal(Reason.ALREADY_THERE) if lying_before(state, seat, card.id) is not None else None


def put_before_self(state: State, seat: int, _action: Play) -> None:
    """Lay the card before the seat that played it."""
    changes.put_before(state, seat, seat)


THEFT = Card(Face("theft", "action"), legal=legal_theft, refuse=refuse_theft, effect=put_before_self)


def remover(name: str, removed: str) -> Card:
    """Return the card that takes away one card of another kind, anyone's."""
    legal, refuse, effect = removing(removed)
    return Card(Face(name, "action"), legal=legal, refuse=refuse, effect=effect)


def removing(removed: str) -> tuple[Legal, Refuse, Effect]:
    """Return what a card that takes away another kind may be played on, and what it does."""

    def legal(state: State, _seat: int, card: Card) -> list[Play]:
        return [card.on_seats[seat] for seat, lying in enumerate(state.before) if lying and has(state, seat)]

    def has(state: State, seat: int) -> bool:
        return lying_before(state, seat, removed) is not None

    def refuse(state: State, _seat: int, _card: Card, targets: tuple[Target, ...]) -> Refusal | None:
        seat = seat_of(state, targets)
        if seat is None:
            return Refusal(Reason.BAD_TARGET, targets)
        return None if has(state, seat) else Refusal(Reason.NOT_BEFORE, targets)

    def effect(state: State, seat: int, action: Play) -> None:
        (target,) = action.targets
        assert isinstance(target, AtSeat)
        lying = lying_before(state, target.seat, removed)
        assert lying is not None
        changes.take_away(state, target.seat, lying, seat)

    return legal, refuse, effect


HANDS_OFF = remover("hands_off", "theft")
FREEDOM = remover("free", "trapped")
