"""Reading a journal: tables, games with their actions, and what was said."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from protocol.game import Action, Options
from protocol.messages import ChatLine
from protocol.record import SCHEMA as RECORD_SCHEMA
from protocol.record import GameRecord, Move, commitment
from server.seating import Seating

log = logging.getLogger("saboteur.journal")

_SEATING = msgspec.msgpack.Decoder(Seating)
_OPTIONS = msgspec.msgpack.Decoder(Options)
_ACTION: msgspec.msgpack.Decoder[Action] = msgspec.msgpack.Decoder(Action)
_LINE = msgspec.msgpack.Decoder(ChatLine)
_BYTES = msgspec.msgpack.Decoder(tuple[bytes, ...])
_TEXTS = msgspec.msgpack.Decoder(tuple[str, ...])


def journal_path(folder: Path) -> Path:
    """Where the journal of a server's folder is."""
    return folder / "journal.sqlite"


class BadJournal(Exception):
    """The file is no journal, or one of another version."""


@dataclass
class StoredAction:
    """An action as the journal has it."""

    seat: int
    action: Action
    digest: bytes
    turn_left: int | None


@dataclass
class StoredGame:
    """A game as the journal has it."""

    code: str
    number: int
    rules: int
    options: Options
    secret: bytes
    nonces: tuple[bytes, ...]
    names: tuple[str, ...]
    bots: tuple[str, ...]
    begun: int
    finished: bool = False
    actions: list[StoredAction] = field(default_factory=list)
    stale: bool = False
    """The journal still has answers of a window that started afresh; the next action strikes them."""

    def record(self) -> GameRecord:
        """The record of this game."""
        return GameRecord(
            schema=RECORD_SCHEMA,
            rules=self.rules,
            name=f"{self.code}/{self.number}",
            options=self.options,
            commitment=commitment(self.secret),
            secret=self.secret,
            nonces=self.nonces,
            names=self.names,
            bots=self.bots,
            begun=self.begun,
            moves=tuple(Move(stored.seat, stored.action, stored.digest) for stored in self.actions),
            finished=self.finished,
        )


class Archive:
    """Reads a journal, also while a server is writing it."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database

    @classmethod
    @contextlib.contextmanager
    def open(cls, path: Path) -> Iterator[Archive]:
        """Open a journal for reading only."""
        try:
            database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        except sqlite3.OperationalError as error:
            raise BadJournal(f"the journal {path} cannot be opened: {error}") from None
        with contextlib.closing(database):
            try:
                yield cls(database)
            except sqlite3.DatabaseError as error:
                raise BadJournal(f"{path} is not a journal: {error}") from None

    def seatings(self) -> list[Seating]:
        """Every table that has not ended."""
        rows = self._database.execute("SELECT code, seating FROM tables WHERE ended IS NULL ORDER BY rowid").fetchall()
        return [seating for code, data in rows if (seating := _seating(code, data))]

    def ended(self, since: int) -> list[tuple[Seating, str]]:
        """Tables that ended since a time, and why."""
        rows = self._database.execute(
            "SELECT code, seating, ended FROM tables WHERE ended IS NOT NULL AND ended_at >= ? ORDER BY rowid", (since,)
        ).fetchall()
        return [(seating, why) for code, data, why in rows if (seating := _seating(code, data))]

    def codes(self) -> set[str]:
        """Every code ever given: records are named by them."""
        return {row[0] for row in self._database.execute("SELECT code FROM tables")}

    def game(self, code: str, number: int) -> StoredGame | None:
        """A game with its actions."""
        row = self._database.execute(
            "SELECT code, number, rules, options, secret, nonces, names, bots, begun, finished FROM games"
            " WHERE code = ? AND number = ?",
            (code, number),
        ).fetchone()
        if row is None:
            return None
        actions = self._database.execute(
            "SELECT seat, action, digest, turn_left FROM actions WHERE code = ? AND number = ? ORDER BY n",
            (code, number),
        ).fetchall()
        return StoredGame(
            code=row[0],
            number=row[1],
            rules=row[2],
            options=_OPTIONS.decode(row[3]),
            secret=row[4],
            nonces=_BYTES.decode(row[5]),
            names=_TEXTS.decode(row[6]),
            bots=_TEXTS.decode(row[7]),
            begun=row[8],
            finished=bool(row[9]),
            actions=[
                StoredAction(seat, _ACTION.decode(action), digest, left) for seat, action, digest, left in actions
            ],
        )

    def games(self) -> list[tuple[str, int, bool, bool]]:
        """Code, number, whether finished, and whether the table has ended, of every game."""
        rows = self._database.execute(
            "SELECT code, number, finished, ended IS NOT NULL FROM games JOIN tables USING (code) ORDER BY begun, code"
        )
        return [(code, number, bool(finished), bool(ended)) for code, number, finished, ended in rows]

    def lines(self, code: str) -> list[tuple[int, ChatLine]]:
        """What was said at a table, or in the lobby (no code): for whom, and the line."""
        rows = self._database.execute("SELECT channel, line FROM chat WHERE code = ? ORDER BY id", (code,)).fetchall()
        return [(channel, _LINE.decode(line)) for channel, line in rows]

    def pragma(self, name: str) -> object:
        """The value of a pragma that is in force."""
        return self._database.execute(f"PRAGMA {name}").fetchone()[0]


def _seating(code: str, data: bytes) -> Seating | None:
    """A table as it was stored; one that cannot be read is left alone, so that the others can be played."""
    try:
        return _SEATING.decode(data)
    except msgspec.MsgspecError as error:
        log.error("table %s cannot be read from the journal: %s", code, type(error).__name__)
        return None
