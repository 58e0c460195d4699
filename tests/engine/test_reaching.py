"""Reaching, against a walk through the maze: how cards are turned up, and that nothing reached is left (R2, R3)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from server.engine import changes
from server.engine.cell import place
from server.engine.game import Game
from server.engine.state import State
from tests.engine.tables import choose, random_game
from tests.engine.walking import SIDES, beside, face_up, joined, openings, reached_from

GAMES = 24


def mismatched(state: State, cell: int, card: str, turned: bool) -> int:
    """Return how many face-up neighbours of a cell a card would not match."""
    cards, open_sides = face_up(state), openings(state, card, turned)
    found = 0
    for side in SIDES:
        neighbour, opposite = beside((place(cell), side))
        laid = cards.get(neighbour)
        found += laid is not None and (side in open_sides) != (opposite in openings(state, laid.card, laid.turned))
    return found


def allowed(state: State, cell: int) -> list[bool]:
    """Return the ways up that R2 leaves, and H3 for the path cards over chests."""
    card = state.maze.cards[cell].card
    sides = reached_from(state, place(cell))
    assert sides, "it is turned up only when it is reached"
    both = [False, True]
    meeting = [turned for turned in both if openings(state, card.id, turned) & sides]
    if not meeting and card.face.family != "goal":
        missed = [mismatched(state, cell, card.id, turned) for turned in both]
        return [turned for turned in both if missed[turned] == min(missed)]
    meeting = meeting or both
    return [turned for turned in meeting if not mismatched(state, cell, card.id, turned)] or meeting


def left_over(game: Game) -> list[tuple[int, int]]:
    """Return the face-down cards that are reached, and the sites that are joined and were not used."""
    state = game.state
    cells = {cell for cell, _ in joined(state)} | {cell for cell, _ in map(beside, joined(state))}
    found = [place(cell) for cell in state.maze.face_down() if place(cell) in cells]
    used = {mark.cell for mark in game.view(None).marks if mark.mark == "used"}
    sites = [cell for cell, laid in face_up(state).items() if state.rules.cards[laid.card].face.family == "site"]
    return found + [cell for cell in sites if cell in {at for at, _ in joined(state)} and cell not in used]


@pytest.mark.parametrize(("edition", "least"), [("base", 3), ("saboteur2", 2)])
def test_what_is_reached_is_turned_up_as_the_rules_have_it_and_nothing_is_left(
    edition: str, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    turned_up: Counter[str] = Counter()
    honest = changes.turn_up

    def turn_up(state: State, seat: int, cell: int, turned: bool) -> None:
        ways = allowed(state, cell)
        card = state.maze.cards[cell].card
        assert turned in ways
        assert seat == state.turn
        turned_up[card.face.family] += 1
        turned_up["choice"] += len(ways) == 2 and not card.alike
        honest(state, seat, cell, turned)

    monkeypatch.setattr(changes, "turn_up", turn_up)
    used = 0
    for seed in range(GAMES):
        random = Random(f"{edition} {seed}")
        game = random_game(edition, least + seed % 6, random)
        while game.outcome is None:
            assert game.asked is not None
            if game.asked.kind == "turn":
                assert left_over(game) == []
                used = max(used, sum(mark.mark == "used" for mark in game.view(None).marks))
            seat = game.waiting()[0]
            game.play(seat, choose(game, seat, random, eager=True))
    assert min(turned_up["goal"], turned_up["path"]) > 20
    assert turned_up["choice"]
    assert used
