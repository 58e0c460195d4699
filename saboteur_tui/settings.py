"""What a person has set, kept as JSON in the user's config folder."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import platformdirs

NAME = "saboteur"


class Settings(msgspec.Struct, frozen=True):
    """All settings with their defaults."""

    name: str = ""
    language: str = "en"
    theme: str = "mine"
    card_size: str = "auto"
    motion: bool = True
    bell: bool = True
    keys: dict[str, str] = {}
    """Action id -> the keys that do it, instead of those of the table of actions."""


def config_file() -> Path:
    """Return the path of the settings."""
    return Path(platformdirs.user_config_dir(NAME)) / "settings.json"


def load(path: Path) -> tuple[Settings, str]:
    """Return the settings, and what is wrong with the file or nothing; a broken file gives the defaults."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Settings), ""
    except FileNotFoundError:
        return Settings(), ""
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        return Settings(), f"{path}: {error}"


def save(path: Path, settings: Settings) -> None:
    """Write the settings so that a crash in between leaves the old file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_bytes(msgspec.json.format(msgspec.json.encode(settings), indent=2))
    fresh.replace(path)


def without_colour() -> bool:
    """Tell whether the environment asks for no colour (https://no-color.org)."""
    return bool(os.environ.get("NO_COLOR"))
