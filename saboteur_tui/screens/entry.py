"""A line of text to type: a name, an address, a code, a password."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static


class EntryScreen(ModalScreen[str]):
    """Closes with what was typed, or nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "close", "back")]

    def __init__(self, question: str, *, secret: bool = False, value: str = "") -> None:
        super().__init__()
        self._question = question
        self._secret = secret
        self._value = value

    def compose(self) -> ComposeResult:
        """Show question and line."""
        with Vertical(id="dialog"):
            yield Static(self._question, markup=False)
            yield Input(self._value, password=self._secret, max_length=200, compact=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close with the text."""
        self.dismiss(event.value)

    def action_close(self) -> None:
        """Close without one."""
        self.dismiss(None)
