"""Refusals of the rules as sentences."""

from __future__ import annotations

from protocol.game import Reason, Refusal, View
from saboteur_tui.naming import Cast


def refusal_text(refusal: Refusal, cast: Cast, view: View | None = None) -> str:
    """Return why something was refused."""
    words, key = cast.words, f"reason.{refusal.reason.value}"
    if refusal.reason is Reason.MISMATCH:
        if not refusal.side:
            return words.say(f"{key}.plain")
        return words.say(key, side=words.name("side", refusal.side))
    if refusal.reason is Reason.HINDERED:
        before = view.seats[view.me].before if view is not None and view.me is not None else ()
        return words.say(key, what=cast.cards(before)) if before else words.say(f"{key}.plain")
    return words.say(key)
