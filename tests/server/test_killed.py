"""A server that is killed at random moments: nothing it told anybody is lost, and every game goes to its end."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import trio

from protocol.connection import ClientConnection, Signal
from protocol.errors import RemoteProtocolError
from protocol.game import Options
from protocol.messages import (
    Act,
    AddBot,
    AskRecord,
    Create,
    Done,
    Granted,
    Hello,
    Pace,
    Ready,
    Record,
    Return,
    Terms,
    Update,
    Welcome,
)
from protocol.record import decode
from server.replay import positions

KILLS = int(os.environ.get("SABOTEUR_KILLS", "20"))
"""A longer run by a number in the environment."""


class Child:
    """A server process on one folder."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-P", "-m", "server", "--private", "--folder", str(folder), "--log", "error"),
                *("--messages-per-second", "100000"),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(b"secret\n")
        self.process.stdin.flush()
        assert select.select([self.process.stdout], [], [], 20)[0]
        self.port = int(self.process.stdout.readline())

    def kill(self, how: int = signal.SIGKILL) -> None:
        self.process.send_signal(how)
        self.process.wait(20)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()


async def session(child: Child, memory: dict[str, Any], random: Random, begun: trio.Event) -> None:
    """Connect, come back or open a table, and play until the game is over or the server is gone."""
    connection = ClientConnection()
    stream = await trio.open_tcp_stream("127.0.0.1", child.port)
    async with stream:
        await stream.send_all(connection.send(Hello(1, 0, "Anna", "secret")))
        while "record" not in memory:
            event = connection.next_event()
            if event is Signal.CLOSED:
                return
            if isinstance(event, Signal):
                connection.receive_data(bytes(await stream.receive_some(65536)))
                continue
            message: Any = None
            match event:
                case Welcome():
                    terms = Terms(pace=Pace.AT_ONCE)
                    message = Return(memory["token"]) if "token" in memory else Create(Options("base", 3), terms)
                case Granted(token=token) if "token" not in memory:
                    memory["token"] = token
                    for bot in (AddBot("chance"), AddBot("chance"), Ready(bytes(32))):
                        await stream.send_all(connection.send(bot))
                case Done(re=re) if re:
                    memory["told"].append(memory["sent"])
                case Update(view=view):
                    begun.set()
                    if view.outcome is not None:
                        message = AskRecord()
                    elif view.question is not None:
                        memory["sent"] = random.choice(view.legal)
                        message = Act(view.question.id, memory["sent"], re=1)
                case Record(data=data):
                    memory["record"] = decode(data)
            if message is not None:
                await stream.send_all(connection.send(message))


async def play_until_killed(folder: Path, memory: dict[str, Any], random: Random) -> None:
    """Kill the server at a random moment after the first Update, if the game is not over before."""
    child = Child(folder)
    begun = trio.Event()
    try:
        with trio.fail_after(30):
            async with trio.open_nursery() as nursery:

                async def kill() -> None:
                    await begun.wait()
                    await trio.sleep(random.uniform(0.0, 0.15))
                    child.process.kill()

                nursery.start_soon(kill)
                with contextlib.suppress(trio.BrokenResourceError, RemoteProtocolError):
                    await session(child, memory, random, begun)
                nursery.cancel_scope.cancel()
    finally:
        child.kill()


def check(memory: dict[str, Any]) -> None:
    """Every acknowledged action is in the record, in order, and the record verifies."""
    actions = iter([move.action for move in memory["record"].moves if move.seat == 0])
    assert all(any(action == told for action in actions) for told in memory["told"])
    assert positions(memory["record"])[-1].outcome is not None


async def test_no_action_that_was_acknowledged_is_lost_by_killing_the_server(tmp_path: Path) -> None:
    random = Random(7)
    memory: dict[str, Any] = {"told": []}
    kills = games = acknowledged = 0
    while kills < KILLS or "token" in memory:
        await play_until_killed(tmp_path, memory, random)
        kills += "record" not in memory
        if "record" in memory:
            check(memory)
            games += 1
            acknowledged += len(memory["told"])
            memory = {"told": []}
    assert games
    assert acknowledged
