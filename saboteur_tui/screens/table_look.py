"""The table as it is drawn: from a View and a half-made choice to every part of the screen."""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic
from typing import TYPE_CHECKING

from msgspec import structs
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.screen import Screen

from protocol.game import Answer, View
from protocol.messages import TableInfo
from saboteur_tui import actions, panels
from saboteur_tui.asking import ask, standing_answer
from saboteur_tui.choosing import Offers
from saboteur_tui.deciding import Decision
from saboteur_tui.drawing.maze import letters, tiles
from saboteur_tui.naming import Cast, card_word
from saboteur_tui.panels import Told
from saboteur_tui.widgets.hand import STEP, HandView
from saboteur_tui.widgets.hints import Hints
from saboteur_tui.widgets.lines import Lines
from saboteur_tui.widgets.maze import MazeView

if TYPE_CHECKING:
    from saboteur_tui.app import SaboteurApp

WIDE = 100
"""From this width on there is room for words beside the maze."""
CHAT_HEIGHT = 6
ABOUT_HEIGHT, ABOUT_WIDTH = 4, 20
"""The lines beside the hand, and the width below which they say nothing."""

CHOOSING = ("next", "confirm", "turn", "discard", "back")
"""Deeds that are of use only while something is asked of me."""
ORDER = (*CHOOSING, "always", "more_time", "help", "leave", "log")
"""The order of the keys in the last line, as far as they have room."""


def cast_of(table: TableInfo | None, view: View | None, app: SaboteurApp) -> Cast:
    """Return who is who at a table."""
    if table is None or view is None:
        return Cast(app.words, faces=app.faces)
    names = tuple(seat.name for seat in table.seats)
    if table.game is not None and table.game.names:
        names = table.game.names
    bots = frozenset(at for at, seat in enumerate(table.seats) if seat.bot)
    return Cast(app.words, names, view.me, app.faces, letters(view.maze, app.faces), bots, view.options.edition)


def seen_by_all(view: View) -> View:
    """Return a view without what I have seen in secret; the hand is drawn covered."""
    return structs.replace(view, known=())


