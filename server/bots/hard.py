"""A bot that looks ahead: it tries its best actions in many worlds it could be in, and plays each on."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from protocol.game import Action, AtCell, Cell, Event, View
from server.bots.bot import Enough, never
from server.bots.estimate import SABOTEUR, Estimate, cells_known, seen_by_others
from server.bots.normal import Normal
from server.bots.playout import Outlook, Scenes, play_on
from server.bots.policy import cheapest, judge, rows
from server.bots.prospects import Shares, Winning, exposure
from server.bots.race import Race
from server.bots.situation import Digging, Situation, goal_gold, situation
from server.bots.story import Past, past_of
from server.engine import changes, steps
from server.engine.cell import number
from server.engine.imagine import imagine
from server.engine.rules import Rules, rules_for
from server.engine.state import State

PLAYOUTS = 160
"""How many times a world is played on for one decision."""
CANDIDATES = 5
"""How many actions are tried: those that the rules find worth most."""
WINDOW = 2.5
"""How much less than the best an action may be worth to be tried."""


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
        legal: Sequence[Action] = view.legal
        asked = view.question is not None and view.question.kind == "turn"
        if len(legal) == 1 or not asked:
            return self.steady.choose(view, story, random)
        rules = rules_for(view.options)
        past = past_of(view, story)
        now = situation(rules, view, past)
        legal = cheapest(now, legal)
        worth = judge(now, legal, self.table)
        tried = candidates(worth)
        if len(tried) == 1:
            return legal[tried[0]]
        seen = {at: watched(view, past, now, legal[at]) for at in tried}
        exposed = {at: 0.0 if found_out is None else exposure(now, found_out) for at, found_out in seen.items()}
        fared = dict.fromkeys(tried, 0.0)
        scenes = Scenes()
        worlds = spent = 0
        while spent < self.playouts and not (worlds and self.enough()):
            world = world_of(view, story, now.believed, random)
            outlook = outlook_of(view, rules, now, world, scenes, random)
            luck = random.random()
            worlds += 1
            for at in tried:
                state = world.copy()
                steps.play(state, now.me, legal[at])
                outlook.seen = seen[at]
                fared[at] += play_on(state, outlook, self.fast, Random(luck))
                fared[at] -= exposed[at]
            spent += outlook.cost * len(tried)
            if len(tried) > 2 and spent * len(fared) > self.playouts * (len(fared) - len(tried) + 1):
                tried.remove(min(tried, key=lambda at: fared[at] / worlds + outlook.trust * worth[at]))
        return legal[max(tried, key=lambda at: fared[at] / worlds + outlook.trust * worth[at])]


def watched(view: View, past: Past, now: Situation, action: Action) -> Estimate | None:
    """Return what others will believe after an action of a saboteur; Saboteur 2 does without."""
    if now.role != SABOTEUR or "theft" in now.rules.cards:
        return None
    act = past.act_of(now.me, action)
    return seen_by_others(view, past, *(() if act is None else (act,)))


def candidates(worth: Sequence[float]) -> list[int]:
    """Return which actions are tried: the best ones."""
    found = sorted(range(len(worth)), key=lambda at: -worth[at])
    return [at for at in found if worth[at] > worth[found[0]] - WINDOW][:CANDIDATES]


def outlook_of(view: View, rules: Rules, now: Situation, world: State, scenes: Scenes, random: Random) -> Outlook:
    """Return how an imagined world is played on and judged."""
    if isinstance(now, Digging):
        return Race(now, world, scenes, random, goal_gold(view, rules, cells_known(view)))
    kind = Shares if "theft" in rules.cards else Winning
    return kind(now, world, scenes, random)


def world_of(view: View, story: tuple[Event, ...], believed: Estimate, random: Random) -> State:
    """Return a position the seat could be in, its saboteurs drawn by the estimate."""
    state = imagine(view, story, random).state
    changes.listen(state, False)
    remember(state, past_of(view, story).looks)
    chosen = random.random()
    split: tuple[int, ...] = ()
    for split, weight in believed.splits:  # noqa: B007 - the last one if rounding leaves a rest
        chosen -= weight
        if chosen < 0:
            break
    if believed.splits:
        deal_split(state, split)
    return state


def remember(state: State, looks: Sequence[tuple[int, Cell]]) -> None:
    """Let seats know of the goals they looked at; what is seen there is what lies there in this world."""
    for seat, cell in looks:
        laid = state.maze.cards.get(number(*cell))
        if laid is not None and not laid.up:
            changes.look(state, seat, AtCell(cell), (laid.number,))


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
