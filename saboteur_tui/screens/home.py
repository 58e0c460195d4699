"""The first screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from saboteur_tui import actions
from saboteur_tui.errand import Errand
from saboteur_tui.widgets.screen_hints import ScreenHints

if TYPE_CHECKING:
    from saboteur_tui.app import SaboteurApp
    from saboteur_tui.places import Place

LOGO = (
    "▄▀▀ ▄▀▄ █▀▄ ▄▀▄ ▀█▀ █▀▀ █ █ █▀▄",
    "▀▀▄ █▀█ █▀▄ █ █  █  █▀  █ █ █▀▄",
    "▄▄▀ █ █ █▄▀ ▀▄▀  █  █▄▄ ▀▄▀ █ █",
)
ENTRIES = ("play", "room", "host", "join", "watch", "replays", "how", "settings", "leave")


class HomeScreen(Screen[None]):
    """What would you like to do?"""

    BINDINGS = actions.bindings("home")
    app: SaboteurApp

    def __init__(self) -> None:
        super().__init__()
        self.place: Place | None = None
        """A place at a table to go back to."""

    def compose(self) -> ComposeResult:
        """Show the entries."""
        yield Static(id="title", markup=False)
        yield Static(self.app.words.say("app.unofficial"), id="subtitle", markup=False)
        yield OptionList(id="menu", markup=False)
        yield ScreenHints(id="hints")

    def on_mount(self) -> None:
        """Show what can be done."""
        self.redraw()

    def restyle(self) -> None:
        """Show everything in another theme."""
        self.redraw()

    def redraw(self) -> None:
        """Offer what can be done now: to go on with a game, if there is one."""
        words, menu = self.app.words, self.query_one(OptionList)
        plain = self.app.palette.ascii
        self.query_one("#title", Static).update(Text("S A B O T E U R" if plain else "\n".join(LOGO)))
        self.place = self._find_place()
        entries = [*(("go_on",) if self.place else ()), *ENTRIES]
        menu.clear_options()
        menu.add_options([Option(self._line(entry), id=entry) for entry in entries])
        menu.highlighted = 0
        self.query_one("#subtitle", Static).update(words.say("app.unofficial"))

    def _line(self, entry: str) -> Text:
        words = self.app.words
        deed = next(deed for deed in actions.DEEDS if deed.id == f"home.{entry}")
        key = actions.key_name(actions.keys_of(deed, self.app.settings.keys)[0])
        text, place = words.say(f"home.{entry}.help"), self.place
        if entry == "go_on" and place is not None:
            edition = words.name("edition", place.edition) if place.edition else ""
            where = "private" if place.server.startswith("private/") else "remote"
            text = words.say(
                f"home.go_on.{where}", code=place.code, server=place.server, edition=edition, round=place.round
            )
        return Text.assemble(
            (f"{key:<4}", "bold"), f"{words.say(f'home.{entry}'):<28}", (text, "dim"), no_wrap=True, overflow="ellipsis"
        )

    def _find_place(self) -> Place | None:
        from saboteur_tui.places import places_file

        if not places_file().exists():
            return None
        from saboteur_tui import places, sessions

        private = sessions.interrupted()
        remote = [
            place
            for place in places.load()
            if place.seated and place.round and not place.server.startswith(("private/", "hosted"))
        ]
        return max([*private[:1], *remote[:1]], key=lambda place: place.at, default=None)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do what was chosen."""
        self.call_later(self.run_action, f"screen.{event.option.id}")

    def action_go_on(self) -> None:
        """Go back to a game."""
        place = self.place
        if place is None:
            return
        if place.server.startswith("private/"):
            session = place.server.removeprefix("private/")
            self._go(Errand("resume", code=place.code, session=session))
        else:
            from saboteur_tui.address import parse_address

            self._go(Errand("join", parse_address(place.server), place.code))

    def _go(self, errand: Errand) -> None:
        self.app.tell(self.app.words.say("home.wait"))
        self.app.run_errand(errand)

    def action_play(self) -> None:
        """Play at once against bots."""
        self._go(Errand("play"))

    def action_room(self) -> None:
        """Choose what to play against bots."""
        self._go(Errand("room"))

    def action_host(self) -> None:
        """Open a server for the network."""
        self._go(Errand("host"))

    def action_join(self) -> None:
        """Ask for the address of a server, and join a table there."""
        self._ask_address("join")

    def action_watch(self) -> None:
        """Ask for the address of a server, and watch a table there."""
        self._ask_address("watch")

    def _ask_address(self, kind: str, before: str = "") -> None:
        from saboteur_tui.address import parse_address

        words = self.app.words

        def entered(text: str | None) -> None:
            if not text or not text.strip():
                return
            address, _, code = text.strip().partition(" ")
            try:
                where = parse_address(address)
            except ValueError:
                self.app.tell(words.say("error.address", address=address))
                self._ask_address(kind, text)
                return
            self.app.change(last_server=address)
            self._go(Errand(kind, where, code.strip().upper()))

        self.app.ask_text(words.say(f"home.{kind}.ask"), entered, value=before or self.app.settings.last_server)

    def action_replays(self) -> None:
        """Show the games that can be looked at again."""
        from saboteur_tui.screens.replays import ReplaysScreen

        self.app.push_screen(ReplaysScreen())

    def action_how(self) -> None:
        """Show how to play."""
        self.app.show_rules()

    def action_settings(self) -> None:
        """Show the settings."""
        self.app.action_settings()

    def action_leave(self) -> None:
        """End the program."""
        self.app.exit()
