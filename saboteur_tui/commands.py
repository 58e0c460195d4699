"""What the command palette offers: everything in the table of actions that can be done on the screen shown."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.app import SystemCommand
from textual.screen import Screen

from saboteur_tui import actions

if TYPE_CHECKING:
    from saboteur_tui.look import Look


def commands(app: Look, screen: Screen[Any]) -> Iterator[SystemCommand]:
    """Return the commands of a screen."""
    words = app.words
    for deed in actions.deeds_of(actions.screen_of(screen)):
        if not words.has(f"deed.{deed.id}") or deed.action == "command_palette":
            continue
        keys = ", ".join(actions.key_name(key) for key in actions.keys_of(deed, app.settings.keys))
        said = words.help("deed", deed.id) or words.name("deed", deed.id)
        where = app if deed.screen == "any" else screen
        yield SystemCommand(
            words.name("deed", deed.id).capitalize(), f"{said} ({keys})", partial(app.run_action, deed.action, where)
        )
