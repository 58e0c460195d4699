"""Private games: each has a folder with the journal of its server, so that a crash of the terminal loses nothing.

A client locks the folder of its game for as long as it lives; the system frees the lock however the client ends.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from dataclasses import dataclass
from pathlib import Path

from saboteur_tui import folders, places
from saboteur_tui.places import Place

KEPT = 5
"""As many interrupted games are kept; the oldest goes first."""

PREFIX = "private/"


def games_folder() -> Path:
    """Return the folder of all private games."""
    return folders.state() / "private"


@dataclass
class Session:
    """A private game whose folder is ours."""

    id: str
    folder: Path
    lock: int
    """The file descriptor that holds the lock."""

    @property
    def server(self) -> str:
        """The name of its server among the places."""
        return PREFIX + self.id

    def close(self, *, keep: bool) -> None:
        """Give the folder free, and delete it unless the game is to be gone on with."""
        if not keep:
            places.forget(self.server)
            shutil.rmtree(self.folder, ignore_errors=True)
        with contextlib.suppress(OSError):
            os.close(self.lock)


def open_session(id_: str = "") -> Session | None:
    """Return a new private game, or one to go back to; None if another client has it."""
    id_ = id_ or secrets.token_hex(4)
    folder = games_folder() / id_
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    lock = _lock(folder)
    return None if lock is None else Session(id_, folder, lock)


def interrupted() -> list[Place]:
    """Return the private games that no client has open, the latest first."""
    found = []
    for place in places.load():
        folder = games_folder() / place.server.removeprefix(PREFIX)
        if not place.server.startswith(PREFIX) or not folder.is_dir():
            continue
        lock = _lock(folder)
        if lock is not None:
            os.close(lock)
            found.append(place)
    return found


def tidy() -> None:
    """Delete folders of games that nobody can go back to, and the oldest of those one can."""
    kept = {place.server.removeprefix(PREFIX) for place in interrupted()[:KEPT]}
    with contextlib.suppress(OSError):
        for folder in games_folder().iterdir():
            lock = _lock(folder) if folder.name not in kept else None
            if lock is not None:
                Session(folder.name, folder, lock).close(keep=False)


def _lock(folder: Path) -> int | None:
    lock = os.open(folder / "client.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        import fcntl
    except ImportError:  # Windows: no two clients at once are told apart there
        return lock
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        return None
    return lock
