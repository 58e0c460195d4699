"""The championship cards on the screen: what they ask, what they tell, and the order to let everything pass."""

from __future__ import annotations

from random import Random

import pytest

from protocol.game import (
    Answer,
    Asked,
    AtCard,
    AtCell,
    AtChoice,
    AtSeat,
    CardLaid,
    CardPlayed,
    Drawn,
    Event,
    Face,
    Happened,
    Looked,
    Play,
    Target,
)
from protocol.messages import Act, Standing
from saboteur_tui.asking import about_what
from saboteur_tui.deciding import announced
from saboteur_tui.drawing.maze import Ghost
from saboteur_tui.naming import Cast
from saboteur_tui.narrating import narrate
from saboteur_tui.screens.table import TableScreen
from saboteur_tui.words import words
from tests.saboteur_tui.staging import asked, deal, play, staged, update_of

FACES = {"cross": Face("cross", "path", ("NESW",)), "map": Face("map", "action")}
CAST = Cast(words("en"), ("Anna", "Ben", "Cleo"), 0, FACES, {(8, -2): "A", (8, 0): "B"})
GOALS = (AtCell((8, -2)), AtCell((8, 0)))
PILE = AtChoice("discard_pile")
PASS = Answer((AtChoice("pass"),))

ROWS: list[tuple[tuple[Event, ...], list[str]]] = [
    ((Happened("goals_handled", 1, GOALS),), ["Ben may have exchanged goal A and goal B"]),
    ((Happened("goals_exchanged", 0, GOALS),), ["You exchanged goal A and goal B in secret"]),
    ((Happened("goals_kept", 0, GOALS),), ["You left goal A and goal B where they are, in secret"]),
    ((Looked(1, PILE),), ["Ben looked at the discard pile"]),
    ((Looked(0, PILE, ("cross", "map")),), ["You saw on the discard pile: a crossing and a Map"]),
    ((Drawn(1, 1, (), "discard"),), ["Ben took a card from the discard pile"]),
    ((Drawn(0, 1, ("map",), "discard"),), ["You took a Map from the discard pile"]),
    (
        (CardPlayed(2, Play("veto")), Happened("vetoed", 2, (AtCard("cross"),))),
        ["Cleo vetoed: a crossing has no effect"],
    ),
    (
        (CardPlayed(1, Play("diversion", (AtCell((3, 0)),))), CardLaid(1, "cross", (3, 0), False, (2, 0))),
        ["Ben moved a crossing"],
    ),
    ((Happened("against_clock", 1),), ["Play now goes against the clock"]),
    ((Happened("with_clock", 1),), ["Play now goes clockwise again"]),
    ((Happened("no_second_path", 1),), ["Ben had no second path card that fits"]),
]


@pytest.mark.parametrize(("events", "sentences"), ROWS, ids=[str(row[1]) for row in ROWS])
def test_what_the_cards_do_is_told_in_a_sentence(events: tuple[Event, ...], sentences: list[str]) -> None:
    assert narrate(events, CAST) == sentences


def lines(app: object, name: str) -> str:
    """Return the text of a part of the table."""
    screen = app.screen  # type: ignore[attr-defined]
    assert isinstance(screen, TableScreen)
    return screen._lines(name).plain


def test_a_path_card_that_may_be_answered_is_shown_where_it_would_lie() -> None:
    about = (AtCard("cross"), AtCell((3, 0)), AtChoice("turned"))
    assert announced(Asked("veto", (0, 1), about), FACES) == ((3, 0), Ghost(FACES["cross"], True, True))
    assert announced(Asked("veto", (0, 1), (AtCard("map"), AtCell((8, 0)))), FACES) == ((8, 0), None)
    assert announced(Asked("turn", (0,)), FACES) == (None, None)


ASKED = {
    "veto": "let it pass",
    "goal_swap": "Do the two goals change places?",
    "treasure_trove": "Take one of these cards",
    "path_specialist": "Lay a path card",
}


@pytest.mark.parametrize("kind", ASKED)
def test_the_question_says_what_is_asked(kind: str) -> None:
    games = (play(deal("base", 4, (kind,)), asked(kind), Random(seed), eager=False) for seed in range(1000))
    game = next(game for game in games if game.outcome is None)
    shown = []

    async def look(app: object, _pilot: object) -> None:
        shown.append(lines(app, "ask"))

    staged(look, update_of(game), size=(120, 36))
    assert ASKED[kind].lower() in shown[0].lower()


@pytest.mark.parametrize(
    ("about", "text"),
    [
        ((AtCard("cross"), AtCell((3, 0)), AtChoice("turned")), "a crossing, turned"),
        ((AtCard("cross"), AtCell((3, 0)), AtSeat(1)), "a crossing (Ben pays)"),
        ((AtCard("change_direction"),), "a Change of Direction"),
        ((AtCard("map"), AtCell((8, 0))), "a Map, goal B"),
        ((AtCard("inspection"), AtSeat(2)), "an Inspection card on Cleo"),
    ],
)
def test_a_card_that_may_be_answered_is_named_with_what_it_is_played_on_or_who_pays(
    about: tuple[Target, ...], text: str
) -> None:
    assert about_what(about, CAST) == text


async def nothing(_app: object, _pilot: object) -> None:
    """Look at nothing."""


def test_a_card_is_let_pass_by_two_keys() -> None:
    game = play(deal("base", 4, ("veto",)), asked("veto"), Random(1))
    sent = staged(nothing, update_of(game), keys=("tab", "enter"))
    assert [message.action for message in sent if isinstance(message, Act)] == [PASS]


def test_one_key_lets_everything_pass_and_takes_it_back() -> None:
    game = play(deal("base", 4, ("veto",)), asked("veto"), Random(1))
    sent = staged(nothing, update_of(game), keys=("a",))
    assert sent == [Standing("veto", PASS, 1)]
    shown = []

    async def look(app: object, _pilot: object) -> None:
        shown.append(lines(app, "me"))

    following = play(game, asked("turn"), Random(1))
    update = update_of(following)
    kept = type(update)(update.table, update.me, update.view, update.events, True, {"veto": PASS})
    sent = staged(look, kept, keys=("a",), size=(120, 36))
    assert sent == [Standing("veto", None, 1)]
    assert "always: let it pass" in shown[0]


def test_in_a_window_nobody_asks_for_more_time() -> None:
    game = play(deal("base", 4, ("veto",)), asked("veto"), Random(1))
    assert staged(nothing, update_of(game), keys=("m",)) == []


def test_in_ones_own_turn_nothing_can_be_answered_for_good() -> None:
    game = play(deal("base", 4, ("veto",)), asked("turn"), Random(1))
    assert staged(nothing, update_of(game), keys=("a",)) == []
