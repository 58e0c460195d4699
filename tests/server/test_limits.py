"""Every limit: what is still allowed, what is not, and that there is a reason and a test for each."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
import trio
import trio.testing

from protocol import limits
from protocol.connection import ClientConnection, ServerConnection, frame
from protocol.errors import Closing, Fault, RemoteProtocolError
from protocol.game import Options
from protocol.messages import (
    AskRecord,
    Bye,
    ChatLine,
    Create,
    Granted,
    Hello,
    Join,
    Leave,
    Mute,
    Phase,
    Ping,
    Ready,
    Record,
    Return,
    Said,
    Say,
    TableLine,
    Tables,
    Terms,
    Update,
    Watch,
    Welcome,
)
from server import seating
from server.engine import game as engine
from server.peer import CLOSE_SECONDS, Peer
from server.settings import ABOUT, MOST, Settings
from tests.server.people import BASE, Running, at_work

Clock = trio.testing.MockClock

NOT_LIMITS = {"MAJOR", "MINOR", "DEFAULT_PORT", "HEADER_BYTES"}
SETTINGS = {field.name for field in fields(Settings) if isinstance(getattr(Settings, field.name), int)} - {"port"}
LIMITS = {name for name in vars(limits) if name.isupper()} - NOT_LIMITS


# --- The registry ----------------------------------------------------------------------------------------------------


def marked() -> set[str]:
    """Every name that a test is marked with."""
    names: set[str] = set()
    for path in Path(__file__).parents[1].rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                marks = [mark for mark in node.decorator_list if isinstance(mark, ast.Call)]
                for mark in marks:
                    if ast.unparse(mark.func) == "pytest.mark.limit":
                        names |= {ast.literal_eval(name) for name in mark.args}
    return names


def test_every_limit_has_a_test_and_every_such_test_a_limit() -> None:
    assert marked() == LIMITS | SETTINGS


def test_every_limit_has_a_reason() -> None:
    body = ast.parse(Path(limits.__file__).read_text("utf-8")).body
    reasons = {
        node.targets[0].id: following.value.value
        for node, following in pairwise(body)
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(following, ast.Expr)
        and isinstance(following.value, ast.Constant)
    }
    assert set(reasons) >= LIMITS
    assert all(len(ABOUT[name].split()) > 3 for name in SETTINGS)


# --- Frames and fields -----------------------------------------------------------------------------------------------


@pytest.mark.limit("HELLO_FRAME_BYTES", "CLIENT_FRAME_BYTES", "SERVER_FRAME_BYTES")
@pytest.mark.parametrize(
    ("make", "most"),
    [
        (ServerConnection, limits.HELLO_FRAME_BYTES),
        (lambda: greeted(ServerConnection()), limits.CLIENT_FRAME_BYTES),
        (ClientConnection, limits.SERVER_FRAME_BYTES),
    ],
)
def test_a_frame_that_is_too_long_is_refused_by_its_length_alone(make: Any, most: int) -> None:
    connection = make()
    connection.receive_data(most.to_bytes(4, "big"))
    assert connection.next_event().value == "need_data"
    connection = make()
    connection.receive_data((most + 1).to_bytes(4, "big"))
    with pytest.raises(RemoteProtocolError) as caught:
        connection.next_event()
    assert caught.value.closing is Closing.TOO_LONG


def greeted(connection: ServerConnection) -> ServerConnection:
    """A connection after the greeting."""
    connection.receive_data(frame(Hello(1, 0, "Anna")))
    connection.next_event()
    connection.send(Welcome(1, 0, "Anna", msgspec.json.decode(CATALOGUE, type=Any), ("chance",)))
    return connection


CATALOGUE = b'{"rules":1,"editions":[],"modules":[],"faces":[]}'


@pytest.mark.limit(
    "TEXT_CHARACTERS", "PASSWORD_CHARACTERS", "TOKEN_CHARACTERS", "CODE_CHARACTERS", "NONCE_BYTES", "CLOCK_SECONDS"
)
@pytest.mark.parametrize(
    ("make", "most", "alone"),
    [
        (lambda n: Say("x" * n), limits.TEXT_CHARACTERS, False),
        (lambda n: Create(BASE, password="x" * n), limits.PASSWORD_CHARACTERS, False),
        (lambda n: Return("x" * n), limits.TOKEN_CHARACTERS, False),
        (lambda n: Join("x" * n), limits.CODE_CHARACTERS, False),
        (lambda n: Ready(bytes(n)), limits.NONCE_BYTES, True),
        (lambda n: Create(BASE, Terms(turn_seconds=n)), limits.CLOCK_SECONDS, False),
        (lambda n: Create(BASE, Terms(decision_seconds=n)), limits.CLOCK_SECONDS, False),
        (lambda n: Create(BASE, Terms(grace_seconds=n)), limits.CLOCK_SECONDS, False),
    ],
)
def test_a_field_that_is_too_long_ends_the_connection(make: Any, most: int, alone: bool) -> None:
    connection = greeted(ServerConnection())
    connection.receive_data(frame(make(most)))
    assert connection.next_event() == make(most)
    for wrong in (most - 1, most + 1) if alone else (most + 1,):
        connection = greeted(ServerConnection())
        connection.receive_data(frame(make(wrong)))
        with pytest.raises(RemoteProtocolError) as caught:
            connection.next_event()
        assert caught.value.closing is Closing.BAD_FRAME


@pytest.mark.limit("LIST_ITEMS")
def test_a_list_that_is_too_long_ends_the_connection_even_if_it_fits_into_a_frame() -> None:
    client = ClientConnection()
    client.receive_data(frame(Said((ChatLine("", "", 0),) * limits.LIST_ITEMS)))
    assert isinstance(client.next_event(), Said)
    client.receive_data(frame(Said((ChatLine("", "", 0),) * (limits.LIST_ITEMS + 1))))
    with pytest.raises(RemoteProtocolError) as caught:
        client.next_event()
    assert caught.value.closing is Closing.BAD_FRAME


@pytest.mark.limit("RECORD_BYTES")
async def test_a_record_that_fits_into_no_frame_is_refused(
    autojump_clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(frame(Record(2**31 - 1, "BCDFGHJK/2147483647", bytes(limits.RECORD_BYTES)))) <= limits.SERVER_FRAME_BYTES
    async with at_work(tmp_path) as server:
        (anna,) = await server.game("Anna")
        await anna.play_to_the_end()
        size = len((await anna.ask(AskRecord())).data)
        monkeypatch.setattr(limits, "RECORD_BYTES", size)
        assert isinstance(await anna.ask(AskRecord()), Record)
        monkeypatch.setattr(limits, "RECORD_BYTES", size - 1)
        assert await anna.refused(AskRecord()) is Fault.TOO_LONG


# --- Connections -----------------------------------------------------------------------------------------------------


@pytest.mark.limit("NAME_CELLS")
async def test_a_name_is_cut_to_what_fits_and_an_empty_one_is_refused(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        for name, left in (("x" * 100, "x" * limits.NAME_CELLS), ("矿" * 100, "矿" * (limits.NAME_CELLS // 2))):
            person = await server.connect(name)
            assert person.last(Welcome).name == left
        nobody = await server.line()
        await nobody.send(Hello(1, 0, "\u200b\n"))
        assert (await nobody.until(Bye)).why is Closing.BAD_NAME


@pytest.mark.limit("connections")
async def test_one_connection_too_many_is_turned_away_until_one_ends(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path, connections=3) as server:
        people = [await server.connect(f"{n}") for n in range(3)]
        assert (await (await server.line()).until(Bye)).why is Closing.SERVER_FULL
        await people[0].cut()
        await trio.testing.wait_all_tasks_blocked()
        await server.connect("late")


@pytest.mark.limit("connections_per_address")
async def test_one_address_has_only_so_many_connections_unless_it_is_exempt(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path, connections_per_address=2, exempt=("10.0.0.1",)) as server:
        people = [await server.connect(f"{n}", address="10.0.0.9") for n in range(2)]
        crowded = await server.line(address="10.0.0.9")
        assert (await crowded.until(Bye)).why is Closing.ADDRESS_FULL
        await server.connect("other", address="10.0.0.8")
        for n in range(5):
            await server.connect(f"proxy {n}", address="10.0.0.1")
        await people[0].cut()
        await trio.testing.wait_all_tasks_blocked()
        await server.connect("late", address="10.0.0.9")
        # One household has a whole network of IPv6.
        for n in range(2):
            await server.connect(f"six {n}", address=f"2001:db8::{n}")
        crowded = await server.line(address="2001:db8::ff%eth0")
        assert (await crowded.until(Bye)).why is Closing.ADDRESS_FULL
        await server.connect("six", address="2001:db8:0:1::1")


@pytest.mark.limit("HANDSHAKE_SECONDS")
async def test_who_says_nothing_after_connecting_is_not_waited_for(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        begun = trio.current_time()
        person = await server.line()
        assert (await person.until(Bye)).why is Closing.NO_HELLO
        assert trio.current_time() == begun + limits.HANDSHAKE_SECONDS
        # One byte now and then does not help.
        slow = await server.line()
        for byte in frame(Hello(1, 0, "Anna"))[: limits.HANDSHAKE_SECONDS]:
            await slow.stream.send_all(bytes([byte]))
            await trio.sleep(1)
        await trio.testing.wait_all_tasks_blocked()
        assert slow.last(Bye).why is Closing.NO_HELLO


@pytest.mark.limit("HEARTBEAT_SECONDS", "GONE_SECONDS")
async def test_who_does_not_answer_the_heartbeat_is_gone_and_who_does_stays(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path) as server:
        anna, ben = await server.host("Anna"), await server.connect("Ben")
        await ben.do(Join(anna.code))
        begun = trio.current_time()
        ben.answers_heartbeat = False
        assert (await ben.until(Bye)).why is Closing.SILENT
        assert trio.current_time() == begun + limits.GONE_SECONDS
        await trio.sleep(10 * limits.GONE_SECONDS + 1)
        assert not anna.ended
        assert len(anna.find(Ping)) == (trio.current_time() - begun) // limits.HEARTBEAT_SECONDS


async def test_a_slow_disk_is_not_taken_for_a_silent_client(autojump_clock: Clock, tmp_path: Path) -> None:
    slow = False

    async def disk(call: Callable[[], None], /) -> None:
        if slow:
            await trio.sleep(3 * limits.GONE_SECONDS)
        call()

    async with at_work(tmp_path, run_sync=disk) as server:
        anna = await server.host("Anna")
        slow = True
        begun = trio.current_time()
        await anna.do(Ready(bytes(32)))
        assert trio.current_time() == begun + 3 * limits.GONE_SECONDS


@pytest.mark.limit("idle_minutes")
async def test_who_does_nothing_in_the_lobby_is_sent_away_and_who_sits_at_a_table_is_not(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path, idle_minutes=5) as server:
        anna, busy, idle = await server.host("Anna"), await server.connect("Busy"), await server.connect("Idle")
        begun = trio.current_time()
        await trio.sleep(240)
        await busy.do(Mute("Anna"))
        assert (await idle.until(Bye)).why is Closing.IDLE
        assert 300 <= trio.current_time() - begun <= 300 + limits.HEARTBEAT_SECONDS
        assert not busy.ended
        assert (await busy.until(Bye)).why is Closing.IDLE
        await trio.sleep(3600)
        assert not anna.ended


@pytest.mark.limit("messages_per_second", "MESSAGES_PER_SECOND", "BURST_SECONDS")
async def test_messages_that_come_too_fast_end_the_connection(autojump_clock: Clock, tmp_path: Path) -> None:
    assert Settings.messages_per_second == limits.MESSAGES_PER_SECOND
    rate = 8
    async with at_work(tmp_path, messages_per_second=rate) as server:
        anna, ben = await server.connect("Anna"), await server.connect("Ben")
        for _ in range(rate * limits.BURST_SECONDS):
            await anna.do(Mute("Ben"))
        for _ in range(100):
            await trio.sleep(1 / rate)
            await anna.do(Mute("Ben"))
        await anna.send(Mute("Ben"))
        assert (await anna.until(Bye)).why is Closing.TOO_MANY_MESSAGES
        await ben.do(Mute("Anna"))


def peer_of(server: Running, name: str) -> Peer:
    """Someone as the server sees them."""
    return next(peer for peer in server.server.peers if peer.name == name)


async def test_nothing_is_done_for_a_connection_that_is_being_ended(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path, messages_per_second=1) as server:
        flood = await server.connect("Flood")
        messages = [*(Mute("x") for _ in range(limits.BURST_SECONDS)), Create(BASE)]
        await flood.stream.send_all(b"".join(map(flood.connection.send, messages)))
        await trio.testing.wait_all_tasks_blocked()
        assert flood.last(Bye).why is Closing.TOO_MANY_MESSAGES
        assert not server.server.lobby.tables


@pytest.mark.limit("QUEUE_FRAMES", "QUEUE_BYTES")
@pytest.mark.parametrize(("size", "most"), [(1, limits.QUEUE_FRAMES), (2**19, limits.QUEUE_BYTES // 2**19)])
async def test_who_reads_too_slowly_is_dropped_without_holding_anybody_up(
    autojump_clock: Clock, tmp_path: Path, size: int, most: int
) -> None:
    async with at_work(tmp_path) as server:
        anna = await server.host("Anna")
        slow = await server.stuck("Slow")
        await slow.send(Hello(1, 0, "Slow"))
        await trio.testing.wait_all_tasks_blocked()
        peer = peer_of(server, "Slow")
        for _ in range(most):
            peer.send_frame(bytes(size))
        assert peer.closing is None
        begun = trio.current_time()
        peer.send_frame(bytes(size))
        assert peer.closing is Closing.TOO_SLOW
        await anna.do(Mute("Anna"))
        assert trio.current_time() == begun
        await trio.sleep(CLOSE_SECONDS)
        await trio.testing.wait_all_tasks_blocked()
        assert peer not in server.server.peers


async def test_who_was_too_slow_may_come_back_to_the_game_as_it_is_now(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        anna, ben = await server.game("Anna", "Ben")
        slow = await server.stuck("Slow")
        await slow.send(Hello(1, 0, "Slow"))
        # The line is full from Welcome on: what it says next goes past its own bookkeeping.
        await slow.stream.send_all(frame(Return(ben.token)))
        await trio.testing.wait_all_tasks_blocked()
        for _ in range(limits.QUEUE_FRAMES + 2):
            peer_of(server, "Slow").send_frame(b"x")
        await trio.sleep(CLOSE_SECONDS + 1)
        again = await server.connect("Ben")
        await again.do(Return(ben.token))
        await trio.testing.wait_all_tasks_blocked()
        assert again.last(Update).story
        assert again.last(Update).view.asked == anna.last(Update).view.asked


# --- Tables ----------------------------------------------------------------------------------------------------------


@pytest.mark.limit("tables")
async def test_the_server_has_only_so_many_tables(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path, tables=2) as server:
        await server.host("Anna")
        ben = await server.host("Ben")
        cora = await server.connect("Cora")
        assert await cora.refused(Create(BASE)) is Fault.TOO_MANY_TABLES
        await cora.do(Join(ben.code))


def test_a_list_of_all_tables_fits_into_one_frame_whatever_they_play() -> None:
    catalogue = engine.catalogue()
    modules = tuple(module.id for module in catalogue.modules)
    settings = {setting.id: max(setting.values, key=len) for entry in catalogue.modules for setting in entry.settings}
    name = "\U0001d51e\u0301\u0301" * limits.NAME_CELLS
    line = TableLine("BCDFGHJK", Phase.GAME, Options("saboteur2", 12, modules, settings), name, 12, 50, True, False)
    assert len(frame(Tables((line,) * MOST["tables"]))) <= limits.SERVER_FRAME_BYTES


@pytest.mark.limit("tables_per_address")
async def test_one_address_opens_only_so_many_tables_however_often_it_connects(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path, tables_per_address=3, exempt=("proxy",)) as server:
        people = []
        for _ in range(3):
            people.append(await server.connect("Anna"))
            await people[-1].do(Create(BASE))
            await people[-1].cut()
        again = await server.connect("Anna")
        assert await again.refused(Create(BASE)) is Fault.TOO_MANY_TABLES
        elsewhere = await server.connect("Ben", address="elsewhere")
        await elsewhere.do(Create(BASE))
        await again.do(Return(people[0].token))
        await again.do(Leave())
        await again.do(Create(BASE))
        for _ in range(5):
            behind = await server.connect("Cora", address="proxy")
            await behind.do(Create(BASE))


@pytest.mark.limit("tables_per_connection", "TABLES_PER_CONNECTION")
async def test_one_connection_opens_only_so_many_tables(autojump_clock: Clock, tmp_path: Path) -> None:
    assert Settings.tables_per_connection == limits.TABLES_PER_CONNECTION
    async with at_work(tmp_path, tables_per_connection=3) as server:
        anna = await server.connect("Anna")
        for _ in range(3):
            await anna.do(Create(BASE))
            await anna.do(Leave())
        assert await anna.refused(Create(BASE)) is Fault.TOO_MANY_TABLES


@pytest.mark.limit("SPECTATORS")
async def test_a_table_has_only_so_many_spectators_and_remembers_only_so_many(
    autojump_clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = limits.SPECTATORS + 5
    monkeypatch.setattr(seating, "WATCHERS_KEPT", kept)
    async with at_work(tmp_path, connections=1000, connections_per_address=1000) as server:
        anna = await server.host("Anna")
        first = await server.connect("First")
        await first.do(Watch(anna.code))
        await first.cut()
        for n in range(limits.SPECTATORS):
            person = await server.connect(f"Zoe {n}")
            await person.do(Watch(anna.code))
        late = await server.connect("Late")
        assert await late.refused(Watch(anna.code)) is Fault.TOO_MANY_SPECTATORS
        await person.cut()
        await trio.testing.wait_all_tasks_blocked()
        await late.do(Watch(anna.code))
        for n in range(5):
            await late.cut()
            await trio.testing.wait_all_tasks_blocked()
            late = await server.connect(f"Late {n}")
            await late.do(Watch(anna.code))
        (table,) = server.server.lobby.tables.values()
        assert len(table.seating.watchers) == kept
        again = await server.connect("First")
        assert await again.refused(Return(first.last(Granted).token)) is Fault.UNKNOWN_TOKEN
