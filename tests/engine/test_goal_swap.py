"""Goal swap: others know the same whether goals were exchanged or not, and nobody imagines what cannot be."""

from __future__ import annotations

from random import Random

import pytest

from protocol.game import Action, Answer, AtCell, AtChoice, Event, Happened, Looked, Options, Play, TurnedUp
from server.engine import changes
from server.engine.game import Game, new
from server.engine.goals_seen import goals_seen
from server.engine.imagine import imagine
from tests.engine.tables import choose

EXCHANGE = Answer((AtChoice("exchange"),))
KEEP = Answer((AtChoice("keep"),))
TOP, MIDDLE, BOTTOM = (8, -2), (8, 0), (8, 2)


def swapping(options: Options, seed: int) -> Game:
    """Play at random until somebody is asked whether two goals change places."""
    random = Random(seed)
    game = new(options, random.randbytes(32))
    while game.outcome is None:
        assert game.asked is not None
        if game.asked.kind == "goal_swap":
            return game
        seat = random.choice(game.waiting())
        legal = game.legal(seat)
        wanted = [each for each in legal if isinstance(each, Play) and each.card in ("map", "goal_swap")]
        game.play(seat, random.choice(wanted or legal))
    return swapping(options, seed + 1000)


def shows_a_goal(game: Game) -> bool:
    """Tell whether the last play showed somebody a goal: from then on the two worlds may differ."""
    return any(isinstance(change, changes.Saw | changes.TurnedOver) for change in game.state.news or ())


@pytest.mark.parametrize("edition", ["base", "saboteur2"])
@pytest.mark.parametrize("seed", range(6))
def test_nobody_else_can_tell_whether_the_goals_were_exchanged(edition: str, seed: int) -> None:
    """C2."""
    exchanged = swapping(Options(edition, 5, ("goal_swap",)), seed)
    kept = exchanged.copy()
    (player,) = exchanged.waiting()
    exchanged.play(player, EXCHANGE)
    kept.play(player, KEEP)
    random = Random(seed)
    steps = 0
    while not shows_a_goal(exchanged) and exchanged.outcome is None:
        for audience in (None, *range(5)):
            if audience != player:
                assert exchanged.view(audience) == kept.view(audience)
                assert exchanged.news(audience) == kept.news(audience)
                assert exchanged.story(audience) == kept.story(audience)
        assert exchanged.legal(player) == kept.legal(player)
        seat = random.choice(exchanged.waiting())
        action: Action = choose(exchanged, seat, random, eager=False)
        exchanged.play(seat, action)
        kept.play(seat, action)
        steps += 1
    assert steps


@pytest.mark.parametrize("seed", range(8))
def test_an_imagined_maze_agrees_with_all_that_its_seat_has_seen(seed: int) -> None:
    game = swapping(Options("base", 3, ("goal_swap",)), seed)
    (player,) = game.waiting()
    game.play(player, random_answer(seed))
    for seat in range(3):
        for draw in range(6):
            imagined = imagine(game.view(seat), game.story(seat), Random(draw))
            cards = {cell: laid.card.id for cell, laid in imagined.state.maze.cards.items()}
            handled = {known.card for known in game.view(seat).known if known.aged}
            for known in game.view(seat).known:
                if not known.aged:
                    assert cards[changes.cell_of(known.about)] == known.card
            # What was seen of the two before the swap lies on one of the two now.
            (event,) = (each for each in game.story(seat) if isinstance(each, Happened) and len(each.targets) == 2)
            assert handled <= {cards[changes.cell_of(target)] for target in event.targets}


def random_answer(seed: int) -> Answer:
    """Return one of the two answers."""
    return EXCHANGE if seed % 2 else KEEP


def looked(cell: tuple[int, int], card: str, seat: int = 0) -> Looked:
    """Return that a seat looked at a goal."""
    return Looked(seat, AtCell(cell), (card,))


def handled(one: tuple[int, int], other: tuple[int, int], kind: str = "goals_handled") -> Happened:
    """Return that two goals were handled."""
    return Happened(kind, 1, (AtCell(one), AtCell(other)))


STORIES: dict[str, tuple[tuple[Event, ...], list[dict[tuple[int, int], str]]]] = {
    "a look is believed": ((looked(TOP, "treasure"),), [{TOP: "treasure"}]),
    "another's look tells nothing": ((Looked(1, AtCell(TOP)),), [{}]),
    "after a swap it lies here or there": (
        (looked(TOP, "treasure"), handled(TOP, MIDDLE)),
        [{TOP: "treasure"}, {MIDDLE: "treasure"}],
    ),
    "one's own swap is known": (
        (looked(TOP, "treasure"), handled(TOP, BOTTOM, "goals_exchanged")),
        [{BOTTOM: "treasure"}],
    ),
    "one's own sham is known": ((looked(TOP, "treasure"), handled(TOP, BOTTOM, "goals_kept")), [{TOP: "treasure"}]),
    "a later look tells that they were exchanged": (
        (looked(TOP, "treasure"), handled(TOP, MIDDLE), looked(TOP, "stone_NE")),
        [{TOP: "stone_NE", MIDDLE: "treasure"}],
    ),
    "a goal turned up tells that they were not": (
        (looked(TOP, "treasure"), handled(TOP, MIDDLE), TurnedUp(2, "stone_NE", MIDDLE, False)),
        [{TOP: "treasure", MIDDLE: "stone_NE"}],
    ),
    "of two swaps one may be known": (
        (looked(TOP, "treasure"), handled(TOP, MIDDLE), handled(MIDDLE, BOTTOM), looked(BOTTOM, "treasure")),
        [{BOTTOM: "treasure"}],
    ),
}


@pytest.mark.parametrize(("story", "possible"), STORIES.values(), ids=STORIES)
def test_where_a_goal_may_lie_follows_from_what_was_told(
    story: tuple[Event, ...], possible: list[dict[tuple[int, int], str]]
) -> None:
    found = [goals_seen(story, 0, Random(draw)) for draw in range(40)]
    assert all(each in possible for each in found)
    assert all(each in found for each in possible)
