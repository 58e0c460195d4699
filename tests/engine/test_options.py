"""Options are checked when a table is made; what is wrong is named."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from protocol.game import Options, OptionsFault, OptionsRefusal
from server.engine.cell import place
from server.engine.game import OptionsError, check, new
from server.engine.rounds import all_gold
from server.engine.rules import editions, rules_for
from tests.engine.tables import choose

WRONG = {
    "an edition that nobody knows": (
        Options("chess", 3),
        OptionsRefusal(OptionsFault.UNKNOWN_EDITION, "chess"),
    ),
    "what all editions share is no edition itself": (
        Options("core", 3),
        OptionsRefusal(OptionsFault.UNKNOWN_EDITION, "core"),
    ),
    "a module that nobody knows": (
        Options("base", 3, ("dragons",)),
        OptionsRefusal(OptionsFault.UNKNOWN_MODULE, "dragons"),
    ),
    "an edition is no module": (
        Options("base", 3, ("saboteur2",)),
        OptionsRefusal(OptionsFault.UNKNOWN_MODULE, "saboteur2"),
    ),
    "the base game is not for two": (
        Options("base", 2),
        OptionsRefusal(OptionsFault.TOO_FEW_SEATS, "seats", "base:3"),
    ),
    "the base game is not for eleven": (
        Options("base", 11),
        OptionsRefusal(OptionsFault.TOO_MANY_SEATS, "seats", "base:10"),
    ),
    "Saboteur 2 is not for one": (
        Options("saboteur2", 1),
        OptionsRefusal(OptionsFault.TOO_FEW_SEATS, "seats", "saboteur2:2"),
    ),
    "Saboteur 2 is not for thirteen": (
        Options("saboteur2", 13),
        OptionsRefusal(OptionsFault.TOO_MANY_SEATS, "seats", "saboteur2:12"),
    ),
    "the greedy dwarf is for the base game alone": (
        Options("saboteur2", 5, ("greedy_dwarf",)),
        OptionsRefusal(OptionsFault.MODULE_NOT_WITH_EDITION, "greedy_dwarf", "saboteur2"),
    ),
    "a setting that nobody knows": (
        Options("base", 3, settings={"weather": "rain"}),
        OptionsRefusal(OptionsFault.UNKNOWN_SETTING, "weather"),
    ),
    "a value that a setting does not have": (
        Options("base", 3, settings={"first": "oldest"}),
        OptionsRefusal(OptionsFault.UNKNOWN_VALUE, "first", "oldest"),
    ),
}


@pytest.mark.parametrize(("options", "refusal"), WRONG.values(), ids=WRONG)
def test_options_at_fault_are_refused_by_name(options: Options, refusal: OptionsRefusal) -> None:
    assert check(options) == refusal
    with pytest.raises(OptionsError) as raised:
        new(options, b"seed")
    assert raised.value.refusal == refusal
    assert refusal.option in str(raised.value)


def test_every_seat_count_of_every_edition_is_allowed() -> None:
    for edition in editions():
        for seats in range(edition.seats[0], edition.seats[1] + 1):
            assert check(Options(edition.id, seats)) is None


def test_the_creator_begins_unless_the_first_player_is_drawn_by_lot() -> None:
    """R10."""
    seeds = [bytes([number]) for number in range(40)]
    assert {new(Options("base", 4), seed).state.starter for seed in seeds} == {0}
    by_lot = Options("base", 4, settings={"first": "lot"})
    assert {new(by_lot, seed).state.starter for seed in seeds} == {0, 1, 2, 3}


DEAL = {
    # seats: (hand, gold miners, saboteurs), as in the table of base.md
    3: (6, 3, 1),
    4: (6, 4, 1),
    5: (6, 4, 2),
    6: (5, 5, 2),
    7: (5, 5, 3),
    8: (4, 6, 3),
    9: (4, 7, 3),
    10: (4, 7, 4),
}


@pytest.mark.parametrize("seats", DEAL)
def test_a_round_of_the_base_game_is_set_up_for_its_number_of_players(seats: int) -> None:
    hand, miners, saboteurs = DEAL[seats]
    state = new(Options("base", seats), b"deal").state
    roles = [state.id_of(card) for card in (*state.roles, *state.piles["unused"])]
    assert (roles.count("goldminer"), roles.count("saboteur")) == (miners, saboteurs)
    assert len(state.roles) == seats
    assert {len(cards) for cards in state.hands} == {hand}
    assert len(state.piles["draw"]) == 67 - seats * hand
    assert len(state.piles["gold"]) == 28


@pytest.mark.parametrize(("edition", "seats"), [("base", 3), ("saboteur2", 2)])
def test_start_and_goals_lie_on_their_cells_and_the_treasure_by_lot_among_them(edition: str, seats: int) -> None:
    treasures = set()
    for seed in range(30):
        maze = new(Options(edition, seats), bytes([seed])).view(None).maze
        assert [(laid.cell, laid.card, laid.back) for laid in maze] == [
            ((0, 0), "start", ""),
            ((8, -2), "", "goal"),
            ((8, 0), "", "goal"),
            ((8, 2), "", "goal"),
        ]
        cards = new(Options(edition, seats), bytes([seed])).state.maze.cards
        goals = {place(cell): laid.card.id for cell, laid in cards.items() if not laid.up}
        assert sorted(goals.values()) == ["stone_NE", "stone_NW", "treasure"]
        treasures |= {cell for cell, goal in goals.items() if goal == "treasure"}
    assert treasures == {(8, -2), (8, 0), (8, 2)}


@pytest.mark.parametrize("options", [Options("base", 4), Options("base", 4, ("toll",)), Options("saboteur2", 4)])
def test_each_sees_the_own_gold_and_nobody_else_s_until_the_game_is_over(options: Options) -> None:
    """R7, S5; the size of the pile of gold cards would tell what others picked (L3)."""
    game = new(options, b"gold")
    random = Random(7)
    while game.outcome is None:
        gold = all_gold(game.state)
        for audience in (None, *range(4)):
            seen = game.view(audience).seats
            assert [seat.gold for seat in seen] == [own if at == audience else None for at, own in enumerate(gold)]
            assert [seat.has_gold for seat in seen] == [own > 0 for own in gold]
            assert all(not seat.purse for at, seat in enumerate(seen) if at != audience)
            assert not {"gold", "offer"} & set(game.view(audience).piles)
        seat = game.waiting()[0]
        game.play(seat, choose(game, seat, random, eager=True))
    assert [seat.gold for seat in game.view(None).seats] == list(all_gold(game.state))
    assert any(all_gold(game.state))


@pytest.mark.parametrize("seats", range(2, 13))
def test_a_round_of_saboteur_2_is_set_up_for_its_number_of_players(seats: int) -> None:
    state = new(Options("saboteur2", seats), b"deal").state
    roles = sorted(state.id_of(card) for card in (*state.roles, *state.piles["unused"]))
    assert roles == sorted(["blue", "green"] * 4 + ["boss", "profiteer"] + ["geologist"] * 2 + ["saboteur"] * 3)
    assert len(state.roles) == seats
    assert {len(cards) for cards in state.hands} == {6}
    assert len(state.piles["aside"]) == 10
    assert len(state.piles["draw"]) == 117 - 10 - 6 * seats


@pytest.mark.parametrize("seats", DEAL)
def test_a_greedy_dwarf_takes_the_place_of_one_gold_miner(seats: int) -> None:
    _, miners, saboteurs = DEAL[seats]
    state = new(Options("base", seats, ("greedy_dwarf",)), b"deal").state
    roles = Counter(state.id_of(card) for card in (*state.roles, *state.piles["unused"]))
    assert roles == {"goldminer": miners - 1, "saboteur": saboteurs, "greedy": 1}


@pytest.mark.parametrize("edition", ["base", "saboteur2"])
@pytest.mark.parametrize(
    "card",
    [
        "goal_swap",
        "treasure_trove",
        "veto",
        "change_direction",
        "master_craftsman",
        "path_specialist",
        "diversion",
    ],
)
def test_a_championship_card_is_shuffled_once_into_the_deck(edition: str, card: str) -> None:
    def deck(*modules: str) -> Counter[str]:
        rules = rules_for(Options(edition, 5, modules))
        return Counter(rules.kinds[number].id for number in rules.supplies["deck"])

    assert deck(card) == deck() + Counter({card: 1})
