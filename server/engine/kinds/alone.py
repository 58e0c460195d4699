"""Cards played on nothing: they may always be played."""

from __future__ import annotations

from protocol.game import Play, Reason, Refusal, Target
from server.engine.card import Card
from server.engine.state import State


def legal_always(_state: State, _seat: int, card: Card) -> list[Play]:
    """Return the one way to play the card."""
    return [card.plays[()]]


def refuse_targets(_state: State, _seat: int, _card: Card, targets: tuple[Target, ...]) -> Refusal | None:
    """Refuse targets."""
    return Refusal(Reason.BAD_TARGET, targets) if targets else None
