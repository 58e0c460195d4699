"""The table: maze, hand, players, log, and the question now asked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Footer, Static

from protocol.game import Action, AtCell, AtSeat, Cell, Target, View
from protocol.messages import Act, Because, TableInfo, Update, Why
from saboteur_tui import actions, choosing
from saboteur_tui.asking import ask
from saboteur_tui.choosing import Choice
from saboteur_tui.drawing.maze import Ghost, Overlay, face_of, letters, tiles
from saboteur_tui.naming import Cast, sentence
from saboteur_tui.narrating import narrate
from saboteur_tui.refusing import refusal_text
from saboteur_tui.widgets.hand import HandView
from saboteur_tui.widgets.maze import MazeView
from saboteur_tui.words.en.screens import TEXT

if TYPE_CHECKING:
    from saboteur_tui.app import SaboteurApp

LOG_LINES = 400


class TableScreen(Screen[None]):
    """A game as one seat or a spectator sees it."""

    BINDINGS = actions.bindings("table", TEXT)
    AUTO_FOCUS = ""
    app: SaboteurApp

    def __init__(self) -> None:
        super().__init__()
        self.table: TableInfo | None = None
        self.view: View | None = None
        self.choice = Choice()
        self.cursor: Cell | None = None
        self.target: Target | None = None
        """The target pointed at, where it is no place."""
        self.armed = False
        """Whether something was pointed at since the question came: Enter alone never answers."""
        self.covered = False
        self.notice = ""
        self.lines: list[str] = []
        self._why = 0

    def compose(self) -> ComposeResult:
        """Lay the table out."""
        yield Static(id="head", markup=False)
        with Horizontal(id="middle"):
            yield MazeView(id="maze")
            with Vertical(id="side"):
                yield Static(id="players", markup=False)
                yield Static(id="log", markup=False)
        yield Static(id="me", markup=False)
        yield HandView(id="hand")
        yield Static(id="ask", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Draw what has come already."""
        self.query_one(MazeView).restyle(self.app.palette, self.app.settings.card_size)
        self.query_one(HandView).palette = self.app.palette
        self.redraw()

    # --- What the server says ---

    def take(self, update: Update) -> None:
        """Show a new Update; a half-made choice is kept while the question is the same."""
        before = self.view
        self.table, self.view = update.table, update.view
        told = narrate(update.events, self.cast())
        self.lines = (told if update.story else [*self.lines, *told])[-LOG_LINES:]
        question = update.view.question
        if before is None or before.question != question or before.hand != update.view.hand:
            self.choice, self.target, self.armed, self.notice = Choice(), None, False, ""
            if question is not None and self.app.settings.bell and (before is None or before.question is None):
                self.app.bell()
        self.redraw()

    def because(self, message: Because) -> None:
        """Show why a place is refused."""
        if message.re == self._why and message.refusal is not None and self.view is not None:
            self.notice = refusal_text(message.refusal, self.cast(), self.view)
            self.redraw()

    def say(self, text: str) -> None:
        """Show a notice in the line of the question."""
        self.notice = text
        self.redraw()

    # --- Drawing ---

    def cast(self) -> Cast:
        """Return who is who."""
        table, view = self.table, self.view
        if table is None or view is None:
            return Cast(self.app.words, faces=self.app.faces)
        names = tuple(seat.name for seat in table.seats)
        if table.game is not None and table.game.names:
            names = table.game.names
        return Cast(self.app.words, names, view.me, self.app.faces, letters(view.maze, self.app.faces))

    def offers(self) -> choosing.Offers:
        """Return what may be chosen next."""
        if self.view is None or self.view.question is None:
            return choosing.NO_OFFERS
        return choosing.offers(self.view.legal, self.view.hand, self.choice)

    def redraw(self) -> None:
        """Bring every part up to date."""
        view, table = self.view, self.table
        if view is None or table is None or not self.is_mounted:
            return
        offers, cast = self.offers(), self.cast()
        ghost = None
        if offers.laying and self.cursor is not None:
            face = face_of(self.app.faces, view.hand[self.choice.hand[0]])
            ways = choosing.orientations(view.legal, view.hand, self.choice, self.cursor)
            ghost = Ghost(face, self.choice.turned, self.choice.turned in ways)
        overlay = Overlay(frozenset(offers.cells), self.cursor, ghost)
        maze = self.query_one(MazeView)
        maze.show(tiles(view, self.app.faces, overlay), self.cursor)
        self.query_one(HandView).show(
            view.hand, self.choice.hand, offers.cards, self.choice.turned, self.app.faces, self.app.words, self.covered
        )
        self._put("head", self._head(view, table, cast))
        self._put("players", self._players(view, table, cast, offers))
        self._put("me", self._me(view))
        asked = self.notice or ask(view, cast, self.choice, offers)
        self._put("ask", Text(asked, style="bold"))
        self._put("log", self._log(offers, cast))

    def _put(self, name: str, text: Text) -> None:
        widget = self.query_one(f"#{name}", Static)
        if widget.visual is None or str(widget.content) != str(text) or widget.content != text:
            widget.update(text)

    def _head(self, view: View, table: TableInfo, cast: Cast) -> Text:
        words = self.app.words
        parts = [table.code, words.name("edition", view.options.edition)]
        parts.append(words.say("table.round", round=view.round, rounds=view.rounds))
        if "draw" in view.piles:
            parts.append(words.say("table.draw", number=view.piles["draw"]))
        if table.spectators:
            parts.append(words.say("table.watching", number=table.spectators))
        if view.turn is not None:
            parts.append(sentence(cast.who(view.turn)) + (" <" if view.turn == view.me else ""))
        if table.clock is not None:
            parts.append(f"{table.clock // 60000}:{table.clock // 1000 % 60:02}")
        return Text("   ".join(parts), no_wrap=True, overflow="ellipsis")

    def _players(self, view: View, table: TableInfo, cast: Cast, offers: choosing.Offers) -> Text:
        text = Text(no_wrap=True, overflow="crop")
        wide = self.size.width >= 100
        known = {item.about.seat: item for item in view.known if isinstance(item.about, AtSeat)}
        for at, seat in enumerate(view.seats):
            info = table.seats[at] if at < len(table.seats) else None
            pointed = self.target == AtSeat(at)
            before = " ".join(self.app.words.short("card", card) for card in seat.before)
            if not wide:
                before = "".join(self.app.words.short("card", card)[:1].upper() for card in seat.before)
            gone = "!" if info is not None and not info.bot and not info.connected else ""
            turn = ">" if view.turn == at else "*" if at == view.me else " "
            role = self.app.words.short("role", seat.role) if seat.role and at != view.me else ""
            if at in known and not role:
                role = self.app.words.short("role", known[at].card) + ("?" if known[at].aged else "")
            name = Text(cast.name(at))
            name.truncate(14 if wide else 7, pad=True)
            line = Text(f"{turn}{at + 1:>2} ")
            line.append_text(name)
            line.append(f" {seat.hand}{gone} {before}")
            if role:
                line.append(f" {role}" if wide else f" {role[:3]}")
            if pointed:
                line.stylize("reverse bold")
            elif at in offers.seats:
                line.stylize("bold underline")
            text.append_text(line)
            text.append("\n")
        return text

    def _me(self, view: View) -> Text:
        words = self.app.words
        if view.me is None:
            return Text(words.say("table.spectator"))
        seat = view.seats[view.me]
        if self.covered:
            return Text(words.say("table.covered"))
        role = words.name("role", seat.role) if seat.role else "?"
        parts = [words.say("table.role", role=role.upper())]
        if seat.gold is not None:
            parts.append(words.say("table.gold", gold=seat.gold))
        return Text("   ".join(parts) + "   " + words.help("role", seat.role), no_wrap=True, overflow="ellipsis")

    def _log(self, offers: choosing.Offers, cast: Cast) -> Text:
        text = Text()
        purposes = offers.purposes if len(offers.purposes) > 1 else ()
        for item in offers.listed:
            mark = ">" if self.target == item else "-"
            text.append(f"{mark} {cast.target(item)}\n", style="bold" if self.target == item else "")
        for at, purpose in enumerate(purposes):
            mark = ">" if self.choice.purpose == purpose else "-"
            text.append(f"{mark} {at + 1} {self.app.words.name('purpose', purpose)}\n")
        room = max(3, self.query_one("#log").size.height - len(offers.listed) - len(purposes))
        width = max(10, self.query_one("#log").size.width)
        shown: list[str] = []
        for line in reversed(self.lines):
            height = -(-len(line) // width) or 1
            if room < height:
                break
            room -= height
            shown.append(line)
        text.append("\n".join(reversed(shown)))
        return text

    # --- What the player does ---

    def action_card(self, at: int) -> None:
        """Point at a card of the hand."""
        view = self.view
        if view is None or view.question is None or at >= len(view.hand):
            return
        self.notice, self.armed = "", True
        self.choice = choosing.choose_card(view.legal, view.hand, self.choice, at)
        self.target = None
        offers = self.offers()
        if offers.cells and self.cursor not in offers.cells:
            self._go(min(offers.cells, key=self._distance))
        elif self.cursor is not None:
            self._go(self.cursor)
        self.redraw()

    def _distance(self, cell: Cell) -> int:
        x, y = self.cursor or (0, 0)
        return abs(cell[0] - x) + abs(cell[1] - y)

    def _go(self, cell: Cell) -> None:
        self.cursor, self.target = cell, None
        if self.view is not None:
            self.choice = choosing.oriented(self.view.legal, self.view.hand, self.choice, cell)

    def _walk(self, step: int) -> None:
        offers = self.offers()
        if self.choice.discarding and len(offers.purposes) > 1:
            at = offers.purposes.index(self.choice.purpose) if self.choice.purpose in offers.purposes else -1
            self.choice = choosing.take_purpose(self.choice, offers.purposes[(at + step) % len(offers.purposes)])
            self.armed = True
            self.redraw()
            return
        targets = offers.targets
        if not targets:
            return
        now: Target | None = self.target
        if now is None and self.cursor is not None:
            now = AtCell(self.cursor)
        at = targets.index(now) if now in targets else -1 if step > 0 else 0
        chosen = targets[(at + step) % len(targets)]
        self.notice, self.armed = "", True
        if isinstance(chosen, AtCell):
            self._go(chosen.cell)
        else:
            self.target = chosen
        self.redraw()

    def action_next(self) -> None:
        """Point at the next thing that may be chosen."""
        self._walk(1)

    def action_previous(self) -> None:
        """Point at the one before."""
        self._walk(-1)

    def _move(self, x: int, y: int) -> None:
        at = self.cursor or (0, 0)
        self.notice, self.armed = "", True
        self._go((at[0] + x, at[1] + y) if self.cursor is not None else at)
        self.redraw()

    def action_up(self) -> None:
        """Move the cursor up."""
        self._move(0, -1)

    def action_down(self) -> None:
        """Move the cursor down."""
        self._move(0, 1)

    def action_left(self) -> None:
        """Move the cursor to the left."""
        self._move(-1, 0)

    def action_right(self) -> None:
        """Move the cursor to the right."""
        self._move(1, 0)

    def action_turn(self) -> None:
        """Turn the chosen path card upside down."""
        if self.choice.hand and not self.choice.discarding:
            self.choice = replace(self.choice, turned=not self.choice.turned)
            self.notice = ""
            self.redraw()

    def action_discard(self) -> None:
        """Begin to discard."""
        view = self.view
        if view is not None and self.offers().can_discard and not self.choice.discarding:
            self.choice = choosing.begin_discard(view.legal, view.hand, self.choice)
            self.target, self.armed, self.notice = None, True, ""
            self.redraw()

    def action_back(self) -> None:
        """Take back the last part of the choice."""
        self.choice = choosing.back(self.choice)
        self.target, self.notice = None, ""
        if not self.choice.begun:
            self.cursor = None
        self.redraw()

    def action_confirm(self) -> None:
        """Take what is pointed at; if that completes an action, do it."""
        view = self.view
        if view is None or view.question is None:
            return
        offers = self.offers()
        if not self.armed:
            self.say(self.app.words.say("table.choose_first"))
            return
        pointed: Target | None = self.target
        if pointed is None and self.cursor is not None and (offers.cells or offers.laying):
            pointed = AtCell(self.cursor)
        if offers.ready is not None and pointed not in offers.targets:
            self.act(offers.ready)
            return
        if pointed is None:
            self.say(self.app.words.say("table.choose_first"))
            return
        fits = pointed in offers.targets
        if isinstance(pointed, AtCell) and offers.laying and fits:
            fits = self.choice.turned in choosing.orientations(view.legal, view.hand, self.choice, pointed.cell)
        if not fits:
            self._ask_why(pointed, offers.laying)
            return
        self.choice, self.target = choosing.take(self.choice, pointed), None
        after = self.offers()
        if after.ready is not None and not after.targets:
            self.act(after.ready)
        else:
            self.redraw()

    def _ask_why(self, pointed: Target, laying: bool) -> None:
        if self.view is None:
            return
        tried = choosing.tried(self.view.hand, self.choice, pointed)
        if laying and isinstance(pointed, AtCell):
            tried = choosing.tried_lay(self.view.hand, self.choice, pointed.cell)
        if tried is not None and self.app.link is not None:
            self._why = self.app.link.number()
            self.app.link.send(Why(tried, self._why))

    def act(self, action: Action) -> None:
        """Send an action."""
        view = self.view
        if view is not None and view.question is not None and self.app.link is not None:
            self.app.link.send(Act(view.question.id, action, self.app.link.number()))
            self.armed = False

    def action_cover(self) -> None:
        """Hide hand and role from a neighbour, or show them again."""
        self.covered = not self.covered
        self.redraw()

    def action_larger(self) -> None:
        """Draw larger cards."""
        self.query_one(MazeView).step_size(1)

    def action_smaller(self) -> None:
        """Draw smaller cards."""
        self.query_one(MazeView).step_size(-1)

    def action_leave(self) -> None:
        """Ask whether to leave."""
        self.app.confirm("confirm.leave_game", self.app.leave_table)

    def on_hand_view_pointed(self, message: HandView.Pointed) -> None:
        """Choose a card by mouse."""
        self.action_card(message.at)

    def on_maze_view_pointed(self, message: MazeView.Pointed) -> None:
        """Point at a place by mouse; a second click on it confirms."""
        if self.cursor == message.cell and self.armed:
            self.action_confirm()
            return
        self.armed, self.notice = True, ""
        self._go(message.cell)
        self.redraw()

    def on_resize(self) -> None:
        """Fit the side column to the new width."""
        self.set_class(self.size.width >= 100, "wide")
        self.call_after_refresh(self.redraw)
