"""Counts of legal sequences to a fixed depth from given positions, as chess engines do with perft.

A row of perft.txt: edition (with modules after plus signs), seats, random steps from the deal, depth, count.
`pytest tests/engine/test_perft.py --write-golden` writes the counts anew.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from protocol.game import Options
from server.engine import notation, steps
from server.engine.game import Game, new
from server.engine.state import State

FILE = Path(__file__).parent / "perft.txt"
ROWS = [tuple(line.split()) for line in FILE.read_text("utf-8").splitlines() if line and not line.startswith("#")]


def start(edition: str, seats: int, count: int) -> Game:
    """Return the position some random steps after the deal."""
    name, *modules = edition.split("+")
    game = new(Options(name, seats, tuple(modules)), f"perft {edition} {seats}".encode())
    random = Random(f"perft {edition} {seats}")
    for _ in range(count):
        seat = game.waiting()[0]
        legal = game.legal(seat)
        game.play(seat, legal[int(random.random() * len(legal))])
    return game


def sequences(state: State, depth: int) -> int:
    """Count the legal sequences of so many actions; a game that is over counts as one."""
    asked = state.asked
    if asked is None:
        return 1
    seat = next(seat for seat, answer in zip(asked.seats, asked.answers, strict=True) if answer is None)
    legal = state.rules.questions[asked.kind].legal(state, seat, asked)
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        twin = state.copy()
        twin.news = None
        steps.play(twin, seat, action)
        total += sequences(twin, depth - 1)
    return total


def first_moves(game: Game, depth: int) -> dict[str, int]:
    """Count the sequences that begin with each legal action."""
    seat = game.waiting()[0]
    counts = {}
    for action in game.legal(seat):
        twin = game.copy()
        twin.play(seat, action)
        counts[notation.action_text(action)] = sequences(twin.state, depth - 1) if depth > 1 else 1
    return counts


@pytest.mark.parametrize("row", ROWS, ids=[" ".join(row[:4]) for row in ROWS])
def test_as_many_sequences_are_legal_as_were_counted(row: tuple[str, ...], request: pytest.FixtureRequest) -> None:
    edition, seats, count, depth, *expected = row
    game = start(edition, int(seats), int(count))
    counts = first_moves(game, int(depth))
    if request.config.getoption("--write-golden", default=False):
        lines = [
            " ".join((*row[:4], str(sum(counts.values())))) if line.split()[:4] == list(row[:4]) else line
            for line in FILE.read_text("utf-8").splitlines()
        ]
        FILE.write_text("\n".join(lines) + "\n", "utf-8")
        return
    listed = "\n".join(f"{number:>9} {action}" for action, number in counts.items())
    assert [str(sum(counts.values()))] == expected, f"{notation.position(game.state)}\n{listed}"
