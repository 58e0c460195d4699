"""The game is over: standings, gold per round, the check of the deal, and what to do next."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from rich.text import Text
from textual.app import ComposeResult
from textual.screen import Screen

from protocol.game import Outcome, RoundResult
from protocol.limits import NONCE_BYTES
from protocol.messages import Ready, TableInfo
from saboteur_tui import actions, panels, records, results
from saboteur_tui.errand import Errand
from saboteur_tui.naming import Cast
from saboteur_tui.screens.round_over import RoundOverScreen
from saboteur_tui.widgets.hints import Hints
from saboteur_tui.widgets.lines import Lines

if TYPE_CHECKING:
    from saboteur_tui.app import SaboteurApp


class GameOverScreen(Screen[None]):
    """Stays until it is closed or the next game begins."""

    BINDINGS = actions.bindings("game_over")
    AUTO_FOCUS = ""
    app: SaboteurApp

    def __init__(self, outcome: Outcome, rounds: tuple[RoundResult, ...], table: TableInfo, cast: Cast) -> None:
        super().__init__()
        self._outcome = outcome
        self._rounds = rounds
        self._table = table
        self._cast = cast
        self._ready = False

    def compose(self) -> ComposeResult:
        """Show the standings."""
        yield Lines(id="head")
        yield Lines(id="standings")
        yield Lines(id="deal")
        yield Lines(id="ask")
        yield Hints(id="hints")

    def on_mount(self) -> None:
        """Draw it."""
        self.redraw()

    def take_table(self, table: TableInfo) -> None:
        """Show the table as it stands now."""
        self._table = table
        self.redraw()

    def redraw(self) -> None:
        """Fill every part."""
        outcome, cast, words = self._outcome, self._cast, self.app.words
        self._lines("head").show([Text(results.game_title(outcome, cast), style="bold", no_wrap=True)])
        self._lines("standings").show([Text(), *results.standings(outcome, cast)])
        width = max(20, self.size.width - 4)
        deal = [
            line for text in results.deal_lines(self._table.game, cast) for line in panels.broken(Text(text), width)
        ]
        self._lines("deal").styles.height = max(1, len(deal))
        self._lines("deal").show(deal)
        slow = [
            cast.name(at) for at, seat in enumerate(self._table.seats) if seat.name and not seat.bot and not seat.ready
        ]
        waiting = words.say("over.waiting", who=cast.all(slow)) if slow else words.say("over.begins")
        asked = waiting if self._ready or cast.me is None else words.say("over.ask")
        self._lines("ask").show([Text(asked, style="bold", no_wrap=True)])
        actions.offer(self, "game_over")

    def _lines(self, name: str) -> Lines:
        return self.query_one(f"#{name}", Lines)

    def on_resize(self) -> None:
        """Fit everything to the new size."""
        self.call_after_refresh(self.redraw)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Offer only what can be done: spectators play no second game."""
        return action != "again" or self._cast.me is not None

    def action_again(self) -> None:
        """Play again at the same table."""
        if self.app.link is not None and self._cast.me is not None:
            self._ready = True
            self.app.link.send(Ready(secrets.token_bytes(NONCE_BYTES), self.app.link.number()))
            self.redraw()

    def action_round(self, number: int) -> None:
        """Show how a round ended."""
        if number < len(self._rounds):
            self.app.push_screen(RoundOverScreen(self._rounds[number], self._cast))

    def action_replay(self) -> None:
        """Leave the table and look at the game again."""
        newest = records.newest()
        if newest:
            errand = Errand("replay", file=newest[0])
            self.app.confirm("confirm.replay", lambda: self.app.run_errand(errand))

    def action_leave(self) -> None:
        """Ask whether to leave the table."""
        self.app.confirm("confirm.leave_room", self.app.leave_table)

    def action_close(self) -> None:
        """Look at the table once more."""
        self.app.pop_screen()
