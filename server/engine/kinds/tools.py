"""Broken tools and repairs."""

from __future__ import annotations

from functools import cache

from protocol.game import AtCard, AtSeat, Face, FaceMark, Play, Reason, Refusal, Target
from server.engine import changes
from server.engine.card import Card
from server.engine.kinds.seats import lying_before, other_seat
from server.engine.state import State

TOOLS = ("pick", "lamp", "cart")


def broken(tool: str) -> Card:
    """Return the card that breaks a tool of another player."""
    face = Face(f"break_{tool}", "action", marks=(FaceMark("broken", colour=tool),))
    return Card(face, hinders=True, legal=legal_before_others, refuse=refuse_before_others, effect=put_before_target)


def repair(*tools: str, name: str = "") -> Card:
    """Return the card that mends one of these tools."""
    face = Face(name or "_".join(("fix", *tools)), "action", marks=tuple(FaceMark("repair", colour=t) for t in tools))
    return Card(face, legal=legal_repair, refuse=refuse_repair, effect=mend)


def own_repair(*tools: str) -> Card:
    """Return the card that mends one of these tools of the player only."""
    return Card(repair(*tools).face, legal=legal_own_repair, refuse=refuse_own_repair, effect=mend)


# --- Cards laid before another player ---------------------------------------------------------------------------------


def legal_before_others(state: State, seat: int, card: Card) -> list[Play]:
    """Return the other seats before which no card of this kind lies."""
    kinds = state.rules.kinds
    return [
        card.on_seats[other]
        for other, lying in enumerate(state.before)
        if other != seat and not (lying and card in [kinds[each] for each in lying])
    ]


def refuse_before_others(state: State, seat: int, card: Card, targets: tuple[Target, ...]) -> Refusal | None:
    """Refuse oneself, and a second card of the kind."""
    other = other_seat(state, seat, targets)
    if isinstance(other, Refusal):
        return other
    if lying_before(state, other, card.id) is not None:
        return Refusal(Reason.ALREADY_THERE, targets)
    return None


def put_before_target(state: State, seat: int, action: Play) -> None:
    """Lay the card before the seat it was played on."""
    (target,) = action.targets
    assert isinstance(target, AtSeat)
    changes.put_before(state, target.seat, seat)


# --- Repairs ----------------------------------------------------------------------------------------------------------


@cache
def mended(card: Card) -> tuple[str, ...]:
    """Return the ids of the broken tools that a repair card mends."""
    return tuple(f"break_{mark.colour}" for mark in card.face.marks)


def legal_repair(state: State, _seat: int, card: Card) -> list[Play]:
    """Return every broken tool before anyone that the card mends."""
    found: list[Play] = []
    if state.lying:
        mends = mended(card)
        kinds = state.rules.kinds
        for other, lying in enumerate(state.before):
            for each in lying:
                name = kinds[each].id
                if name in mends:
                    found.append(card.plays[AtSeat(other), AtCard(name)])
    return found


def refuse_repair(state: State, _seat: int, card: Card, targets: tuple[Target, ...]) -> Refusal | None:
    """Refuse a tool the card does not mend, or that is not broken: never in advance."""
    match targets:
        case (AtSeat(seat=other), AtCard(card=name)) if other < state.rules.seats and name in mended(card):
            if lying_before(state, other, name) is None:
                return Refusal(Reason.NOT_BEFORE, targets)
            return None
    return Refusal(Reason.BAD_TARGET, targets)


def legal_own_repair(state: State, seat: int, card: Card) -> list[Play]:
    """Return every broken tool before oneself that the card mends."""
    return [play for play in legal_repair(state, seat, card) if play.targets[0] == AtSeat(seat)]


def refuse_own_repair(state: State, seat: int, card: Card, targets: tuple[Target, ...]) -> Refusal | None:
    """Refuse others, and what no repair mends."""
    refusal = refuse_repair(state, seat, card, targets)
    return refusal or (None if targets[0] == AtSeat(seat) else Refusal(Reason.BAD_TARGET, targets))


def mend(state: State, seat: int, action: Play) -> None:
    """Take the broken tool away."""
    match action.targets:
        case (AtSeat(seat=other), AtCard(card=name)):
            lying = lying_before(state, other, name)
            assert lying is not None
            changes.take_away(state, other, lying, seat)
