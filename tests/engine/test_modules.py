"""How modules set up a round, and what they cannot be combined with."""

from __future__ import annotations

import pytest

from protocol.game import Options, OptionsFault, OptionsRefusal
from server.engine.cell import number
from server.engine.game import check, new
from server.engine.state import State

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
    "the sabotaged dwarf is a variant of the base game": (
        Options("saboteur2", 5, ("sabotaged_dwarf",)),
        OptionsRefusal(OptionsFault.MODULE_NOT_WITH_EDITION, "sabotaged_dwarf", "saboteur2"),
    ),
}


@pytest.mark.parametrize(("options", "refusal"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_combined_is_refused_by_name(options: Options, refusal: OptionsRefusal) -> None:
    assert check(options) == refusal
