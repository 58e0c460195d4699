"""Write the games that the gallery shows: `python tests/saboteur_tui/records.py`, after every change of the rules."""

from __future__ import annotations

import pathlib
import sys
from random import Random

sys.path.insert(0, str(pathlib.Path(__file__).parents[2]))

from protocol.game import Options
from protocol.record import BOT_NONCE, SCHEMA, GameRecord, Move, commitment, encode, seed
from saboteur_tui.gallery.book import game_file
from server.bots.levels import LEVELS
from server.engine.game import RULES_VERSION, new
from tests.engine.tables import choose

MANY = (
    "goal_swap",
    "treasure_trove",
    "change_direction",
    "diversion",
    "toll",
    "wardrobe",
    "new_goals",
    "treasure_chests",
)
GAMES = {
    "base": (Options("base", 5), 2, False),
    "saboteur2": (Options("saboteur2", 7), 19, True),
    "modules": (Options("base", 6, MANY), 2, False),
    "duel": (Options("duel", 2), 2, False),
    "solo": (Options("solo", 1), 2, False),
}
"""Name -> what is played, the secret's number, and whether lots are drawn that are eager to dig."""
NAMES = ("Anna", "Ben", "Cleo", "Dora")


def record(options: Options, number: int, eager: bool = False) -> GameRecord:
    """Return the record of a game that normal bots play, or lots eager to dig, some under names of people."""
    seats = options.seats
    secret, nonces = number.to_bytes(32, "big"), (BOT_NONCE,) * seats
    game, random, bot = new(options, seed(secret, nonces)), Random(number), LEVELS["normal"]
    moves = []
    while game.outcome is None:
        seat = game.waiting()[0]
        action = choose(game, seat, random, eager) if eager else bot.choose(game.view(seat), game.story(seat), random)
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
    for name, (options, number, eager) in GAMES.items():
        game_file(name).write_bytes(encode(record(options, number, eager)))


if __name__ == "__main__":
    main()
