"""The lobby of a server: its tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from protocol.messages import TableLine
from saboteur_tui import actions
from saboteur_tui.words.en.screens import TEXT

if TYPE_CHECKING:
    from saboteur_tui.app import SaboteurApp


class LobbyScreen(Screen[None]):
    """All tables that are listed."""

    BINDINGS = actions.bindings("lobby", TEXT)
    app: SaboteurApp

    def compose(self) -> ComposeResult:
        """Show title and list."""
        yield Static(id="head", markup=False)
        yield OptionList(id="menu", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Draw what has come already."""
        self.redraw()

    def redraw(self) -> None:
        """Show the tables as they stand."""
        words = self.app.words
        self.query_one("#head", Static).update(words.say("lobby.title", address=self.app.address))
        menu = self.query_one(OptionList)
        menu.clear_options()
        menu.add_option(Option(words.say("lobby.create"), id="+"))
        for table in self.app.tables.values():
            menu.add_option(Option(self._line(table), id=table.code))

    def _line(self, table: TableLine) -> str:
        words = self.app.words
        return words.say(
            "lobby.line",
            code=table.code,
            edition=words.name("edition", table.options.edition),
            taken=table.taken,
            seats=table.options.seats,
            phase=words.name("phase", table.phase.value),
            host=table.host,
        )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Create a table, sit down, or watch one that is playing."""
        code = event.option.id or "+"
        if code == "+":
            self.app.create_table()
        else:
            self.app.come_to(code)

    def action_leave(self) -> None:
        """Leave the server."""
        self.app.exit()
