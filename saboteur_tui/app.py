"""The client: settings, screens, and the server that is visited."""

from __future__ import annotations

import asyncio
import contextlib
import getpass
import signal
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from textual import events
from textual.app import App, SystemCommand
from textual.binding import BindingType
from textual.constants import TEXTUAL_ANIMATIONS
from textual.css.query import NoMatches
from textual.filter import LineFilter, NoColor
from textual.message import Message
from textual.screen import Screen
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.widgets import Static

from saboteur_tui import actions, settings, themes
from saboteur_tui.drawing.palette import PALETTES, Palette
from saboteur_tui.errand import Errand
from saboteur_tui.screens.home import HomeScreen
from saboteur_tui.widgets.screen_hints import ScreenHints
from saboteur_tui.words import words

if TYPE_CHECKING:
    from protocol.game import Catalogue, Face
    from protocol.messages import ChatLine, Replayed, Room, TableLine
    from saboteur_tui.address import Address
    from saboteur_tui.link import Link, News, Untrusted
    from saboteur_tui.local import LocalServer
    from saboteur_tui.places import Place
    from saboteur_tui.screens.table import TableScreen
    from saboteur_tui.sessions import Session

LEAST = (80, 24)
"""The smallest terminal in which everything can be seen."""

NAME_CELLS = 16


