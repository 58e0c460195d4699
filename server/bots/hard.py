"""A bot that looks ahead: it tries its best actions in many worlds it could be in, and plays each on."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from protocol.game import Action, Discard, Event, View
from server.bots.bot import Enough, never
from server.bots.estimate import SABOTEUR, Estimate, cells_known
from server.bots.normal import Normal
from server.bots.playout import Outlook, Race, play_on
from server.bots.policy import judge, rows
from server.bots.shares import Shares
from server.bots.situation import Digging, Situation, goal_gold, situation
from server.bots.story import past_of
from server.engine import changes, steps
from server.engine.imagine import imagine
from server.engine.rules import Rules, rules_for
from server.engine.state import State

PLAYOUTS = 120
"""How many times a world is played on for one decision."""
CANDIDATES = 5
"""How many actions are tried: those that the rules find worth most."""
WINDOW = 2.5
"""How much less than the best an action may be worth to be tried."""
TRUST = 0.04
"""How much the worth that the rules found counts beside a chance to win."""


class Hard:
    """Plays out the actions that its rules find best in worlds drawn by its estimate of the roles."""

    def __init__(self, playouts: int = 0, enough: Enough = never) -> None:
        self.playouts = playouts or PLAYOUTS
        self.enough = enough
        self.steady = Normal()
        self.table = rows(frozenset())
        self.fast = rows(frozenset({"hide"}))

    def choose(self, view: View, story: tuple[Event, ...], random: Random) -> Action:
        """Choose the action that fares best."""
        legal = view.legal
        asked = view.question is not None and view.question.kind == "turn"
        if len(legal) == 1 or not asked:
            return self.steady.choose(view, story, random)
        rules = rules_for(view.options)
        now = situation(rules, view, past_of(view, story))
        worth = judge(now, legal, self.table)
        tried = candidates(legal, worth)
        if len(tried) == 1:
            return legal[tried[0]]
        fared = dict.fromkeys(tried, 0.0)
        worlds = spent = 0
        while spent < self.playouts and not (worlds and self.enough()):
            world = world_of(view, story, now.believed, random)
            outlook = outlook_of(view, rules, now, world)
            luck = random.random()
            worlds += 1
            for at in tried:
                state = world.copy()
                steps.play(state, now.me, legal[at])
                fared[at] += play_on(state, outlook, self.fast, Random(luck))
            spent += outlook.cost * len(tried)
            if len(tried) > 2 and spent * len(fared) > self.playouts * (len(fared) - len(tried) + 1):
                tried.remove(min(tried, key=lambda at: fared[at] / worlds + TRUST * worth[at]))
        return legal[max(tried, key=lambda at: fared[at] / worlds + TRUST * worth[at])]


def candidates(legal: Sequence[Action], worth: Sequence[float]) -> list[int]:
    """Return which actions are tried: the best ones, but of all passes with so many cards only one."""
    found: dict[object, int] = {}
    for at in sorted(range(len(legal)), key=lambda at: -worth[at]):
        action = legal[at]
        found.setdefault(len(action.cards) if isinstance(action, Discard) and action.choice == "pass" else action, at)
    first, *_ = found.values()
    return [at for at in found.values() if worth[at] > worth[first] - WINDOW][:CANDIDATES]


def outlook_of(view: View, rules: Rules, now: Situation, world: State) -> Outlook:
    """Return how an imagined world is played on and judged."""
    if isinstance(now, Digging):
        return Race(now, world, goal_gold(view, rules, cells_known(view)))
    return Shares(now, world) if "theft" in rules.cards else Outlook(now, world)


def world_of(view: View, story: tuple[Event, ...], believed: Estimate, random: Random) -> State:
    """Return a position the seat could be in, its saboteurs drawn by the estimate."""
    state = imagine(view, story, random).state
    changes.listen(state, False)
    chosen = random.random()
    split: tuple[int, ...] = ()
    for split, weight in believed.splits:  # noqa: B007 - the last one if rounding leaves a rest
        chosen -= weight
        if chosen < 0:
            break
    if believed.splits:
        deal_split(state, split)
    return state


def deal_split(state: State, split: tuple[int, ...]) -> None:
    """Exchange roles so that these seats are the saboteurs, as far as there are enough of them."""
    kinds = state.rules.kinds
    roles = list(state.roles)
    spare = list(state.piles.get("unused", ()))
    for seat in range(len(roles)):
        wanted = seat in split
        if (kinds[roles[seat]].id == SABOTEUR) == wanted:
            continue
        for other in range(len(roles)):
            is_one = kinds[roles[other]].id == SABOTEUR
            if is_one == wanted and (other in split) != wanted:
                roles[seat], roles[other] = roles[other], roles[seat]
                break
        else:
            for at, card in enumerate(spare):
                if (kinds[card].id == SABOTEUR) == wanted:
                    roles[seat], spare[at] = spare[at], roles[seat]
                    break
    state.roles = tuple(roles)
    state.piles = {**state.piles, "unused": tuple(spare)}
