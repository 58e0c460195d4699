"""What a position promises a seat, beside what comes of it."""

from random import Random
from statistics import mean

import pytest

from protocol.game import AtCell, Lay, Options
from server.bots.estimate import Estimate
from server.bots.hard import CANDIDATES, WINDOW, candidates, watched, world_of
from server.bots.levels import LEVELS
from server.bots.match import seed_of
from server.bots.playout import Scenes, treasure_of, turns_left
from server.bots.policy import cheapest, judge, rows
from server.bots.prospects import EARLY, Shares, Winning, ahead, exposure, paid, rob, won
from server.bots.signs import position, signs
from server.bots.situation import Situation, situation
from server.bots.story import past_of
from server.bots.worth import keep
from server.engine import changes
from server.engine.cell import number
from server.engine.game import Game, new
from tests.engine.conftest import lay_out

WAY = "straight_EW@1,0 straight_EW@2,0 straight_EW@3,0 T_NEW@4,0 T_NEW@5,0 T_NEW@6,0"


def weighed(game: Game, seat: int) -> Situation:
    view = game.view(seat)
    return situation(game.state.rules, view, past_of(view, game.story(seat)))


def play_until(game: Game, random: Random, done) -> None:
    while not done(game):
        seat = game.waiting()[0]
        game.play(seat, LEVELS["normal"].choose(game.view(seat), game.story(seat), random))


def test_a_theft_takes_one_gold_and_most_likely_from_who_has_most():
    gold = [4.0, 1.0, 0.0]
    rob(gold, [2])
    rich, poor, thief = gold
    assert thief == 1.0
    assert 4.0 - rich > 1.0 - poor > 0.0
    assert sum(gold) == pytest.approx(5.0)


def test_what_one_is_ahead_the_others_are_behind():
    first, *others = ahead([5, 0, 0, 1])
    assert first == pytest.approx((5 - 1 / 3) / 5)
    assert first + sum(others) == pytest.approx(0.0)


@pytest.mark.parametrize("deal", range(3))
def test_what_was_paid_is_known_when_a_round_is_over_but_for_whom_thieves_rob(deal):
    game = new(Options("saboteur2", 6), seed_of(deal))
    random = Random(deal)
    play_until(game, random, lambda game: game.state.open_roles or game.state.round > 1)
    thieves = sum("theft" in lying for lying in (game.view(0).seats[seat].before for seat in range(6)))
    guessed = paid(game.state, 1)
    play_until(game, random, lambda game: game.state.round > 1)
    assert sum(guessed) == pytest.approx(sum(game.state.results[0].gold))
    assert all(abs(one - two) <= 1 + thieves for one, two in zip(guessed, game.state.results[0].gold, strict=True))


@pytest.mark.parametrize(("edition", "seats", "outlook"), [("base", 5, Winning), ("saboteur2", 6, Shares)])
def test_what_is_expected_is_nearer_to_what_comes_than_a_guess(edition, seats, outlook):
    hoped, came = [], []
    for deal in range(10):
        random = Random(deal)
        game = new(Options(edition, seats), seed_of(deal))
        expected = []
        while not game.state.open_roles and game.state.round == 1:
            state = game.state
            if len(state.piles["draw"]) % 7 == 0:
                treasure = treasure_of(state)
                here = position(state, Scenes().of(state, treasure), treasure, turns_left(state))
                expected.append([outlook.network.expect(signs(here, seat)) for seat in range(seats)])
            seat = game.waiting()[0]
            game.play(seat, LEVELS["normal"].choose(game.view(seat), game.story(seat), random))
        play_until(game, random, lambda game: game.state.round > 1)
        result = won(game.state, 1) if edition == "base" else ahead(game.state.results[0].gold)
        hoped += [each for row in expected for each in row]
        came += result * len(expected)
    blind = mean(came)
    assert mean((one - two) ** 2 for one, two in zip(hoped, came, strict=True)) < mean(
        (blind - each) ** 2 for each in came
    )


def test_a_geologist_digs_along_but_does_not_end_the_round():
    game = lay_out("saboteur2", 2, maze=WAY, roles="geologist blue", hands={0: "T_NEW", 1: "T_NEW"})
    ends = Lay("T_NEW", (7, 0), False)
    assert ends in game.view(0).legal
    for seat, wanted in ((0, False), (1, True)):
        (worth,) = judge(weighed(game, seat), (ends,), rows(frozenset()))
        assert (worth > 2.0) is wanted


def test_of_all_ways_to_give_cards_up_only_the_cheapest_of_each_size_is_tried():
    game = lay_out("saboteur2", 2, roles="blue green", hands={0: "dead_N dead_W fix_cart fix_pick map theft"})
    now = weighed(game, 0)
    tried = cheapest(now, game.view(0).legal)
    passes = {
        len(action.cards): action.cards
        for action in tried
        if action not in now.rules.cards and hasattr(action, "cards")
    }
    assert sorted(passes) == [1, 2, 3]
    spared = sorted(keep(now, card) for card in now.hand)
    for count, cards in passes.items():
        assert sum(keep(now, card) for card in cards) == pytest.approx(sum(spared[:count]))
    assert [action for action in tried if not hasattr(action, "cards")] == [
        action for action in game.view(0).legal if not hasattr(action, "cards")
    ]


