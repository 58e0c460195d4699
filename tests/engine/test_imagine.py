"""An imagined game looks to the seat just like the real one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from protocol.game import AtCard, AtChoice, AtSeat, CardPlayed, Discarded, Happened, Looked, Options, Play
from server.engine.game import Game, new
from server.engine.imagine import Guess, Past, imagine
from server.engine.rules import editions
from tests.engine.made_up import MADE_UP
from tests.engine.tables import MODULES, choose, made_up_expansion, random_options, with_everything, with_module

TABLES = [Options(edition.id, seats) for edition in editions() for seats in sorted(set(edition.seats))]
TABLES += [with_module(edition, module) for edition, module in MODULES]
TABLES += [Options(edition, 4, (MADE_UP.id,)) for edition in MADE_UP.editions]
TABLES += [
    random_options(edition.id, min(6, edition.seats[1]), Random(seed)) for edition in editions() for seed in range(4)
]

every_table = pytest.mark.parametrize(
    "options", TABLES, ids=lambda each: " ".join((each.edition, str(each.seats), *each.modules))
)


@pytest.fixture(autouse=True, scope="module")
def _made_up() -> Iterator[None]:
    with made_up_expansion():
        yield


def plays(options: Options, seed: int, every: int) -> Iterator[tuple[Game, int]]:
    """Yield a game at every so many steps of random play, with a seat that is asked."""
    random = Random(seed)
    game = new(options, bytes([seed]) * 32)
    step = 0
    while game.outcome is None:
        seat = game.waiting()[0]
        if step % every == 0:
            yield game, seat
        legal = game.legal(seat)
        game.play(seat, legal[int(random.random() * len(legal))])
        step += 1


def same_view(game: Game, imagined: Game, seat: int) -> None:
    mine, theirs = game.view(seat), imagined.view(seat)
    for name in mine.__struct_fields__:
        if name == "results":
            continue
        assert getattr(mine, name) == getattr(theirs, name), name


@every_table
def test_an_imagined_game_gives_the_seat_the_same_view(options: Options) -> None:
    compared = 0
    for seed in (1, 2):
        for game, seat in plays(options, seed, 5):
            same_view(game, imagine(game.view(seat), game.story(seat), Random(seed)), seat)
            compared += 1
    assert compared > 10


@every_table
def test_an_imagined_game_can_be_played_to_its_end_with_all_cards_of_the_box(options: Options) -> None:
    random = Random(7)
    for game, seat in plays(options, 3, 37):
        imagined = imagine(game.view(seat), game.story(seat), random)
        state = imagined.state
        in_place = [*state.lying, *(card for hand in state.hands for card in hand)]
        in_place += [
            card
            for name in ("draw", "discard", "aside", "played", "looked", "gone")
            for card in state.piles.get(name, ())
        ]
        in_place += [card for purse in state.purses for card in purse]
        in_place += [laid.number for laid in state.maze.cards.values()]
        deck = state.rules.supplies["deck"]
        assert sorted(card for card in in_place if card in deck) == sorted(deck)
        while imagined.outcome is None:
            asked = imagined.waiting()[0]
            legal = imagined.legal(asked)
            imagined.play(asked, legal[int(random.random() * len(legal))])
        assert len(imagined.outcome.gold) == options.seats


def test_different_draws_imagine_different_worlds() -> None:
    game = new(Options("base", 5), bytes(32))
    worlds = {imagine(game.view(0), game.story(0), Random(seed)).state.hands[1] for seed in range(8)}
    assert len(worlds) > 1


def test_cards_seen_on_the_discard_pile_come_before_those_that_were_guessed() -> None:
    """Somebody discards unseen what was shown before, perhaps; a treasure trove then tells."""
    game = new(Options("base", 3, ("toll", "treasure_trove")), bytes(32))
    told = (
        Happened("asked_for_toll", 1, (AtCard("dead_N"), AtSeat(2))),
        Discarded(1, 1),
        CardPlayed(0, Play("treasure_trove")),
        Looked(0, AtChoice("discard_pile"), ("dead_N",)),
    )
    past = Past(game.view(0), game.state.rules.cards, Random(1))
    past.follow((*game.story(0), *told))
    assert [card for card in past.hands[1] if card is not None and not isinstance(card, Guess)] == []
    assert past.discard == ["dead_N"]
    assert not isinstance(past.discard[0], Guess)


COMMON = ("turn", "veto", "gold")


@pytest.mark.parametrize("edition", ["base", "saboteur2"])
def test_whatever_a_module_asks_an_imagined_game_looks_the_same_and_goes_on(edition: str) -> None:
    asked: set[str] = set()
    for seed in range(12):
        random = Random(seed)
        game = new(with_everything(edition, 5), random.randbytes(32))
        while game.outcome is None:
            seat = game.waiting()[0]
            question = game.question(seat)
            assert question is not None
            if question.kind not in COMMON:
                asked.add(question.kind)
                imagined = imagine(game.view(seat), game.story(seat), random)
                same_view(game, imagined, seat)
                for action in imagined.legal(seat):
                    imagined.copy().play(seat, action)
            game.play(seat, choose(game, seat, random, eager=True))
    assert len(asked) > 7
