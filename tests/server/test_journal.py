"""Nothing is announced before it is stored, and what cannot be stored did not happen."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from protocol.messages import Act, ChatLine, Done, Mute, Said, Update, Watch
from server.journal import Journal, NotStored
from server.statements import add_line, end_table
from tests.server.people import at_work, inline


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


async def test_what_sqlite_cannot_take_is_not_stored_and_the_journal_goes_on(tmp_path: Path) -> None:
    journal = Journal.at(tmp_path, inline)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(journal.run)
        with pytest.raises(NotStored):
            await journal.commit([end_table("BCDF", "empty", 2**64)])
        await journal.commit(add_line("", ChatLine("Anna", "hello", 1), 0, 10))
        nursery.cancel_scope.cancel()
    assert [line.text for _, line in journal.lines("")] == ["hello"]
    journal.close()


async def test_no_byte_about_an_action_leaves_before_its_commit_returns(tmp_path: Path) -> None:
    holding = False
    held, release = trio.Event(), trio.Event()

    async def hold(call: Callable[[], None], /) -> None:
        if holding:
            held.set()
            await release.wait()
        call()

    async with at_work(tmp_path, sockets=True, run_sync=hold) as server:
        people = await server.game("Anna", "Ben", "Cora")
        zoe = await server.connect("Zoe")
        await zoe.do(Watch(people[0].code))
        await zoe.until(Said)
        await trio.testing.wait_all_tasks_blocked(0.01)
        assert server.journal.pragma("synchronous") == 2
        asked = next(person for person in people if person.last(Update).view.question)
        question = asked.last(Update).view.question
        assert question is not None
        read = [person.bytes_read for person in (*people, zoe)]
        holding = True
        await asked.send(Act(question.id, asked.last(Update).view.legal[0], re=99))
        await held.wait()
        # The server goes on meanwhile, and answers others.
        other = await server.connect("Leo")
        await other.do(Mute("Nobody"))
        await trio.testing.wait_all_tasks_blocked(0.01)
        assert [person.bytes_read for person in (*people, zoe)] == read
        release.set()
        for person in people:
            await person.until(Update, lambda update: not update.story)
        await zoe.until(Update, lambda update: not update.story)
        assert Done(99) in asked.inbox
