"""Who is told what of a change: one row a kind of change, built up from nothing for each audience."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from protocol.game import (
    AtCard,
    AtCell,
    CardLaid,
    CardLifted,
    CardPlayed,
    Discarded,
    Drawn,
    Event,
    GameEnded,
    GoalMoved,
    GoldPicked,
    HandsSwapped,
    Happened,
    Looked,
    Marked,
    Paid,
    PutBefore,
    RoleDealt,
    RoundBegun,
    RoundEnded,
    TakenAway,
    TurnedUp,
)
from server.engine import change as c
from server.engine.cell import place
from server.engine.rules import Rules
from server.engine.view import SECRET_SIZES

Audience = int | None
"""A seat, or None for spectators."""


def _ids(rules: Rules, cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(rules.kinds[card].id for card in cards)


def _began(change: c.BeganRound, _to: Audience, _rules: Rules) -> Event:
    return RoundBegun(change.round, change.starter)


def _dealt_role(change: c.DealtRole, to: Audience, rules: Rules) -> Event:
    seen = change.up or to == change.seat
    return RoleDealt(change.seat, rules.kinds[change.role].id if seen else "", change.why)


def _drew(change: c.Drew, to: Audience, rules: Rules) -> Event:
    seen = to is not None and (to == change.seat or to in change.seen_by)
    return Drawn(change.seat, len(change.cards), _ids(rules, change.cards) if seen else (), change.source)


def _announced(change: c.Announced, _to: Audience, _rules: Rules) -> Event:
    return CardPlayed(change.seat, change.action)


def _laid(change: c.LaidDown, _to: Audience, rules: Rules) -> Event:
    source = None if change.source is None else place(change.source)
    return CardLaid(change.seat, rules.kinds[change.card].id, place(change.cell), change.turned, source)


def _lifted(change: c.Lifted, _to: Audience, rules: Rules) -> Event:
    return CardLifted(change.seat, rules.kinds[change.card].id if change.up else "", place(change.cell))


def _turned(change: c.TurnedOver, _to: Audience, rules: Rules) -> Event:
    return TurnedUp(change.seat, rules.kinds[change.card].id, place(change.cell), change.turned)


def _moved_goal(change: c.MovedGoal, _to: Audience, _rules: Rules) -> Event:
    return GoalMoved(change.seat, place(change.cell), place(change.to))


def _exchanged(change: c.ExchangedGoals, to: Audience, _rules: Rules) -> Event:
    cells = (AtCell(place(change.first)), AtCell(place(change.second)))
    if to == change.seat:
        return Happened("goals_exchanged" if change.exchanged else "goals_kept", change.seat, cells)
    return Happened("goals_handled", change.seat, cells)


def _placed(change: c.Placed, _to: Audience, rules: Rules) -> Event:
    return PutBefore(change.seat, rules.kinds[change.card].id, change.by)


def _cleared(change: c.Cleared, _to: Audience, rules: Rules) -> Event:
    return TakenAway(change.seat, rules.kinds[change.card].id, change.by)


def _dropped(change: c.Dropped, to: Audience, rules: Rules) -> Event:
    cards = _ids(rules, change.cards) if to == change.seat else ()
    return Discarded(change.seat, len(change.cards), cards, change.choice)


def _saw(change: c.Saw, to: Audience, rules: Rules) -> Event:
    return Looked(change.seat, change.at, _ids(rules, change.cards) if to == change.seat else ())


def _swapped(change: c.Swapped, to: Audience, rules: Rules) -> Event:
    hands = {change.seat: change.seat_cards, change.other: change.other_cards}
    return HandsSwapped(change.seat, change.other, () if to is None else _ids(rules, hands.get(to, ())))


def _marked(change: c.MarkedCell, _to: Audience, _rules: Rules) -> Event:
    return Marked(place(change.cell), change.mark, change.seat, change.on)


def _gained(change: c.Gained, _to: Audience, _rules: Rules) -> Event:
    return Paid(change.seat, change.amount, change.why, change.source)


def _picked(change: c.Picked, to: Audience, rules: Rules) -> Event:
    return GoldPicked(change.seat, len(change.left), rules.kinds[change.card].id if to == change.seat else "")


def _piled_up(change: c.PiledUp, _to: Audience, _rules: Rules) -> Event:
    return Happened(f"{change.target}_from_{change.source}", number=len(change.cards))


def _mixed(change: c.Mixed, _to: Audience, _rules: Rules) -> Event:
    number = 0 if change.pile in SECRET_SIZES else len(change.cards)
    return Happened(f"{change.pile}_shuffled", number=number)


def _showed(change: c.Showed, _to: Audience, rules: Rules) -> Event:
    return Happened(change.kind, change.seat, (AtCard(rules.kinds[change.card].id), *change.targets))


def _ended_round(change: c.EndedRound, _to: Audience, rules: Rules) -> Event:
    roles = _ids(rules, change.roles)
    return RoundEnded(change.round, change.reason, change.sides, change.winners, roles, change.finisher)


def _ended_game(change: c.EndedGame, _to: Audience, _rules: Rules) -> Event:
    return GameEnded(change.outcome.gold, change.outcome.winners)


def _occurred(change: c.Occurred, to: Audience, _rules: Rules) -> Event | None:
    if change.to is not None and to not in change.to:
        return None
    return Happened(change.kind, change.seat, change.targets, change.number)


def _nothing(_change: c.Used | c.Offered, _to: Audience, _rules: Rules) -> Event | None:
    """Everyone knows it from what came before: the card was played openly, the picks tell how many are left."""
    return None


TELLING: dict[type[c.Change], Callable[[Any, Audience, Rules], Event | None]] = {
    c.BeganRound: _began,
    c.DealtRole: _dealt_role,
    c.Drew: _drew,
    c.Announced: _announced,
    c.LaidDown: _laid,
    c.Lifted: _lifted,
    c.TurnedOver: _turned,
    c.MovedGoal: _moved_goal,
    c.ExchangedGoals: _exchanged,
    c.Placed: _placed,
    c.Cleared: _cleared,
    c.Dropped: _dropped,
    c.Used: _nothing,
    c.Saw: _saw,
    c.Swapped: _swapped,
    c.MarkedCell: _marked,
    c.Gained: _gained,
    c.Offered: _nothing,
    c.Picked: _picked,
    c.PiledUp: _piled_up,
    c.Mixed: _mixed,
    c.Showed: _showed,
    c.EndedRound: _ended_round,
    c.EndedGame: _ended_game,
    c.Occurred: _occurred,
}


def told(news: tuple[c.Change, ...], to: Audience, rules: Rules) -> tuple[Event, ...]:
    """Return what an audience is told of changes."""
    events = (TELLING[type(change)](change, to, rules) for change in news)
    return tuple(event for event in events if event is not None)
