"""Records of finished games, kept so that they can be looked at again."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

from saboteur_tui import folders

KEPT = 50
SUFFIX = ".saboteur"


def records_folder() -> Path:
    """Return the folder of the records."""
    return folders.state() / "records"


def keep(name: str, data: bytes) -> Path | None:
    """Write the record CODE/N and return its path; the oldest records go."""
    # The name comes from a server: nothing of it may lead out of the folder.
    path = records_folder() / (re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-") + SUFFIX)
    with contextlib.suppress(OSError):
        folders.write(path, data)
        for old in newest()[KEPT:]:
            old.unlink()
        return path
    return None


def newest() -> list[Path]:
    """Return all records, the newest first."""
    try:
        found = [path for path in records_folder().iterdir() if path.suffix == SUFFIX]
        return sorted(found, key=lambda path: (-path.stat().st_mtime, path.name))
    except OSError:
        return []
