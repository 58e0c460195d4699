"""The table: maze, hand, players, log, and the question now asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

from msgspec import structs
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.screen import Screen

from protocol.game import Action, Answer, Asked, AtCard, AtCell, AtChoice, AtSeat, Cell, Face, Target, View
from protocol.messages import Act, Because, Room, Standing, TableInfo, Update, Why
from saboteur_tui import actions, choosing, panels
from saboteur_tui.asking import ask, standing_answer
from saboteur_tui.choosing import Choice, Offers
from saboteur_tui.drawing.maze import Ghost, Overlay, face_of, letters, tiles
from saboteur_tui.naming import Cast, card_word
from saboteur_tui.narrating import tell
from saboteur_tui.panels import Told
from saboteur_tui.refusing import refusal_text
from saboteur_tui.screens.game_over import GameOverScreen
from saboteur_tui.screens.page import PageScreen
from saboteur_tui.screens.round_over import RoundOverScreen
from saboteur_tui.screens.talk import TalkScreen
from saboteur_tui.widgets.hand import STEP, HandView
from saboteur_tui.widgets.hints import Hints
from saboteur_tui.widgets.lines import Lines
from saboteur_tui.widgets.maze import MazeView

if TYPE_CHECKING:
    from saboteur_tui.app import SaboteurApp

LOG_LINES = 400
WIDE = 100
"""From this width on there is room for words beside the maze."""
CHAT_HEIGHT = 6

CHOOSING = ("next", "confirm", "turn", "discard", "back")
"""Deeds that are of use only while something is asked of me."""
ORDER = (*CHOOSING, "always", "help", "leave", "log")
"""The order of the keys in the last line, as far as they have room."""

Item = AtCard | AtChoice | str
"""A line of the list to choose from: a target, or what cards are discarded for."""


def cast_of(table: TableInfo | None, view: View | None, app: SaboteurApp) -> Cast:
    """Return who is who at a table."""
    if table is None or view is None:
        return Cast(app.words, faces=app.faces)
    names = tuple(seat.name for seat in table.seats)
    if table.game is not None and table.game.names:
        names = table.game.names
    bots = frozenset(at for at, seat in enumerate(table.seats) if seat.bot)
    return Cast(app.words, names, view.me, app.faces, letters(view.maze, app.faces), bots, view.options.edition)


def announced(asked: Asked, faces: Mapping[str, Face]) -> tuple[Cell | None, Ghost | None]:
    """Return the place that a question about a played card is about, and a path card as it would lie there."""
    match asked.about:
        case (AtCard(card=card), AtCell(cell=cell), *rest):
            face = faces.get(card)
            if face is None or face.family != "path":
                return cell, None
            return cell, Ghost(face, AtChoice("turned") in rest, fits=True)
    return None, None


def seen_by_all(view: View) -> View:
    """Return a view without what I have seen in secret; the hand is drawn covered."""
    return structs.replace(view, known=())


class TableScreen(Screen[None]):
    """A game as one seat or a spectator sees it."""

    BINDINGS = actions.bindings("table")
    AUTO_FOCUS = ""
    app: SaboteurApp

    def __init__(self) -> None:
        super().__init__()
        self.table: TableInfo | None = None
        self.view: View | None = None
        self.choice = Choice()
        self.cursor: Cell | None = None
        self.target: Target | str | None = None
        """The target, or the purpose of a discard, that is pointed at, where it is no place."""
        self.armed = False
        """Whether something was pointed at since the question came: Enter alone never answers."""
        self.covered = False
        self.notice = ""
        self.lines: list[Told] = []
        self.standing: dict[str, Answer] = {}
        """What the table always answers for me, by kind of question."""
        self._why = 0
        self._since = monotonic()
        self._settled = 0
        """How many rounds were told of as over."""
        self._over = False

    def compose(self) -> ComposeResult:
        """Lay the table out."""
        yield Lines(id="head")
        with Horizontal(id="middle"):
            with Container(id="mine"):
                yield MazeView(id="maze")
                yield Lines(id="choices")
            with Vertical(id="side"):
                yield Lines(id="players")
                yield Lines(id="log")
                yield Lines(id="chat")
        yield Lines(id="me")
        with Horizontal(id="cards"):
            yield HandView(id="hand")
            yield Lines(id="about")
        yield Lines(id="ask")
        yield Hints(id="hints")

    def on_mount(self) -> None:
        """Draw what has come already."""
        self.set_interval(1, self._tick)
        self.restyle()

    def restyle(self) -> None:
        """Draw everything as the settings say."""
        self.query_one(MazeView).restyle(self.app.palette, self.app.settings.card_size)
        self.query_one(HandView).palette = self.app.palette
        self.redraw()

    # --- What the server says ---

    def take(self, update: Update) -> None:
        """Show a new Update; a half-made choice is kept while the question is the same."""
        before = self.view
        self.table, self.view, self._since = update.table, update.view, monotonic()
        self.standing = update.standing
        told = [Told(text, secret=secret) for text, secret in tell(update.events, self.cast())]
        self.lines = (told if update.story else [*self.lines, *told])[-LOG_LINES:]
        question = update.view.question
        if before is None or before.question != question or before.hand != update.view.hand:
            self.choice, self.target, self.armed, self.notice = Choice(), None, False, ""
            self.cursor = None
            if question is not None and self.app.settings.bell and (before is None or before.question is None):
                self.app.bell()
        self.redraw()
        self._pass_on()
        self._tell_endings(update)

    def _tell_endings(self, update: Update) -> None:
        """Show a round whose gold is all paid, and a game, when they are over."""
        view = update.view
        settled = sum(result.round < view.round or view.outcome is not None for result in view.results)
        before, self._settled = self._settled, settled
        was_over, self._over = self._over, view.outcome is not None
        while was_over and view.outcome is None and isinstance(self.app.screen, GameOverScreen | RoundOverScreen):
            self.app.pop_screen()
        if view.outcome is not None and not was_over:
            self._show_standings(view)
        # Whoever comes back to a table is not told of rounds of long ago.
        if settled > before and not update.story:
            self.app.push_screen(RoundOverScreen(view.results[settled - 1], self.cast()))

    def take_room(self, room: Room) -> None:
        """Show who is there and who is not; the game has not changed."""
        self.table, self._since = room.table, monotonic()
        self.redraw()
        for screen in self.app.screen_stack:
            if isinstance(screen, GameOverScreen):
                screen.take_table(room.table)

    def _show_standings(self, view: View) -> None:
        if view.outcome is not None and self.table is not None:
            self.app.push_screen(GameOverScreen(view.outcome, view.results, self.table, self.cast()))

    def because(self, message: Because) -> None:
        """Show why a place is refused."""
        if message.re == self._why and message.refusal is not None and self.view is not None:
            self.say(refusal_text(message.refusal, self.cast(), self.view))

    def say(self, text: str) -> None:
        """Show a notice in the line of the question."""
        self.notice = text
        self.redraw()

    def hear_chat(self) -> None:
        """Show what was said last."""
        if self.app.chat:
            self.lines = [*self.lines, panels.told_line(self.app.chat[-1])][-LOG_LINES:]
        self.redraw()
        self._pass_on()

    def told(self) -> list[Told]:
        """Return what was told, without my own secrets while they are covered."""
        return [line for line in self.lines if not (self.covered and line.secret)]

    def _pass_on(self) -> None:
        if isinstance(self.app.screen, TalkScreen):
            self.app.screen.take(self.told())

    def _tick(self) -> None:
        """Let the clocks run on."""
        table = self.table
        if table is not None and (table.clock is not None or any(seat.away is not None for seat in table.seats)):
            self.redraw()

    # --- Drawing ---

    def cast(self) -> Cast:
        """Return who is who."""
        return cast_of(self.table, self.view, self.app)

    def offers(self) -> Offers:
        """Return what may be chosen next."""
        if self.view is None or self.view.question is None:
            return choosing.NO_OFFERS
        return choosing.offers(self.view.legal, self.view.hand, self.choice)

    def items(self, offers: Offers) -> tuple[Item, ...]:
        """Return the list to choose from: what is neither card of the hand, place nor player."""
        return offers.purposes if len(offers.purposes) > 1 else offers.listed

    def redraw(self) -> None:
        """Bring every part up to date."""
        view, table = self.view, self.table
        if view is None or table is None or not self.is_mounted:
            return
        if self.covered:
            view = seen_by_all(view)
        offers, cast, palette = self.offers(), self.cast(), self.app.palette
        elapsed = int((monotonic() - self._since) * 1000)
        maze = self.query_one(MazeView)
        way = view.results[-1].path if view.results and view.results[-1].round == view.round else ()
        overlay = self._overlay(view, offers)
        maze.show(tiles(view, self.app.faces, self.word, overlay, way), overlay.cursor)
        self.query_one(HandView).show(
            view.hand, self.choice.hand, offers.cards, self.choice.turned, self.app.faces, self.app.words, self.covered
        )
        left = None if table.clock is None else table.clock - elapsed
        self._lines("head").show([panels.head(view, table, cast, self.size.width, left)])
        side = self._lines("players")
        seats = panels.players(
            view,
            table,
            cast,
            side.size.width or 16,
            offers=offers,
            pointed=None if isinstance(self.target, str) else self.target,
            elapsed=elapsed,
            palette=palette,
        )
        side.show_all(seats, 1, self._show_log)
        always = [cast.target(target) for answer in self.standing.values() for target in answer.targets]
        self._lines("me").show([panels.me(view, cast, self.size.width, covered=self.covered, always=always)])
        self._show_choices(offers, cast)
        self._show_log()
        self._lines("about").show(self._about(view, cast, offers))
        asked = ask(view, cast, self.choice, offers, self._keys())
        style = "bold reverse" if self.notice else "bold"
        self._lines("ask").show([Text(f" {self.notice} " if self.notice else asked, style=style, no_wrap=True)])
        self._offer_keys(offers)

    def word(self, card: str) -> str:
        """Return the word that stands on a card of the maze."""
        return card_word(self.app.words, self.app.faces, card).upper()

    def _lines(self, name: str) -> Lines:
        return self.query_one(f"#{name}", Lines)

    def _overlay(self, view: View, offers: Offers) -> Overlay:
        ghost = None
        if offers.laying and self.cursor is not None:
            face = face_of(self.app.faces, view.hand[self.choice.hand[0]])
            ways = choosing.orientations(view.legal, view.hand, self.choice, self.cursor)
            ghost = Ghost(face, self.choice.turned, self.choice.turned in ways)
        cursor = self.cursor
        if cursor is None and view.asked is not None:
            cursor, ghost = announced(view.asked, self.app.faces)
        return Overlay(frozenset(offers.cells), cursor, ghost)

    def _show_choices(self, offers: Offers, cast: Cast) -> None:
        items, lines = self.items(offers), self._lines("choices")
        labels = [
            self.app.words.name("purpose", item) if isinstance(item, str) else cast.target(item) for item in items
        ]
        pointed = items.index(self.target) if self.target in items else None
        lines.display = bool(items)
        if items:
            lines.styles.height = len(items)
            width = self.query_one("#mine").size.width
            lines.show(panels.choices(labels, pointed, width, numbered=self._numbered(offers)))

    def _numbered(self, offers: Offers) -> bool:
        """Tell whether digits choose from the list, because they choose no card."""
        return not offers.cards

    def _show_log(self) -> None:
        log, chat = self._lines("log"), self._lines("chat")
        said = [line for line in self.told() if line.said]
        apart = self.size.width >= WIDE and bool(said)
        chat.display = apart
        width = max(10, log.size.width)
        events = [line for line in self.told() if not (apart and line.said)]
        log.show(panels.log(events, width, log.size.height or 1))
        if apart:
            title = Text(self.app.words.say("table.chat"), style="bold")
            chat.show([title, *panels.log(said, width, CHAT_HEIGHT - 1)])

    def _about(self, view: View, cast: Cast, offers: Offers) -> list[Text]:
        """Return what is to be read beside the hand: the chosen card, the place looked at, or what I know."""
        room = self.size.width - STEP * len(view.hand) - 1
        if room < 20 or self.covered:
            return []
        if view.question is not None and view.question.cards:
            left = self.app.words.say("table.shown_to_you", cards=cast.cards(view.question.cards))
            return panels.broken(Text(left), room)[:4]
        if self.choice.hand:
            return panels.about_card(view.hand[self.choice.hand[-1]], cast, room, 4)
        looked = panels.about_cell(view, cast, self.cursor) if self.cursor is not None and not offers.laying else ""
        if looked:
            return panels.broken(Text(looked), room)[:4]
        known = panels.knowledge(view, cast)
        return [line for text in known[-4:] for line in panels.broken(Text(text), room)][-4:]

    def _keys(self) -> dict[str, str]:
        given = self.app.settings.keys
        return {deed: actions.first_key(f"table.{deed}", given) for deed in CHOOSING}

    def _offer_keys(self, offers: Offers) -> None:
        given, words = self.app.settings.keys, self.app.words
        useful = {
            "next": bool(offers.targets or len(offers.purposes) > 1),
            "confirm": self.armed and bool(offers.targets or offers.ready),
            "turn": offers.laying,
            "discard": offers.can_discard and not self.choice.discarding,
            "back": self.choice.begun,
            "always": bool(self.standing) or (self.view is not None and standing_answer(self.view, None) is not None),
        }
        deeds = [
            (deed.action, actions.first_key(deed.id, given), words.say(f"deed.{deed.id}"))
            for deed in actions.DEEDS
            if deed.show and deed.screen in ("table", "any") and useful.get(deed.action, True)
        ]
        deeds.sort(key=lambda deed: ORDER.index(deed[0]) if deed[0] in ORDER else len(ORDER))
        colour = "" if self.app.palette.ascii else self.app.palette.gold
        self.query_one(Hints).offer(deeds, colour)

    # --- What the player does ---

    def action_card(self, at: int) -> None:
        """Point at a card of the hand, or at a line of the list where no card is asked for."""
        view, offers = self.view, self.offers()
        if view is None or view.question is None:
            return
        if self._numbered(offers) and not self.choice.discarding:
            self._point_item(at, offers)
            return
        if at >= len(view.hand):
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

    def _point_item(self, at: int, offers: Offers) -> None:
        items = self.items(offers)
        if 0 <= at < len(items):
            self._point_at(items[at])
            self.redraw()

    def _point_at(self, item: Item | Target) -> None:
        self.notice, self.armed = "", True
        if isinstance(item, AtCell):
            self._go(item.cell)
        else:
            self.target = item

    def _distance(self, cell: Cell) -> tuple[int, Cell]:
        """Order places by how near they are to the cursor; without one, to what lies face down."""
        maze = self.view.maze if self.view is not None else ()
        near = [self.cursor] if self.cursor is not None else [card.cell for card in maze if not card.card]
        return min((abs(cell[0] - x) + abs(cell[1] - y) for x, y in near), default=0), cell

    def _go(self, cell: Cell) -> None:
        self.cursor, self.target = cell, None
        if self.view is not None:
            self.choice = choosing.oriented(self.view.legal, self.view.hand, self.choice, cell)

    def _walk(self, step: int) -> None:
        offers = self.offers()
        ways: tuple[Item | Target, ...] = offers.targets or self.items(offers)
        if not ways:
            return
        now: Item | Target | None = self.target
        if now is None and self.cursor is not None:
            now = AtCell(self.cursor)
        at = ways.index(now) if now in ways else -1 if step > 0 else 0
        self._point_at(ways[(at + step) % len(ways)])
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
            self.target, self.armed, self.notice, self.cursor = None, True, "", None
            self.redraw()

    def action_back(self) -> None:
        """Take back the last part of the choice, or the cursor."""
        self.choice = choosing.back(self.choice)
        self.target, self.notice = None, ""
        if not self.choice.begun:
            self.cursor, self.armed = None, False
        self.redraw()

    def action_confirm(self) -> None:
        """Take what is pointed at; if that completes an action, do it."""
        view = self.view
        if view is not None and view.outcome is not None:
            self._show_standings(view)
        if view is None or view.question is None:
            return
        offers = self.offers()
        if not self.armed:
            self.say(self.app.words.say("table.choose_first"))
            return
        if isinstance(self.target, str):
            self._take_purpose(self.target)
            return
        pointed = self.target
        laying = offers.laying or self._holds_path(view)
        if pointed is None and self.cursor is not None and (offers.cells or laying):
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
            self._ask_why(pointed, laying)
            return
        self.choice, self.target = choosing.take(self.choice, pointed), None
        after = self.offers()
        if after.ready is not None and not after.targets:
            self.act(after.ready)
        else:
            self.redraw()

    def _holds_path(self, view: View) -> bool:
        """Tell whether a path card is chosen, even one that fits nowhere."""
        if not self.choice.hand or self.choice.discarding or self.choice.picks:
            return False
        face = face_of(self.app.faces, view.hand[self.choice.hand[0]])
        return bool(face.groups or face.stubs)

    def _take_purpose(self, purpose: str) -> None:
        self.choice, self.target = choosing.take_purpose(self.choice, purpose), None
        offers = self.offers()
        if offers.ready is not None and not offers.targets:
            self.act(offers.ready)
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

    def action_always(self) -> None:
        """Let the table always give this answer for me; or, if it gives any, no longer."""
        view, link = self.view, self.app.link
        if view is None or link is None:
            return
        if self.standing:
            for kind in self.standing:
                link.send(Standing(kind, None, link.number()))
            return
        answer = standing_answer(view, self.target)
        if answer is not None and view.question is not None:
            link.send(Standing(view.question.kind, answer, link.number()))

    def action_cover(self) -> None:
        """Hide hand, role and what I know from a neighbour, or show them again."""
        self.covered = not self.covered
        self.redraw()

    def action_larger(self) -> None:
        """Draw larger cards."""
        self.query_one(MazeView).step_size(1)

    def action_smaller(self) -> None:
        """Draw smaller cards."""
        self.query_one(MazeView).step_size(-1)

    def action_log(self) -> None:
        """Show the whole log."""
        self.app.push_screen(TalkScreen(self.told(), talking=False))

    def action_talk(self) -> None:
        """Say something."""
        self.app.push_screen(TalkScreen(self.told(), talking=True))

    def action_know(self) -> None:
        """Show what I have seen in secret."""
        words = self.app.words
        if self.view is not None and not self.covered:
            text = "\n".join(panels.knowledge(self.view, self.cast())) or words.say("know.nothing")
            self.app.push_screen(PageScreen(words.say("know.title"), text, words.say("any.close")))

    def action_leave(self) -> None:
        """Ask whether to leave."""
        self.app.ask_to_leave()

    def on_hand_view_pointed(self, message: HandView.Pointed) -> None:
        """Choose a card by mouse; a second click on a path card turns it."""
        if self.choice.hand == (message.at,) and self.offers().laying:
            self.action_turn()
        else:
            self.action_card(message.at)

    def on_maze_view_pointed(self, message: MazeView.Pointed) -> None:
        """Point at a place by mouse; a second click on it confirms."""
        if self.cursor == message.cell and self.armed and (self.choice.begun or self.offers().cells):
            self.action_confirm()
            return
        self.armed, self.notice = True, ""
        self._go(message.cell)
        self.redraw()

    def on_lines_pointed(self, message: Lines.Pointed) -> None:
        """Point at a player or at a line of the list by mouse; a second click confirms."""
        offers = self.offers()
        match message.lines.id:
            case "players" if self.view is not None and message.line < len(self.view.seats):
                if not offers.seats and not self.choice.hand:
                    return
                if self.target == AtSeat(message.line):
                    self.action_confirm()
                else:
                    self._point_at(AtSeat(message.line))
                    self.redraw()
            case "choices":
                items = self.items(offers)
                if message.line >= len(items):
                    return
                if self.target == items[message.line]:
                    self.action_confirm()
                else:
                    self._point_item(message.line, offers)
            case "log" | "chat":
                self.action_log()

    def on_resize(self) -> None:
        """Fit the side column to the new width; a half-made choice stays as it is."""
        self.set_class(self.size.width >= WIDE, "wide")
        self.call_after_refresh(self.redraw)
