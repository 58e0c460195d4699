"""The whole log of a round, with what was said, and a line to say something."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from protocol.limits import TEXT_CELLS
from saboteur_tui.panels import Told

if TYPE_CHECKING:
    from saboteur_tui.app import SaboteurApp


class TalkScreen(ModalScreen[None]):
    """Everything that was told, to scroll through; Enter says what is written."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "close", "close")]
    app: SaboteurApp

    def __init__(self, lines: list[Told], *, talking: bool) -> None:
        super().__init__()
        self._lines = lines
        self._talking = talking

    def compose(self) -> ComposeResult:
        """Show the log above the line to write in."""
        with VerticalScroll(id="story", can_focus=True):
            yield Static(self._text(), id="told", markup=False)
        yield Input(placeholder=self.app.words.say("talk.say"), id="say", max_length=TEXT_CELLS)

    def on_mount(self) -> None:
        """Begin at the end."""
        self.query_one("#story").scroll_end(animate=False)
        self.query_one("#say" if self._talking else "#story").focus()

    def _text(self) -> Text:
        lines = [Text(line.text, style="italic" if line.said else "") for line in self._lines]
        return Text("\n").join(lines or [Text(self.app.words.say("talk.nothing"))])

    def take(self, lines: list[Told]) -> None:
        """Show lines that have come since."""
        self._lines = lines
        if self.is_mounted:
            self.query_one("#told", Static).update(self._text())
            self.query_one("#story").scroll_end(animate=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Say it."""
        self.app.say(event.value)
        event.input.clear()

    def action_close(self) -> None:
        """Go back to the table."""
        self.dismiss(None)
