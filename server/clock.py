"""The time that is left for the open question and for the turn: a frozen value that is told what time it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from protocol.messages import Terms
from server.engine.game import Game

TURN = "turn"
"""The kind of question that begins a turn."""


@dataclass(frozen=True)
class Clock:
    """The clock of one table."""

    deadline: float | None = None
    out: bool = False
    """Time is up: stand-ins decide."""
    window: Mapping[int, int] = field(default_factory=dict)
    """The question of each seat asked when the clock was set."""
    limit: float = 0.0
    begun: float = 0.0
    turn: tuple[int, int | None] = (0, None)
    """Round and seat in turn."""
    turn_left: float | None = None
    """What was left of the turn's time when the question was opened."""
    counts_for_turn: bool = False

    def wound(self, game: Game, terms: Terms, now: float) -> Clock:
        """The clock for the question that is open: the same one if it was set for it already."""
        window = {seat: question.id for seat in game.waiting() if (question := game.question(seat))}
        if window and window.items() <= self.window.items():
            return self
        turn, asked = game.moment, game.asked
        if not terms.turn_seconds:
            left = None
        elif turn != self.turn or asked is None or asked.kind == TURN or self.turn_left is None:
            left = float(terms.turn_seconds)
        else:
            left = self._turn_left(self.turn_left, now)
        own = tuple(window) == turn[1:]
        times = [float(terms.decision_seconds)] if terms.decision_seconds else []
        if left is not None:
            times.append(max(left, 0.0) if own else float(terms.turn_seconds))
        if game.is_window:
            times = [float(terms.window_seconds)] if terms.window_seconds else []
        return Clock(
            deadline=now + min(times) if times else None,
            window=window,
            limit=min(times, default=0.0),
            begun=now,
            turn=turn,
            turn_left=left,
            counts_for_turn=own,
        )

    def checked(self, now: float) -> Clock:
        """The clock after a look at it: time may be up."""
        return replace(self, deadline=None, out=True) if self.deadline is not None and now >= self.deadline else self

    def extended(self) -> Clock:
        """The clock with the same time once more."""
        assert self.deadline is not None
        left = None if self.turn_left is None else self.turn_left + self.limit
        return replace(self, deadline=self.deadline + self.limit, turn_left=left)

    def stopped(self) -> Clock:
        """The clock while nobody is there to be kept waiting: it is set afresh for the first to come back."""
        return replace(self, window={}, deadline=None)

    def shown(self, now: float) -> int | None:
        """Milliseconds left, for everyone to see; None: no clock is running."""
        if self.out:
            return 0
        return None if self.deadline is None else int(1000 * max(0.0, self.deadline - now))

    def left_of_turn(self, game: Game, now: float) -> int | None:
        """Milliseconds left of the turn in the position after an answer, for the journal."""
        asked = game.asked
        if game.moment != self.turn or asked is None or asked.kind == TURN:
            return None
        return None if self.turn_left is None else max(0, int(1000 * self._turn_left(self.turn_left, now)))

    def _turn_left(self, left: float, now: float) -> float:
        return left - (now - self.begun if self.counts_for_turn else 0)


def resumed(game: Game, turn_left: int | None) -> Clock:
    """The clock of a game from the journal: the question's begins afresh, the turn's time goes on."""
    if turn_left is None:
        return Clock()
    return Clock(turn=game.moment, turn_left=turn_left / 1000)
