"""How long bots seem to think: lengths are drawn before thinking, so that they tell nothing."""

from __future__ import annotations

from protocol.messages import Pace, Terms

PAUSES: dict[Pace, tuple[float, float]] = {
    Pace.AT_ONCE: (0.0, 0.0),
    Pace.QUICK: (0.3, 0.8),
    Pace.STEADY: (0.8, 2.5),
    Pace.SLOW: (2.0, 5.0),
}
"""Shortest and longest pause in seconds."""

WINDOW_SECONDS = 0.4
"""The least a bot lets pass in a window: time enough to think, so that no thought, quick or slow, shows (C3)."""


def window_pause(terms: Terms, drawn: bytes) -> float:
    """The time after which a bot answers in a window, done thinking or not; it ends with the window at the latest."""
    least = max(WINDOW_SECONDS, pause(terms.pace, drawn))
    return min(least, terms.window_seconds) if terms.window_seconds else least


def pause(pace: Pace, drawn: bytes) -> float:
    """The length of a pause, by drawn bytes."""
    least, most = PAUSES[pace]
    share = int.from_bytes(drawn, "big") / (1 << 8 * len(drawn))
    return least + (most - least) * share
