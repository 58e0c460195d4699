"""How things end: a full disk, a crash at one table, other rules, an unreadable journal; and nothing else with them."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from protocol.errors import Fault, Parting
from protocol.game import Options
from protocol.limits import HEARTBEAT_SECONDS
from protocol.messages import (
    Act,
    Create,
    Done,
    Join,
    Mute,
    Pace,
    Parted,
    Ready,
    Return,
    Room,
    Say,
    Tables,
    Terms,
    Update,
    Watch,
    Why,
)
from protocol.record import BadRecord, decode, encode
from server import table as tables
from server.archive import Archive, BadJournal
from server.bots.chance import Chance
from server.engine import game as engine
from server.journal import Journal, JournalInUse
from server.replay import positions
from server.thinker import InlineThinker
from tests.server.people import BASE, Person, Running, at_work

Clock = trio.testing.MockClock


async def play_on(person: Person, actions: int) -> None:
    """Take some actions, as far as the game goes on."""
    for _ in range(actions):
        if person.last(Update).view.question:
            await person.act()
            await trio.testing.wait_all_tasks_blocked()


# --- The journal cannot store ----------------------------------------------------------------------------------------


def fill_disk(journal: Journal, full: bool) -> None:
    """Let SQLite find no room for another page; or let it find some again."""
    pages = journal.pragma("page_count") if full else 2**31 - 2
    assert isinstance(pages, int)
    journal.pragma(f"max_page_count = {pages}")


async def test_on_a_full_disk_actions_are_refused_and_nothing_is_lost_or_corrupted(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path) as server:
        anna, ben = await server.game("Anna", "Ben", options=Options("base", 4))
        await trio.testing.wait_all_tasks_blocked()
        fill_disk(server.journal, full=True)
        # Room that is left on pages in use is filled first.
        answer: Any = Done(0)
        while isinstance(answer, Done):
            asked = next(person for person in (anna, ben) if person.last(Update).view.question)
            other = ben if asked is anna else anna
            view, before = asked.last(Update).view, len(other.inbox)
            assert view.question is not None
            answer = await asked.ask(Act(view.question.id, view.legal[0]))
            await trio.testing.wait_all_tasks_blocked()
        assert answer.fault is Fault.NOT_STORED
        assert len(other.inbox) == before
        assert asked.last(Update).view == view
        (table,) = server.server.lobby.tables.values()
        stalled = len(table.playing().actions)
        await trio.sleep(60)
        assert len(table.playing().actions) == stalled
        fill_disk(server.journal, full=False)
        await trio.sleep(2)
        while anna.last(Update).view.outcome is None:
            asked = next(p for p in (anna, ben) if p.last(Update).view.question)
            await asked.act()
            await trio.testing.wait_all_tasks_blocked()
        assert server.journal.pragma("integrity_check") == "ok"
        stored = server.journal.game(anna.code, 1)
        assert stored is not None
        assert positions(stored.record())[-1].outcome == anna.last(Update).view.outcome


def failing(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """A switch that makes every commit fail."""
    transact = journal.transact
    broken = False

    def switch(on: bool) -> None:
        nonlocal broken
        broken = on

    def maybe(statements: Any) -> None:
        if broken:
            raise sqlite3.OperationalError("database or disk is full")
        transact(statements)

    monkeypatch.setattr(journal, "transact", maybe)
    return switch


async def test_whatever_needs_the_journal_is_refused_while_it_fails(
    autojump_clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_work(tmp_path) as server:
        switch = failing(server.journal, monkeypatch)
        anna = await server.host("Anna")
        ben, leo = await server.connect("Ben"), await server.connect("Leo")
        switch(True)
        assert await anna.refused(Ready(bytes(32))) is Fault.NOT_STORED
        assert await anna.refused(Say("hello")) is Fault.NOT_STORED
        assert await ben.refused(Join(anna.code)) is Fault.NOT_STORED
        assert await ben.refused(Watch(anna.code)) is Fault.NOT_STORED
        assert await leo.refused(Say("hello")) is Fault.NOT_STORED
        # A table that could not be stored is no table.
        assert await leo.refused(Create(BASE)) is Fault.NOT_STORED
        await trio.testing.wait_all_tasks_blocked()
        assert list(server.server.lobby.tables) == [anna.code]
        switch(False)
        await ben.do(Join(anna.code))
        await anna.do(Ready(bytes(32)))
        await leo.do(Create(BASE))
        late = await server.connect("Late")
        assert len(late.last(Tables).tables) == 2


async def test_what_nobody_asked_for_is_tried_again_until_the_journal_can_store_it(
    autojump_clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    terms = Terms(pace=Pace.QUICK, grace_seconds=5)
    async with at_work(tmp_path) as server:
        switch = failing(server.journal, monkeypatch)
        anna, ben = await server.game("Anna", "Ben", terms=terms)
        (table,) = server.server.lobby.tables.values()
        switch(True)
        await anna.cut()
        await trio.sleep(60)
        # Neither the host's rights nor an action of a bot or a stand-in is told before it is stored.
        length = len(table.playing().actions)
        assert ben.last(Update).table.host == 0
        await trio.sleep(60)
        assert len(table.playing().actions) == length
        switch(False)
        await trio.sleep(10)
        assert ben.last(Update).table.host == 1
        assert ben.last(Update).view.question is not None


async def test_a_table_whose_end_cannot_be_stored_ends_all_the_same(
    autojump_clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def crash(*_: Any) -> None:
        raise RuntimeError

    monkeypatch.setitem(tables.HANDLERS, Mute, crash)
    async with at_work(tmp_path) as server:
        switch = failing(server.journal, monkeypatch)
        anna = await server.host("Anna")
        switch(True)
        await anna.send(Mute("Anna"))
        assert (await anna.until(Parted)).why is Parting.BROKEN
        assert not server.server.lobby.tables


async def test_a_seat_whose_token_was_never_received_is_free_again(autojump_clock: Clock, tmp_path: Path) -> None:
    holding, release = False, trio.Event()

    async def hold(call: Callable[[], None], /) -> None:
        if holding:
            await release.wait()
        call()

    async with at_work(tmp_path, run_sync=hold) as server:
        anna, ben = await server.host("Anna"), await server.connect("Ben")
        holding = True
        await ben.send(Join(anna.code))
        await trio.testing.wait_all_tasks_blocked()
        await ben.cut()
        # The heartbeat finds out.
        await trio.sleep(HEARTBEAT_SECONDS + 1)
        release.set()
        await trio.testing.wait_all_tasks_blocked()
        assert [seat.name for seat in anna.last(Room).table.seats] == ["Anna", "", ""]
        again = await server.connect("Ben")
        await again.do(Join(anna.code))


# --- One table alone -------------------------------------------------------------------------------------------------


async def test_a_crash_at_one_table_ends_that_table_alone_and_is_not_repeated(
    autojump_clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def crash(*_: Any) -> None:
        raise RuntimeError("the hand is: gold")

    monkeypatch.setitem(tables.HANDLERS, Why, crash)
    async with at_work(tmp_path) as server:
        anna, ben = await server.game("Anna", "Ben")
        (cora,) = await server.game("Cora")
        code, token = anna.code, anna.token
        legal = next(p for p in (anna, ben) if p.last(Update).view.legal).last(Update).view.legal
        with caplog.at_level(logging.INFO):
            await anna.send(Why(legal[0], re=77))
            for person in (anna, ben):
                assert (await person.until(Parted)).why is Parting.BROKEN
        report = "\n".join(record.getMessage() for record in caplog.records)
        assert f"table {code}/1 broke" in report
        assert "RuntimeError" in report
        assert "gold" not in report
        await play_on(cora, 3)
        assert await anna.refused(Return(token)) is Fault.UNKNOWN_TOKEN
        assert anna.last(Parted).why is Parting.BROKEN
        await server.stop()
    async with at_work(tmp_path, seed=2) as server:
        assert set(server.server.lobby.tables) == {cora.code}
        again = await server.connect("Anna")
        assert await again.refused(Return(token)) is Fault.UNKNOWN_TOKEN
        assert again.last(Parted).why is Parting.BROKEN
        stored = server.journal.game(code, 1)
        assert stored is not None
        assert not stored.finished
        assert positions(decode(encode(stored.record())))


async def test_requests_waiting_in_line_at_a_table_that_breaks_are_answered(
    autojump_clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = trio.Event()

    async def crash(*_: Any) -> None:
        await release.wait()
        raise RuntimeError

    monkeypatch.setitem(tables.HANDLERS, Mute, crash)
    async with at_work(tmp_path) as server:
        anna = await server.host("Anna")
        ben, cora = await server.connect("Ben"), await server.connect("Cora")
        await ben.do(Join(anna.code))
        await anna.send(Mute("Ben", re=1))
        await trio.testing.wait_all_tasks_blocked()
        await ben.send(Ready(bytes(32), re=50))
        await cora.send(Join(anna.code, re=50))
        await trio.testing.wait_all_tasks_blocked()
        release.set()
        await trio.testing.wait_all_tasks_blocked()
        for person in (ben, cora):
            assert [m.fault for m in person.inbox if getattr(m, "re", 0) == 50] == [Fault.NO_SUCH_TABLE]
        assert await cora.refused(Join(anna.code)) is Fault.NO_SUCH_TABLE


async def test_a_bot_that_fails_is_replaced_by_the_lot(
    autojump_clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr(Chance, "choose", fail)
    async with at_work(tmp_path) as server:
        (anna,) = await server.game("Anna")
        await play_on(anna, 5)
        assert len(anna.find(Update)) > 5


async def test_a_bot_that_never_answers_does_not_hold_the_table_up(autojump_clock: Clock, tmp_path: Path) -> None:
    class Sleeper(InlineThinker):
        async def choose(self, *_: Any) -> Any:
            await trio.sleep_forever()

    async with at_work(tmp_path, serving={"thinker": Sleeper()}) as server:
        (anna,) = await server.game("Anna")
        await anna.until(Update, lambda update: update.view.question is not None)
        await anna.act()
        await anna.until(Update, lambda update: not update.story and update.view.question is not None)
        assert trio.current_time() <= 60


# --- Other rules, other journals -------------------------------------------------------------------------------------


async def game_in_journal(server: Running) -> tuple[Person, Person]:
    """One game that is played, and a table next to it."""
    (anna,) = await server.game("Anna")
    await play_on(anna, 3)
    olga = await server.host("Olga")
    return anna, olga


async def test_a_game_under_other_rules_ends_with_a_message_and_its_record_is_kept(
    autojump_clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_work(tmp_path) as server:
        anna, olga = await game_in_journal(server)
        await server.stop()
    with monkeypatch.context() as patched:
        patched.setattr(engine, "RULES_VERSION", engine.RULES_VERSION + 1)
        async with at_work(tmp_path, seed=2) as server:
            assert set(server.server.lobby.tables) == {olga.code}
            again = await server.connect("Anna")
            assert await again.refused(Return(anna.token)) is Fault.UNKNOWN_TOKEN
            assert (again.last(Parted).code, again.last(Parted).why) == (anna.code, Parting.RULES_CHANGED)
            stored = server.journal.game(anna.code, 1)
            assert stored is not None
            with pytest.raises(BadRecord):
                positions(stored.record())
            await server.stop()
    assert positions(stored.record())


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        ("UPDATE actions SET digest = x'00' WHERE n = 1", Parting.RULES_CHANGED),
        ("UPDATE actions SET seat = 9 WHERE n = 0", Parting.RULES_CHANGED),
        ("UPDATE actions SET action = x'c1' WHERE n = 0", Parting.BROKEN),
        ("UPDATE games SET options = x'c1'", Parting.BROKEN),
    ],
)
async def test_a_damaged_game_is_ended_and_the_other_tables_are_played(
    autojump_clock: Clock, tmp_path: Path, damage: str, why: Parting
) -> None:
    async with at_work(tmp_path) as server:
        anna, olga = await game_in_journal(server)
        await server.stop()
    database = sqlite3.connect(tmp_path / "journal.sqlite", isolation_level=None)
    database.execute(damage)
    database.close()
    async with at_work(tmp_path, seed=2) as server:
        assert set(server.server.lobby.tables) == {olga.code}
        again = await server.connect("Anna")
        assert await again.refused(Return(anna.token)) is Fault.UNKNOWN_TOKEN
        assert again.last(Parted).why is why


async def test_a_table_that_cannot_be_read_is_left_alone(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        anna, olga = await game_in_journal(server)
        await server.stop()
    database = sqlite3.connect(tmp_path / "journal.sqlite", isolation_level=None)
    database.execute("UPDATE tables SET seating = x'c1' WHERE code = ?", (anna.code,))
    database.close()
    async with at_work(tmp_path, seed=2) as server:
        assert set(server.server.lobby.tables) == {olga.code}
        again = await server.connect("Anna")
        await again.do(Create(BASE))
        assert again.code not in (anna.code, olga.code)


def test_a_second_server_is_refused_and_another_file_is_no_journal(tmp_path: Path) -> None:
    journal = Journal.at(tmp_path)
    with pytest.raises(JournalInUse, match=str(tmp_path)):
        Journal.at(tmp_path)
    journal.close()
    Journal.at(tmp_path).close()
    database = sqlite3.connect(tmp_path / "journal.sqlite", isolation_level=None)
    database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(BadJournal, match="schema 99"):
        Journal.at(tmp_path)
    (tmp_path / "journal.sqlite").write_bytes(b"this is not a database" * 100)
    with pytest.raises(BadJournal, match="cannot be used"):
        Journal.at(tmp_path)
    with pytest.raises(BadJournal, match="not a journal"), Archive.open(tmp_path / "journal.sqlite") as archive:
        archive.games()
    with pytest.raises(BadJournal, match="cannot be opened"), Archive.open(tmp_path / "none.sqlite"):
        pass


def test_journal_lock_and_socket_are_for_their_owner_alone(tmp_path: Path) -> None:
    journal = Journal.at(tmp_path / "state")
    assert (tmp_path / "state").stat().st_mode & 0o777 == 0o700
    for file in (tmp_path / "state").iterdir():
        assert file.stat().st_mode & 0o077 == 0, file
    journal.close()
