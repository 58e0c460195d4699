"""What tables hand in to the journal, as statements of SQL."""

from __future__ import annotations

import msgspec

from protocol.messages import ChatLine
from server.archive import StoredAction, StoredGame
from server.seating import Seating

TABLES = """
CREATE TABLE IF NOT EXISTS tables (code TEXT PRIMARY KEY, seating BLOB NOT NULL, ended TEXT, ended_at INTEGER) STRICT;
CREATE TABLE IF NOT EXISTS games (
    code TEXT NOT NULL, number INTEGER NOT NULL, rules INTEGER NOT NULL, options BLOB NOT NULL, secret BLOB NOT NULL,
    nonces BLOB NOT NULL, names BLOB NOT NULL, bots BLOB NOT NULL, begun INTEGER NOT NULL,
    finished INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (code, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS actions (
    code TEXT NOT NULL, number INTEGER NOT NULL, n INTEGER NOT NULL, seat INTEGER NOT NULL, action BLOB NOT NULL,
    digest BLOB NOT NULL, turn_left INTEGER, PRIMARY KEY (code, number, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS chat (
    id INTEGER PRIMARY KEY, code TEXT NOT NULL, channel INTEGER NOT NULL, line BLOB NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS chat_of_a_table ON chat (code);
"""

Statement = tuple[str, tuple[object, ...]]

_ENCODE = msgspec.msgpack.Encoder().encode


def put_table(seating: Seating) -> Statement:
    """Store who sits where."""
    return (
        "INSERT INTO tables (code, seating) VALUES (?, ?) ON CONFLICT (code) DO UPDATE SET seating = excluded.seating",
        (seating.code, _ENCODE(seating)),
    )


def end_table(code: str, why: str, at: int) -> Statement:
    """Store that a table has ended."""
    return "UPDATE tables SET ended = ?, ended_at = ? WHERE code = ?", (why, at, code)


def begin_game(game: StoredGame) -> Statement:
    """Store the deal of a game."""
    return (
        """INSERT INTO games (code, number, rules, options, secret, nonces, names, bots, begun)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        (
            game.code,
            game.number,
            game.rules,
            _ENCODE(game.options),
            game.secret,
            _ENCODE(game.nonces),
            _ENCODE(game.names),
            _ENCODE(game.bots),
            game.begun,
        ),
    )


def add_action(code: str, number: int, n: int, stored: StoredAction) -> Statement:
    """Store the n-th action of a game."""
    return (
        "INSERT INTO actions (code, number, n, seat, action, digest, turn_left) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (code, number, n, stored.seat, _ENCODE(stored.action), stored.digest, stored.turn_left),
    )


def strike_actions(code: str, number: int, n: int) -> Statement:
    """Strike the n-th action of a game and all after it."""
    return "DELETE FROM actions WHERE code = ? AND number = ? AND n >= ?", (code, number, n)


def finish_game(code: str, number: int) -> Statement:
    """Store that a game was played to its end."""
    return "UPDATE games SET finished = 1 WHERE code = ? AND number = ?", (code, number)


def add_line(code: str, line: ChatLine, channel: int, keep: int) -> list[Statement]:
    """Store something said at a table, or in the lobby (no code), and forget the oldest line beyond `keep`."""
    return [
        ("INSERT INTO chat (code, channel, line) VALUES (?, ?, ?)", (code, channel, _ENCODE(line))),
        (
            """DELETE FROM chat WHERE code = ? AND id <=
            (SELECT id FROM chat WHERE code = ? ORDER BY id DESC LIMIT 1 OFFSET ?)""",
            (code, code, keep),
        ),
    ]
