"""The room before a game: who sits where, and what is played."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from msgspec.structs import replace
from rich.text import Text
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Footer, Static

from protocol.game import Options
from protocol.limits import NONCE_BYTES
from protocol.messages import AddBot, Arrange, Kick, NotReady, Ready, Room
from saboteur_tui import actions
from saboteur_tui.words.en.screens import TEXT

if TYPE_CHECKING:
    from saboteur_tui.app import SaboteurApp


class RoomScreen(Screen[None]):
    """Seats, bots and options."""

    BINDINGS = actions.bindings("room", TEXT)
    AUTO_FOCUS = ""
    app: SaboteurApp

    def __init__(self) -> None:
        super().__init__()
        self.room: Room | None = None

    def compose(self) -> ComposeResult:
        """Show the seats."""
        yield Static(id="head", markup=False)
        yield Static(id="page", markup=False)
        yield Static(id="ask", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Draw what has come already."""
        self.redraw()

    def take(self, room: Room) -> None:
        """Show the room as it stands."""
        self.room = room
        self.redraw()

    def redraw(self) -> None:
        """Bring every part up to date."""
        room = self.room
        if room is None or not self.is_mounted:
            return
        words, table = self.app.words, room.table
        edition = table.options.edition
        title = words.say("room.title", code=table.code, edition=words.name("edition", edition), seats=len(table.seats))
        self.query_one("#head", Static).update(Text(title))
        text = Text(words.help("edition", edition) + "\n\n")
        for at, seat in enumerate(table.seats):
            state = words.say("room.bot", level=words.name("level", seat.bot)) if seat.bot else ""
            if seat.name and not seat.bot:
                state = words.say("room.ready" if seat.ready else "room.not_ready")
            mark = "*" if at == room.me else " "
            text.append(f"{mark}{at + 1:>2}  {seat.name or words.say('room.free'):<18} {state}\n")
        self.query_one("#page", Static).update(text)
        self.query_one("#ask", Static).update(Text(words.say("room.share", code=table.code)))

    def action_ready(self) -> None:
        """Say that I am ready, or not after all."""
        room, link = self.room, self.app.link
        if room is None or room.me is None or link is None:
            return
        ready = room.table.seats[room.me].ready
        number = link.number()
        link.send(NotReady(number) if ready else Ready(secrets.token_bytes(NONCE_BYTES), number))

    def action_add_bot(self) -> None:
        """Put a bot on a free seat."""
        if self.app.link is not None and self.app.levels:
            self.app.link.send(AddBot(self.app.bot_level(), self.app.link.number()))

    def action_remove_bot(self) -> None:
        """Take the last bot off its seat."""
        if self.room is None or self.app.link is None:
            return
        bots = [at for at, seat in enumerate(self.room.table.seats) if seat.bot]
        if bots:
            self.app.link.send(Kick(bots[-1], self.app.link.number()))

    def action_edition(self) -> None:
        """Play the next edition of the catalogue."""
        if self.room is None or self.app.catalogue is None:
            return
        editions = self.app.catalogue.editions
        now = [entry.id for entry in editions].index(self.room.table.options.edition)
        entry = editions[(now + 1) % len(editions)]
        seats = min(max(len(self.room.table.seats), entry.least_seats), entry.most_seats)
        self._arrange(Options(entry.id, seats))

    def action_more_seats(self) -> None:
        """Add a seat."""
        self._seats(1)

    def action_fewer_seats(self) -> None:
        """Take a seat away."""
        self._seats(-1)

    def _seats(self, step: int) -> None:
        if self.room is not None:
            options = self.room.table.options
            self._arrange(replace(options, seats=min(12, max(1, options.seats + step))))

    def _arrange(self, options: Options) -> None:
        if self.room is not None and self.app.link is not None:
            self.app.link.send(Arrange(options, self.room.table.terms, None, self.app.link.number()))

    def action_leave(self) -> None:
        """Ask whether to leave."""
        self.app.confirm("confirm.leave_room", self.app.leave_table)
