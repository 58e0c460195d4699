"""The bots of a table: each thinks in a task of its own, and hands its action in like anyone else."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

import trio

from protocol.game import Action, Event, View
from protocol.messages import Phase
from server.pace import pause, window_pause

if TYPE_CHECKING:
    from server.table import Table

log = logging.getLogger("saboteur.table")

THINK_SECONDS = 5.0
"""The most a bot may think; its answer after that is drawn by lot."""


@dataclass(eq=False)
class _Thought:
    """What a bot is thinking about."""

    question: int
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)


class Thinking:
    """Who of a table's bots is thinking."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._thoughts: dict[int, _Thought] = {}

    def update(self, nursery: trio.Nursery) -> None:
        """Let those bots think who are asked, and no others."""
        wanted = self._wanted()
        for seat, thought in list(self._thoughts.items()):
            if wanted.get(seat) != thought.question:
                thought.scope.cancel()
                del self._thoughts[seat]
        for seat, question in wanted.items():
            if seat not in self._thoughts:
                thought = self._thoughts[seat] = _Thought(question)
                nursery.start_soon(self._think, seat, thought)

    def take(self, seat: int, question: int) -> bool:
        """Whether an action that was handed in is still wanted; it is wanted once."""
        thought = self._thoughts.get(seat)
        if thought is None or thought.question != question:
            return False
        del self._thoughts[seat]
        return True

    def _wanted(self) -> dict[int, int]:
        table = self._table
        if table.seating.phase is not Phase.GAME or not table.present or table.stalled or table.end is not None:
            return {}
        game = table.playing()
        questions = {seat: question.id for seat in game.waiting() if (question := game.question(seat))}
        return {seat: question for seat, question in questions.items() if self._decided_by_bot(seat)}

    def _decided_by_bot(self, seat: int) -> bool:
        table = self._table
        place = table.seating.seats[seat]
        return bool(place.bot) or table.absence.stand_in(place.token) or table.clock.out

    async def _think(self, seat: int, thought: _Thought) -> None:
        """Find a bot's action and hand it in after a pause whose length was drawn before.

        In a window no longer is thought than the pause lasts, and it is always waited for: when the answer comes tells
        nothing of it.
        """
        table, terms = self._table, self._table.seating.terms
        game, house = table.playing(), table.house
        level = table.seating.seats[seat].bot or house.stand_in
        drawn = house.entropy(20)
        begun = trio.current_time()
        wait, most = pause(terms.pace, drawn[:4]), 2 * THINK_SECONDS
        if game.is_window:
            wait = most = window_pause(terms, drawn[:4])
        view, story = game.view(seat), game.story(seat)
        action = game.silence if table.clock.out else None
        with thought.scope:
            if action is None:
                with trio.move_on_after(most):
                    action = await self._choose(level, view, story, drawn[4:], most / 2)
                await trio.sleep_until(begun + wait)
            if action is None or action not in view.legal:
                action = game.silence or _by_lot(view, drawn[4:])
            await table.hand_in(seat, thought.question, action)

    async def _choose(
        self, level: str, view: View, story: tuple[Event, ...], seed: bytes, seconds: float
    ) -> Action | None:
        """What a bot chooses, or None if it fails."""
        try:
            return await self._table.house.thinker.choose(level, view, story, seed, seconds)
        except Exception as error:
            log.error("table %s: bot %s failed: %s", self._table.code, level, type(error).__name__)
            return None


def _by_lot(view: View, drawn: bytes) -> Action:
    return view.legal[int(Random(drawn).random() * len(view.legal))]
