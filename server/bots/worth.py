"""What cards are worth to keep, for those who want the gold reached and for those who do not."""

from __future__ import annotations

from server.bots.situation import Situation
from server.engine.cell import E, N, S, W

KEEP: dict[str, tuple[float, float]] = {
    "map": (0.5, 0.2),
    "rockfall": (0.6, 1.2),
    "broken": (0.8, 1.0),
    "repair": (0.5, 0.4),
}
"""Card, or what is marked on it -> its worth to a gold miner and to a saboteur."""

SPARE = 0.25
"""A second card of a kind is worth this much less."""


def keep(situation: Situation, card: str) -> float:
    """Return what a card of the hand is worth to keep."""
    kind = situation.rules.cards[card]
    saboteur = situation.want < 0
    if kind.is_path:
        worth = path_worth(kind.shapes[False].way, saboteur)
    else:
        marks = kind.face.marks
        row = KEEP.get(marks[0].kind if marks else card, (0.3, 0.3))
        worth = row[saboteur]
        if card == "map" and situation.sure > 0.99:
            worth = -0.3
    if situation.hand.count(card) > 1:
        worth -= SPARE
    return worth


def path_worth(way: int, saboteur: bool) -> float:
    """Return what a path card is worth: what leads from west to east is scarce; a saboteur keeps dead ends."""
    if saboteur:
        return 0.1 - 0.05 * way.bit_count() if way else 0.9
    if not way:
        return -0.5
    if way & E and way & W:
        return 0.7
    return 0.4 if way.bit_count() == 3 else 0.15 if way == N | S else 0.3
