"""The process that serves in the benchmark of the server: the server itself, or a bare fan-out of recorded bytes.

    server_child.py server FOLDER [PROFILE]    then on standard input: script FILE MOVES
    server_child.py fan_out FILE

Prints the port, and one line for each command. Ends when standard input closes.
"""

from __future__ import annotations

import cProfile
import json
import os
import pathlib
import pickle
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random
from time import thread_time
from typing import Any

import trio

sys.path.insert(0, str(pathlib.Path(__file__).parents[2]))

from protocol.connection import frame
from protocol.messages import Act
from server.journal import Journal
from server.serve import Server, open_listeners, serve
from server.settings import Settings
from server.table import Table


def say(value: object) -> None:
    """Answer the parent."""
    print(json.dumps(value), flush=True)


async def commands(act: Callable[[list[str]], Awaitable[None]]) -> None:
    """Carry out what the parent says, until it closes the line."""
    buffer = b""
    while data := await trio.to_thread.run_sync(os.read, 0, 65536, abandon_on_cancel=True):
        buffer += data
        *lines, buffer = buffer.split(b"\n")
        for line in lines:
            await act(line.decode().split())


# --- The server ------------------------------------------------------------------------------------------------------


def scripted(table: Table, moves: int) -> list[tuple[int, bytes, tuple[int, ...]]]:
    """Play the table's game on beside it: seat, Act and how many frames each seat will be sent for it."""
    assert table.game is not None
    game, random, seats = table.game.copy(), Random(table.code), range(len(table.seating.seats))
    views = {seat: game.view(seat) for seat in seats}
    script = []
    while game.outcome is None and len(script) < moves:
        actor = game.waiting()[0]
        question = game.question(actor)
        assert question is not None
        action = random.choice(game.legal(actor))
        game = game.copy()
        game.play(actor, action)
        frames = []
        for seat in seats:
            view = game.view(seat)
            frames.append(int(bool(game.news(seat)) or view != views[seat]) + (seat == actor))
            views[seat] = view
        script.append((actor, frame(Act(question.id, action, re=1)), tuple(frames)))
    return script


def write_scripts(server: Server, file: Path, moves: int) -> None:
    """Write what is to be played at every table."""
    scripts = {table.code: scripted(table, moves) for table in server.lobby.tables.values()}
    file.write_bytes(pickle.dumps(scripts))
    say(len(scripts))


async def run_server(folder: Path, profile: str) -> None:
    """Serve with the journal on, and write scripts."""
    settings = Settings(
        host="127.0.0.1", port=0, folder=folder, connections=5000, tables=1000, messages_per_second=100_000, log="error"
    )
    listeners: Any = await open_listeners(settings)
    journal = Journal.at(folder)
    journal.make_room()
    profiler = cProfile.Profile(thread_time) if profile else None
    async with trio.open_nursery() as nursery:
        server: Server = await nursery.start(
            lambda task_status: serve(settings, listeners, journal=journal, task_status=task_status)
        )
        say(listeners[0].socket.getsockname()[1])

        async def act(words: list[str]) -> None:
            write_scripts(server, Path(words[1]), int(words[2]))
            if profiler:
                profiler.enable()

        await commands(act)
        if profiler:
            profiler.disable()
            profiler.dump_stats(profile)
        server.stop()
        await server.stopped.wait()
        nursery.cancel_scope.cancel()
    journal.close()


# --- The yardstick ---------------------------------------------------------------------------------------------------


async def run_fan_out(recorded: dict[str, list[tuple[int, bytes, list[bytes]]]]) -> None:
    """Answer every frame of a table with the bytes that its clients were sent, and do nothing else."""
    tables: dict[str, list[trio.SocketStream]] = {code: [] for code in recorded}
    moves = {code: cycle(moves) for code, moves in recorded.items()}

    async def handle(stream: trio.SocketStream) -> None:
        buffer = b""
        code = ""
        while data := bytes(await stream.receive_some(16384)):
            buffer += data
            while len(buffer) >= 4 and len(buffer) >= (end := 4 + int.from_bytes(buffer[:4], "big")):
                body, buffer = buffer[4:end], buffer[end:]
                if not code:
                    code = body.decode()
                    tables[code].append(stream)
                    await stream.send_all(b"\0\0\0\0")
                    continue
                _, _, answers = next(moves[code])
                for client, answer in zip(tables[code], answers, strict=True):
                    if answer:
                        await client.send_all(answer)

    async with trio.open_nursery() as nursery:
        listeners = await nursery.start(partial(trio.serve_tcp, handle, 0, host="127.0.0.1"))
        say(listeners[0].socket.getsockname()[1])

        async def nothing(words: list[str]) -> None:
            say(words)

        await commands(nothing)
        nursery.cancel_scope.cancel()


if __name__ == "__main__":
    if sys.argv[1] == "server":
        trio.run(run_server, Path(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else "")
    else:
        trio.run(run_fan_out, pickle.loads(Path(sys.argv[2]).read_bytes()))
