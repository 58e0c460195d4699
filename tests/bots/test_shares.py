"""What a bot expects of a round of Saboteur 2, beside what the rules pay."""

from random import Random
from statistics import mean

import pytest

from protocol.game import Discard, Lay, Options
from server.bots.hard import CANDIDATES, candidates
from server.bots.levels import LEVELS
from server.bots.match import seed_of
from server.bots.playout import turns_left
from server.bots.policy import judge, rows
from server.bots.shares import Seat, expected, open_to, reaching, rob, seats_of, share
from server.bots.situation import situation
from server.bots.story import past_of
from server.bots.way import BIT, ground
from server.engine.cell import number
from server.engine.game import new
from tests.engine.conftest import lay_out

WAY = "straight_EW@1,0 straight_EW@2,0 {}@3,0 T_NEW@4,0 T_NEW@5,0 T_NEW@6,0"
TREASURE = BIT[number(8, 0)]


def seats(*roles, free=1.0):
    return [Seat(role, free, False, False) for role in roles]


@pytest.mark.parametrize(
    ("roles", "winning", "gold"),
    [
        (("blue", "green"), ("blue",), [5, 0]),
        (("blue", "blue", "boss", "profiteer", "saboteur"), ("blue", "boss", "profiteer"), [2, 2, 1, 0, 0]),
        (("saboteur", "profiteer", "green"), ("saboteur", "profiteer"), [4, 2, 0]),
        (("green",) * 7, ("green",), [1] * 7),
        (("boss", "green"), ("blue", "boss"), [4, 0]),
    ],
)
def test_winners_who_are_sure_of_it_expect_their_shares(roles, winning, gold):
    found = [0.0] * len(roles)
    share(found, seats(*roles), winning, 1.0)
    assert found == gold


def test_who_will_hardly_get_free_expects_little_and_leaves_more_to_the_others():
    found = [0.0, 0.0]
    share(found, [Seat("blue", 0.1, True, False), Seat("blue", 1.0, False, False)], ("blue",), 1.0)
    trapped, free = found
    assert trapped < 0.5
    assert 4.0 < free <= 5.0


def test_a_theft_takes_one_gold_and_most_likely_from_who_has_most():
    gold = [4.0, 1.0, 0.0]
    rob(gold, [Seat("saboteur", 1.0, False, False), *seats("blue"), Seat("green", 1.0, False, True)], turns=0)
    rich, poor, thief = gold
    assert thief == 1.0
    assert 4.0 - rich > 1.0 - poor > 0.0
    assert sum(gold) == pytest.approx(5.0)


def test_the_gold_is_reached_the_rarer_the_farther_it_is_and_the_more_saboteurs_there_are():
    honest, watched = seats("blue", "green", "boss", "blue"), seats("blue", "green", "saboteur", "saboteur")
    assert reaching(honest, 7.0, 90) > reaching(honest, 7.0, 30)
    assert reaching(honest, 2.0, 60) > reaching(honest, 7.0, 60)
    assert reaching(honest, 5.0, 60) > reaching(watched, 5.0, 60)


@pytest.mark.parametrize(
    ("door", "blue", "green"), [("straight_EW", 1, 1), ("door_blue_EW", 1, 0), ("door_green_EW", 0, 1)]
)
def test_a_door_on_the_only_way_keeps_the_other_team_from_winning(door, blue, green):
    state = lay_out("saboteur2", 2, maze=WAY.format(door)).state
    far = ground(state.maze).far(TREASURE)
    assert [open_to(state, team, far, TREASURE) > 0.5 for team in ("blue", "green")] == [blue, green]


def test_what_is_expected_is_on_the_mean_about_what_is_paid():
    bot = LEVELS["normal"]
    hoped, got = [], []
    for deal in range(8):
        random = Random(deal)
        game = new(Options("saboteur2", 6), seed_of(deal))
        while game.state.round == 1 and not game.state.results:
            if not game.state.open_roles and len(game.state.piles["draw"]) % 7 == 0:
                gold = expected(game.state, seats_of(game.state))
                rob(gold, seats_of(game.state), turns_left(game.state))
                hoped.append((deal, gold))
            seat = game.waiting()[0]
            game.play(seat, bot.choose(game.view(seat), game.story(seat), random))
        while game.state.open_roles:
            seat = game.waiting()[0]
            game.play(seat, bot.choose(game.view(seat), game.story(seat), random))
        got.append(game.state.results[0].gold)
    assert hoped
    assert mean(sum(gold) for _, gold in hoped) == pytest.approx(mean(map(sum, got)), rel=0.4)
    far = mean((each - paid) ** 2 for deal, gold in hoped for each, paid in zip(gold, got[deal], strict=True))
    blind = mean(paid for gold in got for paid in gold)
    assert far < mean((blind - paid) ** 2 for deal, _ in hoped for paid in got[deal])


def test_a_geologist_digs_along_but_does_not_end_the_round():
    game = lay_out(
        "saboteur2", 2, maze=WAY.format("straight_EW"), roles="geologist blue", hands={0: "T_NEW", 1: "T_NEW"}
    )
    ends = Lay("T_NEW", (7, 0), False)
    assert ends in game.view(0).legal
    for seat, wanted in ((0, False), (1, True)):
        state = game.copy().state
        view = game.view(seat)
        now = situation(state.rules, view, past_of(view, game.story(seat)))
        (worth,) = judge(now, (ends,), rows(frozenset()))
        assert (worth > 2.0) is wanted


def test_of_all_passes_with_so_many_cards_only_the_best_is_tried():
    game = lay_out("saboteur2", 2, roles="blue green", hands={0: "dead_N dead_W fix_cart fix_pick map theft"})
    legal = game.view(0).legal
    worth = [0.1 * len(legal) - 0.001 * at for at in range(len(legal))]
    tried = [legal[at] for at in candidates(legal, worth)]
    passes = [len(action.cards) for action in tried if isinstance(action, Discard) and action.choice == "pass"]
    assert len(passes) == len(set(passes))
    assert len(tried) == len(set(tried)) == CANDIDATES
