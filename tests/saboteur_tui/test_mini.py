"""The mini-expansions on the screen: what they ask, what they tell, and how they are drawn."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from protocol.game import (
    AtCard,
    AtCell,
    AtChoice,
    AtSeat,
    Discard,
    Drawn,
    Event,
    Happened,
    Known,
    LaidCard,
    Lay,
    Looked,
    Marked,
    Options,
    Paid,
    RoleDealt,
    TurnedUp,
)
from protocol.messages import Act
from saboteur_tui.drawing.maze import card_tiles, letters
from saboteur_tui.drawing.palette import PLAIN
from saboteur_tui.drawing.shape import MEDIUM
from saboteur_tui.drawing.tile import Tile, tile_rows
from saboteur_tui.naming import Cast, card_word
from saboteur_tui.narrating import narrate
from saboteur_tui.panels import tokens
from saboteur_tui.words import words
from server.engine.game import Game, catalogue, new
from tests.saboteur_tui.staging import asked, deal, play, staged, update_of

WORDS = words("en")
FACES = {face.id: face for face in catalogue().faces}
CAST = Cast(WORDS, ("Anna", "Ben", "Cleo"), 0, FACES, {(9, -2): "A", (8, 0): "B"})

ROWS: list[tuple[tuple[Event, ...], list[str]]] = [
    ((Marked((2, 0), "guard", 1),), ["Ben placed a guard on the place 2 right"]),
    ((Marked((2, 0), "guard", 1, False),), ["The guard has left the place 2 right"]),
    ((Marked((4, 2), "used"),), ["The place 4 right, 2 down has had its effect for this round"]),
    ((Paid(1, 1, "toll", 2),), ["Cleo paid 1 gold of toll to Ben"]),
    ((Paid(0, 1, "start"),), ["You got 1 gold (to begin with)"]),
    ((Paid(0, 2, "bag"),), ["You got 2 gold (gold bag)"]),
    ((Paid(1, -1, "dragon"),), ["Ben lost 1 gold (dragon)"]),
    (
        (Happened("asked_for_toll", 1, (AtCard("cross"), AtSeat(0))),),
        ["Ben asked you to pay the toll for a crossing"],
    ),
    ((Happened("toll_granted", 2),), ["Cleo will pay the toll"]),
    ((Happened("toll_refused", 2),), ["Cleo did not pay the toll"]),
    ((Happened("chest_opened", 1, (AtCard("bury_five"), AtCell((3, 1)))),), ["Ben opened a chest: bury five"]),
    ((Happened("discard_from_draw", number=5),), ["5 cards of the draw pile were buried unseen"]),
    (
        (Happened("card_taken", 1, (AtSeat(0),)), Drawn(1, 1, ("map",), "hand")),
        ["Ben took a card from you", "The card was a Map"],
    ),
    ((Happened("card_taken", 1, (AtSeat(2),)), Drawn(1, 1, (), "hand")), ["Ben took a card from Cleo"]),
    ((Looked(1, AtChoice("drawn_cards")),), ["Ben looked at the cards drawn"]),
    ((Drawn(0, 1, ("cross",), "looked"),), ["You kept a crossing"]),
    ((RoleDealt(1, "", "tunnel_feast"),), ["Ben got a new role"]),
    ((RoleDealt(0, "saboteur", "wardrobe"),), ["You have a new role: saboteur"]),
    ((TurnedUp(1, "spider", (8, 0), False),), ["Goal B is the giant spider"]),
    ((TurnedUp(1, "dragon_NE", (8, 0), False),), ["Goal B is a dragon"]),
]


@pytest.mark.parametrize(("events", "sentences"), ROWS, ids=[str(row[1]) for row in ROWS])
def test_what_the_modules_do_is_told_in_a_sentence(events: tuple[Event, ...], sentences: list[str]) -> None:
    assert narrate(events, CAST) == sentences


def test_a_goal_that_moves_a_column_on_keeps_its_letter() -> None:
    goals = [LaidCard((8, y), back="goal") for y in (-4, -2, 0, 2, 4)]
    moved = [LaidCard((9, -4), back="goal"), *goals[1:]]
    assert letters(goals, FACES)[8, -4] == letters(moved, FACES)[9, -4] == "A"
    assert [letters(moved, FACES)[8, y] for y in (-2, 0, 2, 4)] == ["B", "C", "D", "E"]


def word(card: str) -> str:
    """Return the word that stands on a card."""
    return card_word(WORDS, FACES, card).upper()


def text(tile: Tile) -> str:
    """Return a tile as plain text."""
    return "\n".join("".join(part.text for part in row) for row in tile_rows(tile, MEDIUM, PLAIN))


def test_an_unopened_chest_is_told_from_a_goal_and_shows_what_was_seen_of_it() -> None:
    maze = (LaidCard((3, 1), back="path"), LaidCard((8, 0), back="goal"))
    drawn = card_tiles(maze, FACES, word)
    assert "CHEST" in text(drawn[3, 1])
    assert "C?" not in text(drawn[8, 0])
    seen = (Known(AtCell((3, 1)), "chest_cross"), Known(AtCell((3, 1)), "bury_five"))
    assert "BURY 5" in text(card_tiles(maze, FACES, word, known=seen)[3, 1])


def test_sites_bear_their_names() -> None:
    drawn = card_tiles((LaidCard((4, -2), "wardrobe"), LaidCard((4, 2), "tunnel_feast")), FACES, word)
    assert "CLOTHES" in text(drawn[4, -2])
    assert "FEAST" in text(drawn[4, 2])


@pytest.mark.parametrize(
    "face", [face for face in FACES.values() if face.family in ("site", "chest")], ids=lambda f: f.id
)
def test_the_word_of_a_site_or_chest_fits_on_a_card(face) -> None:  # type: ignore[no-untyped-def]
    assert len(word(face.id)) <= MEDIUM.width


def found(module: str, holds: Callable[[Game], bool]) -> Game:
    """Return a game with a module in which something holds."""
    games = (play(new(Options("base", 4, (module,)), bytes([seed]) * 32), holds, Random(seed)) for seed in range(256))
    return next(game for game in games if game.outcome is None)


def test_the_head_tells_how_many_guards_are_left_and_that_maps_are_forbidden() -> None:
    assert tokens({"guards": 2, "no_more_maps": 1, "unheard_of": 3}, CAST) == ["no more maps", "guards 2"]
    assert tokens({"guards": 0}, CAST) == []


# --- By keys ----------------------------------------------------------------------------------------------------------


def may_ask(game: Game) -> bool:
    """Tell whether the first seat may ask another to pay for its first card, or pay itself."""
    laying = [action for action in game.legal(0) if isinstance(action, Lay) and action.card == game.view(0).hand[0]]
    return any(action.targets for action in laying) and any(not action.targets for action in laying)


def on_guarded(keys: tuple[str, ...]) -> tuple[list[object], str]:
    """Choose the first card for the guarded cell, press keys, and return what is sent and what was asked before."""
    game = found("toll", may_ask)
    guarded = next(action.cell for action in game.legal(0) if isinstance(action, Lay) and action.targets)
    shown = []

    async def act(app, pilot):  # type: ignore[no-untyped-def]
        await pilot.press("1")
        while app.screen.decision.cursor != guarded:
            await pilot.press("tab")
        await pilot.press("enter")
        await pilot.pause()
        shown.append(app.screen._lines("ask").plain)
        await pilot.press(*keys)
        await pilot.pause()

    sent = staged(act, update_of(game), size=(120, 36))
    return [message.action for message in sent if isinstance(message, Act)], shown[0]


def test_where_a_guard_stands_enter_pays_and_a_player_may_be_asked() -> None:
    (paid,), line = on_guarded(("enter",))
    assert isinstance(paid, Lay)
    assert paid.targets == ()
    assert "Enter pays 1 gold" in line
    assert "choose who shall pay the toll" in line
    (begged,), _ = on_guarded(("tab", "enter"))
    assert isinstance(begged, Lay)
    assert begged.targets == (AtSeat(1),)


def test_a_guard_is_placed_by_discarding_a_card_for_it() -> None:
    game = play(deal("base", 4, ("toll",)), asked("turn"), Random(3))
    sent = staged(nothing, update_of(game), keys=("d", "1", "tab", "tab", "enter", "tab", "enter"))
    (placed,) = [message.action for message in sent if isinstance(message, Act)]
    assert isinstance(placed, Discard)
    assert placed.choice == "guard"
    assert placed in game.legal(0)


async def nothing(_app: object, _pilot: object) -> None:
    """Look at nothing."""


ASKED = {
    ("toll", "toll"): "pay 1 gold of toll?",
    ("treasure_chests", "move_goal"): "Which goal moves?",
    ("treasure_chests", "take_card"): "From whom do you take a card?",
    ("treasure_chests", "keep_one"): "Which card do you keep?",
    ("treasure_chests", "inspect_role"): "Whose role do you look at?",
    ("treasure_chests", "search"): "Which card do you keep?",
}


@pytest.mark.parametrize(("module", "kind"), ASKED)
def test_the_question_says_what_is_asked_and_two_keys_answer_it(module: str, kind: str) -> None:
    game = found(module, asked(kind))
    shown = []

    async def look(app, _pilot):  # type: ignore[no-untyped-def]
        shown.append(app.screen._lines("ask").plain)

    staged(look, update_of(game), size=(120, 36))
    assert ASKED[module, kind] in shown[0]
    (answer,) = [
        message.action
        for message in staged(nothing, update_of(game), keys=("tab", "enter"))
        if isinstance(message, Act)
    ]
    assert answer in game.legal(0)
