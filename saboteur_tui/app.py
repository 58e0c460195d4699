"""The client: takes what the server says to the screen it belongs to."""

from __future__ import annotations

import getpass
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path

from textual.app import App
from textual.filter import LineFilter, NoColor
from textual.message import Message
from textual.theme import Theme

from protocol.game import Catalogue, Face, Options
from protocol.limits import NAME_CELLS, NONCE_BYTES
from protocol.messages import (
    AddBot,
    Because,
    ChatLine,
    Create,
    Granted,
    Join,
    Leave,
    Parted,
    Phase,
    Ready,
    Refused,
    Room,
    Said,
    Say,
    TableChanged,
    TableGone,
    TableLine,
    Tables,
    Terms,
    Update,
    Watch,
    Welcome,
)
from protocol.text import clean
from saboteur_tui import local, settings
from saboteur_tui.drawing.palette import PALETTES, Palette
from saboteur_tui.link import Address, Ended, Link, Lost, News
from saboteur_tui.naming import Cast
from saboteur_tui.refusing import refusal_text
from saboteur_tui.results import game_text, round_text
from saboteur_tui.screens.confirm import ConfirmScreen
from saboteur_tui.screens.home import HomeScreen
from saboteur_tui.screens.lobby import LobbyScreen
from saboteur_tui.screens.page import PageScreen
from saboteur_tui.screens.room import RoomScreen
from saboteur_tui.screens.table import TableScreen
from saboteur_tui.words import words

THEMES = tuple(
    Theme(
        name=palette.name,
        primary=palette.tunnel,
        accent=palette.gold,
        foreground=palette.text,
        background=palette.ground,
        surface=palette.ground,
        panel=palette.rock if not palette.ascii else palette.ground,
        dark=palette.name != "daylight",
    )
    for palette in PALETTES.values()
)


