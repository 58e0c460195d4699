"""What the client is sent to do, by the command line or from the home screen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from saboteur_tui.address import DEFAULT_PORT, Address


@dataclass(frozen=True)
class Errand:
    """One thing to do: `home` shows the first screen, the others are the commands of the command line.

    `room` is `play` without starting at once, and `resume` goes back to a private game that was interrupted.
    """

    kind: str = "home"
    address: Address | None = None
    code: str = ""
    password: str = ""
    cafile: Path | None = None
    edition: str = "base"
    seats: int = 0
    """0: as many as the edition likes."""
    modules: tuple[str, ...] = ()
    level: str = ""
    """The level of the bots; empty: normal, where there is such a one."""
    port: int = DEFAULT_PORT
    file: Path | None = None
    session: str = ""
    """The private game to go back to."""
    commanded: bool = False
    """Given on the command line: if it fails at once, the program ends with the reason."""

    def at(self, code: str) -> Errand:
        """Return the same errand at another table."""
        return replace(self, code=code)
