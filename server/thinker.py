"""Where bots think: the seam between tables and whatever runs the bots."""

from __future__ import annotations

from random import Random
from typing import Protocol

from protocol.game import Action, Event, View
from server.bots.levels import LEVELS


class Thinker(Protocol):
    """Finds the actions of bots."""

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels there are, the weakest first."""
        ...

    async def run(self) -> None:
        """Do what has to be done in the background, until cancelled."""
        ...

    async def choose(self, level: str, view: View, story: tuple[Event, ...], seed: bytes, seconds: float) -> Action:
        """The action a bot chooses, within about so many seconds."""
        ...


class InlineThinker:
    """Lets bots think on the spot: for simulations, which must do the same every time."""

    @property
    def levels(self) -> tuple[str, ...]:
        """Every level that is registered."""
        return tuple(LEVELS)

    async def run(self) -> None:
        """Nothing has to be done in the background."""

    async def choose(self, level: str, view: View, story: tuple[Event, ...], seed: bytes, seconds: float) -> Action:  # noqa: ARG002 - a simulated clock stands still meanwhile
        """The action a bot chooses, at once."""
        return LEVELS[level].choose(view, story, Random(seed))
