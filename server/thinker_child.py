"""A child that thinks: it reads tasks on standard input, writes actions on standard output, and ends with its input."""

from __future__ import annotations

import os
import signal
import sys
from queue import SimpleQueue
from random import Random
from threading import Thread
from time import monotonic
from typing import BinaryIO

from msgspec import Struct, msgpack

from protocol.game import Action, Event, View
from server.bots.levels import level

LENGTH = 4
"""Bytes of the length before each message, the highest first."""


class Task(Struct, frozen=True):
    """What a bot is to decide."""

    level: str
    view: View
    story: tuple[Event, ...]
    seed: bytes
    seconds: float


def pack(message: Task | Action) -> bytes:
    """Return a message with its length before it."""
    body = msgpack.encode(message)
    return len(body).to_bytes(LENGTH, "big") + body


TASKS = msgpack.Decoder(Task)
ACTIONS: msgpack.Decoder[Action] = msgpack.Decoder(Action)


def think(task: Task) -> Action:
    """Return what the bot chooses; a level that searches stops when the time is over."""
    until = monotonic() + task.seconds
    bot = level(task.level, enough=lambda: monotonic() > until)
    return bot.choose(task.view, task.story, Random(task.seed))


def _read(source: BinaryIO, tasks: SimpleQueue[Task]) -> None:
    """Queue tasks; when the input is closed, by the server or by its end, nobody waits for an answer any more."""
    while True:
        length = source.read(LENGTH)
        body = source.read(int.from_bytes(length, "big"))
        if not body:
            os._exit(0)
        tasks.put(TASKS.decode(body))


def main() -> None:
    """Answer task after task."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server hears it too, and closes the input in its own time
    tasks: SimpleQueue[Task] = SimpleQueue()
    Thread(target=_read, args=(sys.stdin.buffer, tasks), daemon=True).start()
    while True:
        answer = pack(think(tasks.get()))
        try:
            sys.stdout.buffer.write(answer)
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            os._exit(0)  # the server was killed: nobody waits for an answer any more


if __name__ == "__main__":
    main()
