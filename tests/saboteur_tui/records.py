"""Write the games that the gallery shows: `python tests/saboteur_tui/records.py`, after every change of the rules."""

from __future__ import annotations

import pathlib
import sys
from random import Random

sys.path.insert(0, str(pathlib.Path(__file__).parents[2]))

from protocol.game import Options
from protocol.record import BOT_NONCE, SCHEMA, GameRecord, Move, commitment, encode, seed
from server.bots.levels import LEVELS
from server.engine.game import RULES_VERSION, new

FOLDER = pathlib.Path(__file__).parents[2] / "screenshots" / "games"
GAMES = {"base": (5, 2), "saboteur2": (7, 2)}
"""Edition -> seats, and the secret's number."""
NAMES = ("Anna", "Ben", "Cleo", "Dora")


def record(edition: str, seats: int, number: int) -> GameRecord:
    """Return the record of a game that normal bots play, some of them under names of people."""
    secret, nonces = number.to_bytes(32, "big"), (BOT_NONCE,) * seats
    game, random, bot = new(Options(edition, seats), seed(secret, nonces)), Random(number), LEVELS["normal"]
    moves = []
    while game.outcome is None:
        seat = game.waiting()[0]
        action = bot.choose(game.view(seat), game.story(seat), random)
        game.play(seat, action)
        moves.append(Move(seat, action, game.digest()))
    names = tuple(NAMES[seat] if seat < len(NAMES) else "" for seat in range(seats))
    bots = tuple("" if name else "normal" for name in names)
    return GameRecord(
        SCHEMA,
        RULES_VERSION,
        "KX7Q/1",
        game.options,
        commitment(secret),
        secret,
        nonces,
        names,
        bots,
        1_700_000_000,
        tuple(moves),
    )


def main() -> None:
    """Write all records."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for edition, (seats, number) in GAMES.items():
        (FOLDER / f"{edition}.saboteur").write_bytes(encode(record(edition, seats, number)))


if __name__ == "__main__":
    main()
