"""A round that is over: the winning path, who was what, and who got which gold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.screen import Screen

from protocol.game import RoundResult
from saboteur_tui import actions, panels, results
from saboteur_tui.drawing.maze import card_tiles, with_marks
from saboteur_tui.naming import Cast, card_word
from saboteur_tui.widgets.hints import Hints
from saboteur_tui.widgets.lines import Lines
from saboteur_tui.widgets.maze import MazeView

if TYPE_CHECKING:
    from saboteur_tui.app import SaboteurApp


class RoundOverScreen(Screen[None]):
    """Stays until it is closed; the game goes on underneath."""

    BINDINGS = actions.bindings("round_over")
    AUTO_FOCUS = ""
    app: SaboteurApp

    def __init__(self, result: RoundResult, cast: Cast) -> None:
        super().__init__()
        self._result = result
        self._cast = cast

    def compose(self) -> ComposeResult:
        """Show the maze with the winning path beside the seats."""
        yield Lines(id="head")
        yield Lines(id="why")
        with Horizontal(id="middle"):
            yield MazeView(id="maze")
            yield Lines(id="seats")
        yield Hints(id="hints")

    def on_mount(self) -> None:
        """Draw it."""
        self.restyle()

    def restyle(self) -> None:
        """Draw everything as the settings say."""
        self.query_one(MazeView).restyle(self.app.palette, "auto")
        self.redraw()

    def redraw(self) -> None:
        """Fill every part."""
        result, cast, app = self._result, self._cast, self.app
        way = card_tiles(
            result.maze, app.faces, lambda card: card_word(app.words, app.faces, card).upper(), result.path
        )
        self.query_one(MazeView).show(with_marks(way, result.marks))
        self.query_one("#head", Lines).show([Text(results.round_title(result, cast), style="bold", no_wrap=True)])
        seats = self.query_one("#seats", Lines)
        lines = results.round_lines(result, cast, seats.size.width)
        seats.styles.height = "100%" if self.has_class("wide") else len(lines) + 1
        seats.show(lines)
        why, told = self.query_one("#why", Lines), Text(" ".join(results.why_won(result, cast)))
        reasons = panels.broken(told, self.size.width - 2)
        why.styles.height = len(reasons)
        why.show(reasons)
        actions.offer(self, "round_over")

    def on_resize(self) -> None:
        """Fit everything to the new size."""
        # The seats stand below the maze, unless there is more room beside it.
        self.set_class(self.size.width >= 100 and self.size.height < 30, "wide")
        self.call_after_refresh(self.redraw)

    def action_close(self) -> None:
        """Go on."""
        self.app.pop_screen()
