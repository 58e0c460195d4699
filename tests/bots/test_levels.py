"""What holds for every level: a legal answer, the same for the same knowledge, and from nothing but knowledge."""

from random import Random

import pytest

from protocol.game import Options
from server.bots import story as stories
from server.bots.levels import LEVELS, level
from server.engine.game import check, new
from server.engine.rules import editions, modules

TABLES = [
    Options(edition.id, seats, names)
    for edition in editions()
    for seats in sorted({edition.seats[0], edition.seats[1]})
    for names in [(), *((module.id,) for module in modules(edition.id))]
]
BOTS = [level(name, playouts=4) for name in LEVELS]
"""A level that searches searches little here: what it answers must be legal all the same."""


@pytest.mark.parametrize("options", [each for each in TABLES if check(each) is None], ids=str)
def test_every_level_answers_whatever_is_asked(options):
    random = Random(7)
    game = new(options, bytes([len(options.modules)]) * 32)
    for turn in range(60):
        if game.outcome is not None:
            break
        seat = game.waiting()[0]
        view = game.view(seat)
        action = BOTS[turn % len(BOTS)].choose(view, game.story(seat), random)
        assert action in view.legal
        game.play(seat, action)


@pytest.mark.parametrize("name", sorted(LEVELS))
def test_the_same_knowledge_gives_the_same_action_whatever_was_asked_before(name):
    game = new(Options("base", 5), bytes(32))
    random = Random(3)
    asked = []
    for _ in range(40):
        seat = game.waiting()[0]
        view, story = game.view(seat), game.story(seat)
        action = level(name, playouts=4).choose(view, story, Random(11))
        asked.append((view, story, action))
        game.play(seat, view.legal[int(random.random() * len(view.legal))])
    for view, story, action in reversed(asked):
        stories.KEPT.clear()
        assert level(name, playouts=4).choose(view, story, Random(11)) == action
