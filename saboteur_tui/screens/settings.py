"""The settings: what they are, what they mean, and how to change them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.cells import set_cell_size
from rich.text import Text
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from saboteur_tui import actions, folders, settings
from saboteur_tui.drawing.palette import PALETTES
from saboteur_tui.drawing.shape import SIZE_NAMED
from saboteur_tui.widgets.screen_hints import ScreenHints
from saboteur_tui.words import LANGUAGES

if TYPE_CHECKING:
    from saboteur_tui.app import SaboteurApp

CHOICES: dict[str, Iterable[object]] = {
    "language": LANGUAGES,
    "theme": tuple(PALETTES),
    "glyphs": ("blocks", "ascii"),
    "card_size": ("auto", *SIZE_NAMED),
    "motion": (True, False),
    "bell": (True, False),
    "level": ("", "easy", "normal", "hard"),
}
"""The settings that are stepped through, with their values."""

ROWS = ("name", *CHOICES, "keys")
LABEL = 22


class SettingsScreen(Screen[None]):
    """One line for each setting; changes hold at once and are kept."""

    BINDINGS = actions.bindings("settings")
    app: SaboteurApp

    def compose(self) -> ComposeResult:
        """Show the settings."""
        words = self.app.words
        yield Static(words.say("settings.title"), id="head", markup=False)
        yield OptionList(id="rows", markup=False)
        yield Static(id="explained", markup=False)
        yield Static(words.say("settings.file", file=folders.shown(settings.config_file())), id="where", markup=False)
        yield Static(words.say("settings.ask"), id="ask", markup=False)
        yield ScreenHints(id="hints")

    def on_mount(self) -> None:
        """Show how things stand."""
        menu = self.query_one(OptionList)
        menu.add_options([Option(self._line(row), id=row) for row in ROWS])
        menu.highlighted = 0

    def restyle(self) -> None:
        """Show what has changed."""
        menu = self.query_one(OptionList)
        for at, row in enumerate(ROWS):
            menu.replace_option_prompt_at_index(at, self._line(row))

    def _line(self, row: str) -> Text:
        return Text.assemble(set_cell_size(self.app.words.name("set", row), LABEL), (self._value(row), "bold"))

    def _value(self, row: str) -> str:
        words, kept = self.app.words, self.app.settings
        if row == "name":
            return kept.name or words.say("set.name.default", name=self.app.player_name)
        if row == "keys":
            changed = len(actions.sound_keys(kept.keys))
            return words.say("set.keys.changed", number=changed) if changed else words.say("set.keys.default")
        value: object = getattr(kept, row)
        if isinstance(value, bool):
            return words.say("switch.on" if value else "switch.off")
        if row == "language":
            return LANGUAGES.get(str(value), str(value))
        if row == "level":
            return words.name("level", str(value) or "normal")
        return words.name(row, str(value))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Explain the setting pointed at."""
        self.query_one("#explained", Static).update(self.app.words.help("set", event.option.id or ""))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Change a setting."""
        row = event.option.id or ""
        if row == "name":
            self.app.ask_text(self.app.words.say("set.name.ask"), self._named, value=self.app.player_name)
        elif row == "keys":
            from saboteur_tui.screens.keys import KeysScreen

            self.app.push_screen(KeysScreen())
        else:
            self._step(row, 1)

    def _named(self, name: str | None) -> None:
        if name is not None:
            from protocol.text import clean
            from saboteur_tui.look import NAME_CELLS

            self.app.change(name=clean(name, NAME_CELLS))

    def action_next_value(self) -> None:
        """Take the next value."""
        self._step(self._pointed(), 1)

    def action_previous_value(self) -> None:
        """Take the value before."""
        self._step(self._pointed(), -1)

    def _pointed(self) -> str:
        return ROWS[self.query_one(OptionList).highlighted or 0]

    def _step(self, row: str, step: int) -> None:
        values = tuple(CHOICES.get(row, ()))
        if not values:
            return
        now = getattr(self.app.settings, row)
        at = values.index(now) if now in values else 0
        self.app.change(**{row: values[(at + step) % len(values)]})

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss(None)
