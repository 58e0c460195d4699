"""What a seat knows: it follows from what that seat was told, and it is true unless it is marked as doubtful."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest

from protocol.game import (
    Action,
    AtCell,
    AtSeat,
    CardLifted,
    Event,
    GoalMoved,
    Happened,
    Known,
    Looked,
    Play,
    RoleDealt,
    RoundBegun,
    Target,
    TurnedUp,
)
from server.engine import changes
from server.engine.game import Game
from server.engine.rules import editions
from tests.engine.tables import choose, random_game

TELLING = ("map", "inspection", "goal_swap", "change_hats")
"""Cards that show something or make it doubtful: they are played as soon as they can be."""


def looking(game: Game, seat: int, random: Random) -> Action:
    """Choose at random, but rather to look at something."""
    plays = [each for each in game.legal(seat) if isinstance(each, Play) and each.card in TELLING]
    return random.choice(plays) if plays else choose(game, seat, random, eager=True)


class Mind:
    """What follows from all that a seat was told since the round began."""

    def __init__(self, me: int) -> None:
        self.me = me
        self.known: list[Known] = []

    def follow(self, events: Iterable[Event]) -> None:
        """Take in what the seat was told."""
        for event in events:
            match event:
                case RoundBegun():
                    self.known = []
                case Looked(seat=seat, at=AtCell() | AtSeat() as at, cards=cards) if seat == self.me:
                    self._forget(at)
                    self.known += [Known(at, card) for card in cards]
                case TurnedUp(cell=cell) | CardLifted(cell=cell):
                    self._forget(AtCell(cell))
                case GoalMoved(cell=cell, to=to):
                    self._move({AtCell(cell): AtCell(to)})
                case RoleDealt(seat=seat, why=why) if why != "deal":
                    self._doubt(why, AtSeat(seat))
                case Happened(kind="goals_handled", targets=targets):
                    self._doubt("swap", *targets)
                case Happened(kind="goals_exchanged", targets=(one, other)):
                    self._move({one: other, other: one})

    def _forget(self, about: Target) -> None:
        self.known = [each for each in self.known if each.about != about]

    def _move(self, to: dict[Target, Target]) -> None:
        self.known = [Known(to.get(each.about, each.about), each.card, each.aged) for each in self.known]

    def _doubt(self, why: str, *about: Target) -> None:
        self.known = [Known(each.about, each.card, each.aged or why * (each.about in about)) for each in self.known]


def is_true(game: Game, known: Known) -> bool:
    """Tell whether a seat knows what is so."""
    state = game.state
    if isinstance(known.about, AtSeat):
        return known.card == state.id_of(state.roles[known.about.seat])
    cell = changes.cell_of(known.about)
    under = state.piles.get(changes.under(cell), ())
    return known.card in {state.maze.cards[cell].card.id, *map(state.id_of, under)}


def by_place(known: Iterable[Known]) -> list[str]:
    """Return what is known in one order."""
    return sorted(map(str, known))


GAMES = {"saboteur2": 40}
"""How many it takes for all causes of doubt to be met."""
CAUSES = {"base": {"swap"}, "saboteur2": {"swap", "wardrobe", "tunnel_feast", "change_hats"}}
"""What made something doubtful that a seat had seen, in the games of these tests."""


@pytest.mark.parametrize("edition", [edition.id for edition in editions()])
def test_what_a_seat_knows_follows_from_what_it_was_told_and_is_true_unless_doubtful(edition: str) -> None:
    least, most = next(each.seats for each in editions() if each.id == edition)
    seen: Counter[str] = Counter()
    for seed in range(GAMES.get(edition, 12)):
        random = Random(f"{edition} {seed}")
        game = random_game(edition, min(most, least + seed % 5), random)
        minds = [Mind(seat) for seat in range(game.options.seats)]
        while game.outcome is None:
            seat = game.waiting()[0]
            game.play(seat, looking(game, seat, random))
            for mind in minds:
                mind.follow(game.news(mind.me))
                known = game.view(mind.me).known if mind.known or random.random() < 0.1 else ()
                assert by_place(known) == by_place(mind.known)
                # When a game of the Duel is over its goals have left the maze.
                assert game.outcome or all(is_true(game, each) for each in known if not each.aged)
                seen.update(each.aged or "fresh" for each in known)
    assert set(seen) >= {"fresh"} | CAUSES.get(edition, set())
