"""The server that is visited, and the table that is sat at there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from saboteur_tui import settings
from saboteur_tui.errand import Errand
from saboteur_tui.look import Look, ScreenType
from saboteur_tui.screens.home import HomeScreen

if TYPE_CHECKING:
    from protocol.game import Catalogue, Face
    from protocol.messages import ChatLine, Room, TableLine
    from saboteur_tui.address import Address
    from saboteur_tui.link import Link, News, Untrusted
    from saboteur_tui.local import LocalServer
    from saboteur_tui.places import Place
    from saboteur_tui.screens.table import TableScreen
    from saboteur_tui.sessions import Session


class Visitor(Look):
    """Goes on errands to servers, its own among them, and comes home again."""

    def __init__(self, errand: Errand | None = None, kept: settings.Settings | None = None) -> None:
        super().__init__(kept)
        self.errand = errand or Errand()
        # The server that is visited
        self.link: Link | None = None
        self.server: LocalServer | None = None
        self.session: Session | None = None
        self.catalogue: Catalogue | None = None
        self.faces: dict[str, Face] = {}
        self.levels: tuple[str, ...] = ()
        self.tables: dict[str, TableLine] = {}
        self.chat: list[ChatLine] = []
        self.muted: dict[str, bool] = {}
        """Names that I do not hear, or, as I am the host, nobody does; for as long as the server is visited."""
        # The table that is sat at
        self.code = self.errand.code
        self.seat: int | None = None
        self.room: Room | None = None
        self.place: Place | None = None
        self.coming: Any = None
        """The message by which a place was asked for, until it is answered."""
        self.filled = True
        """Whether the free seats were given to bots, where that is wanted."""
        self.recorded = 0
        """The number of the last game whose record was asked for."""
        self.over = False
        """Whether the game at the table is over."""
        self.visited = False
        """Whether any screen of a server was shown."""
        self.table_screen: TableScreen | None = None
        self._endings: set[asyncio.Task[None]] = set()

    def heard(self, news: News) -> None:
        """Take what came over the link."""
        raise NotImplementedError

    def get_default_screen(self) -> Screen[Any]:
        """Begin with the home screen: everything else lies on top of it."""
        return HomeScreen()

    def show(self, kind: type[ScreenType]) -> ScreenType:
        """Show a screen of the server, the one that is there if there is one."""
        self.visited = True
        return super().show(kind)

    # --- Going and coming --------------------------------------------------------------------------------------------

    def run_errand(self, errand: Errand) -> None:
        """Leave whatever server is visited, and do something else."""
        self._forget_visit()
        self.errand, self.code, self.visited = errand, errand.code, False
        if errand.address is not None:
            self.connect(errand.address, errand.password, errand.cafile)
        elif errand.kind != "home":
            from saboteur_tui import errands

            self.run_worker(errands.start(self, errand), group="errand", exclusive=True)

    def connect(self, address: Address, password: str = "", cafile: Path | None = None) -> None:
        """Connect to a server."""
        from saboteur_tui.link import Link

        self.link = Link(address, self.player_name, self.heard, password, cafile)
        self.run_worker(self.link.run(), group="link", exclusive=True)

    def ask_server_password(self) -> None:
        """Ask for the password of the server and connect again."""
        errand = self.errand

        def entered(password: str | None) -> None:
            if password:
                self.run_errand(replace(errand, password=password))
            else:
                self.fail(self.words.say("error.password", address=self.server_title))

        self.ask_text(self.words.say("ask.server_password", address=self.server_title), entered, secret=True)

    def ask_trust(self, news: Untrusted) -> None:
        """Ask whether a certificate that nobody vouches for is the right one."""
        from saboteur_tui import trust

        errand = self.errand
        if news.changed:
            self.fail(
                self.words.say(
                    "error.changed", address=self.server_title, shown=news.fingerprint, file=trust.pins_file()
                )
            )
            return

        def answered(yes: bool | None) -> None:
            if yes and errand.address is not None:
                trust.pin(errand.address, news.fingerprint)
                self.run_errand(errand)
            else:
                self.fail(self.words.say("error.untrusted", address=self.server_title, error=news.reason))

        from saboteur_tui.screens.confirm import ConfirmScreen

        text = self.words.say(
            "confirm.trust",
            address=self.server_title,
            error=news.reason,
            fingerprint=trust.in_lines(news.fingerprint),
        )
        self.push_screen(ConfirmScreen(text), answered)

    @property
    def private(self) -> bool:
        """Whether the server is ours alone."""
        return self.session is not None

    @property
    def server_name(self) -> str:
        """The server's name among the places to come back to."""
        if self.session is not None:
            return self.session.server
        if self.errand.kind == "host":
            return "hosted"
        return str(self.link.address) if self.link is not None else ""

    @property
    def server_title(self) -> str:
        """The server's name for people."""
        return str(self.errand.address or (self.link.address if self.link is not None else ""))

    @property
    def keep_session(self) -> bool:
        """Whether there is a private game to go on with."""
        return self.place is not None and self.place.round > 0 and not self.over

    def _forget_visit(self) -> None:
        self.workers.cancel_group(self, "link")
        self.workers.cancel_group(self, "errand")
        if self.server is not None or self.session is not None:
            self._end_server(self.server, self.session)
        self.link = self.server = self.session = None
        self.room = self.place = self.table_screen = self.coming = None
        self.over = False
        self.tables, self.chat, self.muted = {}, [], {}
        self.banner("")

    def _end_server(self, server: LocalServer | None, session: Session | None) -> None:
        # No worker of Textual: those are cancelled at the end of the program, and this must be finished.
        task = asyncio.get_running_loop().create_task(self._close_server(server, session, keep=self.keep_session))
        self._endings.add(task)
        task.add_done_callback(self._endings.discard)

    async def _close_server(self, server: LocalServer | None, session: Session | None, *, keep: bool) -> None:
        if server is not None:
            await server.stop()
        if session is not None:
            session.close(keep=keep)
            # Only now can the home screen offer to go on with it.
            if self.is_running and isinstance(self.screen, HomeScreen):
                self.screen.redraw()

    def go_home(self) -> None:
        """End the visit and show the home screen."""
        self._forget_visit()
        self.errand = Errand()
        self._pop_all()
        if isinstance(self.screen, HomeScreen):
            self.screen.redraw()

    def fail(self, text: str) -> None:
        """Say why an errand came to nothing: on the terminal if it came from there, on the home screen otherwise."""
        if self.errand.commanded and not self.visited:
            self.exit(text, return_code=1)
            return
        self.go_home()
        self.show_page(self.words.say("error.title"), text)

    # --- At a table --------------------------------------------------------------------------------------------------

    def guests(self) -> int:
        """Return how many others are at the server we host, as far as we can see."""
        if self.errand.kind != "host" or self.server is None:
            return 0
        if self.room is None:
            return sum(table.taken for table in self.tables.values())
        table = self.room.table
        others = [seat for at, seat in enumerate(table.seats) if seat.connected and at != self.room.me]
        return len(others) + table.spectators

    def leaving(self, then: Callable[[], object]) -> None:
        """Do something that ends the visit; guests at our own server are asked for first."""
        guests = self.guests()
        if guests:
            self.confirm("confirm.guests", then, guests=guests)
        else:
            then()

    def ask_to_leave(self) -> None:
        """Ask whether to leave the table; a private game is kept to go on with."""
        from protocol.messages import Phase

        playing = self.room is not None and self.room.table.phase is Phase.GAME
        if self.private and playing:
            self.confirm("confirm.leave_private", self.go_home)
        elif playing and self.room is not None and self.room.me is not None:
            self.confirm("confirm.leave_game", self.leave_table)
        else:
            self.confirm("confirm.leave_room", self.leave_table)

    def leave_table(self) -> None:
        """Leave the table; without a connection, the server."""
        from protocol.messages import Leave

        if self.link is not None and self.link.up:
            self.link.send(Leave(self.link.number()))
        else:
            self.go_home()

    def share_text(self, code: str) -> str:
        """Return what to tell friends so that they find the table."""
        if self.private:
            return self.words.say("room.private")
        if self.errand.kind == "host" and self.link is not None:
            from saboteur_tui.address import Address
            from saboteur_tui.errands import addresses

            port = self.link.address.port
            where = [str(Address(host, port)) for host in addresses()] or [str(self.link.address)]
            return self.words.say("room.share_host", address=where[0], code=code)
        return self.words.say("room.share", address=self.server_title, code=code)

    def bot_level(self) -> str:
        """Return the level of the bots that are added: the one asked for, or normal where there is such a one."""
        wanted = self.errand.level or self.settings.level
        if wanted in self.levels:
            return wanted
        return "normal" if "normal" in self.levels else self.levels[-1]

    def say(self, text: str) -> None:
        """Say something in the lobby or at the table."""
        from protocol.messages import Say

        if self.link is not None and text.strip():
            self.link.send(Say(text, self.link.number()))

    def action_rules(self) -> None:
        """Show how to play what is played."""
        self.show_rules(self.room.table.options.edition if self.room is not None else "")
