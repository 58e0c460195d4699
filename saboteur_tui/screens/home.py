"""The first screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from saboteur_tui import actions
from saboteur_tui.words.en.screens import TEXT

if TYPE_CHECKING:
    from saboteur_tui.app import SaboteurApp

ENTRIES = ("play", "how", "quit")


class HomeScreen(Screen[None]):
    """What would you like to do?"""

    BINDINGS = actions.bindings("home", TEXT)
    app: SaboteurApp

    def compose(self) -> ComposeResult:
        """Show the entries."""
        words = self.app.words
        yield Static(words.say("app.title"), id="title", markup=False)
        yield Static(words.say("app.unofficial"), id="subtitle", markup=False)
        yield OptionList(*(Option(words.say(f"home.{entry}"), id=entry) for entry in ENTRIES), id="menu")
        yield Footer(show_command_palette=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do what was chosen."""
        match event.option.id:
            case "play":
                self.app.play_locally()
            case "how":
                self.app.show_rules("base")
            case _:
                self.app.exit()

    def action_quit(self) -> None:
        """End the program."""
        self.app.exit()
