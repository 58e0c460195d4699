"""Tokens: the one thing that says who somebody is at a table."""

from __future__ import annotations

import base64
import itertools
import logging
import socket
import sqlite3
import struct
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing
from msgspec.structs import replace

import server.journal
from protocol.connection import frame
from protocol.errors import Fault, Parting
from protocol.game import Discard
from protocol.messages import (
    Act,
    AddBot,
    AskRecord,
    Bye,
    Create,
    Done,
    Granted,
    Hello,
    Join,
    Kick,
    Leave,
    Mute,
    Parted,
    Ready,
    Return,
    Room,
    Say,
    Standing,
    Update,
    Watch,
    Why,
)
from server.house import WRONG_SECONDS
from server.seating import hash_token
from tests.server.people import BASE, at_work, stored_bytes

Clock = trio.testing.MockClock


async def test_a_token_used_elsewhere_replaces_the_older_connection_whatever_the_name(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path) as server:
        anna, ben = await server.game("Anna", "Ben")
        elsewhere = await server.connect("Someone else", address="far.away")
        await elsewhere.do(Return(anna.token))
        assert (await anna.until(Parted)).why is Parting.REPLACED
        first = elsewhere.last(Update)
        assert (first.me, first.story, first.view.hand) == (0, True, anna.last(Update).view.hand)
        assert first.events[: len(anna.find(Update)[0].events)] == anna.find(Update)[0].events
        assert elsewhere.last(Granted).seat == 0
        await trio.testing.wait_all_tasks_blocked()
        assert ben.last(Room).table.seats[0].name == "Anna"
        assert ben.last(Room).table.seats[0].connected
        # The replaced one is in the lobby, and the end of its connection touches nobody's seat.
        assert await anna.refused(Join(ben.code)) is Fault.IN_GAME
        await anna.cut()
        await trio.testing.wait_all_tasks_blocked()
        assert ben.last(Room).table.seats[0].connected


async def test_a_spectators_token_brings_back_a_spectator_and_never_a_seat(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path) as server:
        (anna,) = await server.game("Anna")
        zoe = await server.connect("Zoe")
        await zoe.do(Watch(anna.code))
        await zoe.cut()
        again = await server.connect("Zoe")
        await again.do(Return(zoe.token))
        assert (again.last(Granted).seat, again.last(Update).me) == (None, None)
        assert again.last(Update).view.hand == ()


async def test_a_token_that_was_never_given_is_refused_slowly(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        anna = await server.host("Anna")
        ben = await server.connect("Ben")
        for wrong in ("", "x" * 43, anna.token[:-1], hash_token(anna.token).hex()[:43]):
            begun = trio.current_time()
            assert await ben.refused(Return(wrong)) is Fault.UNKNOWN_TOKEN
            assert trio.current_time() == begun + WRONG_SECONDS


async def test_tokens_are_stored_as_hashes_alone(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        anna = await server.host("Anna")
        zoe = await server.connect("Zoe")
        await zoe.do(Watch(anna.code))
        tokens = [anna.token, zoe.token]
        await server.stop()
    kept = stored_bytes(tmp_path)
    for token in tokens:
        assert token.encode() not in kept
        assert base64.urlsafe_b64decode(token + "=") not in kept
        assert hash_token(token) in kept


async def test_a_reset_connection_touches_nobody_else(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        anna, ben = await server.game("Anna", "Ben")
        await ben.cut()
        await trio.testing.wait_all_tasks_blocked()
        assert not anna.ended
        assert not anna.last(Room).table.seats[1].connected
        assert anna.last(Room).table.seats[1].name == "Ben"


async def test_no_secret_is_in_any_log_line(
    autojump_clock: Clock, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.journal.Journal, "transact", failing_now_and_then(server.journal.Journal.transact))
    caplog.set_level(logging.DEBUG)
    nonce = b"a-nonce-that-is-32-bytes-long..."
    async with at_work(tmp_path, password="server-word") as running:
        stranger = await running.line()
        await stranger.send(Hello(1, 0, "Eve", "wrong-word"))
        await stranger.until(Bye)
        garbage = await running.line()
        await garbage.stream.send_all(frame(Hello(1, 0, "Eve", "server-word")) + b"\x00\x00\x00\x0cgarbage-word")
        await garbage.until(Bye)
        anna = await running.connect("Anna", "server-word")
        ben = await running.connect("Ben", "server-word")
        while not isinstance(await anna.ask(Create(BASE, password="table-word")), Done):
            pass
        await ben.refused(Join(anna.code, "other-word"))
        while not isinstance(await ben.ask(Join(anna.code, "table-word")), Done):
            pass
        for _ in range(4):
            await anna.ask(Say("said-word"))
            await anna.ask(Ready(nonce))
        tokens = [anna.token, ben.token]
    lines = caplog.text
    assert "not stored" in lines
    for secret in (*tokens, "word", nonce.decode(), *(hash_token(token).hex() for token in tokens)):
        assert secret not in lines


def failing_now_and_then(transact: Any) -> Any:
    """A journal of which every third commit fails."""
    count = itertools.count(1)

    def maybe(self: Any, statements: Any) -> None:
        if next(count) % 3 == 0:
            raise sqlite3.OperationalError("database or disk is full")
        transact(self, statements)

    return maybe


async def test_a_connection_reset_in_the_middle_of_a_frame_touches_nobody_else(tmp_path: Path) -> None:
    async with at_work(tmp_path, sockets=True) as running:
        anna, ben = await running.game("Anna", "Ben")
        for _ in range(20):
            line = await running.stuck()
            await line.stream.send_all(frame(Hello(1, 0, "Eve"))[:-3])
            # Closed like this the other side gets a reset.
            line.stream.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            await line.cut()
        asked = anna if anna.last(Update).view.question else ben
        await asked.act()
        assert (await running.connect("Cora")).name == "Cora"


@pytest.mark.parametrize(
    "message",
    [
        Act(0, Discard(("map",))),
        Why(Discard(("map",))),
        Say("still here"),
        Ready(bytes(32)),
        Kick(2),
        Leave(),
        Mute("Anna"),
        AskRecord(),
        Standing("veto"),
        AddBot("chance"),
    ],
    ids=lambda message: type(message).__name__,
)
@pytest.mark.parametrize("playing", [False, True])
async def test_what_was_in_line_when_someone_was_kicked_comes_too_late(
    message: Any, playing: bool, autojump_clock: Clock, tmp_path: Path
) -> None:
    passing = trio.Event()
    passing.set()

    async def held(call: Any, /) -> None:
        await passing.wait()
        call()

    async with at_work(tmp_path, run_sync=held) as server:
        if playing:
            anna, ben = await server.game("Anna", "Ben")
        else:
            anna, ben = await server.host("Anna"), await server.connect("Ben")
            await ben.do(Join(anna.code))
            await anna.do(AddBot("chance"))
        (table,) = server.server.lobby.tables.values()
        passing = trio.Event()
        await anna.send(Kick(1, re=90))
        await trio.testing.wait_all_tasks_blocked()
        await ben.send(replace(message, re=50))
        await trio.testing.wait_all_tasks_blocked()
        passing.set()
        await ben.until(Parted)
        await trio.testing.wait_all_tasks_blocked()
        answers = [m for m in ben.inbox if getattr(m, "re", 0) == 50]
        assert [getattr(m, "fault", m) for m in answers] == [Fault.NOT_AT_TABLE]
        assert (table.end, table.seating.seats[2].bot) == (None, "chance")
        assert not anna.find(Bye)
