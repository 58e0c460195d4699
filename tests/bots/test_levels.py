"""What holds for every level: a legal answer, the same for the same knowledge, and from nothing but knowledge."""

from random import Random

import pytest
from msgspec import structs

from protocol.game import Answer, AtCard, Options, Question
from server.bots import story as stories
from server.bots.arena import deals
from server.bots.bot import Bot
from server.bots.levels import LEVELS, level
from server.bots.match import line_up, play
from server.engine.game import Game, check, new
from server.engine.rules import editions, modules
from tests.engine.tables import MODULES, made_up_expansion, random_options, with_module

TABLES = [
    Options(edition.id, seats, names)
    for edition in editions()
    for seats in sorted({edition.seats[0], edition.seats[1]})
    for names in [(), *((module.id,) for module in modules(edition.id))]
]
BOTS = [level(name, playouts=4) for name in LEVELS]
"""A level that searches searches little here: what it answers must be legal all the same."""


def play_to_the_end(options: Options, bots: list[Bot], seed: bytes) -> Game:
    """Play a game, the bots taking turns at deciding, and check that every answer is legal."""
    random = Random(7)
    game = new(options, seed)
    while game.outcome is None:
        seat = game.waiting()[0]
        view = game.view(seat)
        action = bots[len(game.actions) % len(bots)].choose(view, game.story(seat), random)
        assert action in view.legal
        game.play(seat, action)
    return game


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


@pytest.mark.parametrize("options", [with_module(*each) for each in MODULES], ids=str)
def test_normal_plays_every_module_to_the_end(options):
    game = play_to_the_end(options, [LEVELS["normal"]], bytes(32))
    assert len(game.outcome.gold) == options.seats


@pytest.mark.parametrize("seed", range(4))
def test_all_levels_together_play_modules_drawn_by_lot_to_the_end(seed):
    options = random_options("saboteur2" if seed % 2 else "base", 5, Random(seed))
    game = play_to_the_end(options, [level(name, playouts=1) for name in LEVELS], bytes([seed]) * 32)
    assert len(game.outcome.gold) == options.seats


def test_an_expansion_no_bot_knows_is_played_to_the_end():
    asked = set()

    class Asked:
        """Notes the kinds of questions that a bot is asked."""

        def __init__(self, bot):
            self.bot = bot

        def choose(self, view, story, random):
            asked.add(view.question.kind)
            return self.bot.choose(view, story, random)

    with made_up_expansion():
        for edition in ("base", "saboteur2"):
            options = Options(edition, 5, ("made_up",))
            for seed in range(2):
                bots = [Asked(level(name, playouts=1)) for name in LEVELS]
                play_to_the_end(options, bots, bytes([seed]) * 32)
    assert {"tithe", "objection"} <= asked


def test_asked_for_a_card_in_a_way_no_bot_knows_it_gives_the_one_it_can_spare_and_takes_the_one_it_needs():
    # A gold miner needs what leads from west to east more than a dead end (worth.py).
    for seed in range(20):
        game = new(Options("base", 5), bytes([seed]) * 32)
        seat = game.waiting()[0]
        view = game.view(seat)
        if view.seats[seat].role == "goldminer":
            break
    hand = ("cross", "dead_N")
    legal = tuple(Answer((AtCard(card),)) for card in hand)
    give = structs.replace(view, hand=hand, question=Question(1, "tithe"), legal=legal)
    take = structs.replace(view, hand=(), question=Question(1, "gift", cards=hand), legal=legal)
    assert LEVELS["normal"].choose(give, game.story(seat), Random(1)) == legal[1]
    assert LEVELS["normal"].choose(take, game.story(seat), Random(1)) == legal[0]


def test_easy_is_stronger_than_chance_and_weaker_than_normal():
    options = Options("base", 5)
    numbers = [deal for _, deal in zip(range(60), deals(options, 0, "3+2"), strict=False)]

    def miners_won(miners):
        lined = line_up(f"{miners}/easy")
        return sum("saboteurs" not in play(options, lined, deal, rounds=1).rounds[0].sides for deal in numbers)

    assert miners_won("chance") < miners_won("easy") < miners_won("normal")


def test_a_level_that_searches_answers_with_the_best_so_far_when_it_is_told_that_this_is_enough():
    asked = 0

    def enough():
        nonlocal asked
        asked += 1
        return True

    game = new(Options("base", 5), bytes(32))
    seat = game.waiting()[0]
    view = game.view(seat)
    action = level("hard", playouts=10**9, enough=enough).choose(view, game.story(seat), Random(1))
    assert action in view.legal
    assert asked == 1


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
