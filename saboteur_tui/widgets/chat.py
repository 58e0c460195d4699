"""What was said in the lobby or at a table, and a line to say something."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, Static

from protocol.limits import NAME_CELLS, TEXT_CELLS
from protocol.text import clean

if TYPE_CHECKING:
    from protocol.messages import ChatLine


class Chat(Vertical):
    """The last lines said; the line to type in appears when one wants to talk."""

    class Spoken(Message):
        """Something is to be said."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self, placeholder: str, empty: str, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._placeholder = placeholder
        self._empty = empty
        self._lines: Sequence[ChatLine] = ()

    def compose(self) -> ComposeResult:
        """Show the lines, and hide the line to type in."""
        yield Static(id="said", markup=False)
        entry = Input(placeholder=self._placeholder, max_length=200, compact=True, id="speak")
        entry.display = False
        yield entry

    def show(self, lines: Sequence[ChatLine]) -> None:
        """Show the last lines that there is room for."""
        self._lines = lines
        said = self.query_one("#said", Static)
        room, width = max(1, said.size.height), max(20, said.size.width)
        text = Text()
        for line in lines[-room:]:
            # The server cleans what is said; one that does not would otherwise write to the terminal past us.
            name, said_text = clean(line.name, NAME_CELLS), clean(line.text, TEXT_CELLS)
            text.append_text(Text.assemble((name, "bold"), ": ", said_text, "\n"))
        rows = text.wrap(self.app.console, width)[-room - 1 :] if lines else [Text(self._empty, style="dim")]
        said.update(Text("\n").join(row for row in rows if row.plain.strip()))

    def talk(self) -> None:
        """Show the line to type in."""
        entry = self.query_one("#speak", Input)
        entry.display = True
        entry.focus()

    @property
    def talking(self) -> bool:
        """Whether something is being typed."""
        return bool(self.query_one("#speak", Input).display)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Say what was typed."""
        event.stop()
        if event.value.strip():
            self.post_message(self.Spoken(event.value))
        self.be_silent()

    def be_silent(self) -> None:
        """Hide the line to type in."""
        entry = self.query_one("#speak", Input)
        entry.clear()
        entry.display = False
        if self.screen.focused in (entry, None):
            self.screen.focus_next()

    def on_key(self, event: events.Key) -> None:
        """Escape says nothing."""
        if event.key == "escape" and self.talking:
            event.stop()
            self.be_silent()

    def on_resize(self) -> None:
        """Show as many lines as there is room for."""
        self.show(self._lines)
