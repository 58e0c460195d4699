"""Every table that the registry allows, and random play at it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from protocol.game import Action, Lay, Options, Setting
from server.engine.game import Game, check, new
from server.engine.rules import EXPANSIONS, editions, forget, modules, register
from tests.engine.made_up import MADE_UP

TABLES = [(edition.id, seats) for edition in editions() for seats in range(edition.seats[0], edition.seats[1] + 1)]
MODULES = [(edition.id, module.id) for edition in editions() for module in modules(edition.id)]
"""Every module with every edition it may be switched on with."""
MOST_ACTIONS = 5000
"""No random game is nearly as long."""


@contextmanager
def made_up_expansion() -> Iterator[None]:
    """Make the made-up expansion known for a while."""
    register(MADE_UP)
    try:
        yield
    finally:
        forget(MADE_UP.id)


def with_module(edition: str, module: str) -> Options:
    """Return a table of four, or as near to that as edition and module allow, with one module."""
    least = max(EXPANSIONS[name].seats[0] for name in (edition, module))
    most = min(EXPANSIONS[name].seats[1] for name in (edition, module))
    return Options(edition, min(max(4, least), most), (module,))


def with_everything(edition: str, seats: int) -> Options:
    """Return a table with every module switched on that goes with those before it."""
    options = Options(edition, seats)
    for module in modules(edition):
        wider = Options(edition, seats, (*options.modules, module.id))
        options = wider if check(wider) is None else options
    return options


def random_options(edition: str, seats: int, random: Random) -> Options:
    """Return a table of this edition with some of the modules and settings it allows."""
    options = Options(edition, seats)
    chance = random.choice((0, 0.3, 0.7, 1))
    for module in random.sample(modules(edition), len(modules(edition))):
        wider = Options(edition, seats, (*options.modules, module.id))
        if random.random() < chance and check(wider) is None:
            options = wider
    allowed = [setting for name in (edition, *options.modules) for setting in settings_of(name)]
    chosen = {setting.id: random.choice(setting.values) for setting in allowed}
    with_settings = Options(edition, seats, options.modules, chosen)
    return with_settings if check(with_settings) is None else options


def settings_of(name: str) -> list[Setting]:
    """Return the settings that an edition, those it extends, or a module brings."""
    expansion = EXPANSIONS[name]
    return [*expansion.settings, *(settings_of(expansion.extends) if expansion.extends else ())]


def random_game(edition: str, seats: int, random: Random) -> Game:
    """Begin a game with random options."""
    return new(random_options(edition, seats, random), random.randbytes(32))


def choose(game: Game, seat: int, random: Random, eager: bool) -> Action:
    """Choose at random; the eager one often digs towards the goals, so that they are reached."""
    legal = game.legal(seat)
    lays = [action for action in legal if isinstance(action, Lay)]
    if eager and lays and random.random() < 0.8:
        furthest = max(action.cell[0] for action in lays)
        return random.choice([action for action in lays if action.cell[0] == furthest])
    return random.choice(legal)
