"""The journal: what was announced is in it, whatever happens to the server.

One SQLite file in WAL mode with full synchronisation. Tables hand in statements; whatever was handed in while one
commit was under way goes into the next, so that many tables share one wait for the disk.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import msgspec
import trio

from protocol.game import Action, Options
from protocol.messages import ChatLine
from protocol.record import SCHEMA as RECORD_SCHEMA
from protocol.record import GameRecord, Move, commitment
from server.seating import Seating

log = logging.getLogger("saboteur.journal")

SCHEMA = 1

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


class RunSync(Protocol):
    """How a blocking call is made: in a thread, or inline in a simulation."""

    def __call__(self, call: Callable[[], None], /) -> Awaitable[None]: ...


class NotStored(Exception):
    """The journal could not store something, so it must not be announced."""


class JournalInUse(Exception):
    """Another server has this journal open."""


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


_ENCODE = msgspec.msgpack.Encoder().encode
_SEATING = msgspec.msgpack.Decoder(Seating)
_OPTIONS = msgspec.msgpack.Decoder(Options)
_ACTION: msgspec.msgpack.Decoder[Action] = msgspec.msgpack.Decoder(Action)
_LINE = msgspec.msgpack.Decoder(ChatLine)
_BYTES = msgspec.msgpack.Decoder(tuple[bytes, ...])
_TEXTS = msgspec.msgpack.Decoder(tuple[str, ...])


# --- What tables hand in ---------------------------------------------------------------------------------------------


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


def _seating(code: str, data: bytes) -> Seating | None:
    """A table as it was stored; one that cannot be read is left alone, so that the others can be played."""
    try:
        return _SEATING.decode(data)
    except msgspec.MsgspecError as error:
        log.error("table %s cannot be read from the journal: %s", code, type(error).__name__)
        return None


# --- Reading ---------------------------------------------------------------------------------------------------------


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


# --- Writing ---------------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class _Ticket:
    """Statements that must be stored together or not at all, and whoever waits for them."""

    statements: list[Statement]
    done: trio.Event = field(default_factory=trio.Event)
    error: str = ""


class Journal(Archive):
    """The journal of a running server; `run` is its one writing task."""

    def __init__(self, path: Path, database: sqlite3.Connection, lock: sqlite3.Connection, run_sync: RunSync) -> None:
        super().__init__(database)
        self.path = path
        self._lock = lock
        self._run_sync = run_sync
        self._waiting: list[_Ticket] = []
        self._wake = trio.Event()

    @classmethod
    def at(cls, folder: Path, run_sync: RunSync = trio.to_thread.run_sync) -> Journal:
        """Open the journal in a folder, which is made if it is not there, and keep every other server out of it."""
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = _take_lock(folder / "journal.lock")
        path = folder / "journal.sqlite"
        # Made by us before SQLite does, so that it is never readable for others: it holds the secrets of games.
        path.touch(mode=0o600)
        database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        try:
            _prepare(database, path)
        except BaseException:
            database.close()
            lock.close()
            raise
        return cls(path, database, lock, run_sync)

    def close(self) -> None:
        """Close the file and let others have it."""
        self._database.close()
        self._lock.close()

    async def commit(self, statements: Iterable[Statement]) -> None:
        """Return when the statements are on the disk; raise NotStored if they are not."""
        ticket = _Ticket(list(statements))
        self._waiting.append(ticket)
        self._wake.set()
        await ticket.done.wait()
        if ticket.error:
            raise NotStored(ticket.error)

    async def run(self) -> None:
        """Store what is handed in, for as long as the server lives."""
        while True:
            await self._wake.wait()
            self._wake = trio.Event()
            tickets, self._waiting = self._waiting, []
            await self._run_sync(lambda tickets=tickets: self.write(tickets))  # type: ignore[misc]
            for ticket in tickets:
                ticket.done.set()

    async def fetch(self, code: str, number: int) -> StoredGame:
        """A game of a table, read over a connection of its own: the other may be in the middle of a transaction."""
        found: list[StoredGame | None] = []

        def read() -> None:
            with Archive.open(self.path) as archive:
                found.append(archive.game(code, number))

        await self._run_sync(read)
        if found[0] is None:
            raise NotStored(f"{code}/{number} is not in the journal")
        return found[0]

    def write(self, tickets: list[_Ticket]) -> None:
        """Store all in one transaction; if that fails, one by one, so that nobody suffers from another's failure."""
        if self._write_together(tickets) or len(tickets) == 1:
            return
        for ticket in tickets:
            ticket.error = ""
            self._write_together([ticket])

    def _write_together(self, tickets: list[_Ticket]) -> bool:
        try:
            self.transact([statement for ticket in tickets for statement in ticket.statements])
        except sqlite3.Error as error:
            for ticket in tickets:
                ticket.error = str(error)
            return False
        return True

    def transact(self, statements: list[Statement]) -> None:
        """Run statements in one transaction and wait for the disk."""
        execute = self._database.execute
        execute("BEGIN IMMEDIATE")
        try:
            for sql, parameters in statements:
                execute(sql, parameters)
            execute("COMMIT")
        except BaseException:
            # A full disk may have rolled back already.
            if self._database.in_transaction:
                execute("ROLLBACK")
            raise


def _take_lock(path: Path) -> sqlite3.Connection:
    """Hold an exclusive lock that ends with this process, even one that is killed, on every system SQLite runs on."""
    path.touch(mode=0o600)
    lock = sqlite3.connect(path, isolation_level=None, timeout=0, check_same_thread=False)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        lock.close()
        raise JournalInUse(f"another server is using the journal in {path.parent}") from None
    return lock


def _prepare(database: sqlite3.Connection, path: Path) -> None:
    try:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        version = database.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, SCHEMA):
            raise BadJournal(f"{path} has schema {version}, this program writes schema {SCHEMA}")
        database.executescript(TABLES)
        database.execute(f"PRAGMA user_version = {SCHEMA}")
    except sqlite3.DatabaseError as error:
        raise BadJournal(f"{path} cannot be used as a journal: {error}") from None
