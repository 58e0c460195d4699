"""People and bots at one table over real sockets, from Hello to the record."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
import trio

from protocol import reference
from protocol.connection import ClientConnection, Signal
from protocol.errors import Closing, Fault, Parting
from protocol.game import Lay, Options
from protocol.messages import (
    Act,
    AddBot,
    AskRecord,
    Because,
    Bye,
    ClientMessage,
    Create,
    Done,
    Granted,
    Hello,
    Join,
    Kick,
    Leave,
    Pace,
    Parted,
    Phase,
    Ping,
    Pong,
    Ready,
    Record,
    Refused,
    Return,
    Room,
    Said,
    Say,
    ServerMessage,
    Tables,
    Terms,
    Update,
    Watch,
    Welcome,
    Why,
)
from protocol.record import commitment, decode
from server.__main__ import main
from server.journal import Journal, JournalInUse
from server.replay import positions
from server.serve import Server, open_listeners, serve
from server.settings import Settings

BASE = Options("base", 3)
QUICK = Terms(pace=Pace.AT_ONCE)


class Client:
    """A client that remembers all it was sent."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self.stream = stream
        self.connection = ClientConnection()
        self.inbox: list[ServerMessage] = []
        self.re = 0

    async def send(self, message: ClientMessage) -> None:
        await self.stream.send_all(self.connection.send(message))

    async def receive(self) -> ServerMessage | None:
        while isinstance(event := self.connection.next_event(), Signal):
            if event is Signal.CLOSED:
                return None
            self.connection.receive_data(bytes(await self.stream.receive_some(65536)))
        self.inbox.append(event)
        if isinstance(event, Ping):
            await self.send(Pong(event.number))
        return event

    async def until(self, *kinds: type) -> Any:
        with trio.fail_after(20):
            while not isinstance(message := await self.receive(), kinds):
                assert message is not None, f"ended while waiting for {kinds}"
        return message

    async def do(self, message: Any) -> Any:
        """Send a message and return its answer."""
        self.re += 1
        fields = {name: getattr(message, name) for name in message.__struct_fields__}
        await self.send(type(message)(**{**fields, "re": self.re}))
        while getattr(answer := await self.until(Done, Refused, Because, Record), "re", None) != self.re:
            pass
        return answer


async def connect(server: Any, name: str = "Anna", password: str = "") -> Client:
    client = await server.client()
    await client.send(Hello(1, 0, name, password))
    await client.until(Welcome)
    return client


class Running:
    """A server on a real socket."""

    def __init__(self, server: Server, port: int) -> None:
        self.server, self.port = server, port
        self.clients: list[Client] = []

    async def stop(self) -> None:
        self.server.stop()
        for client in self.clients:
            await trio.aclose_forcefully(client.stream)
        with trio.fail_after(10):
            await self.server.stopped.wait()

    async def client(self) -> Client:
        client = Client(await trio.open_tcp_stream("127.0.0.1", self.port))
        self.clients.append(client)
        return client


async def start(nursery: trio.Nursery, folder: Path, **changes: Any) -> Running:
    settings = Settings(
        **{
            "host": "127.0.0.1",
            "port": 0,
            "folder": folder,
            "stand_in": "chance",
            "messages_per_second": 10_000,
            **changes,
        }
    )
    listeners: Any = await open_listeners(settings)
    journal = Journal.at(folder)

    async def run(task_status: Any) -> None:
        try:
            await serve(settings, listeners, journal=journal, task_status=task_status)
        finally:
            journal.close()

    server = await nursery.start(run)
    return Running(server, listeners[0].socket.getsockname()[1])


async def play_to_the_end(client: Client, seed: int = 1) -> Update:
    """Play any legal action whenever asked."""
    random = Random(seed)
    update = next(m for m in reversed(client.inbox) if isinstance(m, Update))
    while True:
        view = update.view
        if view.outcome is not None:
            return update
        if view.question is not None:
            await client.send(Act(view.question.id, random.choice(view.legal), re=9))
        update = await client.until(Update)


async def open_game(server: Running, name: str = "Anna") -> Client:
    """One person and two bots, the game begun."""
    client = await connect(server, name)
    assert isinstance(await client.do(Create(BASE, QUICK)), Done)
    await client.until(Room)
    for _ in range(2):
        assert isinstance(await client.do(AddBot("chance")), Done)
    assert isinstance(await client.do(Ready(bytes(32))), Done)
    await client.until(Update)
    return client


