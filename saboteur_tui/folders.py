"""Where the client keeps things: one folder each for settings, for what it must remember, and for its log."""

from __future__ import annotations

from pathlib import Path

import platformdirs

NAME = "saboteur"


def config() -> Path:
    """Return the folder of the settings."""
    return Path(platformdirs.user_config_dir(NAME))


def state() -> Path:
    """Return the folder of places at tables, private games and records."""
    return Path(platformdirs.user_state_dir(NAME))


def logs() -> Path:
    """Return the folder of the log."""
    return Path(platformdirs.user_log_dir(NAME))


def shown(path: Path) -> str:
    """Return a path as people read it, with ~ for their home."""
    home = Path.home()
    return f"~/{path.relative_to(home).as_posix()}" if path.is_relative_to(home) else str(path)


def write(path: Path, data: bytes) -> None:
    """Write a file that only its owner may read, so that a crash in between leaves the old one."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    fresh = path.with_name(path.name + ".new")
    fresh.touch(mode=0o600)
    fresh.chmod(0o600)
    fresh.write_bytes(data)
    fresh.replace(path)
