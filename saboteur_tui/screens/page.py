"""A page of text to read and close."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static


class PageScreen(ModalScreen[None]):
    """Text to read and close, by key or by click."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,enter,q,space", "close", "close")]

    def __init__(self, title: str, text: str | Text, footer: str) -> None:
        super().__init__()
        self._text = Text.assemble((title, "bold"), "\n\n", text, "\n\n", (footer, "italic"))

    def compose(self) -> ComposeResult:
        """Show the text."""
        with VerticalScroll(id="page"):
            yield Static(self._text, markup=False)

    def action_close(self) -> None:
        """Go back."""
        self.dismiss(None)

    def on_click(self) -> None:
        """Go back."""
        self.dismiss(None)
