"""A bot that plays its role by rules, and judges from public behaviour who is a saboteur."""

from __future__ import annotations

from random import Random

from protocol.game import Action, Event, View
from server.bots.answers import reply
from server.bots.policy import judge, rows
from server.bots.situation import situation
from server.bots.story import past_of
from server.engine.rules import rules_for


class Normal:
    """Takes the action its rules find worth most; `unsteady` is how far it may misjudge."""

    def __init__(self, without: frozenset[str] = frozenset(), unsteady: float = 0.05) -> None:
        self.rules = rows(without)
        self.judging = "suspect" not in without
        self.unsteady = unsteady

    def choose(self, view: View, story: tuple[Event, ...], random: Random) -> Action:
        """Choose the action that is worth most."""
        legal = view.legal
        if len(legal) == 1:
            return legal[0]
        now = situation(rules_for(view.options), view, past_of(view, story), self.judging)
        if view.question is None or view.question.kind == "turn":
            worth = judge(now, legal, self.rules)
        else:
            worth = reply(now, view, self.rules)
        worth = [each + self.unsteady * random.random() for each in worth]
        return legal[worth.index(max(worth))]
