"""A finished game, position by position, from any seat's eyes or with all cards up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.timer import Timer

from protocol.game import AtCell, Known, View
from protocol.messages import Phase, Replayed, SeatInfo, Show, TableInfo, Terms
from saboteur_tui import actions, panels
from saboteur_tui.drawing.maze import letters, tiles
from saboteur_tui.naming import Cast, card_word
from saboteur_tui.narrating import narrate
from saboteur_tui.panels import Told
from saboteur_tui.widgets.hand import HandView
from saboteur_tui.widgets.hints import Hints
from saboteur_tui.widgets.lines import Lines
from saboteur_tui.widgets.maze import MazeView

if TYPE_CHECKING:
    from saboteur_tui.app import SaboteurApp

PAUSE = 1.0
"""Seconds between positions while the game plays by itself."""
STRIDE = 10


def uncovered(shown: Replayed) -> View:
    """Return the view with all that lies hidden turned up: roles, the hand of the seat in turn, and goals."""
    view = shown.view
    if not shown.hands:
        return view
    seats = tuple(
        replace(seat, role=shown.roles[at] if at < len(shown.roles) else "") for at, seat in enumerate(view.seats)
    )
    known = tuple(Known(AtCell(card.cell), card.card) for card in shown.hidden)
    holder = view.me if view.me is not None else view.turn
    hand = shown.hands[holder] if holder is not None else ()
    return replace(view, seats=seats, known=known, hand=hand)


class ReplayScreen(Screen[None]):
    """Steps through a record that a private server holds."""

    BINDINGS = actions.bindings("replay")
    AUTO_FOCUS = ""
    app: SaboteurApp

    def __init__(self) -> None:
        super().__init__()
        self.shown: Replayed | None = None
        self.eyes: int | None = None
        self.cards_up = False
        self._timer: Timer | None = None
        self._wanted = 0
        """The position last asked for."""
        self._asking = False
        """Whether an answer is on its way; only then is the next position asked for, however long a key is held."""

    def compose(self) -> ComposeResult:
        """Lay it out like the table."""
        yield Lines(id="head")
        with Horizontal(id="middle"):
            yield MazeView(id="maze")
            with Vertical(id="side"):
                yield Lines(id="players")
                yield Lines(id="log")
        yield Lines(id="me")
        with Horizontal(id="cards"):
            yield HandView(id="hand")
            yield Lines(id="about")
        yield Lines(id="ask")
        yield Hints(id="hints")

    def on_mount(self) -> None:
        """Draw what has come already."""
        self.restyle()

    def restyle(self) -> None:
        """Draw everything as the settings say."""
        self.query_one(MazeView).restyle(self.app.palette, self.app.settings.card_size)
        self.query_one(HandView).palette = self.app.palette
        self.redraw()

    def take(self, shown: Replayed) -> None:
        """Show a position, and ask for the one wanted meanwhile."""
        first, self.shown = self.shown is None, shown
        current = (shown.position, shown.view.me, bool(shown.hands))
        self._asking = False
        if first:
            self._wanted = shown.position
        elif current != (self._wanted, self.eyes, self.cards_up):
            self._ask()
        self.redraw()

    def cast(self, shown: Replayed) -> Cast:
        """Return who is who."""
        bots = frozenset(at for at, name in enumerate(shown.names) if not name)
        faces = self.app.faces
        return Cast(
            self.app.words,
            shown.names,
            shown.view.me,
            faces,
            letters(shown.view.maze, faces),
            bots,
            shown.view.options.edition,
        )

    def redraw(self) -> None:
        """Bring every part up to date."""
        shown = self.shown
        if shown is None or not self.is_mounted:
            return
        view, cast, words = uncovered(shown), self.cast(shown), self.app.words
        seats = tuple(SeatInfo(name, "" if name else "bot", connected=True) for name in shown.names)
        table = TableInfo(shown.name, Phase.OVER, view.options, Terms(), seats, 0)
        way = view.results[-1].path if view.results and view.results[-1].round == view.round else ()
        drawn = tiles(view, self.app.faces, lambda card: card_word(words, self.app.faces, card).upper(), way=way)
        self.query_one(MazeView).show(drawn)
        self.query_one(HandView).show(view.hand, (), None, False, self.app.faces, words, False)
        self._lines("head").show([panels.head(view, table, cast, self.size.width)])
        side = self._lines("players")
        lines = panels.players(view, table, cast, side.size.width or 16, palette=self.app.palette)
        side.show_all(lines, 1, self.redraw)
        log = self._lines("log")
        told = [Told(text) for text in narrate(shown.story, cast)]
        log.show(panels.log(told, max(10, log.size.width), log.size.height or 1))
        self._lines("me").show([self._eyes_line(view, cast)])
        now = [Text(text) for text in narrate(shown.events, cast)]
        about = self._lines("about")
        about.show([line for text in now for line in panels.broken(text, max(20, about.size.width))][-4:])
        self._lines("ask").show([self._bar(shown)])
        actions.offer(self, "replay")

    def _lines(self, name: str) -> Lines:
        return self.query_one(f"#{name}", Lines)

    def _eyes_line(self, view: View, cast: Cast) -> Text:
        words = self.app.words
        line = Text(no_wrap=True)
        eyes = words.say("replay.nobody") if view.me is None else cast.name(view.me)
        line.append(words.say("replay.eyes", who=eyes), style="bold")
        if self.shown is not None and self.shown.hands:
            line.append("   " + words.say("replay.up"), style="bold")
        if view.me is not None:
            seat = view.seats[view.me]
            line.append(f"   {words.name('role', seat.role)}   {words.say('table.gold', gold=seat.gold or 0)}")
        elif view.turn is not None and view.hand:
            line.append("   " + words.say("replay.hand", whose=cast.whose(view.turn)))
        return line

    def _bar(self, shown: Replayed) -> Text:
        """Return where in the game we are, as numbers and as a bar."""
        words = self.app.words
        label = words.say("replay.position", position=shown.position, length=shown.length)
        room = max(10, self.size.width - len(label) - 4)
        done = room * shown.position // max(1, shown.length)
        marks = {room * start // max(1, shown.length) for start in shown.rounds[1:]}
        bar = "".join("|" if at in marks else "=" if at < done else "-" for at in range(room))
        return Text.assemble((f"{label} ", "bold"), f"[{bar}]", no_wrap=True)

    # --- Moving about ---

    def show(self, position: int) -> None:
        """Want a position."""
        if self.shown is not None:
            self._wanted = min(max(position, 0), self.shown.length)
            if not self._asking:
                self._ask()

    def _ask(self) -> None:
        if self.app.link is not None:
            self._asking = True
            self.app.link.send(Show(self._wanted, self.eyes, self.cards_up, self.app.link.number()))

    def _position(self) -> int:
        return self._wanted

    def action_next(self) -> None:
        """Go one action on."""
        self.show(self._position() + 1)

    def action_previous(self) -> None:
        """Go one action back."""
        self.show(self._position() - 1)

    def action_far_next(self) -> None:
        """Go ten actions on."""
        self.show(self._position() + STRIDE)

    def action_far_previous(self) -> None:
        """Go ten actions back."""
        self.show(self._position() - STRIDE)

    def action_first(self) -> None:
        """Go to the deal."""
        self.show(0)

    def action_last(self) -> None:
        """Go to the end."""
        self.show(self.shown.length if self.shown is not None else 0)

    def action_next_round(self) -> None:
        """Go to the next round, or to the end."""
        starts = [start for start in (self.shown.rounds if self.shown else ()) if start > self._position()]
        self.show(starts[0] if starts else self.shown.length if self.shown else 0)

    def action_previous_round(self) -> None:
        """Go to the beginning of the round, or to the round before."""
        starts = [start for start in (self.shown.rounds if self.shown else ()) if start < self._position()]
        self.show(starts[-1] if starts else 0)

    def action_eyes(self) -> None:
        """Look through the next seat's eyes; after the last, a spectator's."""
        seats = len(self.shown.view.seats) if self.shown is not None else 0
        self.eyes = 0 if self.eyes is None else self.eyes + 1 if self.eyes + 1 < seats else None
        self.show(self._position())

    def action_up(self) -> None:
        """Turn all cards up, or down again."""
        self.cards_up = not self.cards_up
        self.show(self._position())

    def action_play(self) -> None:
        """Let the game play by itself, or stop it."""
        if self._timer is None:
            self._timer = self.set_interval(PAUSE, self._go_on)
        else:
            self._timer.stop()
            self._timer = None

    def _go_on(self) -> None:
        if self.shown is not None and self.shown.position < self.shown.length:
            self.action_next()
        elif self._timer is not None:
            self.action_play()

    def action_larger(self) -> None:
        """Draw larger cards."""
        self.query_one(MazeView).step_size(1)

    def action_smaller(self) -> None:
        """Draw smaller cards."""
        self.query_one(MazeView).step_size(-1)

    def action_leave(self) -> None:
        """Close the replay."""
        self.app.leave_replay()

    def on_lines_pointed(self, message: Lines.Pointed) -> None:
        """Look through the eyes of a player that is clicked, or go to a place in the bar."""
        shown = self.shown
        if shown is None:
            return
        if message.lines.id == "players" and message.line < len(shown.view.seats):
            self.eyes = message.line
            self.show(shown.position)
        elif message.lines.id == "ask":
            self.show(shown.length * message.x // max(1, self.size.width - 1))

    def on_resize(self) -> None:
        """Fit the side column to the new width."""
        self.set_class(self.size.width >= 100, "wide")
        self.call_after_refresh(self.redraw)