class LettersAlone(ScrollBarRender):
    """A scrollbar without the blocks that make its ends smooth."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "] * 8


ScreenType = TypeVar("ScreenType", bound="Screen[Any]")


class SaboteurApp(App[str]):
    """Saboteur in the terminal; ends with an error text or nothing."""

    CSS_PATH: ClassVar[Any] = [Path(__file__).parent / "styles" / name for name in ("app.tcss", "house.tcss")]
    BINDINGS: ClassVar[list[BindingType]] = actions.bindings("any")
    COMMAND_PALETTE_BINDING = "ctrl+p"

    class Received(Message):
        """Something came over the link."""

        def __init__(self, news: News) -> None:
            super().__init__()
            self.news = news

    def __init__(self, errand: Errand | None = None, kept: settings.Settings | None = None, notice: str = "") -> None:
        # Textual takes NO_COLOR out of the environment, so it is read before.
        self.colourless = settings.without_colour()
        super().__init__()
        self.settings = kept or settings.Settings()
        self.words = words(self.settings.language)
        self.errand = errand or Errand()
        self.title = self.words.say("app.title")
        # The server that is visited
        self.link: Link | None = None
        self.server: LocalServer | None = None
        self.session: Session | None = None
        self.catalogue: Catalogue | None = None
        self.faces: dict[str, Face] = {}
        self.levels: tuple[str, ...] = ()
        self.tables: dict[str, TableLine] = {}
        self.chat: list[ChatLine] = []
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
        self._notice = notice
        self._endings: set[asyncio.Task[None]] = set()
        for theme in themes.THEMES:
            self.register_theme(theme)
        self.apply_settings()

    # --- Settings ----------------------------------------------------------------------------------------------------

    @property
    def palette(self) -> Palette:
        """Return the colours of the theme in use."""
        palette = PALETTES[self.theme if self.theme in PALETTES else themes.DEFAULT]
        return replace(palette, ascii=True) if self.settings.glyphs == "ascii" else palette

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Take all colour away where the theme has none."""
        filters = super().get_line_filters()
        return [*filters, NoColor()] if self.theme == themes.PLAIN else filters

    @property
    def player_name(self) -> str:
        """Return the name to play under."""
        from protocol.text import clean

        wanted = self.settings.name
        if not wanted:
            with contextlib.suppress(OSError, KeyError):
                wanted = getpass.getuser()
        return clean(wanted, NAME_CELLS) or "dwarf"

    def apply_settings(self) -> None:
        """Show everything as the settings say."""
        self.theme = self.settings.theme if self.settings.theme in PALETTES else themes.DEFAULT
        if self.colourless:
            self.theme = themes.PLAIN
        self.animation_level = "none" if not self.settings.motion or self.colourless else TEXTUAL_ANIMATIONS
        self.set_keymap(actions.sound_keys(self.settings.keys))
        self.set_class(self.palette.ascii, "letters-alone")
        ScrollBar.renderer = LettersAlone if self.palette.ascii else ScrollBarRender

    def change(self, **changes: Any) -> None:
        """Change settings, keep them, and show it."""
        self.settings = settings.with_(self.settings, **changes)
        self.words = words(self.settings.language)
        try:
            settings.save(settings.config_file(), self.settings)
        except OSError as error:
            self.tell(self.words.say("settings.not_kept", error=error))
        self.apply_settings()
        for screen in self.screen_stack:
            for hints in screen.query(ScreenHints):
                hints.renew()
            restyle = getattr(screen, "restyle", None)
            if restyle is not None:
                restyle()

    # --- Beginning and ending ----------------------------------------------------------------------------------------

    def get_default_screen(self) -> Screen[Any]:
        """Begin with the home screen: everything else lies on top of it."""
        return HomeScreen()

    def on_mount(self) -> None:
        """Do what the command line says."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, getattr(signal, "SIGHUP", None)):
            if number is not None:
                with contextlib.suppress(NotImplementedError, ValueError, RuntimeError):
                    loop.add_signal_handler(number, self._end_by_signal, number)
        if self._notice:
            self.notify(self._notice, markup=False, timeout=20)
        if self.errand.kind != "home":
            self.run_errand(self.errand)

    def _end_by_signal(self, number: int) -> None:
        from saboteur_tui import logbook

        text = self.words.say("app.signalled", signal=signal.Signals(number).name, log=logbook.log_file())
        logbook.write_down(f"ended by {signal.Signals(number).name}")
        self.exit(text, return_code=128 + number)

    def _fatal_error(self) -> None:
        """Tell in one line what Textual would show with all values, secrets among them."""
        from saboteur_tui import logbook

        error = self._exception or RuntimeError()
        path = logbook.write_error(error)
        self._exit_renderables.append(self.words.say("app.crashed", error=type(error).__name__, log=path))
        self._close_messages_no_wait()

    async def on_unmount(self) -> None:
        """End a server of our own with the client."""
        self._end_server(self.server, self.session)
        self.server = self.session = None
        await asyncio.gather(*self._endings)

    async def action_quit(self) -> None:
        """End the program; guests at our own server are asked for first."""
        self.leaving(self.exit)

    def on_resize(self, event: events.Resize) -> None:
        """Ask kindly for a larger window where this one is too small."""
        from saboteur_tui.screens.small import SmallScreen

        small = event.size.width < LEAST[0] or event.size.height < LEAST[1]
        if small and not isinstance(self.screen, SmallScreen):
            self.push_screen(SmallScreen())
        elif not small and isinstance(self.screen, SmallScreen):
            self.pop_screen()

    # --- Errands -----------------------------------------------------------------------------------------------------

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

        self.link = Link(
            address, self.player_name, lambda news: self.post_message(self.Received(news)), password, cafile
        )
        self.run_worker(self.link.run(), group="link", exclusive=True)

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
        self.tables, self.chat = {}, []
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

    # --- What the server says ----------------------------------------------------------------------------------------

    def on_saboteur_app_received(self, event: Received) -> None:
        """Take news to the screen it belongs to."""
        from saboteur_tui.hearing import hear

        hear(self, event.news)

    def take_replayed(self, message: Replayed) -> None:
        """Show a position of a record."""
        from saboteur_tui.screens.replay import ReplayScreen

        self.show(ReplayScreen).take(message)

    def leave_replay(self) -> None:
        """Close a record."""
        if self.errand.commanded:
            self.exit()
        else:
            self.go_home()

    # --- Screens -----------------------------------------------------------------------------------------------------

    def show(self, kind: type[ScreenType]) -> ScreenType:
        """Show a screen of this kind, the one that is there if there is one."""
        self.visited = True
        for screen in self.screen_stack:
            if isinstance(screen, kind):
                return screen
        self._pop_all()
        self.clear_notifications()
        fresh = kind()
        self.push_screen(fresh)
        return fresh

    def _pop_all(self) -> None:
        while len(self.screen_stack) > 1:
            self.pop_screen()

    def banner(self, text: str) -> None:
        """Show a line over whatever is shown, or take it away."""
        for screen in self.screen_stack if self.is_running else ():
            try:
                line = screen.query_one("#banner", Static)
            except NoMatches:
                if not text:
                    continue
                line = Static(id="banner", markup=False)
                screen.mount(line)
            line.update(text)
            line.display = bool(text)

    def tell(self, text: str) -> None:
        """Show a short message that goes by itself."""
        self.notify(text, markup=False)

    def show_page(self, title: str, text: str) -> None:
        """Show a page of text to read and close."""
        from saboteur_tui.screens.page import PageScreen

        self.push_screen(PageScreen(title, text, self.words.say("any.close")))

    def confirm(self, key: str, then: Callable[[], object], **fields: object) -> None:
        """Ask before something that cannot be taken back."""
        from saboteur_tui.screens.confirm import ConfirmScreen

        def answered(yes: bool | None) -> None:
            if yes:
                then()

        self.push_screen(ConfirmScreen(self.words.say(key, **fields)), answered)

    def ask_text(
        self, question: str, then: Callable[[str | None], None], *, secret: bool = False, value: str = ""
    ) -> None:
        """Ask for a line of text."""
        from saboteur_tui.screens.entry import EntryScreen

        self.push_screen(EntryScreen(question, secret=secret, value=value), then)

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

    def show_rules(self, edition: str = "") -> None:
        """Show how to play."""
        from saboteur_tui.screens.how_to_play import HowToPlayScreen

        self.push_screen(HowToPlayScreen(edition))

    def action_rules(self) -> None:
        """Show how to play what is played."""
        self.show_rules(self.room.table.options.edition if self.room is not None else "")

    def action_settings(self) -> None:
        """Show the settings."""
        from saboteur_tui.screens.settings import SettingsScreen

        self.push_screen(SettingsScreen())

    def action_help(self) -> None:
        """Show what can be done on this screen, and by which keys."""
        from saboteur_tui.screens.help import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(actions.screen_of(self.screen)))

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Offer everything that can be done here in the command palette."""
        from saboteur_tui.commands import commands

        yield from commands(self, screen)
