"""The Duel and Solo: what their scenarios do not show: set-up, colours by lot, markers, what is public."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from protocol.game import Options, RoleDealt
from server.engine import notation
from server.engine.cell import number
from server.engine.game import Game, new
from server.engine.state import State
from tests.engine.tables import choose

SEEDS = [bytes([at]) for at in range(30)]


def colours(state: State) -> list[str]:
    """Return the dwarf of each seat."""
    return [state.id_of(role) for role in state.roles]


def whole_game(edition: str, seats: int, seed: int) -> list[Game]:
    """Play a game eagerly and return its positions."""
    random = Random(f"{edition} {seed}")
    game = new(Options(edition, seats), random.randbytes(32))
    found = [game.copy()]
    while game.outcome is None:
        seat = game.waiting()[0]
        game.play(seat, choose(game, seat, random, eager=True))
        found.append(game.copy())
    return found


def test_the_creator_is_green_and_green_begins() -> None:
    for seed in SEEDS:
        state = new(Options("duel", 2), seed).state
        assert colours(state) == ["dwarf_green", "dwarf_blue"]
        assert state.turn == 0


def test_by_lot_either_seat_is_green_and_begins() -> None:
    """R10."""
    states = [new(Options("duel", 2, settings={"first": "lot"}), seed).state for seed in SEEDS]
    assert {state.turn for state in states} == {0, 1}
    assert all(colours(state)[state.turn] == "dwarf_green" for state in states)


def test_a_round_of_the_duel_is_set_up() -> None:
    state = new(Options("duel", 2), b"deal").state
    kinds = [state.rules.kinds[card] for card in state.rules.supplies["deck"]]
    assert Counter(card.face.family for card in kinds) == {"path": 34, "action": 18}
    assert [len(hand) for hand in state.hands] == [6, 6]
    assert {name: len(cards) for name, cards in state.piles.items() if cards} == {"draw": 40, "goals": 12}
    assert state.tokens == {"markers": 8}
    assert state.maze.face_down() == sorted(number(x, y) for x, y in [(5, -2), (5, 0), (5, 2), (7, -1), (7, 1), (9, 0)])
    assert notation.maze_list(state.maze).startswith("start_blue@0,-1 start_green@0,1 ")


@pytest.mark.parametrize("colour", ["green", "blue"])
def test_a_round_of_solo_is_set_up(colour: str) -> None:
    for seed in SEEDS:
        state = new(Options("solo", 1, settings={"colour": colour}), seed).state
        assert colours(state) == [f"dwarf_{colour}"]
        assert len(state.hands[0]) == 6
        assert len(state.piles["aside"]) == 10
        assert len(state.piles["goals"]) == 12
        assert state.tokens == {"markers": 6}
        cells = [(8, -2), (8, 0), (8, 2), (10, -1), (10, 1), (12, 0)]
        assert state.maze.face_down() == sorted(number(x, y) for x, y in cells)
        assert notation.maze_list(state.maze).startswith(f"start_{colour}@0,0 ")


def test_tools_and_rockfalls_dealt_to_the_opening_hand_strike_before_ten_cards_are_set_aside() -> None:
    """D4."""
    struck = 0
    for seed in SEEDS:
        state = new(Options("solo", 1), seed).state
        hand = [state.id_of(card) for card in state.hands[0]]
        assert not [card for card in hand if card.startswith("break") or card == "rockfall"]
        gone = len(state.before[0]) + len(state.piles["discard"])
        assert len(state.piles["draw"]) == 52 - 6 - 10 - gone
        struck += gone
    assert struck > 30


@pytest.mark.parametrize(("edition", "seats", "stock"), [("duel", 2, 8), ("solo", 1, 6)])
def test_markers_and_goals_are_neither_lost_nor_made(edition: str, seats: int, stock: int) -> None:
    ends = Counter[str]()
    for seed in range(12):
        for game in whole_game(edition, seats, seed):
            state = game.state
            used = sum(kind in ("marker", "bribe") for _, kind, _ in state.marks)
            assert state.tokens["markers"] + used == stock
            assert sum(kind == "key" for _, kind, _ in state.marks) <= 2
            assert len({(cell, kind) for cell, kind, _ in state.marks}) == len(state.marks)
            goals = [*state.piles["goals"], *(card for purse in state.purses for card in purse)]
            goals += [*state.piles.get("gone", ()), *(laid.number for laid in state.maze.cards.values())]
            supply = state.rules.supplies["goals"]
            assert sorted(card for card in goals if card in supply) == list(supply)
        ends.update(result.reason for result in state.results)
        assert not state.piles["goals"]
    assert ends["hands_empty"]


def test_colours_are_kept_for_the_whole_game_and_everyone_sees_them() -> None:
    for game in whole_game("duel", 2, 1):
        assert colours(game.state) == ["dwarf_green", "dwarf_blue"]
        for audience in (None, 0, 1):
            assert [seat.role for seat in game.view(audience).seats] == ["dwarf_green", "dwarf_blue"]
    told = [event.role for event in new(Options("duel", 2), b"roles").news(None) if isinstance(event, RoleDealt)]
    assert told == ["dwarf_green", "dwarf_blue"]


@pytest.mark.parametrize(("edition", "seats"), [("duel", 2), ("solo", 1)])
def test_every_goal_of_the_box_is_laid_once_in_a_game(edition: str, seats: int) -> None:
    laid: dict[int, set[int]] = {}
    for game in whole_game(edition, seats, 4):
        maze = game.state.maze
        if game.state.round not in laid:
            laid[game.state.round] = {maze.cards[cell].number for cell in maze.face_down()}
    assert [len(goals) for goals in laid.values()] == [6, 6, 6]
    assert set.union(*laid.values()) == set(game.state.rules.supplies["goals"])


@pytest.mark.parametrize(("edition", "seats"), [("duel", 2), ("solo", 1)])
def test_gold_is_public_and_hands_are_not(edition: str, seats: int) -> None:
    for game in whole_game(edition, seats, 2):
        watched, seen = game.view(None), game.view(seats - 1)
        assert seen.hand == tuple(map(game.state.id_of, game.state.hands[seats - 1]))
        assert [seat.gold for seat in watched.seats] == [seat.gold for seat in seen.seats]
        assert None not in [seat.gold for seat in watched.seats]
        assert watched.hand == ()
        assert watched.known == ()
        assert all(laid.card == "" for laid in watched.maze if laid.back)


def test_the_view_tells_whose_start_each_opening_is_joined_to() -> None:
    game = new(Options("duel", 2), b"joined")
    joined = {laid.card: laid.joined for laid in game.view(None).maze if laid.card}
    assert joined == {"start_green": {"green": "NESW"}, "start_blue": {"blue": "NESW"}}
    base = new(Options("base", 3), b"joined")
    assert not any(laid.joined for laid in base.view(None).maze)


def test_a_round_that_is_over_still_shows_its_markers() -> None:
    results = whole_game("duel", 2, 3)[-1].view(None).results
    paid = {(mark.seat, result.round) for result in results for mark in result.marks if mark.mark == "marker"}
    assert paid == {(each.seat, result.round) for result in results for each in result.payments if each.why == "marked"}
