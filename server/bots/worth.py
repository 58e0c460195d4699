"""What cards are worth to keep, for those who want the gold reached and for those who do not."""

from __future__ import annotations

from server.bots.situation import GEOLOGIST, Situation
from server.engine.cell import E, N, S, W

KEEP: dict[str, tuple[float, float]] = {
    "map": (0.5, 0.2),
    "rockfall": (0.2, 1.2),
    "broken": (0.3, 1.0),
    "repair": (0.1, 0.4),
    "theft": (0.9, 0.9),
    "hands_off": (0.3, 0.3),
    "trapped": (1.0, 0.8),
    "free": (0.6, 0.6),
    "inspection": (0.4, 0.2),
    "change_hats": (0.5, 0.1),
    "swap_hands": (0.2, 0.2),
    "key": (0.6, 0.6),
    "veto": (0.9, 0.9),
    "path_specialist": (0.7, 0.1),
    "diversion": (0.5, 0.7),
}
"""Card, or what is marked on it -> its worth to a gold miner and to a saboteur."""

SOUGHT = frozenset({"theft", "free", "change_hats", "trapped"})
"""Cards that are worth as much where the gold will not be reached."""

SPARE = 0.25
"""A second card of a kind is worth this much less."""


def keep(situation: Situation, card: str) -> float:
    """Return what a card of the hand is worth to keep."""
    found = situation.kept.get(card)
    if found is None:
        found = situation.kept[card] = _keep(situation, card)
    return found


def _keep(situation: Situation, card: str) -> float:
    kind = situation.rules.cards[card]
    saboteur = situation.want < 0
    if not kind.is_path:
        marks = kind.face.marks
        row = KEEP.get(marks[0].kind if marks else card, (0.3, 0.3))
        worth = row[saboteur]
        if situation.eager < 1.0 and card not in SOUGHT:
            worth *= situation.eager
        if card == "map" and situation.sure > 0.99:
            worth = -0.3
        elif card == "free" and "trapped" in situation.before[situation.me]:
            worth = 2.0
    elif situation.role == GEOLOGIST and any(mark.kind == "crystal" for mark in kind.face.marks):
        worth = 1.5
    elif any(mark.kind == "gold" for mark in kind.face.marks):
        worth = 1.0
    else:
        worth = situation.eager * path_worth(kind.shapes[False].way, saboteur)
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
    return 0.5 if way.bit_count() == 3 else -0.1 if way == N | S else 0.1
