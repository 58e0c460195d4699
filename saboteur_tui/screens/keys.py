"""Which key does what: every deed can be given another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import set_cell_size
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen, Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from saboteur_tui import actions
from saboteur_tui.actions import Deed
from saboteur_tui.widgets.screen_hints import ScreenHints

if TYPE_CHECKING:
    from saboteur_tui.app import SaboteurApp

FIXED = {"any.quit", "any.command_palette"}
"""The ways out of everything, which nobody can lose."""


class KeysScreen(Screen[None]):
    """All deeds with their keys, screen by screen."""

    BINDINGS = actions.bindings("keys")
    app: SaboteurApp

    def __init__(self) -> None:
        super().__init__()
        words = self.app.words
        self.deeds = [deed for deed in actions.DEEDS if words.has(f"deed.{deed.id}") and deed.id not in FIXED]

    def compose(self) -> ComposeResult:
        """Show the deeds."""
        words = self.app.words
        yield Static(words.say("keys.title"), id="head", markup=False)
        yield OptionList(id="rows", markup=False)
        yield Static(id="explained", markup=False)
        yield Static(words.say("keys.ask"), id="ask", markup=False)
        yield ScreenHints(id="hints")

    def on_mount(self) -> None:
        """Show how things stand."""
        menu = self.query_one(OptionList)
        menu.add_options([Option(self._line(deed), id=deed.id) for deed in self.deeds])
        menu.highlighted = 0

    def _line(self, deed: Deed) -> Text:
        words, given = self.app.words, self.app.settings.keys
        keys = ", ".join(actions.key_name(key) for key in actions.keys_of(deed, given))
        changed = " *" if deed.id in given else ""
        return Text.assemble(
            set_cell_size(words.name("screen", deed.screen), 14),
            set_cell_size(words.name("deed", deed.id), 22),
            (keys + changed, "bold"),
        )

    def restyle(self) -> None:
        """Show what has changed."""
        menu = self.query_one(OptionList)
        for at, deed in enumerate(self.deeds):
            menu.replace_option_prompt_at_index(at, self._line(deed))

    def _pointed(self) -> Deed:
        return self.deeds[self.query_one(OptionList).highlighted or 0]

    def on_option_list_option_selected(self, _event: OptionList.OptionSelected) -> None:
        """Ask for another key."""
        deed, words = self._pointed(), self.app.words

        def pressed(key: str | None) -> None:
            if key is None:
                return
            other = actions.clash(deed, key, self.app.settings.keys)
            explained = self.query_one("#explained", Static)
            if other is not None:
                explained.update(
                    words.say(
                        "keys.clash",
                        pressed=actions.key_name(key),
                        deed=words.name("deed", other.id),
                        screen=words.name("screen", other.screen),
                    )
                )
                return
            explained.update("")
            self.app.change(keys={**self.app.settings.keys, deed.id: key})

        self.app.push_screen(PressScreen(words.say("keys.press", deed=words.name("deed", deed.id))), pressed)

    def action_default(self) -> None:
        """Give the deed pointed at its own keys again."""
        self.app.change(keys={id_: keys for id_, keys in self.app.settings.keys.items() if id_ != self._pointed().id})

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss(None)


class PressScreen(ModalScreen[str]):
    """Closes with the key that is pressed; Escape gives none."""

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """Show the question."""
        with Vertical(id="dialog"):
            yield Static(self._question, markup=False)

    def on_key(self, event: events.Key) -> None:
        """Take the key."""
        event.stop()
        event.prevent_default()
        self.dismiss(None if event.key == "escape" else event.key)
