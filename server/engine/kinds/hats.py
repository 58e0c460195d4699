"""Cards about roles and hands of players: inspection, change hats, swap hands."""

from __future__ import annotations

from protocol.game import AtSeat, Face, Play, Reason, Refusal, Target
from server.engine import changes
from server.engine.card import Card
from server.engine.kinds.seats import other_seat, seat_of
from server.engine.state import State


def legal_others(state: State, seat: int, card: Card) -> list[Play]:
    """Return every other seat."""
    return [card.on_seats[other] for other in range(state.rules.seats) if other != seat]


def refuse_others(state: State, seat: int, _card: Card, targets: tuple[Target, ...]) -> Refusal | None:
    """Refuse oneself."""
    other = other_seat(state, seat, targets)
    return other if isinstance(other, Refusal) else None


def legal_anyone(state: State, _seat: int, card: Card) -> list[Play]:
    """Return every seat."""
    return list(card.on_seats[: state.rules.seats])


def refuse_anyone(state: State, _seat: int, _card: Card, targets: tuple[Target, ...]) -> Refusal | None:
    """Refuse what is no seat."""
    return Refusal(Reason.BAD_TARGET, targets) if seat_of(state, targets) is None else None


def target_seat(action: Play) -> int:
    """Return the seat a card was played on."""
    (target,) = action.targets
    assert isinstance(target, AtSeat)
    return target.seat


def inspect(state: State, seat: int, action: Play) -> None:
    """Look at a role in secret."""
    other = target_seat(action)
    changes.look(state, seat, AtSeat(other), (state.roles[other],))


def change_hats(state: State, _seat: int, action: Play) -> None:
    """Give a seat the top role of the unused pile."""
    changes.exchange_role(state, target_seat(action), "change_hats")


def swap(state: State, seat: int, action: Play) -> None:
    """Exchange hands; only the other player draws at the end of the turn (S1)."""
    other = target_seat(action)
    changes.swap_hands(state, seat, other)
    changes.set_draws(state, (other, 1))


INSPECTION = Card(Face("inspection", "action"), legal=legal_others, refuse=refuse_others, effect=inspect)
CHANGE_HATS = Card(Face("change_hats", "action"), legal=legal_anyone, refuse=refuse_anyone, effect=change_hats)
SWAP_HANDS = Card(Face("swap_hands", "action"), legal=legal_others, refuse=refuse_others, effect=swap)