async def test_a_person_and_two_bots_play_a_game_and_the_record_verifies(tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        server = await start(nursery, tmp_path)
        client = await open_game(server)
        last = await play_to_the_end(client)
        assert last.table.phase is Phase.OVER
        assert last.table.game is not None
        assert commitment(last.table.game.secret) == last.table.game.commitment
        answer = await client.do(AskRecord())
        assert isinstance(answer, Record)
        record = decode(answer.data)
        assert positions(record)[-1].outcome == last.view.outcome
        server.server.stop()
        assert (await client.until(Bye)).why is Closing.SHUTDOWN
        await server.stop()


async def test_who_comes_back_with_the_token_gets_seat_view_and_story_after_a_restart(tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        server = await start(nursery, tmp_path)
        client = await open_game(server)
        token = next(m.token for m in client.inbox if isinstance(m, Granted))
        update = next(m for m in reversed(client.inbox) if isinstance(m, Update))
        while update.view.question is None:
            update = await client.until(Update)
        assert isinstance(await client.do(Act(update.view.question.id, update.view.legal[0])), Done)
        await server.stop()
    async with trio.open_nursery() as nursery:
        server = await start(nursery, tmp_path)
        client = await connect(server, "someone else")
        assert isinstance(await client.do(Return(token)), Done)
        update = await client.until(Update)
        assert (update.me, update.story) == (0, True)
        assert update.events
        again = await connect(server)
        assert isinstance(await again.do(Return(token)), Done)
        assert (await client.until(Parted)).why is Parting.REPLACED
        await again.until(Update)
        assert (await play_to_the_end(again)).view.outcome is not None
        await server.stop()


async def test_an_answer_sent_twice_is_acknowledged_twice_and_an_old_one_is_stale(tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        server = await start(nursery, tmp_path)
        client = await open_game(server)
        update = next(m for m in reversed(client.inbox) if isinstance(m, Update))
        while update.view.question is None:
            update = await client.until(Update)
        question, legal = update.view.question.id, update.view.legal
        assert isinstance(await client.do(Act(question, legal[0])), Done)
        assert isinstance(await client.do(Act(question, legal[0])), Done)
        stale = await client.do(Act(question, legal[1]))
        assert stale.fault is Fault.STALE
        await server.stop()


async def test_a_spectator_sees_the_game_without_secrets_and_a_stranger_is_refused(tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        server = await start(nursery, tmp_path)
        client = await open_game(server)
        code = next(m.code for m in client.inbox if isinstance(m, Granted))
        spectator = await connect(server, "Zoe")
        assert isinstance(await spectator.do(Watch(code)), Done)
        update = await spectator.until(Update)
        assert update.me is None
        assert update.view.hand == ()
        assert update.view.legal == ()
        assert not any(seat.role for seat in update.view.seats)
        assert (await spectator.do(Kick(1))).fault is Fault.NOT_HOST
        same = await connect(server, "ZOE")
        assert (await same.do(Watch(code))).fault is Fault.NAME_TAKEN
        assert (await same.do(Join(code))).fault is Fault.IN_GAME
        assert (await same.do(Leave())).fault is Fault.NOT_AT_TABLE
        await server.stop()


async def test_an_illegal_action_is_refused_with_the_rule_and_why_tells_the_same(tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        server = await start(nursery, tmp_path)
        client = await open_game(server)
        update = next(m for m in reversed(client.inbox) if isinstance(m, Update))
        while update.view.question is None:
            update = await client.until(Update)
        bad = Lay("no_such_card", (1, 0))
        refused = await client.do(Act(update.view.question.id, bad))
        assert refused.fault is Fault.ILLEGAL
        assert (await client.do(Why(bad))).refusal == refused.refusal
        await server.stop()


async def test_chat_is_cleaned_limited_and_kept_for_those_who_come_later(tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        server = await start(nursery, tmp_path)
        client = await open_game(server)
        code = next(m.code for m in client.inbox if isinstance(m, Granted))
        answers = [await client.do(Say(f"\x1b[31mhello {n}\u202e")) for n in range(6)]
        assert [isinstance(answer, Done) for answer in answers] == [True] * 5 + [False]
        spectator = await connect(server, "Zoe")
        await spectator.do(Watch(code))
        await spectator.until(Update)
        said = await spectator.until(Said)
        assert said.earlier
        assert [line.text for line in said.lines] == [f"[31mhello {n}" for n in range(5)]
        await server.stop()


async def test_a_second_server_on_the_same_journal_is_refused(tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        server = await start(nursery, tmp_path)
        with pytest.raises(JournalInUse):
            Journal.at(tmp_path)
        assert server.server.house.journal.pragma("synchronous") == 2
        await server.stop()


async def test_a_wrong_server_password_is_refused(tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        server = await start(nursery, tmp_path, password="gold")
        client = await server.client()
        await client.send(Hello(1, 0, "Anna", "coal"))
        assert (await client.until(Bye)).why is Closing.WRONG_PASSWORD
        friend = await connect(server, password="gold")
        assert await friend.until(Tables)
        await server.stop()


async def test_the_reference_client_plays_a_whole_game_with_a_socket_and_msgpack(tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        server = await start(nursery, tmp_path)
        view = await trio.to_thread.run_sync(reference.play, "127.0.0.1", server.port)
        assert len(view["outcome"]["gold"]) == 3
        await server.stop()


async def test_a_stand_in_decides_for_who_is_gone_and_the_record_can_be_exported_and_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with trio.open_nursery() as nursery:
        server = await start(nursery, tmp_path)
        anna, ben = await connect(server, "Anna"), await connect(server, "Ben")
        await anna.do(Create(BASE, Terms(pace=Pace.AT_ONCE, grace_seconds=0)))
        code = (await anna.until(Granted)).code
        assert isinstance(await ben.do(Join(code.lower())), Done)
        assert (await ben.do(AddBot("chance"))).fault is Fault.NOT_HOST
        await anna.do(AddBot("chance"))
        await ben.do(Ready(bytes(32)))
        await anna.do(Ready(bytes(32)))
        await anna.until(Update)
        await trio.aclose_forcefully(ben.stream)
        last = await play_to_the_end(anna)
        assert last.table.seats[1].stand_in
        assert last.table.seats[1].name == "Ben"
        output = tmp_path / "game.saboteur"
        assert main(["export", f"{code}/1", "--folder", str(tmp_path), "--output", str(output)]) == 0
        assert main(["verify", str(output)]) == 0
        output.write_bytes(output.read_bytes()[:-1])
        assert main(["verify", str(output)]) == 1
        assert "not the record" in capsys.readouterr().err
        await server.stop()
