"""Places at tables to come back to: the token of each, by server and table, in a file that only its owner may read."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path

import msgspec

from saboteur_tui import folders

KEPT = 20
"""As many places are remembered; the oldest goes first."""


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat, or a place among the spectators."""

    server: str
    """The address; `private/ID` for a private game, `hosted` for the server of `saboteur host`."""
    code: str
    token: str
    at: int
    """Seconds since 1970."""
    seated: bool = True
    edition: str = ""
    round: int = 0
    """0: the game had not begun."""


def places_file() -> Path:
    """Return the path of the places."""
    return folders.state() / "places.json"


def load() -> list[Place]:
    """Return all places, the latest first; a broken file has none."""
    try:
        found = msgspec.json.decode(places_file().read_bytes(), type=list[Place])
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return []
    return sorted(found, key=lambda place: -place.at)


def find(server: str, code: str = "") -> Place | None:
    """Return the latest place at a server, or at one of its tables."""
    return next((place for place in load() if place.server == server and code in ("", place.code)), None)


def keep(place: Place) -> None:
    """Remember a place, instead of an older one at the same table."""
    kept = [other for other in load() if (other.server, other.code) != (place.server, place.code)]
    _store([place, *kept][:KEPT])


def forget(server: str, code: str = "") -> None:
    """Forget a place, or all of a server."""
    found = load()
    left = [place for place in found if place.server != server or code not in ("", place.code)]
    if left != found:
        _store(left)


def now() -> int:
    """Return the time as places have it."""
    return int(time.time())


def _store(kept: list[Place]) -> None:
    # A full or read-only disk costs the way back after a crash, not the game.
    with contextlib.suppress(OSError):
        folders.write(places_file(), msgspec.json.encode(kept))
