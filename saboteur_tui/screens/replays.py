"""Games that are over and can be looked at again."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from protocol.limits import NAME_CELLS
from protocol.record import BadRecord, GameRecord, decode
from protocol.text import clean
from saboteur_tui import actions, records
from saboteur_tui.errand import Errand
from saboteur_tui.widgets.screen_hints import ScreenHints

if TYPE_CHECKING:
    from saboteur_tui.app import SaboteurApp


class ReplaysScreen(Screen[None]):
    """The records that were kept, the newest first."""

    BINDINGS = actions.bindings("replays")
    app: SaboteurApp

    def __init__(self) -> None:
        super().__init__()
        self.paths: list[Path] = []

    def compose(self) -> ComposeResult:
        """Show the list."""
        words = self.app.words
        yield Static(words.say("replays.title"), id="head", markup=False)
        yield OptionList(id="rows", markup=False)
        yield Static(id="none", markup=False)
        yield Static(words.say("replays.ask"), id="ask", markup=False)
        yield ScreenHints(id="hints")

    def on_mount(self) -> None:
        """Show the records that can be read."""
        menu = self.query_one(OptionList)
        for path in records.newest():
            try:
                record = decode(path.read_bytes())
            except (BadRecord, OSError):
                continue
            self.paths.append(path)
            menu.add_option(Option(self._line(record)))
        none = self.query_one("#none", Static)
        none.display = not self.paths
        none.update(self.app.words.say("replays.none", folder=records.records_folder()))

    def _line(self, record: GameRecord) -> Text:
        words = self.app.words
        names = [clean(name, NAME_CELLS) for name in record.names if name]
        bots = sum(bool(bot) for bot in record.bots)
        people = ", ".join(names) + (words.say("replays.bots", number=bots) if bots else "")
        begun = time.strftime("%Y-%m-%d %H:%M", time.localtime(record.begun))
        edition = words.name("edition", record.options.edition)
        line = Text(f"{begun}  {clean(record.name, NAME_CELLS):<8} {edition:<14} {people}")
        line.truncate(self.app.size.width - 3, overflow="ellipsis")
        return line

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Show a game."""
        self._show(self.paths[event.option_index])

    def _show(self, path: Path) -> None:
        self.app.run_errand(Errand("replay", file=path))

    def action_file(self) -> None:
        """Ask for the path of a record."""

        def entered(text: str | None) -> None:
            if text and text.strip():
                self._show(Path(text.strip()).expanduser())

        self.app.ask_text(self.app.words.say("replays.file"), entered)

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss(None)
