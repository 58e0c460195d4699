"""People at a server: over real sockets, or over memory streams, where time is whatever the test says."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import trio
import trio.testing
from msgspec.structs import replace

from protocol.connection import ClientConnection, Signal
from protocol.errors import Fault, RemoteProtocolError
from protocol.game import Action, Options
from protocol.messages import (
    Act,
    AddBot,
    Because,
    Bye,
    ClientMessage,
    Create,
    Done,
    Granted,
    Hello,
    Join,
    Pace,
    Ping,
    Pong,
    Ready,
    Record,
    Refused,
    ServerMessage,
    Terms,
    Update,
    Welcome,
)
from server.journal import Journal
from server.serve import Server, open_listeners, serve
from server.settings import Settings
from tests.server.memory_line import Listener

BASE = Options("base", 3)
QUICK = Terms(pace=Pace.AT_ONCE)
PATIENCE = 100_000.0
"""Seconds a test waits for something; in a simulation they pass at once."""

M = TypeVar("M")


class Person:
    """A client that reads all it is sent, answers the heartbeat, and remembers everything."""

    def __init__(self, name: str, stream: trio.abc.Stream) -> None:
        self.name = name
        self.stream = stream
        self.connection = ClientConnection()
        self.inbox: list[ServerMessage] = []
        self.bytes_read = 0
        self.answers_heartbeat = True
        self.ended = False
        self._re = 0
        self._looked = 0
        self._wake = trio.Event()
        self._sending = trio.Lock()

    async def read(self) -> None:
        """Take in messages until the connection ends."""
        try:
            while True:
                event = self.connection.next_event()
                if event is Signal.CLOSED:
                    return
                if isinstance(event, Signal):
                    data = bytes(await self.stream.receive_some(65536))
                    self.bytes_read += len(data)
                    self.connection.receive_data(data)
                    continue
                self.inbox.append(event)
                self._wake.set()
                if isinstance(event, Ping) and self.answers_heartbeat:
                    await self.send(Pong(event.number))
        except (trio.BrokenResourceError, trio.ClosedResourceError, RemoteProtocolError):
            return
        finally:
            self.ended = True
            self._wake.set()

    async def send(self, message: ClientMessage) -> None:
        async with self._sending:
            await self.stream.send_all(self.connection.send(message))

    async def cut(self) -> None:
        """Lose the connection."""
        await trio.aclose_forcefully(self.stream)

    async def until(self, kind: type[M], where: Callable[[M], bool] = lambda _: True) -> M:
        """The next message of a kind that has not been looked at yet."""
        with trio.fail_after(PATIENCE):
            while True:
                while self._looked < len(self.inbox):
                    message: Any = self.inbox[self._looked]
                    self._looked += 1
                    if isinstance(message, kind) and where(message):
                        return message
                    assert not isinstance(message, Bye), f"{self.name} got {message} while waiting for {kind}"
                assert not self.ended, f"{self.name}'s connection ended while waiting for {kind}"
                self._wake = trio.Event()
                await self._wake.wait()

    def last(self, kind: type[M]) -> M:
        """The latest message of a kind."""
        found = self.find(kind)
        assert found, f"{self.name} was never sent {kind}"
        return found[-1]

    def find(self, kind: type[M]) -> list[M]:
        """All messages of a kind so far."""
        return [message for message in self.inbox if isinstance(message, kind)]

    async def ask(self, message: ClientMessage) -> Any:
        """Send a message; its answer."""
        self._re += 1
        number = self._re
        await self.send(replace(message, re=number))
        looked = self._looked
        answer = await self.until(object, lambda m: isinstance(m, ANSWERS) and m.re == number)
        # What came before the answer can still be looked at.
        self._looked = looked
        return answer

    async def do(self, message: ClientMessage) -> None:
        """Send a message that is accepted."""
        answer = await self.ask(message)
        assert isinstance(answer, Done), answer

    async def refused(self, message: ClientMessage) -> Fault:
        """Send a message that is refused; why."""
        answer = await self.ask(message)
        assert isinstance(answer, Refused), answer
        return answer.fault

    async def act(self, action: Action | None = None) -> None:
        """Answer the open question, with the first legal action if nothing else is said."""
        view = self.last(Update).view
        assert view.question is not None
        await self.do(Act(view.question.id, action or view.legal[0]))

    async def play_to_the_end(self, seed: int = 1) -> Update:
        """Answer every question by lot; the Update in which the game is over."""
        random = Random(seed)
        answered = -1
        while (latest := self.last(Update)).view.outcome is None:
            question = latest.view.question
            if question is not None and question.id > answered:
                answered = question.id
                await self.act(random.choice(latest.view.legal))
            await self.until(Update)
        return latest

    @property
    def token(self) -> str:
        return self.last(Granted).token

    @property
    def code(self) -> str:
        return self.last(Granted).code


ANSWERS = (Done, Refused, Because, Record)


class Running:
    """A server at work, and everyone who is connected to it."""

    def __init__(
        self, server: Server, journal: Journal, nursery: trio.Nursery, door: Listener | None, port: int
    ) -> None:
        self.server, self.journal, self.port = server, journal, port
        self.nursery, self._door = nursery, door
        self.people: list[Person] = []

    async def line(self, name: str = "", address: str = "memory") -> Person:
        """A connection over which nothing was said yet."""
        person = await self.stuck(name, address)
        self.nursery.start_soon(person.read)
        return person

    async def stuck(self, name: str = "", address: str = "memory") -> Person:
        """A connection whose other end reads nothing."""
        if self._door is None:
            stream: trio.abc.Stream = await trio.open_tcp_stream("127.0.0.1", self.port)
        else:
            stream = self._door.dial(address)
        self.people.append(Person(name, stream))
        return self.people[-1]

    async def connect(self, name: str, password: str = "", address: str = "memory") -> Person:
        """Someone who has said Hello and was welcomed."""
        person = await self.line(name, address)
        await person.send(Hello(1, 0, name, password))
        await person.until(Welcome)
        return person

    async def host(self, name: str, options: Options = BASE, terms: Terms = QUICK, password: str = "") -> Person:
        """Someone who has opened a table."""
        person = await self.connect(name)
        await person.do(Create(options, terms, password))
        return person

    async def game(self, *names: str, options: Options = BASE, terms: Terms = QUICK) -> list[Person]:
        """People at a table where a game has begun; bots have the other seats."""
        host = await self.host(names[0], options, terms)
        others = [await self.connect(name) for name in names[1:]]
        for other in others:
            await other.do(Join(host.code))
        for _ in range(options.seats - len(names)):
            await host.do(AddBot("chance"))
        for person in (host, *others):
            await person.do(Ready(bytes(32)))
        await trio.testing.wait_all_tasks_blocked()
        return [host, *others]

    async def stop(self) -> None:
        """End the server and wait for it."""
        self.server.stop()
        for person in self.people:
            await person.cut()
        with trio.fail_after(PATIENCE):
            await self.server.stopped.wait()


def stored_bytes(folder: Path) -> bytes:
    """All that a server has written to its folder."""
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()) if file.is_file())


async def inline(call: Callable[[], None], /) -> None:
    """Run the journal on the spot: a thread would let simulated time run away."""
    call()


@asynccontextmanager
async def at_work(
    folder: Path,
    *,
    sockets: bool = False,
    run_sync: Callable[[Callable[[], None]], Any] = inline,
    seed: int = 1,
    serving: dict[str, Any] | None = None,
    **changes: Any,
) -> AsyncIterator[Running]:
    """A server on a folder, with some settings changed."""
    chosen = {"stand_in": "chance", "messages_per_second": 10_000, **changes}
    settings = Settings(**{"host": "127.0.0.1", "port": 0, "folder": folder, **chosen})
    door = None if sockets else Listener()
    listeners: list[Any] = await open_listeners(settings) if door is None else [door]
    port = 0 if door else getattr(listeners[0], "transport_listener", listeners[0]).socket.getsockname()[1]
    journal = Journal.at(folder, run_sync)
    random = Random(seed)
    given = {"wall": lambda: 1_800_000_000, "entropy": random.randbytes, **(serving or {})}

    async def run(task_status: Any) -> None:
        try:
            await serve(settings, listeners, journal=journal, task_status=task_status, **given)
        finally:
            journal.close()

    async with trio.open_nursery() as nursery:
        server = await nursery.start(run)
        running = Running(server, journal, nursery, door, port)
        yield running
        if not server.stopped.is_set():
            await running.stop()
