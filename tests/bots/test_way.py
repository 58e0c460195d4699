"""How far the gold is, checked by hand and against laying the cards."""

from random import Random

import pytest

from protocol.game import Lay, Options
from server.bots.story import laid_card
from server.bots.way import BIT, FAR, Ground, ground, laid_on
from server.engine.cell import number
from server.engine.game import new
from server.engine.maze import Traveller, build
from tests.engine.conftest import lay_out


def test_the_middle_goal_is_seven_cards_away_when_a_round_begins():
    game = new(Options("base", 5), bytes(32))
    goal = BIT[number(8, 0)]
    here = ground(game.state.maze)
    assert 6.0 < here.far(goal) <= 7.0
    assert Ground(here.empty, BIT[number(1, 0)], ()).far(goal) == 7.0


def test_a_goal_that_no_way_leads_to_is_far():
    here = ground(new(Options("base", 5), bytes(32)).state.maze)
    assert Ground(here.empty, 0, ()).far(BIT[number(8, 0)]) == FAR


def test_the_ground_after_a_lay_is_that_of_the_maze_after_it():
    random = Random(5)
    compared = 0
    for edition, deal in (("base", 1), ("base", 2), ("saboteur2", 3), ("saboteur2", 4), ("duel", 5), ("duel", 6)):
        game = new(Options(edition, 2 if edition == "duel" else 5), bytes([deal]) * 32)
        for _ in range(80):
            seat = game.waiting()[0]
            legal = game.legal(seat)
            maze = game.state.maze
            for action in legal:
                if isinstance(action, Lay):
                    cell = number(*action.cell)
                    laid = laid_card(game.state.rules, action.card, action.turned)
                    goals = sum(BIT.get(each, 0) for each in maze.face_down())
                    for traveller in range(len(maze.travellers)):
                        after = laid_on(maze, ground(maze, traveller), cell, laid, traveller)
                        exact = ground(maze.put(cell, laid), traveller)
                        assert after.live & ~goals == exact.live
                        assert (after.empty, after.loose) == (exact.empty, exact.loose)
                        compared += 1
            game.play(seat, legal[int(random.random() * len(legal))])
            if game.state.round > 1:
                break
    assert compared > 2000


@pytest.mark.parametrize(("colour", "near"), [("blue", True), ("green", False)])
def test_a_closed_door_leads_nowhere_for_the_other_colour_from_either_side(colour, near):
    maze = lay_out("saboteur2", 2, maze="straight_EW@1,0 door_blue_EW@2,0 straight_EW@3,0").state.maze
    seen = build(maze.cards, (Traveller(colour, stopped=True),), maze.opened)
    assert (ground(seen).far(BIT[number(8, 0)]) < 5.0) is near
