"""What every table and every connection of one server shares; a simulation puts its own things in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from server.journal import Journal
from server.settings import Settings
from server.thinker import Thinker


@dataclass
class House:
    """The surroundings of the server."""

    settings: Settings
    journal: Journal
    thinker: Thinker
    wall: Callable[[], float]
    """Seconds since 1970: for people to read, never to measure time with."""
    entropy: Callable[[int], bytes]
    """So many random bytes, not to be guessed."""
    draining: bool = False

    @property
    def stand_in(self) -> str:
        """The level of stand-ins."""
        wanted = self.settings.stand_in
        return wanted if wanted in self.thinker.levels else self.thinker.levels[0]
