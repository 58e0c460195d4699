"""A terminal that is too small."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static

if TYPE_CHECKING:
    from saboteur_tui.app import SaboteurApp


class SmallScreen(Screen[None]):
    """Asks kindly for a larger window; whatever was shown is below and comes back by itself."""

    app: SaboteurApp

    def compose(self) -> ComposeResult:
        """Show the request."""
        yield Static(id="small", markup=False)

    def on_mount(self) -> None:
        """Name the size."""
        self.on_resize()

    def on_resize(self) -> None:
        """Name the size again."""
        width, height = self.app.size
        self.query_one("#small", Static).update(self.app.words.say("app.too_small", width=width, height=height))