class SaboteurApp(App[str]):
    """Saboteur in the terminal; ends with an error text or nothing."""

    CSS_PATH = Path(__file__).parent / "styles" / "app.tcss"
    ENABLE_COMMAND_PALETTE = False

    class Received(Message):
        """Something came over the link."""

        def __init__(self, news: News) -> None:
            super().__init__()
            self.news = news

    def __init__(
        self,
        start: str = "home",
        address: Address | None = None,
        code: str = "",
        password: str = "",
        edition: str = "base",
        seats: int = 5,
        kept: settings.Settings | None = None,
    ) -> None:
        # Textual takes NO_COLOR out of the environment, so it is read before.
        plain = settings.without_colour()
        super().__init__()
        self.settings = kept or settings.Settings()
        self.words = words(self.settings.language)
        self.start = start
        self.address: Address | str = address or ""
        self.code = code
        self.password = password
        self.options = Options(edition, seats)
        self.link: Link | None = None
        self.server: local.LocalServer | None = None
        self.catalogue: Catalogue | None = None
        self.faces: dict[str, Face] = {}
        self.levels: tuple[str, ...] = ()
        self.tables: dict[str, TableLine] = {}
        self.chat: list[ChatLine] = []
        self.results_shown = 0
        self.outcome_shown = False
        self.filled = False
        """Whether the free seats were given to bots."""
        self.table_screen: TableScreen | None = None
        self.alone = start == "play"
        """Whether the table is filled with bots and started at once."""
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = self.settings.theme if self.settings.theme in PALETTES else "mine"
        if plain:
            self.theme = "plain"
        self.set_keymap(dict(self.settings.keys))

    @property
    def palette(self) -> Palette:
        """Return the colours of the theme in use."""
        return PALETTES[self.theme if self.theme in PALETTES else "mine"]

    @property
    def player_name(self) -> str:
        """Return the name to play under."""
        return clean(self.settings.name or getpass.getuser(), NAME_CELLS) or "dwarf"

    def on_mount(self) -> None:
        """Open the first screen."""
        self.push_screen(HomeScreen())
        if self.start == "play":
            self.play_locally()
        elif isinstance(self.address, Address):
            self.connect(self.address, self.password)

    async def on_unmount(self) -> None:
        """End the private server with the client."""
        if self.server is not None:
            await self.server.stop()

    # --- Connecting ---

    def connect(self, address: Address, password: str = "") -> None:
        """Connect to a server."""
        self.address = address
        self.link = Link(address, self.player_name, lambda news: self.post_message(self.Received(news)), password)
        self.run_worker(self.link.run(), group="link", exclusive=True)

    def play_locally(self) -> None:
        """Start a private server and a game against bots."""
        self.alone = True
        self.run_worker(self._play_locally(), group="local", exclusive=True)

    async def _play_locally(self) -> None:
        try:
            self.server = await local.start()
        except (local.ServerFailedError, OSError) as error:
            self.exit(self.words.say("error.local", error=error))
            return
        self.connect(self.server.address, self.server.secret)

    def create_table(self) -> None:
        """Open a table of one's own."""
        if self.link is not None:
            self.link.send(Create(self.options, Terms(private=self.alone), "", self.link.number()))

    def come_to(self, code: str) -> None:
        """Sit down at a table, or watch it if it is playing."""
        if self.link is not None:
            line = self.tables.get(code)
            watch = self.start == "watch" or (line is not None and line.phase is Phase.GAME)
            number = self.link.number()
            self.link.send(Watch(code, "", number) if watch else Join(code, "", number))

    def leave_table(self) -> None:
        """Leave the table."""
        if self.link is not None:
            self.link.send(Leave(self.link.number()))

    def say(self, text: str) -> None:
        """Say something in the lobby or at the table."""
        if self.link is not None and text.strip():
            self.link.send(Say(text, self.link.number()))

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Take all colour away where the theme has none."""
        filters = super().get_line_filters()
        return [*filters, NoColor()] if self.palette.ascii else filters

    def bot_level(self) -> str:
        """Return the level of the bots that are added: normal where there is such a one."""
        return "normal" if "normal" in self.levels else self.levels[-1]

    # --- What the server says ---

    def on_saboteur_app_received(self, event: Received) -> None:
        """Take news to the screen it belongs to."""
        match event.news:
            case Welcome() as welcome:
                self.catalogue, self.levels = welcome.catalogue, welcome.levels
                self.faces = {face.id: face for face in welcome.catalogue.faces}
                if not (self.link and self.link.token):
                    self._after_welcome()
            case Tables(tables=tables):
                self.tables = {table.code: table for table in tables}
                self._redraw_lobby()
            case TableChanged(table=table):
                self.tables[table.code] = table
                self._redraw_lobby()
            case TableGone(code=code):
                self.tables.pop(code, None)
                self._redraw_lobby()
            case Granted(code=code):
                self.code = code
                self.results_shown, self.filled = 0, False
            case Room() as room:
                self._take_room(room)
            case Update() as update:
                self._take_update(update)
            case Parted():
                if self.alone:
                    self._show(HomeScreen)
                else:
                    self._show(LobbyScreen)
            case Said(lines=lines, earlier=earlier):
                self.chat = [*(() if earlier else self.chat), *lines]
                if self.table_screen in self.screen_stack and self.table_screen is not None:
                    self.table_screen.hear_chat()
            case Because() as because:
                if isinstance(self.screen, TableScreen):
                    self.screen.because(because)
            case Refused() as refused:
                self._refused(refused)
            case Lost() as lost:
                self.notify(self.words.say("app.lost", error=lost.error, pause=lost.pause), markup=False)
            case Ended() as ended:
                self.exit(self._ended(ended))

    def _after_welcome(self) -> None:
        if self.alone or self.start == "host":
            self.create_table()
        elif self.code:
            self.come_to(self.code)
        else:
            self._show(LobbyScreen)

    def _redraw_lobby(self) -> None:
        if isinstance(self.screen, LobbyScreen):
            self.screen.redraw()

    def _show(self, kind: type[HomeScreen | LobbyScreen | RoomScreen | TableScreen]) -> None:
        if not isinstance(self.screen, kind):
            self.switch_screen(kind())

    def _take_room(self, room: Room) -> None:
        if self.alone and not self.filled and room.me is not None and self.link is not None:
            self.filled = True
            for seat in room.table.seats:
                if not seat.name:
                    self.link.send(AddBot(self.bot_level(), self.link.number()))
            self.link.send(Ready(secrets.token_bytes(NONCE_BYTES), self.link.number()))
        if room.table.phase is Phase.GAME:
            return
        self._show(RoomScreen)
        if isinstance(self.screen, RoomScreen):
            self.screen.take(room)

    def _take_update(self, update: Update) -> None:
        screen = self.table_screen
        if screen is None or screen not in self.screen_stack:
            screen = self.table_screen = TableScreen()
            self.switch_screen(screen)
        screen.take(update)
        results = update.view.results
        if update.story:
            self.results_shown = len(results)
        elif len(results) > self.results_shown:
            self.results_shown = len(results)
            title = self.words.say("round.title", round=results[-1].round)
            self.push_screen(PageScreen(title, round_text(results[-1], screen.cast()), self.words.say("any.close")))
        outcome, shown = update.view.outcome, self.outcome_shown
        self.outcome_shown = outcome is not None
        if outcome is not None and not shown:
            text = game_text(outcome, screen.cast())
            self.push_screen(PageScreen(self.words.say("over.title"), text, self.words.say("any.close")))

    def _refused(self, refused: Refused) -> None:
        if refused.refusal is not None:
            text = refusal_text(refused.refusal, Cast(self.words))
        elif refused.options is not None:
            fault = refused.options
            text = self.words.say(f"option.{fault.fault.value}", option=fault.option, other=fault.other)
        else:
            text = self.words.say("fault.refused", fault=self.words.name("fault", refused.fault.value))
        if isinstance(self.screen, TableScreen):
            self.screen.say(text)
        else:
            self.notify(text, markup=False)

    def _ended(self, ended: Ended) -> str:
        bye = ended.bye
        if bye is None:
            return self.words.say("error.no_connection", address=self.address, error=ended.error)
        key = f"closing.{bye.why.value}"
        if self.words.has(key):
            error = self.words.say(key, major=bye.major, minor=bye.minor)
        else:
            error = self.words.say("closing.other", why=bye.why.value)
        return self.words.say("app.ended", error=error)

    # --- Pages and questions ---

    def confirm(self, key: str, then: Callable[[], None]) -> None:
        """Ask before something that cannot be taken back."""

        def answered(yes: bool | None) -> None:
            if yes:
                then()

        self.push_screen(ConfirmScreen(self.words.say(key)), answered)

    def show_rules(self, edition: str) -> None:
        """Show how to play."""
        text = self.words.name("rules", edition)
        title = self.words.name("edition", edition)
        self.push_screen(PageScreen(title, text, self.words.say("any.close")))

    def action_help(self) -> None:
        """Show how to play what is played."""
        edition = self.options.edition
        if isinstance(self.screen, TableScreen) and self.screen.view is not None:
            edition = self.screen.view.options.edition
        self.show_rules(edition)
