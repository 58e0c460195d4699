"""Nothing is announced before it is stored, and what cannot be stored did not happen."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from protocol.messages import ChatLine
from server.journal import Journal, NotStored, add_line


async def inline(call: Callable[[], None], /) -> None:
    call()


async def test_a_commit_returns_only_when_the_disk_has_it(tmp_path: Path) -> None:
    held, release = trio.Event(), trio.Event()

    async def hold(call: Callable[[], None], /) -> None:
        held.set()
        await release.wait()
        call()

    journal = Journal.at(tmp_path, hold)
    told: list[str] = []

    async def announce() -> None:
        await journal.commit(add_line("", ChatLine("Anna", "hello", 1), 0, 10))
        told.append("hello")

    async with trio.open_nursery() as nursery:
        nursery.start_soon(journal.run)
        nursery.start_soon(announce)
        await held.wait()
        await trio.testing.wait_all_tasks_blocked()
        assert told == []
        assert journal.lines("") == []
        release.set()
        await trio.testing.wait_all_tasks_blocked()
        assert told == ["hello"]
        assert [line.text for _, line in journal.lines("")] == ["hello"]
        nursery.cancel_scope.cancel()
    assert journal.pragma("synchronous") == 2
    assert journal.pragma("journal_mode") == "wal"
    journal.close()


async def test_a_failed_commit_stores_nothing_and_one_failure_harms_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal.at(tmp_path, inline)
    transact = journal.transact

    def full(statements: Any) -> None:
        if any("bad" in str(parameters) for _, parameters in statements):
            raise sqlite3.OperationalError("database or disk is full")
        transact(statements)

    monkeypatch.setattr(journal, "transact", full)
    results: dict[str, bool] = {}

    async def say(text: str) -> None:
        try:
            await journal.commit(add_line("", ChatLine(text, text, 1), 0, 10))
            results[text] = True
        except NotStored:
            results[text] = False

    async with trio.open_nursery() as nursery:
        for text in ("good", "bad", "fine"):
            nursery.start_soon(say, text)
        await trio.testing.wait_all_tasks_blocked()
        nursery.start_soon(journal.run)
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
    assert results == {"good": True, "bad": False, "fine": True}
    assert {line.text for _, line in journal.lines("")} == {"good", "fine"}
    journal.close()