def test_the_best_actions_are_tried_and_none_that_is_much_worse():
    assert candidates([0.0, 1.0, 0.9, 1.0 - WINDOW]) == [1, 2, 0]
    assert len(candidates([0.1 * at for at in range(20)])) == CANDIDATES


def test_who_has_looked_at_the_treasure_has_it_in_mind_and_others_what_they_have_not_seen():
    game = lay_out("saboteur2", 4)
    state = game.copy().state
    treasure = treasure_of(state)
    stones = sorted(cell for cell in state.maze.face_down() if cell != treasure)
    changes.look(state, 1, AtCell((8, 0)), (state.maze.cards[number(8, 0)].number,))
    for cell in stones:
        changes.look(state, 2, AtCell((8, cell - number(8, 0))), (state.maze.cards[cell].number,))
    outlook = Shares(weighed(game, 0), state, Scenes(), Random(1))
    assert treasure == number(8, 0)
    assert outlook.aim(state, 1) == outlook.aim(state, 2) == treasure
    minds = set()
    for luck in range(40):
        minds.add(Shares(weighed(game, 0), state, Scenes(), Random(luck)).aim(state, 3))
    assert minds == {treasure, *stones}


def test_in_an_imagined_world_everyone_knows_the_goals_they_were_seen_to_look_at():
    game = new(Options("base", 5), bytes(32))
    random = Random(3)
    looked = {}
    for _ in range(120):
        seat = game.waiting()[0]
        view, story = game.view(seat), game.story(seat)
        for by, cell in past_of(view, story).looks:
            looked.setdefault(by, set()).add(cell)
        if len(looked) >= 2:
            break
        game.play(seat, LEVELS["normal"].choose(view, story, random))
    assert len(looked) >= 2
    world = world_of(view, story, weighed(game, seat).believed, random)
    down = set(world.maze.face_down())
    for by, cells in looked.items():
        known = {memory.about for memory in world.memory[by]}
        assert known >= {AtCell(cell) for cell in cells if number(*cell) in down}


def test_what_is_found_out_about_a_maze_is_that_of_a_decision_of_its_own():
    game = lay_out("saboteur2", 3, maze=WAY, hands={0: "T_NEW cross bridge dead_N rockfall", 1: "map", 2: "map"})
    state = game.copy().state
    treasure = treasure_of(state)
    scenes = Scenes()
    changes.look(state, 0, AtCell((8, 0)), (state.maze.cards[treasure].number,))
    outlook = Shares(weighed(game, 0), state, scenes, Random(1))
    first, again = outlook.see(state, 0), outlook.see(state.copy(), 0)
    legal = cheapest(first, state.rules.questions["turn"].legal(state, 0, state.asked))
    table = rows(frozenset())
    assert judge(first, legal, table) == judge(again, legal, table)
    assert first.scene is again.scene
    for action in legal:
        if isinstance(action, Lay):
            there = first.after_lay(action)
            assert first.laid(action) == (first.far - first.far_of(there), first.found(there))


def test_a_saboteur_who_is_found_out_early_loses_more_by_it_than_late():
    game = lay_out("base", 3, roles="saboteur goldminer goldminer")
    now = weighed(game, 0)
    hidden, found_out = (Estimate((), (chance, 0.1, 0.1)) for chance in (0.3, 0.9))
    assert now.turns > EARLY
    early = exposure(now, found_out) - exposure(now, hidden)
    now.turns = EARLY
    late = exposure(now, found_out) - exposure(now, hidden)
    assert early > late > 0.0


def test_others_are_seen_to_believe_what_they_may_not_what_a_saboteur_knows():
    game = lay_out("base", 3, roles="saboteur goldminer goldminer", hands={0: "cross", 1: "map", 2: "map"})
    view = game.view(0)
    now, past = weighed(game, 0), past_of(view, game.story(0))
    seen = watched(view, past, now, view.legal[0])
    assert now.believed.chance[0] == 1.0
    assert seen is not None
    assert seen.chance[0] < 1.0
    outlook = Winning(now, game.copy().state, Scenes(), Random(1))
    outlook.seen = seen
    assert outlook.see(game.state, 0).believed is now.believed
    assert outlook.see(game.state, 1).believed is seen


def test_a_gold_miner_has_nothing_to_hide():
    game = lay_out("base", 3, roles="goldminer saboteur goldminer", hands={0: "cross", 1: "map", 2: "map"})
    view = game.view(0)
    assert watched(view, past_of(view, game.story(0)), weighed(game, 0), view.legal[0]) is None
