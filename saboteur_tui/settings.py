"""What a person has set, kept as JSON in the user's config folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec

from saboteur_tui import folders


class Settings(msgspec.Struct, frozen=True):
    """All settings with their defaults."""

    name: str = ""
    language: str = "en"
    theme: str = "mine"
    glyphs: str = "blocks"
    """`blocks`, or `ascii` for letters alone."""
    card_size: str = "auto"
    motion: bool = True
    bell: bool = True
    level: str = ""
    """The level of bots; empty: normal, where there is such a one."""
    last_server: str = ""
    """The address that was joined last."""
    keys: dict[str, str] = {}
    """Action id -> the keys that do it, instead of those of the table of actions."""


def config_file() -> Path:
    """Return the path of the settings."""
    return folders.config() / "settings.json"


def load(path: Path) -> tuple[Settings, str]:
    """Return the settings, and what is wrong with the file or nothing; a broken file gives the defaults."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Settings), ""
    except FileNotFoundError:
        return Settings(), ""
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        return Settings(), f"{path}: {error}"


def save(path: Path, settings: Settings) -> None:
    """Write the settings so that a crash in between leaves the old file; one that cannot be read is kept beside it."""
    if load(path)[1] and path.is_file():
        path.replace(path.with_name(f"{path.name}.broken"))
    folders.write(path, msgspec.json.format(msgspec.json.encode(settings), indent=2))


def with_(settings: Settings, **changes: Any) -> Settings:
    """Return the settings with some of them changed."""
    return msgspec.structs.replace(settings, **changes)


def without_colour() -> bool:
    """Tell whether the environment asks for no colour (https://no-color.org)."""
    return bool(os.environ.get("NO_COLOR"))
