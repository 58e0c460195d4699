"""The table: what the server says of a game, and what the player does about it."""

from __future__ import annotations

from time import monotonic

from protocol.game import Action, AtSeat, View
from protocol.messages import Act, Because, ClientMessage, MoreTime, Room, Standing, Update, Why
from saboteur_tui import actions, panels, people
from saboteur_tui.asking import missing, standing_answer
from saboteur_tui.deciding import Decision
from saboteur_tui.narrating import tell
from saboteur_tui.panels import Told
from saboteur_tui.refusing import refusal_text
from saboteur_tui.screens.game_over import GameOverScreen
from saboteur_tui.screens.page import PageScreen
from saboteur_tui.screens.round_over import RoundOverScreen
from saboteur_tui.screens.table_look import TableLook
from saboteur_tui.screens.talk import TalkScreen
from saboteur_tui.widgets.hand import HandView
from saboteur_tui.widgets.lines import Lines
from saboteur_tui.widgets.maze import MazeView

LOG_LINES = 400


class TableScreen(TableLook):
    """A game as one seat or a spectator sees it."""

    BINDINGS = actions.bindings("table")

    def __init__(self) -> None:
        super().__init__()
        self._why = 0
        """The number of the last question why."""
        self._settled = 0
        """How many rounds were told of as over."""
        self._over = False

    # --- What the server says ----------------------------------------------------------------------------------------

    def take(self, update: Update) -> None:
        """Show a new Update; a half-made choice is kept while the question is the same."""
        asked_before = self.view is not None and self.view.question is not None
        self.table, self.view, self.since = update.table, update.view, monotonic()
        self.standing = update.standing
        told = [Told(text, secret=secret) for text, secret in tell(update.events, self.cast())]
        self.lines = (told if update.story else [*self.lines, *told])[-LOG_LINES:]
        self.decision.faces = self.app.faces
        if self.decision.take(update.view):
            self.notice = ""
            if update.view.question is not None and self.app.settings.bell and not asked_before:
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

    def _show_standings(self, view: View) -> None:
        if view.outcome is not None and self.table is not None:
            self.app.push_screen(GameOverScreen(view.outcome, view.results, self.table, self.cast()))

    def take_room(self, room: Room) -> None:
        """Show who is there and who is not; the game has not changed."""
        self.table, self.since = room.table, monotonic()
        self.redraw()
        for screen in self.app.screen_stack:
            if isinstance(screen, GameOverScreen):
                screen.take_table(room.table)

    def because(self, message: Because) -> None:
        """Show why a place is refused."""
        if message.re == self._why and message.refusal is not None and self.view is not None:
            self.say(refusal_text(message.refusal, self.cast(), self.view))

    def hear_chat(self) -> None:
        """Show what was said last."""
        if self.app.chat:
            self.lines = [*self.lines, panels.told_line(self.app.chat[-1])][-LOG_LINES:]
        self.redraw()
        self._pass_on()

    def _pass_on(self) -> None:
        if isinstance(self.app.screen, TalkScreen):
            self.app.screen.take(self.told())

    # --- Choosing ----------------------------------------------------------------------------------------------------

    def _changed(self, changed: bool = True) -> None:
        """Draw a choice that was changed; what was said of the one before no longer holds."""
        if changed:
            self.notice = ""
            self.redraw()

    def action_card(self, at: int) -> None:
        """Point at a card of the hand, or at a line of the list where no card is asked for."""
        self._changed(self.decision.point_number(at))

    def action_next(self) -> None:
        """Point at the next thing that may be chosen."""
        self._changed(self.decision.walk(1))

    def action_previous(self) -> None:
        """Point at the one before."""
        self._changed(self.decision.walk(-1))

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

    def _move(self, x: int, y: int) -> None:
        self.decision.move(x, y)
        self._changed()

    def action_turn(self) -> None:
        """Turn the chosen path card upside down."""
        self._changed(self.decision.turn())

    def action_discard(self) -> None:
        """Begin to discard."""
        self._changed(self.decision.discard())

    def action_back(self) -> None:
        """Take back the last part of the choice, or the cursor."""
        self.decision.back()
        self._changed()

    def action_confirm(self) -> None:
        """Take what is pointed at; if that completes an action, do it."""
        view, decision = self.view, self.decision
        if view is not None and view.outcome is not None:
            self._show_standings(view)
        if decision.asked is None:
            return
        confirmed = decision.confirm()
        if confirmed.missing:
            self.say(missing(decision.asked, self.cast(), decision.choice, decision.offers(), self.keys()))
        elif confirmed.act is not None:
            self.act(confirmed.act)
        elif confirmed.why is not None:
            self._ask_why(confirmed.why)
        else:
            self._changed()

    # --- Telling the server ------------------------------------------------------------------------------------------

    def _send(self, message: ClientMessage) -> None:
        if self.app.link is not None:
            self.app.link.send(message)

    def _number(self) -> int:
        return self.app.link.number() if self.app.link is not None else 0

    def act(self, action: Action) -> None:
        """Send an action."""
        view = self.decision.asked
        if view is not None and view.question is not None and self.app.link is not None:
            self._send(Act(view.question.id, action, self._number()))
            self.decision.armed = False

    def _ask_why(self, action: Action) -> None:
        self._why = self._number()
        self._send(Why(action, self._why))

    def action_always(self) -> None:
        """Let the table always give this answer for me; or, if it gives any, no longer."""
        if self.standing:
            for kind in self.standing:
                self._send(Standing(kind, None, self._number()))
            return
        answer = standing_answer(self.view, self.decision.target) if self.view is not None else None
        if answer is not None and self.view is not None and self.view.question is not None:
            self._send(Standing(self.view.question.kind, answer, self._number()))

    def action_more_time(self) -> None:
        """Ask for the same time again."""
        if self.useful(self.decision.offers())["more_time"]:
            self._send(MoreTime(self._number()))

    def action_people(self) -> None:
        """Mute someone, or, as the host, end the wait for someone or send them away."""
        if self.table is not None:
            people.ask(self.app, self.table, self.view.me if self.view is not None else None)

    def action_leave(self) -> None:
        """Ask whether to leave."""
        self.app.ask_to_leave()

    # --- Looking -----------------------------------------------------------------------------------------------------

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

    # --- By mouse ----------------------------------------------------------------------------------------------------

    def on_hand_view_pointed(self, message: HandView.Pointed) -> None:
        """Choose a card by mouse; a second click on a path card turns it."""
        if self.decision.choice.hand == (message.at,) and self.decision.offers().laying:
            self.action_turn()
        else:
            self.action_card(message.at)

    def on_maze_view_pointed(self, message: MazeView.Pointed) -> None:
        """Point at a place by mouse; a second click on it confirms."""
        decision = self.decision
        if decision.cursor == message.cell and decision.armed and (decision.choice.begun or decision.offers().cells):
            self.action_confirm()
            return
        decision.armed = True
        decision.go(message.cell)
        self._changed()

    def on_lines_pointed(self, message: Lines.Pointed) -> None:
        """Point at a player or at a line of the list by mouse; a second click confirms."""
        decision, line = self.decision, message.line
        items = decision.items(decision.offers())
        match message.lines.id:
            case "players" if self.view is not None and line < len(self.view.seats):
                if decision.offers().seats or decision.choice.hand:
                    self._click(AtSeat(line), decision)
            case "choices" if line < len(items):
                self._click(items[line], decision)
            case "log" | "chat":
                self.action_log()

    def _click(self, item: AtSeat | object, decision: Decision) -> None:
        if decision.target == item:
            self.action_confirm()
        else:
            decision.point(item)  # type: ignore[arg-type]
            self._changed()
