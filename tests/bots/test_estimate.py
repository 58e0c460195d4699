"""The estimate of who is a saboteur."""

from random import Random

import pytest

from protocol.game import Options, RoundEnded
from server.bots.estimate import cells_known, estimate, pool, prior, seen_by_others
from server.bots.levels import LEVELS
from server.bots.match import PHASES, line_up, play, roles_of
from server.bots.policy import hiding
from server.bots.situation import situation
from server.bots.story import past_of
from server.engine.game import new
from server.engine.rules import rules_for


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


@pytest.mark.parametrize("options", [Options("base", 5), Options("saboteur2", 6)], ids=["base", "saboteur2"])
def test_watching_tells_more_than_guessing_and_more_the_longer_it_lasts(options):
    rounds = [
        each for deal in range(12) for each in play(options, line_up("normal"), deal, judge=lambda _level: True).rounds
    ]
    early, _, late = (sum(each.judged[phase].brier for each in rounds) for phase in range(len(PHASES)))
    assert late < early
    assert late < sum(each.judged[-1].uninformed for each in rounds)


def test_estimates_are_looked_at_before_the_roles_are_shown(monkeypatch):
    seen = []

    def watching(view, past, goals):
        seen.append((view, story_of[id(view)]))
        return estimate(view, past, goals)

    story_of = {}

    def reading(view, story):
        story_of[id(view)] = story
        return past_of(view, story)

    monkeypatch.setattr("server.bots.match.estimate", watching)
    monkeypatch.setattr("server.bots.match.past_of", reading)
    play(Options("base", 5), line_up("normal"), 2, judge=lambda _level: True)
    assert len(seen) >= 3 * len(PHASES) * 3
    for view, story in seen:
        assert [seat for seat, shown in enumerate(view.seats) if shown.role] == [view.me]
        assert not any(isinstance(event, RoundEnded) for event in story)
        assert len(view.results) == view.round - 1


def test_what_others_believe_of_a_saboteur_does_not_depend_on_what_it_knows():
    game = new(Options("base", 5), bytes(32))
    random = Random(4)
    for _ in range(30):
        seat = game.waiting()[0]
        game.play(seat, LEVELS["normal"].choose(game.view(seat), game.story(seat), random))
        chances = {
            seen_by_others(view, past_of(view, game.story(other))).chance
            for other in range(5)
            for view in [game.view(other)]
        }
        assert len(chances) == 1


def test_a_saboteur_hides_until_it_is_found_out_or_the_gold_is_near():
    seat = next(seat for seat, role in enumerate(roles_of(new(Options("base", 5), bytes(32)))) if role == "saboteur")
    game = new(Options("base", 5), bytes(32))
    view = game.view(seat)
    now = situation(rules_for(view.options), view, past_of(view, game.story(seat)))
    hidden = hiding(now)
    assert hidden > 0.0
    now.watched = tuple(1.0 if other == seat else 0.2 for other in range(5))
    assert hiding(now) == 0.0
    now.watched = (0.4,) * 5
    now.far = 1.0
    assert hiding(now) == 0.0


@pytest.mark.parametrize("deal", range(6))
def test_what_an_action_will_tell_is_what_it_tells_when_it_is_done(deal):
    game = new(Options("base", 5), bytes([deal]) * 32)
    random = Random(deal)
    told = set()
    for _ in range(50):
        seat = game.waiting()[0]
        view = game.view(seat)
        past = past_of(view, game.story(seat))
        action = view.legal[int(random.random() * len(view.legal))]
        act = past.act_of(seat, action)
        expected = seen_by_others(view, past, *(() if act is None else (act,))).chance
        game.play(seat, action)
        if game.state.round > 1 or game.state.open_roles:
            break
        view = game.view(seat)
        past = past_of(view, game.story(seat))
        if view.question is not None and view.question.kind != "turn":
            continue
        if any(laid.card.startswith(("stone", "treasure")) for laid in view.maze):
            break
        assert seen_by_others(view, past).chance == pytest.approx(expected)
        told.add("nothing" if act is None else act.kind)
    assert len(told) >= 3
