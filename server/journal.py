"""The journal: what was announced is in it, whatever happens to the server.

One SQLite file in WAL mode with full synchronisation. Tables hand in statements; whatever was handed in while one
commit was under way goes into the next, so that many tables share one wait for the disk.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import trio

from server.archive import Archive, BadJournal, StoredGame, journal_path
from server.statements import TABLES, Statement

SCHEMA = 1

LOG_BYTES = 4_500_000
"""How long the write-ahead log gets: SQLite begins it anew after 1000 pages of 4096 bytes and what one commit adds."""


class RunSync(Protocol):
    """How a blocking call is made: in a thread, or inline in a simulation."""

    def __call__(self, call: Callable[[], None], /) -> Awaitable[None]: ...


class NotStored(Exception):
    """The journal could not store something, so it must not be announced."""


class JournalInUse(Exception):
    """Another server has this journal open."""


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
        path = journal_path(folder)
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

    def make_room(self) -> None:
        """Make the write-ahead log as long as it gets before SQLite begins it anew.

        While it grows, every commit waits for the file system to store its new length, too: on ext4 that takes
        several times as long as the commit itself. On a full disk the log grows as it can.
        """
        steps: list[Statement] = [
            ("CREATE TABLE IF NOT EXISTS room (zeros BLOB NOT NULL) STRICT", ()),
            ("INSERT INTO room VALUES (zeroblob(?))", (LOG_BYTES,)),
            ("DROP TABLE IF EXISTS room", ()),
            ("PRAGMA wal_checkpoint (RESTART)", ()),
        ]
        for sql, parameters in steps:
            with contextlib.suppress(sqlite3.OperationalError):
                self._database.execute(sql, parameters)

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
        except Exception as error:
            # Whatever it is, SQLite's or not, it must not end the task that stores for all tables.
            for ticket in tickets:
                ticket.error = str(error) or type(error).__name__
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
