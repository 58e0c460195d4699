"""People who play on, whatever happens to the server and to their connections, and a server to do it to."""

from __future__ import annotations

import contextlib
import os
import secrets
import select
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import trio

from protocol.connection import ClientConnection, Signal
from protocol.errors import RemoteProtocolError
from protocol.game import Action, Options
from protocol.messages import (
    Act,
    AddBot,
    AskRecord,
    ClientMessage,
    Create,
    Done,
    Granted,
    Hello,
    Pace,
    Ping,
    Pong,
    Ready,
    Record,
    Refused,
    Return,
    ServerMessage,
    Terms,
    Update,
    Welcome,
)
from protocol.record import GameRecord, decode
from server.replay import positions

MARK = "SABOTEUR_TEST_MARK"
"""In the environment of a server and of all that it starts, so that what is left of it can be found."""


class Child:
    """A server process on one folder."""

    def __init__(self, folder: Path, mark: str) -> None:
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-P", "-m", "server", "--private", "--folder", str(folder), "--log", "error"),
                *("--messages-per-second", "100000"),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), MARK: mark},
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(b"secret\n")
        self.process.stdin.flush()
        assert select.select([self.process.stdout], [], [], 60)[0], "the server does not start"
        self.port = int(self.process.stdout.readline())

    def end(self, how: int = signal.SIGKILL) -> int:
        """End the process and return its exit status."""
        self.process.send_signal(how)
        status = self.process.wait(30)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        return status


def new_mark() -> str:
    """A mark that no other process has."""
    return secrets.token_hex(16)


def left(mark: str) -> list[int]:
    """The processes that have a mark."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if f"{MARK}={mark}".encode() in (process / "environ").read_bytes():
                found.append(int(process.name))
    return found


async def none_left(mark: str) -> bool:
    """Whether all processes with a mark end by themselves within a short time."""
    for _ in range(200):
        if not left(mark):
            return True
        await trio.sleep(0.05)
    return False


@dataclass
class Survivor:
    """A person with a table of their own, who always comes back."""

    name: str
    level: str
    """Of the bots at the table."""
    random: Random
    port: Callable[[], int | None]
    """Where the server is, if it is up."""
    going: Callable[[], bool]
    """Whether another game is to be begun."""
    cuts: Callable[[], bool] = lambda: False
    """Whether to cut the connection now."""
    progress: trio.Event = field(default_factory=trio.Event)
    token: str = ""
    told: list[tuple[int, Action]] = field(default_factory=list)
    """Question and action of each acknowledged Act of this game."""
    playing: bool = False
    """Whether the game at the table has begun."""
    record: GameRecord | None = None
    games: int = 0
    acknowledged: int = 0
    connections: int = 0
    _sent: dict[int, Act] = field(default_factory=dict)
    _re: int = 0

    async def run(self) -> None:
        """Play game after game."""
        while self.going() or self.token:
            port = self.port()
            if port is not None:
                with contextlib.suppress(
                    OSError, trio.BrokenResourceError, trio.ClosedResourceError, RemoteProtocolError
                ):
                    await self._session(port)
            if self.record is not None:
                self._check()
            await trio.sleep(0.01)

    async def _session(self, port: int) -> None:
        connection = ClientConnection()
        stream = await trio.open_tcp_stream("127.0.0.1", port)
        self.connections += 1
        try:
            await stream.send_all(connection.send(Hello(1, 0, self.name, "secret")))
            while self.record is None:
                event = connection.next_event()
                if event is Signal.CLOSED:
                    return
                if isinstance(event, Signal):
                    connection.receive_data(bytes(await stream.receive_some(self.random.choice([65536, 500]))))
                    continue
                for message in self._answer(event):
                    data = connection.send(message)
                    if self.cuts():
                        await self._cut(stream, data)
                        return
                    await stream.send_all(data)
        finally:
            await trio.aclose_forcefully(stream)

    async def _cut(self, stream: trio.SocketStream, data: bytes) -> None:
        """End the connection before, within or after a message, with or without warning."""
        await stream.send_all(data[: self.random.choice([0, self.random.randrange(len(data)), len(data)])])
        if self.random.random() < 0.5:
            # A reset instead of an orderly end.
            stream.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    def _answer(self, event: ServerMessage) -> list[ClientMessage]:
        match event:
            case Ping(number=number):
                return [Pong(number)]
            case Welcome():
                create = Create(Options("base", 3), Terms(pace=Pace.AT_ONCE))
                return [Return(self.token) if self.token else create]
            case Granted(token=token):
                self.token = token
                # What was asked for when the connection ended may have been done or not; asking again does no harm as
                # long as there was no game: after one, it would begin the next.
                return [] if self.playing else [AddBot(self.level), AddBot(self.level), Ready(bytes(32))]
            case Done(re=re) if re in self._sent:
                act = self._sent.pop(re)
                self.told.append((act.question, act.action))
                self.progress.set()
            case Refused(re=re):
                self._sent.pop(re, None)
            case Update(view=view) if view.outcome is not None:
                return [AskRecord()]
            case Update(view=view):
                self.playing = True
                if view.question is None:
                    return []
                self._re += 1
                act = self._sent[self._re] = Act(view.question.id, self.random.choice(view.legal), re=self._re)
                return [act]
            case Record(data=data):
                self.record = decode(data)
        return []

    def _check(self) -> None:
        """Every acknowledged action is in the record, and the record verifies."""
        record, self.record = self.record, None
        assert record is not None
        games = positions(record)
        assert games[-1].outcome is not None
        answers = {}
        for game, move in zip(games, record.moves, strict=False):
            question = game.question(move.seat)
            assert question is not None
            answers[move.seat, question.id] = move.action
        for asked, action in self.told:
            assert answers.get((0, asked)) == action, f"an action that {self.name} was told of is lost"
        self.games += 1
        self.acknowledged += len(self.told)
        self.token, self.playing, self.told, self._sent = "", False, [], {}


def survivors(random: Random, **how: object) -> list[Survivor]:
    """People at several tables, one of them with bots that think in processes of their own."""
    levels = ["chance", "chance", "chance", "easy"]
    return [
        Survivor(f"P{n}", level, Random(random.random()), **how)  # type: ignore[arg-type]
        for n, level in enumerate(levels)
    ]
