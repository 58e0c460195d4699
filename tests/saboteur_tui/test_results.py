"""Rounds that are over, as sentences."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from protocol.game import Payment, RoundResult
from saboteur_tui.asking import standing_answer
from saboteur_tui.naming import Cast
from saboteur_tui.results import round_lines, round_title
from saboteur_tui.words import words
from tests.saboteur_tui.scenes import round_over
from tests.saboteur_tui.staging import asked, deal, play

CAST = Cast(words("en"), ("Anna", "Ben", "Cleo"), 0)


def result(*payments: Payment) -> RoundResult:
    """Return a round that no side won, with these payments."""
    ended = round_over("saboteur2", 7, 26)[1].view(0).results[0]
    return replace(ended, round=2, sides=(), winners=(), payments=payments, roles=("blue", "blue", "geologist"))


@pytest.mark.parametrize(
    ("payments", "title"),
    [
        ((), "Round 2 is over: nobody won"),
        ((Payment(2, 2, "crystals"), Payment(0, 1, "theft", 2)), "Round 2 is over: nobody won"),
        ((Payment(0, 3, "marked"),), "Round 2 is over"),
    ],
)
def test_crystals_and_thefts_win_no_round(payments: tuple[Payment, ...], title: str) -> None:
    assert round_title(result(*payments), CAST) == title


def test_everyone_is_told_what_they_got_even_if_it_is_nothing() -> None:
    lines = [line.plain.split() for line in round_lines(result(Payment(2, 2, "crystals")), CAST, 80)]
    assert lines == [
        ["You", "blue", "miner", "no", "gold"],
        ["Ben", "blue", "miner", "no", "gold"],
        ["Cleo", "geologist", "+2", "crystals"],
    ]


def test_gold_is_not_given_away_by_one_key() -> None:
    game = play(deal("saboteur2", 5), asked("theft"), Random(0))
    view = game.view(0)
    assert view.question is not None
    assert view.question.kind == "theft"
    assert standing_answer(view, None) is None
