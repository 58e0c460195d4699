"""Where the face-down cards lie that a seat has seen, as far as it can tell: some may have changed places since."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from protocol.game import AtCell, Cell, Event, GoalMoved, Happened, Looked, TurnedUp

MOST_SWAPS = 8
"""More swaps of one round than these are taken to be mere show: all ways they can have gone are gone through."""


class Chance(Protocol):
    """Where what is unknown is drawn from."""

    def random(self) -> float:
        """Return a number from 0 up to 1."""
        ...


def goals_seen(story: Iterable[Event], me: int | None, random: Chance) -> dict[Cell, str]:
    """Return the card of each cell that a seat has looked at, in one way that fits all it was told.

    Whether others exchanged two goals they handled is drawn by lot among the ways that what was seen later allows.
    """
    events = tuple(story)
    swaps = sum(isinstance(event, Happened) and event.kind == "goals_handled" for event in events)
    ways = 1 << min(swaps, MOST_SWAPS)
    first = int(random.random() * ways)
    for way in range(ways):
        seen = _seen(events, me, (first + way) % ways)
        if seen is not None:
            return seen
    return {}


def _seen(events: tuple[Event, ...], me: int | None, way: int) -> dict[Cell, str] | None:
    """Return the card of each cell if the swaps went this way, one bit each; None if that cannot be."""
    lies: dict[Cell, Cell] = {}
    """Where the card that lies on a cell lay when the round began."""
    cards: dict[Cell, str] = {}
    """The card by the cell where it lay then."""

    def see(cell: Cell, card: str) -> bool:
        origin = lies.setdefault(cell, cell)
        if cards.setdefault(origin, card) != card:
            return False
        # A goal of the same face that lies elsewhere would be a second one.
        return list(cards.values()).count(card) == 1

    for event in events:
        match event:
            case Looked(seat=seat, at=AtCell(cell=cell), cards=faces) if seat == me and faces:
                if not see(cell, faces[0]):
                    return None
            case TurnedUp(card=card, cell=cell):
                if not see(cell, card):
                    return None
            case GoalMoved(cell=cell, to=to):
                lies[to] = lies.pop(cell, cell)
            case Happened(kind=kind, targets=(AtCell(cell=one), AtCell(cell=other))):
                exchanged = kind == "goals_exchanged"
                if kind == "goals_handled":
                    exchanged, way = bool(way & 1), way >> 1
                if exchanged:
                    lies[one], lies[other] = lies.get(other, other), lies.get(one, one)
    return {cell: cards[origin] for cell, origin in lies.items() if origin in cards}
