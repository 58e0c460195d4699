"""Play a deal between bots and keep what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from random import Random
from time import process_time
from typing import NamedTuple

from protocol.game import Options
from server.bots.bot import Bot
from server.bots.estimate import SABOTEUR, cells_known, estimate, pool, prior
from server.bots.levels import level
from server.bots.story import past_of
from server.engine.game import Game, new


class LineUp(NamedTuple):
    """Who plays: a level for each seat, or one for the gold miners and one for the saboteurs of the round."""

    text: str
    by_seat: tuple[str, ...] = ()
    miners: str = ""
    saboteurs: str = ""

    def levels(self, roles: Sequence[str], turned: int) -> tuple[str, ...]:
        """Return the level of each seat; those given by seat are moved on by `turned` seats."""
        if self.by_seat:
            count = len(roles)
            return tuple(self.by_seat[(seat - turned) % count % len(self.by_seat)] for seat in range(count))
        return tuple(self.saboteurs if role == SABOTEUR else self.miners for role in roles)


def line_up(text: str) -> LineUp:
    """Read a line-up: LEVEL, LEVEL,LEVEL,... seat by seat, or MINERS/SABOTEURS."""
    if "/" in text:
        miners, saboteurs = text.split("/")
        return LineUp(text, (), miners, saboteurs)
    return LineUp(text, tuple(text.split(",")))


PHASES = (1 / 3, 1 / 2, 1.0)
"""The parts of a round after which estimates are looked at: the last time before the decision that ends it."""


class Judged(NamedTuple):
    """How good the gold miners' estimates of the roles were at one moment."""

    brier: float
    """How far they were from the truth: the mean square."""
    uninformed: float
    """The same for who has watched nothing."""
    all_right: float
    """The share of gold miners whose likeliest saboteurs were the saboteurs."""


class Round(NamedTuple):
    """What came of one round."""

    roles: tuple[str, ...]
    sides: tuple[str, ...]
    winners: tuple[int, ...]
    gold: tuple[int, ...]
    judged: tuple[Judged, ...]
    """The estimates after each of PHASES; empty where there are none to look at."""
    length: int
    """How many decisions it took."""


class Match(NamedTuple):
    """What came of one deal."""

    levels: tuple[str, ...]
    rounds: tuple[Round, ...]
    gold: tuple[int, ...]
    winners: tuple[int, ...]
    grade: str
    seconds: dict[str, float]
    """Level -> time it thought."""
    decisions: dict[str, int]


def seed_of(deal: int) -> bytes:
    """Return the seed of a deal, so that the same deal can be played again."""
    return sha256(b"arena %d" % deal).digest()


@cache
def bot_of(name: str, playouts: int) -> Bot:
    """Return the bot of a level; hard ones search with so many playouts."""
    return level(name, playouts)


def play(
    options: Options,
    lined: LineUp,
    deal: int,
    *,
    turned: int = 0,
    rounds: int | None = None,
    playouts: int = 0,
    judge: Callable[[str], bool] = lambda _level: False,
) -> Match:
    """Play a deal, or its first rounds; `judge` tells which levels' estimates are looked at."""
    random = Random(deal)
    game = new(options, seed_of(deal))
    kept: list[Round] = []
    seconds: dict[str, float] = {}
    decisions: dict[str, int] = {}
    levels = lined.levels(roles_of(game), turned)
    positions: list[Game] = []
    while game.outcome is None and (rounds is None or len(kept) < rounds):
        seat = game.waiting()[0]
        bot = bot_of(levels[seat], playouts)
        view, story = game.view(seat), game.story(seat)
        began = process_time()
        action = bot.choose(view, story, random)
        seconds[levels[seat]] = seconds.get(levels[seat], 0.0) + process_time() - began
        decisions[levels[seat]] = decisions.get(levels[seat], 0) + 1
        before = game.copy()
        positions.append(before)
        game.play(seat, action)
        if not before.state.open_roles and (game.state.open_roles or game.state.round > before.state.round):
            kept.append(_round(positions, game, levels, judge))
            positions = []
        if game.state.round > before.state.round:
            levels = lined.levels(roles_of(game), turned)
    while game.outcome is None and game.state.open_roles:
        seat = game.waiting()[0]
        game.play(seat, bot_of(levels[seat], playouts).choose(game.view(seat), game.story(seat), random))
    gold = _gold(game, len(kept))
    rounds_with_gold = tuple(each._replace(gold=gold[at]) for at, each in enumerate(kept))
    total = tuple(sum(each[seat] for each in gold) for seat in range(options.seats))
    outcome = game.outcome
    winners = outcome.winners if outcome is not None else ()
    return Match(levels, rounds_with_gold, total, winners, outcome.grade if outcome else "", seconds, decisions)


def roles_of(game: Game) -> tuple[str, ...]:
    """Return the roles of the seats, empty where there are none."""
    state = game.state
    return tuple(state.id_of(role) for role in state.roles) or ("",) * state.rules.seats


def _gold(game: Game, rounds: int) -> list[tuple[int, ...]]:
    """Return what each seat got in each round."""
    totals = [(0,) * game.options.seats, *(result.gold for result in game.state.results)]
    if game.outcome is not None and game.outcome.gold_by_round:
        return list(game.outcome.gold_by_round)
    return [
        tuple(now - earlier for now, earlier in zip(totals[at + 1], totals[at], strict=True)) for at in range(rounds)
    ]


def _round(positions: Sequence[Game], after: Game, levels: tuple[str, ...], judge: Callable[[str], bool]) -> Round:
    """Keep what came of a round that has just ended; `positions` are those in which something was decided."""
    last = len(positions) - 1
    result = after.state.results[positions[last].state.round - 1]
    roles = tuple(after.state.id_of(role) for role in result.roles)
    miners = [seat for seat, role in enumerate(roles) if role not in ("", SABOTEUR) and judge(levels[seat])]
    found = [judged(positions[int(part * last)], miners) for part in PHASES] if miners and len(roles) > 2 else []
    return Round(roles, result.sides, result.winners, (), tuple(found), len(positions))


def judged(position: Game, miners: Sequence[int]) -> Judged:
    """Compare what some gold miners believe in a position, from their own knowledge alone, with the roles dealt."""
    guilty = [seat for seat, role in enumerate(roles_of(position)) if role == SABOTEUR]
    far: list[float] = []
    blind: list[float] = []
    right: list[bool] = []
    for seat in miners:
        view = position.view(seat)
        believed = estimate(view, past_of(view, position.story(seat)), cells_known(view)).chance
        others = [other for other in range(len(view.seats)) if other != seat]
        roles = pool(view.options)
        splits = prior(
            len(view.seats),
            len(roles),
            roles.count(SABOTEUR),
            (*(None,) * seat, False, *(None,) * (len(others) - seat)),
        )
        guess = sum(weight * len(split) for split, weight in splits) / len(others)
        far += [(believed[other] - (other in guilty)) ** 2 for other in others]
        blind += [(guess - (other in guilty)) ** 2 for other in others]
        likeliest = sorted(others, key=lambda other: -believed[other])[: len(guilty)]
        right.append(sorted(likeliest) == guilty)
    return Judged(sum(far) / len(far), sum(blind) / len(blind), sum(right) / len(right))
