"""The lobby of a server: its tables, and what is said there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import set_cell_size
from rich.text import Text
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from protocol.game import Options
from protocol.limits import CODE_CHARACTERS, NAME_CELLS
from protocol.messages import Create, Join, Phase, Return, TableLine, Terms, Watch
from protocol.text import clean
from saboteur_tui import actions, people, places
from saboteur_tui.widgets.chat import Chat
from saboteur_tui.widgets.screen_hints import ScreenHints

if TYPE_CHECKING:
    from saboteur_tui.app import SaboteurApp

WIDTHS = (6, 30, 7, 20, 0)
"""The columns: code, game, seats, state, host."""


class LobbyScreen(Screen[None]):
    """All tables that are listed, as they change."""

    BINDINGS = actions.bindings("lobby")
    AUTO_FOCUS = "#tables"
    app: SaboteurApp

    def __init__(self) -> None:
        super().__init__()
        self.laid_out = False

    def compose(self) -> ComposeResult:
        """Show title, list and chat."""
        words = self.app.words
        yield Static(id="head", markup=False)
        yield Static(self._columns("lobby"), id="columns", markup=False)
        yield OptionList(id="tables", markup=False)
        yield Static(id="none", markup=False)
        yield Chat(words.say("chat.placeholder"), words.say("chat.empty"), id="talking")
        yield Static(words.say("lobby.ask"), id="ask", markup=False)
        yield ScreenHints(id="hints")

    def on_mount(self) -> None:
        """Draw what has come already."""
        self.laid_out = True
        self.redraw()
        self.hear_chat()

    def redraw(self) -> None:
        """Show the tables as they stand, pointing at the same one as before."""
        if not self.laid_out:
            return
        words, menu = self.app.words, self.query_one("#tables", OptionList)
        self.query_one("#head", Static).update(Text(words.say("lobby.title", address=self.app.server_title)))
        pointed = self._pointed()
        mine = {place.code: place for place in places.load() if place.server == self.app.server_name}
        lines = [(table.code, self._line(table, table.code in mine)) for table in self.app.tables.values()]
        unlisted = mine.keys() - self.app.tables.keys()
        lines += [(code, Text(self._cells(code, words.say("lobby.yours"), "", "", ""))) for code in unlisted]
        lines.sort(key=lambda line: (line[0] not in mine, line[0]))
        menu.clear_options()
        menu.add_options([Option(text, id=code) for code, text in lines])
        codes = [code for code, _ in lines]
        menu.highlighted = codes.index(pointed) if pointed in codes else 0 if codes else None
        none = self.query_one("#none", Static)
        none.display, menu.display = not lines, bool(lines)
        none.update(words.say("lobby.none"))

    def _pointed(self) -> str:
        menu = self.query_one("#tables", OptionList)
        if menu.highlighted is None or menu.highlighted >= menu.option_count:
            return ""
        return menu.get_option_at_index(menu.highlighted).id or ""

    def _columns(self, key: str) -> Text:
        names = [self.app.words.say(f"{key}.{name}") for name in ("code", "game", "seats", "state", "host")]
        return Text(self._cells(*names), style="bold")

    def _cells(self, *cells: str) -> str:
        return " ".join(
            set_cell_size(cell, width) if width else cell for cell, width in zip(cells, WIDTHS, strict=True)
        )

    def _line(self, table: TableLine, mine: bool) -> Text:
        words = self.app.words
        game = words.name("edition", table.options.edition)
        if table.options.modules:
            game += words.say("lobby.modules", number=len(table.options.modules))
        state = words.name("phase", table.phase.value)
        if mine:
            state = words.say("lobby.mine")
        elif table.locked:
            state += words.say("lobby.locked")
        elif not table.watchable and table.phase is Phase.GAME:
            state += words.say("lobby.closed")
        if table.spectators:
            state += words.say("lobby.spectators", number=table.spectators)
        text = Text(
            self._cells(
                clean(table.code, CODE_CHARACTERS),
                game,
                f"{table.taken}/{table.options.seats}",
                state,
                clean(table.host, NAME_CELLS),
            )
        )
        if mine:
            text.stylize("bold")
        return text

    def hear_chat(self) -> None:
        """Show what was said."""
        if self.laid_out:
            self.query_one(Chat).show(self.app.chat)

    def on_chat_spoken(self, message: Chat.Spoken) -> None:
        """Say something."""
        self.app.say(message.text)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Sit down at a table, or watch one that is playing."""
        if event.option.id:
            self.come_to(event.option.id)

    def come_to(self, code: str, watch: bool | None = None) -> None:
        """Go back to a place at a table, sit down, or watch."""
        link, table = self.app.link, self.app.tables.get(code)
        if link is None:
            return
        place = places.find(self.app.server_name, code)
        if watch is None:
            watch = self.app.errand.kind == "watch" or (table is not None and table.phase is Phase.GAME)
        self.app.errand = self.app.errand.at(code)
        if place is not None:
            self.app.coming = Return(place.token, link.number())
        else:
            self.app.coming = (Watch if watch else Join)(code, "", link.number())
        link.send(self.app.coming)

    def action_create(self) -> None:
        """Open a table of one's own."""
        link, catalogue = self.app.link, self.app.catalogue
        if link is None or catalogue is None:
            return
        first = catalogue.editions[0]
        seats = min(max(5, first.least_seats), first.most_seats)
        self.app.coming = Create(Options(first.id, seats), Terms(), "", link.number())
        link.send(self.app.coming)

    def action_code(self) -> None:
        """Ask for the code of a table, listed or not, and sit down at it."""

        def entered(code: str | None) -> None:
            if code and code.strip():
                self.come_to(code.strip().upper()[:8], watch=False)

        self.app.ask_text(self.app.words.say("lobby.ask_code"), entered)

    def action_watch(self) -> None:
        """Watch the table pointed at, or one whose code is asked for."""
        pointed = self._pointed()
        if pointed:
            self.come_to(pointed, watch=True)
            return

        def entered(code: str | None) -> None:
            if code and code.strip():
                self.come_to(code.strip().upper()[:8], watch=True)

        self.app.ask_text(self.app.words.say("lobby.ask_code"), entered)

    def action_people(self) -> None:
        """Hear someone no longer, or again."""
        people.ask(self.app, None, None)

    def action_talk(self) -> None:
        """Say something."""
        self.query_one(Chat).talk()

    def action_leave(self) -> None:
        """Leave the server."""
        self.app.leaving(self.app.go_home)
