"""A bot that plays by chance."""

from __future__ import annotations

from random import Random

from protocol.game import Action, Event, View


class Chance:
    """Chooses evenly among all legal actions."""

    def choose(self, view: View, story: tuple[Event, ...], random: Random) -> Action:  # noqa: ARG002 - it knows nothing
        """Choose any legal action."""
        return view.legal[int(random.random() * len(view.legal))]
