"""The estimate of who is a saboteur."""

from random import Random

import pytest

from protocol.game import Options
from server.bots.estimate import cells_known, estimate, pool, prior
from server.bots.levels import LEVELS
from server.bots.match import line_up, play
from server.bots.story import past_of
from server.engine.game import new


def test_before_anybody_acts_the_estimate_is_the_deal():
    # 5 players, 4 miners and 2 saboteurs shuffled (base.md): seen by a miner, 2 of 5 unknown roles are saboteurs.
    known = (False, None, None, None, None)
    splits = prior(5, 6, 2, known)
    assert sum(weight for _, weight in splits) == pytest.approx(1.0)
    guess = [sum(weight for split, weight in splits if seat in split) for seat in range(5)]
    assert guess == pytest.approx([0.0, 0.4, 0.4, 0.4, 0.4])


def test_the_pool_of_roles_is_what_is_shuffled():
    assert sorted(pool(Options("base", 5))) == ["goldminer"] * 4 + ["saboteur"] * 2
    assert len(pool(Options("saboteur2", 6))) == 15


def test_probabilities_add_up_to_one_and_know_the_own_role():
    game = new(Options("base", 6), bytes(32))
    random = Random(1)
    for _ in range(60):
        seat = game.waiting()[0]
        view = game.view(seat)
        believed = estimate(view, past_of(view, game.story(seat)), cells_known(view))
        assert sum(weight for _, weight in believed.splits) == pytest.approx(1.0)
        assert believed.chance[seat] == pytest.approx(float(view.seats[seat].role == "saboteur"))
        game.play(seat, LEVELS["normal"].choose(view, game.story(seat), random))


def test_watching_tells_more_than_guessing():
    options = Options("base", 5)
    rounds = [
        each
        for deal in range(12)
        for each in play(options, line_up("normal"), deal, judge=lambda _level: True).rounds
        if each.brier is not None
    ]
    assert sum(each.brier for each in rounds) < sum(each.uninformed for each in rounds)
