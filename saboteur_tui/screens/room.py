"""The room before a game: who sits where, and what is played."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rich.cells import set_cell_size
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from protocol.limits import CODE_CHARACTERS, NAME_CELLS, NONCE_BYTES
from protocol.messages import AddBot, Arrange, ClientMessage, Kick, NotReady, Ready, Room, SeatInfo
from protocol.text import clean
from saboteur_tui import actions, arranging, people
from saboteur_tui.widgets.chat import Chat
from saboteur_tui.widgets.screen_hints import ScreenHints

if TYPE_CHECKING:
    from saboteur_tui.app import SaboteurApp

LABEL = 22
NAME = 17


class RoomScreen(Screen[None]):
    """Seats, bots, options and chat."""

    BINDINGS = actions.bindings("room")
    AUTO_FOCUS = "#seats"
    app: SaboteurApp

    def __init__(self) -> None:
        super().__init__()
        self.room: Room | None = None
        self.rows: list[arranging.Row] = []
        self.notice = ""
        self.laid_out = False

    def compose(self) -> ComposeResult:
        """Show the seats beside the options."""
        words = self.app.words
        yield Static(id="head", markup=False)
        yield Static(id="share", markup=False)
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield Static(words.say("room.seated"), classes="heading", markup=False)
                yield OptionList(id="seats", markup=False)
            with Vertical(id="right"):
                yield Static(words.say("room.options"), classes="heading", markup=False)
                yield OptionList(id="options", markup=False)
        yield Static(id="explained", markup=False)
        yield Chat(words.say("chat.placeholder"), words.say("chat.empty"), id="talking")
        yield Static(id="ask", markup=False)
        yield ScreenHints(id="hints")

    def on_mount(self) -> None:
        """Draw what has come already."""
        self.laid_out = True
        self.redraw()
        self.hear_chat()

    def restyle(self) -> None:
        """Show everything anew."""
        self.redraw()

    # --- What the server says ----------------------------------------------------------------------------------------

    def take(self, room: Room) -> None:
        """Show the room as it stands."""
        before, self.room = self.room, room
        if before is not None and before.table.host != room.table.host == room.me:
            self.app.tell(self.app.words.say("room.you_host"))
        if before is None or before.table.options != room.table.options or before.table.terms != room.table.terms:
            self.notice = ""
        self.redraw()

    def say(self, text: str) -> None:
        """Show why something was refused."""
        self.notice = text
        self._explain()

    def hear_chat(self) -> None:
        """Show what was said."""
        if self.laid_out:
            self.query_one(Chat).show(self.app.chat)

    # --- Drawing -----------------------------------------------------------------------------------------------------

    @property
    def hosting(self) -> bool:
        """Whether the table is mine."""
        return self.room is not None and self.room.me is not None and self.room.me == self.room.table.host

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Offer only what can be done: spectators are never ready, and bots are the host's."""
        if action == "ready":
            return self.room is not None and self.room.me is not None
        return self.hosting if action in ("add_bot", "remove") else True

    def redraw(self) -> None:
        """Bring every part up to date."""
        room = self.room
        if room is None or not self.laid_out:
            return
        words, table = self.app.words, room.table
        edition, code = words.name("edition", table.options.edition), clean(table.code, CODE_CHARACTERS)
        self.query_one("#head", Static).update(
            Text(words.say("room.title", code=code, edition=edition, seats=len(table.seats)))
        )
        self.query_one("#share", Static).update(Text(self.app.share_text(code)))
        self._fill("#seats", [self._seat(at, seat) for at, seat in enumerate(table.seats)])
        if self.app.catalogue is not None:
            self.rows = arranging.rows(self.app.catalogue, table, words, alone=self.app.private)
        self._fill("#options", [self._option(row) for row in self.rows])
        self.query_one("#ask", Static).update(Text(self._asked(room), style="bold"))
        self._explain()
        self.query_one(ScreenHints).renew()

    def _fill(self, name: str, lines: list[Text]) -> None:
        """Show lines in a list, pointing at the same one as before."""
        menu = self.query_one(name, OptionList)
        if menu.option_count == len(lines):
            for at, line in enumerate(lines):
                if menu.get_option_at_index(at).prompt != line:
                    menu.replace_option_prompt_at_index(at, line)
            return
        pointed = menu.highlighted or 0
        menu.clear_options()
        menu.add_options([Option(line) for line in lines])
        menu.highlighted = min(pointed, len(lines) - 1) if lines else None

    def _seat(self, at: int, seat: SeatInfo) -> Text:
        room, words = self.room, self.app.words
        assert room is not None
        if seat.bot:
            name, state = words.say("room.bot"), words.name("level", seat.bot)
        elif seat.name:
            name = clean(seat.name, NAME_CELLS)
            state = words.say("room.ready" if seat.ready else "room.not_ready")
            if not seat.connected:
                state = words.say("room.away")
        else:
            name, state = words.say("room.free"), ""
        notes = [words.say("room.you")] * (at == room.me) + [words.say("room.host")] * (at == room.table.host)
        taken = bool(seat.name or seat.bot)
        line = Text(f"{at + 1:>2} ", style="" if taken else "dim")
        line.append(set_cell_size(name, NAME))
        line.append(state, style="bold" if seat.ready else "")
        if notes and seat.name:
            line.append("".join(f", {note}" for note in notes))
        return line

    def _option(self, row: arranging.Row) -> Text:
        style = "dim" if row.hindrance else ""
        return Text.assemble((set_cell_size(row.label, LABEL), style), (row.value, style or "bold"))

    def _asked(self, room: Room) -> str:
        words, seats = self.app.words, room.table.seats
        if room.me is None:
            return words.say("room.ask.watching")
        free = any(not seat.name and not seat.bot for seat in seats)
        if free:
            key = "free_private" if self.app.private else "free_host" if self.hosting else "free"
            return words.say(f"room.ask.{key}")
        if not seats[room.me].ready:
            return words.say("room.ask.ready")
        return words.say("room.ask.others")

    def _explain(self) -> None:
        """Explain what is pointed at in one line; a refusal goes first."""
        if not self.laid_out:
            return
        text, words = self.notice, self.app.words
        options = self.query_one("#options", OptionList)
        if not text and self.focused is options and options.highlighted is not None and self.rows:
            row = self.rows[min(options.highlighted, len(self.rows) - 1)]
            text = row.hindrance or f"{row.label}: {row.help}"
        elif not text:
            text = words.say("room.explain_host" if self.hosting else "room.explain")
        explained = self.query_one("#explained", Static)
        explained.set_class(bool(self.notice), "refused")
        explained.update(Text(text))

    def on_descendant_focus(self) -> None:
        """Explain what is pointed at."""
        self.call_after_refresh(self._explain)

    def on_option_list_option_highlighted(self, _event: OptionList.OptionHighlighted) -> None:
        """Explain what is pointed at."""
        if self.room is not None and self.screen.focused is not None:
            self.notice = ""
            self._explain()

    # --- What the player does ----------------------------------------------------------------------------------------

    def _send(self, kind: Callable[..., ClientMessage], *fields: Any) -> None:
        link = self.app.link
        if link is not None:
            self.notice = ""
            link.send(kind(*fields, re=link.number()))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do what belongs to the line chosen."""
        if event.option_list.id == "options":
            self._change(event.option_index, 1)
            return
        room, at = self.room, event.option_index
        if room is None or at >= len(room.table.seats):
            return
        seat = room.table.seats[at]
        if at == room.me:
            self.action_ready()
        elif seat.name or seat.bot:
            self._remove(at)
        else:
            self.action_add_bot()

    def action_next_value(self) -> None:
        """Take the next value of the option pointed at."""
        self._step(1)

    def action_previous_value(self) -> None:
        """Take the value before."""
        self._step(-1)

    def _step(self, step: int) -> None:
        options = self.query_one("#options", OptionList)
        if self.focused is options and options.highlighted is not None:
            self._change(options.highlighted, step)

    def _change(self, at: int, step: int) -> None:
        room, catalogue, words = self.room, self.app.catalogue, self.app.words
        if room is None or catalogue is None or at >= len(self.rows):
            return
        row = self.rows[at]
        if not self.hosting:
            self.say(words.say("fault.not_host"))
        elif row.hindrance:
            self.say(row.hindrance)
        elif row.id == "password":
            self.app.ask_text(words.say("room.ask_password"), self._set_password, secret=True)
        else:
            options, terms = arranging.stepped(catalogue, room.table, row.id, step)
            self._send(Arrange, options, terms, None)

    def _set_password(self, password: str | None) -> None:
        if self.room is not None and password is not None:
            self._send(Arrange, self.room.table.options, self.room.table.terms, password[:64])

    def action_ready(self) -> None:
        """Say that I am ready, or not after all."""
        room = self.room
        if room is None or room.me is None:
            return
        if room.table.seats[room.me].ready:
            self._send(NotReady)
        else:
            self._send(Ready, secrets.token_bytes(NONCE_BYTES))

    def action_add_bot(self) -> None:
        """Put a bot on a free seat, of a level that is asked for where there are several."""
        words, levels = self.app.words, self.app.levels
        if not self.hosting:
            self.say(words.say("fault.not_host"))
            return

        def chosen(level: str | None) -> None:
            if level == "all" and self.room is not None:
                for seat in self.room.table.seats:
                    if not seat.name and not seat.bot:
                        self._send(AddBot, self.app.bot_level())
            elif level:
                self._send(AddBot, level)

        from saboteur_tui.screens.choose import ChooseScreen

        entries = [(level, f"{words.name('level', level)}: {words.help('level', level)}") for level in levels]
        entries.append(("all", words.say("room.fill", level=words.name("level", self.app.bot_level()))))
        self.app.push_screen(ChooseScreen(words.say("room.which_bot"), entries, self.app.bot_level()), chosen)

    def action_remove(self) -> None:
        """Remove who sits on the seat pointed at, or else the last bot."""
        room, menu = self.room, self.query_one("#seats", OptionList)
        if room is None:
            return
        at = menu.highlighted if self.focused is menu else None
        seats = room.table.seats
        if at is None or at == room.me or not (seats[at].name or seats[at].bot):
            at = next((at for at in reversed(range(len(seats))) if seats[at].bot), None)
        if at is not None:
            self._remove(at)

    def _remove(self, at: int) -> None:
        room, words = self.room, self.app.words
        if room is None:
            return
        if not self.hosting:
            self.say(words.say("fault.not_host"))
        elif room.table.seats[at].bot:
            self._send(Kick, at)
        else:
            self.app.confirm(
                "confirm.kick", lambda: self._send(Kick, at), name=clean(room.table.seats[at].name, NAME_CELLS)
            )

    def action_people(self) -> None:
        """Hear someone no longer, or again."""
        if self.room is not None:
            people.ask(self.app, self.room.table, self.room.me)

    def action_talk(self) -> None:
        """Say something."""
        self.query_one(Chat).talk()

    def on_chat_spoken(self, message: Chat.Spoken) -> None:
        """Say it."""
        self.app.say(message.text)

    def action_leave(self) -> None:
        """Ask whether to leave."""
        self.app.ask_to_leave()
