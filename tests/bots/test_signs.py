"""What is counted of a position, and the networks that judge by it."""

from __future__ import annotations

import pytest

from protocol.game import AtCell
from server.bots.network import Network, read
from server.bots.playout import Scenes, treasure_of, turns_left
from server.bots.prospects import Shares, Winning
from server.bots.signs import CRYSTAL, DEAD_END, FREE, THEFT, WAY, Position, position, signs
from server.engine import changes
from server.engine.cell import number
from server.engine.game import Game
from tests.engine.conftest import lay_out

TREASURE = number(8, 0)
NEAR = "straight_EW@1,0 straight_EW@2,0 {}@3,0 T_NEW@4,0 T_NEW@5,0 T_NEW@6,0"


def counted(game: Game) -> Position:
    state = game.state
    return position(state, Scenes().of(state, treasure_of(state)), treasure_of(state), turns_left(state))


def test_hands_are_counted_by_what_their_cards_are_good_for():
    hands = {0: "straight_EW dead_N theft free cr_T_NEW cr_dead_E map", 1: "curve_NE break_pick rockfall"}
    one, two = counted(lay_out("saboteur2", 2, hands=hands)).seats
    assert [one.held[sort] for sort in (WAY, DEAD_END, THEFT, FREE, CRYSTAL)] == [2, 2, 1, 1, 2]
    assert (one.hand, two.hand) == (7, 3)
    assert sum(two.held) == 2


def test_what_lies_before_a_seat_is_counted():
    game = lay_out("saboteur2", 3, before={0: "trapped", 1: "theft break_pick"})
    trapped, thief, neither = counted(game).seats
    assert (trapped.hindered, trapped.trapped, trapped.thief) == (True, True, False)
    assert (thief.hindered, thief.trapped, thief.thief) == (True, False, True)
    assert (neither.hindered, neither.trapped, neither.thief) == (False, False, False)


@pytest.mark.parametrize(
    ("hand", "before", "ends"),
    [
        ("T_NEW", "", True),
        ("curve_NW", "", False),
        ("dead_W", "", False),
        ("EW_stubNS", "", True),
        ("T_NEW", "break_cart", False),
    ],
)
def test_who_could_reach_the_treasure_is_counted(hand, before, ends):
    # R2: a goal is reached by an opening, never a stub, of a card joined to the start.
    game = lay_out(
        "saboteur2", 2, maze=NEAR.format("straight_EW"), hands={0: hand, 1: "map"}, before={0: before}, turn=1
    )
    first, second = counted(game).seats
    assert (first.ends, first.wait) == (ends, 1)
    assert (second.ends, second.wait) == (False, 0)


def test_nobody_could_reach_a_treasure_that_is_two_cards_away():
    game = lay_out("saboteur2", 2, maze="straight_EW@1,0", hands={0: "straight_EW", 1: "cross"})
    assert not any(seat.ends for seat in counted(game).seats)


def test_who_has_seen_the_treasure_knows_where_it_lies():
    game = lay_out("saboteur2", 2)
    state = game.copy().state
    changes.look(state, 1, AtCell((8, 0)), (state.maze.cards[TREASURE].number,))
    knows = [seat.knows for seat in position(state, Scenes().of(state, TREASURE), TREASURE, 60).seats]
    assert knows == [False, True]


@pytest.mark.parametrize(
    ("door", "blue", "green"),
    [("straight_EW", False, False), ("door_blue_EW", False, True), ("door_green_EW", True, False)],
)
def test_a_door_on_the_only_way_is_far_for_the_other_team(door, blue, green):
    farther = counted(lay_out("saboteur2", 2, maze=NEAR.format(door))).farther
    assert [farther[team] > 1.0 for team in ("blue", "green")] == [blue, green]


def test_teams_are_counted_as_ones_own_and_the_other():
    game = lay_out("saboteur2", 3, roles="blue green blue", before={1: "break_pick"}, hands={0: "map", 2: "map"})
    here = counted(game)
    one, two, three = (signs(here, seat) for seat in range(3))
    assert one != two
    assert len(one) == len(two) == len(three)
    assert sum(here.seats[seat].role == "blue" for seat in range(3)) == 2


@pytest.mark.parametrize("outlook", [Winning, Shares])
def test_a_network_weighs_just_what_is_counted(outlook):
    wide = len(signs(counted(lay_out("base", 3)), 0))
    assert outlook.network.units
    assert {len(row) for _, _, row in outlook.network.units} == {wide}


def test_a_unit_counts_from_its_bound_on():
    network = Network(0.5, ((2.0, 1.0, (1.0, 3.0)), (-1.0, 0.0, (1.0, 0.0))))
    assert network.expect([0.0, 0.0]) == 0.5
    assert network.expect([0.0, 1.0]) == 0.5 + 2.0 * (3.0 - 1.0)
    assert network.expect([2.0, 0.0]) == 0.5 + 2.0 * (2.0 - 1.0) - 2.0


def test_a_network_is_read_line_by_line():
    network = read("winning.network")
    assert all(isinstance(number, float) for _, _, row in network.units for number in row)
    assert network.first == float(network.first)