class TableLook(Screen[None]):
    """Shows what it holds; what changes that is the business of the screen built on it."""

    AUTO_FOCUS = ""
    app: SaboteurApp

    def __init__(self) -> None:
        super().__init__()
        self.table: TableInfo | None = None
        self.view: View | None = None
        self.decision = Decision({})
        self.covered = False
        self.notice = ""
        """Shown instead of the question, until something else is done."""
        self.lines: list[Told] = []
        self.standing: Mapping[str, Answer] = {}
        """What the table always answers for me, by kind of question."""
        self.since = monotonic()
        """When the table was told of last: clocks run on from there."""

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

    def on_resize(self) -> None:
        """Fit the side column to the new width; a half-made choice stays as it is."""
        self.set_class(self.size.width >= WIDE, "wide")
        self.call_after_refresh(self.redraw)

    def _tick(self) -> None:
        """Let the clocks run on."""
        table = self.table
        if table is not None and (table.clock is not None or any(seat.away is not None for seat in table.seats)):
            self.redraw()

    def restyle(self) -> None:
        """Draw everything as the settings say."""
        self.query_one(MazeView).restyle(self.app.palette, self.app.settings.card_size)
        self.query_one(HandView).palette = self.app.palette
        self.redraw()

    # --- What is to be seen ------------------------------------------------------------------------------------------

    def cast(self) -> Cast:
        """Return who is who."""
        return cast_of(self.table, self.view, self.app)

    def told(self) -> list[Told]:
        """Return what was told, without my own secrets while they are covered."""
        return [line for line in self.lines if not (self.covered and line.secret)]

    def say(self, text: str) -> None:
        """Show a notice in the line of the question."""
        self.notice = text
        self.redraw()

    def keys(self) -> dict[str, str]:
        """Return the names of the keys that answer questions."""
        given = self.app.settings.keys
        return {deed: actions.first_key(f"table.{deed}", given) for deed in CHOOSING}

    def redraw(self) -> None:
        """Bring every part up to date."""
        view, table = self.view, self.table
        if view is None or table is None or not self.is_mounted:
            return
        if self.covered:
            view = seen_by_all(view)
        offers, cast = self.decision.offers(), self.cast()
        elapsed = int((monotonic() - self.since) * 1000)
        self._show_maze(view, offers)
        self._show_hand(view, offers)
        left = None if table.clock is None else table.clock - elapsed
        self._lines("head").show([panels.head(view, table, cast, self.size.width, left)])
        self._show_players(view, table, cast, offers, elapsed)
        always = [cast.target(target) for answer in self.standing.values() for target in answer.targets]
        self._lines("me").show([panels.me(view, cast, self.size.width, covered=self.covered, always=always)])
        self._show_choices(offers, cast)
        self._show_log()
        self._lines("about").show(self._about(view, cast, offers))
        asked = ask(view, cast, self.decision.choice, offers, self.keys(), self.size.width)
        style = "bold reverse" if self.notice else "bold"
        self._lines("ask").show([Text(f" {self.notice} " if self.notice else asked, style=style, no_wrap=True)])
        self._show_keys(offers)

    def _lines(self, name: str) -> Lines:
        return self.query_one(f"#{name}", Lines)

    def _show_maze(self, view: View, offers: Offers) -> None:
        way = view.results[-1].path if view.results and view.results[-1].round == view.round else ()
        overlay, app = self.decision.overlay(offers), self.app

        def word(card: str) -> str:
            return card_word(app.words, app.faces, card).upper()

        self.query_one(MazeView).show(tiles(view, app.faces, word, overlay, way), overlay.cursor)

    def _show_hand(self, view: View, offers: Offers) -> None:
        choice, app = self.decision.choice, self.app
        # Whoever only watches has no hand, and the maze takes its room.
        self.query_one("#cards").display = view.me is not None
        self.query_one(HandView).show(
            view.hand, choice.hand, offers.cards, choice.turned, app.faces, app.words, self.covered
        )

    def _show_players(self, view: View, table: TableInfo, cast: Cast, offers: Offers, elapsed: int) -> None:
        side, pointed = self._lines("players"), self.decision.target
        seats = panels.players(
            view,
            table,
            cast,
            side.size.width or 16,
            offers=offers,
            pointed=None if isinstance(pointed, str) else pointed,
            elapsed=elapsed,
            palette=self.app.palette,
        )
        side.show_all(seats, 1, self._show_log)

    def _show_choices(self, offers: Offers, cast: Cast) -> None:
        items, lines, target = self.decision.items(offers), self._lines("choices"), self.decision.target
        labels = [
            self.app.words.name("purpose", item) if isinstance(item, str) else cast.target(item) for item in items
        ]
        pointed = items.index(target) if target in items else None
        lines.display = bool(items)
        if items:
            lines.styles.height = len(items)
            width = self.query_one("#mine").size.width
            lines.show(panels.choices(labels, pointed, width, numbered=self.decision.numbered(offers)))

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
        choice, cursor = self.decision.choice, self.decision.cursor
        room = self.size.width - STEP * len(view.hand) - 1
        if room < ABOUT_WIDTH or self.covered:
            return []
        if view.question is not None and view.question.cards:
            left = self.app.words.say("table.shown_to_you", cards=cast.cards(view.question.cards))
            return panels.broken(Text(left), room)[:ABOUT_HEIGHT]
        if choice.hand:
            return panels.about_card(view.hand[choice.hand[-1]], cast, room, ABOUT_HEIGHT)
        looked = panels.about_cell(view, cast, cursor) if cursor is not None and not offers.laying else ""
        if looked:
            return panels.broken(Text(looked), room)[:ABOUT_HEIGHT]
        known = panels.knowledge(view, cast)[-ABOUT_HEIGHT:]
        return [line for text in known for line in panels.broken(Text(text), room)][-ABOUT_HEIGHT:]

    def _show_keys(self, offers: Offers) -> None:
        given, words = self.app.settings.keys, self.app.words
        useful = self.useful(offers)
        deeds = [
            (deed.action, actions.first_key(deed.id, given), words.say(f"deed.{deed.id}"))
            for deed in actions.DEEDS
            if deed.show and deed.screen in ("table", "any") and useful.get(deed.action, True)
        ]
        deeds.sort(key=lambda deed: ORDER.index(deed[0]) if deed[0] in ORDER else len(ORDER))
        colour = "" if self.app.palette.ascii else self.app.palette.gold
        self.query_one(Hints).offer(deeds, colour)

    def useful(self, offers: Offers) -> dict[str, bool]:
        """Return for each key that is not always of use whether it is now."""
        view, table, decision = self.view, self.table, self.decision
        seated = view is not None and view.me is not None
        others = table is not None and any(
            seat.name and not seat.bot and at != (view.me if view else None) for at, seat in enumerate(table.seats)
        )
        return {
            "next": bool(offers.targets or len(offers.purposes) > 1),
            "confirm": decision.armed and bool(offers.targets or offers.ready),
            "turn": offers.laying,
            "discard": offers.can_discard and not decision.choice.discarding,
            "back": decision.choice.begun,
            "always": bool(self.standing) or (view is not None and standing_answer(view, None) is not None),
            # In a window nobody is given more time: it would tell who hesitates.
            "more_time": table is not None and table.clock is not None and decision.asked_alone,
            "people": others,
            "know": seated,
            "cover": seated,
        }
