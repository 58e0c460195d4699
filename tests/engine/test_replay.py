"""A game is its options, its seed and its actions: replayed anywhere it is the same, event for event."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

SCRIPT = """
import hashlib, sys
from random import Random
from protocol.game import Options
from server.engine.game import new, replay

edition, seats = sys.argv[1], int(sys.argv[2])
options, seed, random = Options(edition, seats), b"replay", Random("replay")
game = new(options, seed)
audiences = (None, *range(seats))
told = hashlib.sha256(repr([game.news(each) for each in audiences]).encode())
while game.outcome is None:
    seat = game.waiting()[0]
    legal = game.legal(seat)
    told.update(repr(legal).encode())
    game.play(seat, legal[int(random.random() * len(legal))])
    told.update(repr([game.news(each) for each in audiences]).encode() + game.digest())
again = replay(options, seed, game.actions)
assert again.digest() == game.digest()
assert [again.story(each) for each in audiences] == [game.story(each) for each in audiences]
assert [again.view(each) for each in audiences] == [game.view(each) for each in audiences]
print(len(game.actions), told.hexdigest(), game.digest().hex())
"""


def played(edition: str, seats: int, hash_seed: str) -> str:
    """Play and replay a game in a process of its own, and return its length and hashes."""
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT, edition, str(seats)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.parametrize(("edition", "seats"), [("base", 5), ("saboteur2", 7), ("duel", 2), ("solo", 1)])
def test_a_game_is_the_same_under_any_hash_seed(edition: str, seats: int) -> None:
    assert played(edition, seats, "1") == played(edition, seats, "4711")
