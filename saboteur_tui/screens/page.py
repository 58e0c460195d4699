"""A page of text: help, how to play, a round or a game that is over."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static


class PageScreen(ModalScreen[None]):
    """Text to read and close."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,enter,q", "close", "close")]

    def __init__(self, title: str, text: str, footer: str) -> None:
        super().__init__()
        self._text = Text.assemble((title, "bold"), "\n\n", text, "\n\n", (footer, "italic"))

    def compose(self) -> ComposeResult:
        """Show the text."""
        with VerticalScroll(id="page"):
            yield Static(self._text, markup=False)

    def action_close(self) -> None:
        """Go back."""
        self.dismiss(None)
