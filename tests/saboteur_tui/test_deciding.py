"""A half-made choice, from the first card to the action meant, without any screen."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from protocol.game import AtSeat, Face, Lay, Options, Play, Question, View
from saboteur_tui.asking import ask, missing
from saboteur_tui.deciding import Decision
from saboteur_tui.naming import Cast
from saboteur_tui.words import words
from server.engine.game import catalogue, new
from server.engine.rules import editions
from tests.engine.tables import choose, with_everything

FACES = {face.id: face for face in catalogue().faces}
TURN = Question(1, "turn")
LEGAL = (Play("break_lamp", (AtSeat(1),)), Play("break_lamp", (AtSeat(3),)), Lay("cross", (1, 0)))
WIDTH = 80


def view(question: Question | None = TURN) -> View:
    """Return a turn with a card for a player and one for a place."""
    legal = LEGAL if question else ()
    hand = ("break_lamp", "cross")
    dealt = new(Options("base", 4), bytes(32)).view(0)
    return replace(dealt, hand=hand, question=question, legal=legal, maze=())


def decision(question: Question | None = TURN) -> Decision:
    """Return a choice of which nothing is made yet."""
    made = Decision({"cross": Face("cross", "path", ("NESW",)), "break_lamp": Face("break_lamp", "action")})
    made.take(view(question))
    return made


def test_arrows_walk_through_players_where_no_place_is_to_be_chosen() -> None:
    made = decision()
    made.point_card(0)
    for step, seat in (((0, 1), 1), ((0, 1), 3), ((0, 1), 1), ((-1, 0), 3)):
        made.move(*step)
        assert made.target == AtSeat(seat)
    assert made.cursor is None
    assert made.confirm().act == LEGAL[1]


def test_arrows_move_the_cursor_where_a_path_card_is_to_be_laid() -> None:
    made = decision()
    made.point_card(1)
    assert made.cursor == (1, 0)
    made.move(0, -1)
    assert made.cursor == (1, -1)
    assert made.confirm().why == Lay("cross", (1, -1))


def test_a_card_can_be_looked_at_while_others_are_in_turn_and_is_never_played() -> None:
    made = decision(None)
    assert made.point_number(1)
    assert made.choice.hand == (1,)
    assert made.confirm() == (None, None, False)
    assert made.take(view())
    assert not made.choice.begun


@pytest.mark.parametrize(("cards", "said"), [((), "First choose a card (1-2)"), ((0,), "First choose a player (Tab)")])
def test_a_confirmation_too_early_says_what_is_missing(cards: tuple[int, ...], said: str) -> None:
    made = decision()
    for card in cards:
        made.point_card(card)
    assert made.confirm().missing
    assert missing(view(), Cast(words("en")), made.choice, made.offers()) == said


@pytest.mark.parametrize("edition", [edition.id for edition in editions()])
def test_the_line_of_the_question_has_room_at_every_step_of_every_game(edition: str) -> None:
    entry = next(entry for entry in catalogue().editions if entry.id == edition)
    random, bare = Random(1), 0
    game = new(with_everything(edition, min(entry.most_seats, 6)), random.randbytes(32))
    while game.outcome is None:
        seat = game.waiting()[0]
        seen = game.view(seat)
        cast = Cast(words("en"), ("Wwwwwwwwwwwwwwww",) * entry.most_seats, seat, FACES, edition=edition)
        made = Decision(FACES)
        made.take(seen)
        for at in (None, *range(len(seen.hand))):
            if at is not None:
                made.point_card(at)
            line = ask(seen, cast, made.choice, made.offers(), width=WIDTH)
            bare += not line
            assert cell_len(line) <= WIDTH, line
        game.play(seat, choose(game, seat, random, eager=True))
    assert bare == 0
