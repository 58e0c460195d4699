"""How modules set up a round, and what they cannot be combined with."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from protocol.game import Answer, AtChoice, Discard, Options, OptionsFault, OptionsRefusal, Paid
from server.engine.cell import number, place
from server.engine.game import check, new
from server.engine.rounds import all_gold
from server.engine.rules import EXPANSIONS, editions, modules, rules_for
from server.engine.state import State
from tests.engine.tables import choose

SEEDS = [bytes([number]) for number in range(60)]


def at(state: State, x: int, y: int) -> str:
    """Return the card on a cell of the maze."""
    return state.maze.cards[number(x, y)].card.id


# --- Tournament -------------------------------------------------------------------------------------------------------

TOURNAMENT_DEAL = {
    # seats: (hand, saboteurs, gold miners, greedy dwarfs)
    5: (6, 1, 3, 1),
    6: (5, 2, 3, 1),
    7: (5, 2, 3, 2),
    8: (4, 3, 3, 2),
    9: (4, 3, 4, 2),
}


@pytest.mark.parametrize("seats", TOURNAMENT_DEAL)
def test_a_tournament_deals_all_its_roles_and_hands_of_the_base_game(seats: int) -> None:
    hand, *numbers = TOURNAMENT_DEAL[seats]
    state = new(Options("base", seats, ("tournament",)), b"deal").state
    roles = [state.id_of(card) for card in state.roles]
    assert [roles.count(name) for name in ("saboteur", "goldminer", "greedy")] == numbers
    assert state.piles["unused"] == ()
    assert {len(cards) for cards in state.hands} == {hand}
    assert len(state.piles["draw"]) == 66 - seats * hand


def test_a_path_card_by_lot_lies_in_the_middle_of_a_tournament_turned_or_not_by_lot() -> None:
    """V1."""
    laid = [new(Options("base", 5, ("tournament",)), seed).state.maze.cards[number(4, 0)] for seed in SEEDS]
    assert all(each.up and each.card.is_path for each in laid)
    assert len({each.card.id for each in laid}) > 8
    assert {each.turned for each in laid if not each.card.alike} == {False, True}
    assert not any(each.turned for each in laid if each.card.alike)


def test_the_middle_card_of_a_tournament_is_new_each_round_and_was_laid_by_nobody() -> None:
    """V1."""
    game = new(Options("base", 5, ("tournament",)), b"middle")
    middles = [game.state.maze.cards[number(4, 0)].number]
    while game.state.round < 3:
        assert all(cell != number(4, 0) for cell, _ in game.state.laid)
        begun = game.state.round
        seat = game.waiting()[0]
        game.play(seat, game.legal(seat)[-1])
        if game.state.round != begun:
            middles.append(game.state.maze.cards[number(4, 0)].number)
    assert len(set(middles)) > 1


# --- Mini-expansions --------------------------------------------------------------------------------------------------


def test_everyone_starts_a_game_with_toll_with_1_gold_and_not_each_round() -> None:
    game = new(Options("base", 3, ("toll",)), b"toll")
    assert all_gold(game.state) == (1, 1, 1)
    paid = [event for event in game.news(None) if isinstance(event, Paid)]
    assert [(event.seat, event.amount, event.why) for event in paid] == [
        (0, 1, "start"),
        (1, 1, "start"),
        (2, 1, "start"),
    ]
    while game.state.round == 1:
        seat = game.waiting()[0]
        game.play(seat, next(action for action in game.legal(seat) if isinstance(action, Discard)))
    assert "start" not in [event.why for event in game.news(None) if isinstance(event, Paid)]


def test_an_unanswered_request_for_toll_is_refused() -> None:
    """T1."""
    assert EXPANSIONS["toll"].questions["toll"].silence == Answer((AtChoice("refuse"),))


def laid_goals(seed: bytes, **settings: str) -> set[str]:
    """Return the goals that a game with new goals begins with."""
    state = new(Options("base", 3, ("new_goals",), settings), seed).state
    return {at(state, 8, y) for y in (-4, -2, 0, 2, 4)}


def test_five_of_eight_new_goals_are_laid_and_the_treasure_is_always_among_them() -> None:
    laid = [laid_goals(seed) for seed in SEEDS]
    assert all(len(goals) == 5 and "treasure" in goals for goals in laid)
    assert set.union(*laid) == {
        "treasure",
        "stone_NE",
        "stone_NW",
        "bag_1",
        "bag_2",
        "dragon_NE",
        "dragon_NW",
        "spider",
    }


def test_by_a_setting_any_five_new_goals_are_laid_with_or_without_the_treasure() -> None:
    laid = [laid_goals(seed, goals_laid="any_five") for seed in SEEDS]
    assert {"treasure" in goals for goals in laid} == {False, True}
    assert {len(goals) for goals in laid} == {5}


def test_the_treasure_lies_on_any_of_the_five_cells() -> None:
    states = [new(Options("saboteur2", 3, ("new_goals",)), seed).state for seed in SEEDS]
    assert {y for state in states for y in (-4, -2, 0, 2, 4) if at(state, 8, y) == "treasure"} == {-4, -2, 0, 2, 4}


def test_sites_lie_face_up_on_their_cells() -> None:
    state = new(Options("base", 3, ("wardrobe", "tunnel_feast")), b"sites").state
    assert (at(state, 4, -2), at(state, 4, 2)) == ("wardrobe", "tunnel_feast")
    assert state.maze.cards[number(4, -2)].up
    assert state.laid == ()


def chest_cells(state: State) -> list[tuple[int, int]]:
    """Return the cells of the face-down path cards over chests."""
    return [place(cell) for cell in state.maze.face_down() if state.maze.cards[cell].card.is_path]


def test_four_of_ten_chests_lie_under_four_of_seven_path_cards_on_fixed_cells() -> None:
    paths, chests = set(), set()
    for seed in SEEDS:
        state = new(Options("base", 3, ("treasure_chests",)), seed).state
        assert chest_cells(state) == [(3, -1), (3, 1), (6, -1), (6, 1)]
        paths |= {at(state, *cell) for cell in chest_cells(state)}
        under = [state.piles[f"under {x},{y}"] for x, y in chest_cells(state)]
        assert len({card for pile in under for card in pile}) == 4
        chests |= {state.id_of(card) for pile in under for card in pile}
    assert (len(paths), len(chests)) == (7, 10)


EVERYTHING = ("toll", "wardrobe", "tunnel_feast", "new_goals", "treasure_chests")


@pytest.mark.parametrize("names", [EVERYTHING, ("tournament", "tunnel_feast", "treasure_chests"), ("treasure_chests",)])
def test_by_a_setting_chests_lie_by_lot_and_next_to_nothing(names: tuple[str, ...]) -> None:
    found: set[tuple[int, int]] = set()
    for seed in SEEDS:
        state = new(Options("base", 5, names, {"chests_laid": "lot"}), seed).state
        cells = chest_cells(state)
        assert len(cells) == 4
        for x, y in cells:
            assert 1 <= x <= 7
            assert -2 <= y <= 2
            assert not any(
                number(*near) in state.maze.cards for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
            )
        found |= set(cells)
    assert len(found) > 10


def test_chests_are_new_each_round() -> None:
    """L10."""
    game = new(Options("base", 3, ("treasure_chests",)), b"chests")
    rounds = []
    while game.outcome is None:
        if len(rounds) < game.state.round:
            rounds.append([game.state.piles[f"under {x},{y}"] for x, y in chest_cells(game.state)])
            assert game.state.piles["out"] == ()
        seat = game.waiting()[0]
        game.play(seat, game.legal(seat)[-1])
    assert len(rounds) == 3
    assert rounds[0] != rounds[1] != rounds[2]


# --- What the modules bring, as the card list has it ------------------------------------------------------------------

BROUGHT: dict[str, dict[str, dict[str, tuple[tuple[str, ...], int]]]] = {
    # module -> supply -> card: joined openings, how many
    "new_goals": {
        "goals": {
            "treasure": (("NESW",), 1),
            "stone_NE": (("NE",), 1),
            "stone_NW": (("NW",), 1),
            "bag_1": (("NEW",), 1),
            "bag_2": (("NES",), 1),
            "dragon_NE": (("NE",), 1),
            "dragon_NW": (("NW",), 1),
            "spider": (("NESW",), 1),
        }
    },
    "wardrobe": {"sites": {"wardrobe": (("NESW",), 1)}},
    "tunnel_feast": {"sites": {"tunnel_feast": (("NESW",), 1)}},
    "treasure_chests": {
        "chest_paths": {
            "chest_cross": (("NESW",), 1),
            "chest_T_NEW": (("NEW",), 1),
            "chest_T_NES": (("NES",), 1),
            "chest_curve_NE": (("NE",), 1),
            "chest_curve_NW": (("NW",), 1),
            "chest_straight_NS": (("NS",), 1),
            "chest_straight_EW": (("EW",), 1),
        },
        "chests": dict.fromkeys(
            (
                "take_gold",
                "no_more_maps",
                "no_draw",
                "extra_draw",
                "move_goal",
                "take_card",
                "draw_three_keep_one",
                "inspect_role",
                "search_discard",
                "bury_five",
            ),
            ((), 1),
        ),
    },
    "tournament": {"roles": {"goldminer": ((), 7), "saboteur": ((), 4), "greedy": ((), 2)}, "gold": {}},
}


@pytest.mark.parametrize(("module", "supply"), [(module, supply) for module, box in BROUGHT.items() for supply in box])
def test_a_module_brings_the_cards_of_the_card_list(module: str, supply: str) -> None:
    rules = rules_for(Options("base", 5, (module,)))
    found = Counter(rules.kinds[card] for card in rules.supplies[supply])
    assert {card.id: (card.face.groups, count) for card, count in found.items()} == BROUGHT[module][supply]
    assert not any(card.face.stubs for card in found)


ASSUMED = {
    "saboteur2": {"NE_stubW", "NE_stubS", "NW_stubE", "NW_stubS", "NS_stubEW", "EW_stubNS"},
    "new_goals": {"bag_1", "bag_2", "dragon_NE", "dragon_NW", "spider"},
    "wardrobe": {"wardrobe"},
    "tunnel_feast": {"tunnel_feast"},
    "treasure_chests": set(BROUGHT["treasure_chests"]["chest_paths"]),
}
"""Cards of which no source tells the shape."""


def test_shapes_for_which_no_source_is_known_are_marked_as_assumed_and_no_others() -> None:
    found = {name: {card.id for card in each.cards if card.assumed} for name, each in EXPANSIONS.items()}
    assert {name: cards for name, cards in found.items() if cards} == ASSUMED


# --- What may be combined ---------------------------------------------------------------------------------------------

REFUSED = {
    "the tournament is not for four": (
        Options("base", 4, ("tournament",)),
        OptionsRefusal(OptionsFault.TOO_FEW_SEATS, "seats", "tournament:5"),
    ),
    "the tournament is not for ten": (
        Options("base", 10, ("tournament",)),
        OptionsRefusal(OptionsFault.TOO_MANY_SEATS, "seats", "tournament:9"),
    ),
    "the tournament is a variant of the base game": (
        Options("saboteur2", 5, ("tournament",)),
        OptionsRefusal(OptionsFault.MODULE_NOT_WITH_EDITION, "tournament", "saboteur2"),
    ),
    "the tournament brings its own greedy dwarfs": (
        Options("base", 5, ("greedy_dwarf", "tournament")),
        OptionsRefusal(OptionsFault.MODULES_EXCLUDE, "tournament", "greedy_dwarf"),
    ),
    "the tournament leaves no role over for the wardrobe": (
        Options("base", 5, ("tournament", "wardrobe")),
        OptionsRefusal(OptionsFault.MODULES_EXCLUDE, "wardrobe", "tournament"),
    ),
    "the sabotaged dwarf is a variant of the base game": (
        Options("saboteur2", 5, ("sabotaged_dwarf",)),
        OptionsRefusal(OptionsFault.MODULE_NOT_WITH_EDITION, "sabotaged_dwarf", "saboteur2"),
    ),
}


@pytest.mark.parametrize(("options", "refusal"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_combined_is_refused_by_name(options: Options, refusal: OptionsRefusal) -> None:
    assert check(options) == refusal


WITH_BASE = {
    "greedy_dwarf", "goal_swap", "treasure_trove", "veto", "change_direction", "master_craftsman", "path_specialist",
    "diversion", "toll", "wardrobe", "tunnel_feast", "new_goals", "treasure_chests", "sabotaged_dwarf", "tournament",
}  # fmt: skip
WITH_SABOTEUR2 = WITH_BASE - {"greedy_dwarf", "sabotaged_dwarf", "tournament"}
GOES_WITH: dict[str, set[str]] = {"base": WITH_BASE, "saboteur2": WITH_SABOTEUR2, "duel": set(), "solo": set()}
"""Edition -> the modules that may be switched on with it, as the rules have it."""
NOT_TOGETHER = {frozenset({"tournament", "greedy_dwarf"}), frozenset({"tournament", "wardrobe"})}


def test_every_module_goes_with_the_editions_the_rules_name() -> None:
    assert {edition.id for edition in editions()} == set(GOES_WITH)
    for edition, wanted in GOES_WITH.items():
        assert {module.id for module in modules(edition)} == wanted


@pytest.mark.parametrize(
    ("edition", "module"),
    [(edition, module) for edition, wanted in GOES_WITH.items() for module in sorted(WITH_BASE - wanted)],
)
def test_a_module_that_does_not_go_with_an_edition_is_refused_by_name(edition: str, module: str) -> None:
    refusal = check(Options(edition, max(EXPANSIONS[edition].seats[0], 1), (module,)))
    assert refusal == OptionsRefusal(OptionsFault.MODULE_NOT_WITH_EDITION, module, edition)


@pytest.mark.parametrize("edition", ["base", "saboteur2"])
def test_any_two_modules_go_together_but_for_those_that_the_rules_name(edition: str) -> None:
    for first, second in permutations(sorted(GOES_WITH[edition]), 2):
        refusal = check(Options(edition, 5, (first, second)))
        if {first, second} in NOT_TOGETHER:
            assert refusal == OptionsRefusal(OptionsFault.MODULES_EXCLUDE, second, first)
        else:
            assert refusal is None


@pytest.mark.parametrize(
    ("edition", "names"),
    [
        ("base", WITH_BASE - {"tournament"}),
        ("base", WITH_BASE - {"greedy_dwarf", "wardrobe"}),
        ("saboteur2", WITH_SABOTEUR2),
    ],
)
def test_all_that_is_allowed_works_together_all_at_once(edition: str, names: set[str]) -> None:
    options = Options(edition, 5, tuple(sorted(names)))
    assert check(options) is None
    game = new(options, b"all at once")
    random = Random(5)
    while game.outcome is None:
        seat = game.waiting()[0]
        game.play(seat, choose(game, seat, random, eager=True))
    assert len(game.outcome.gold) == 5
