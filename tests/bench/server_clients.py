"""The clients of the server's benchmark, all in one process: once seated they only count frames.

server_clients.py PORT TABLES       seats five clients at each table, then on standard input:
play SCRIPT RECORD                  every table as fast as it can; RECORD takes the bytes, - for none
spread SCRIPT MOVES SECONDS         one move per table in so many seconds, evenly spread
at_once SCRIPT MOVES SECONDS        one move per table in so many seconds, all at the same moment
echo RECORD                         against the bare fan-out
"""

from __future__ import annotations

import gc
import json
import pathlib
import pickle
import selectors
import socket
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, sleep

import msgpack

sys.path.insert(0, str(pathlib.Path(__file__).parents[2]))

from protocol.connection import ClientConnection, Signal, frame
from protocol.game import Options
from protocol.messages import (
    ClientMessage,
    Create,
    Granted,
    Hello,
    Join,
    Pace,
    Ping,
    Pong,
    Ready,
    Terms,
    Update,
    Welcome,
)

SEATS = 5
ECHOES = 5
"""How often what was recorded is played: the fan-out would else be over before it is measured."""
SMALL = 64
"""Frames below this may be a heartbeat; longer ones are never looked into."""

Script = list[tuple[int, bytes, tuple[int, ...]]]


def say(value: object) -> None:
    """Answer the parent."""
    print(json.dumps(value), flush=True)


# --- Taking seats ----------------------------------------------------------------------------------------------------


class Guest:
    """A connection that still reads what it is told."""

    def __init__(self, port: int, name: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.connection = ClientConnection()
        self.say(Hello(1, 0, name))
        self.until(Welcome)

    def say(self, message: ClientMessage) -> None:
        self.socket.sendall(self.connection.send(message))

    def until(self, kind: type) -> object:
        """Return the next message of a kind; one that came with others waits for the next call."""
        while True:
            event = self.connection.next_event()
            if event is Signal.NEED_DATA:
                self.connection.receive_data(self.socket.recv(65536))
            elif isinstance(event, Signal):
                raise SystemExit("the server ended the connection")
            elif isinstance(event, Ping):
                self.say(Pong(event.number))
            elif isinstance(event, kind):
                return event


def seat(port: int, number: int) -> tuple[str, list[socket.socket]]:
    """Open a table, take all its seats and begin the game."""
    guests = [Guest(port, f"{'ABCDE'[n]}{number}") for n in range(SEATS)]
    guests[0].say(Create(Options("base", SEATS), Terms(pace=Pace.AT_ONCE)))
    granted = guests[0].until(Granted)
    assert isinstance(granted, Granted)
    for guest in guests[1:]:
        guest.say(Join(granted.code))
        guest.until(Granted)
    for guest in guests:
        guest.say(Ready(bytes(32)))
    for guest in guests:
        guest.until(Update)
    return granted.code, [guest.socket for guest in guests]


# --- Counting --------------------------------------------------------------------------------------------------------


@dataclass
class Line:
    """One connection that counts."""

    socket: socket.socket
    table: Counting
    seat: int
    frames: int = 0
    head: bytes = b""
    left: int = 0
    small: bytes | None = None

    def take(self, data: bytes) -> None:
        """Count the frames in some bytes; answer heartbeats."""
        at, size = 0, len(data)
        while at < size:
            if self.left == 0:
                need = 4 - len(self.head)
                self.head += data[at : at + need]
                at += need
                if len(self.head) < 4:
                    return
                self.left = int.from_bytes(self.head, "big")
                self.head = b""
                self.small = b"" if self.left < SMALL else None
                if self.left == 0:
                    self.frames += 1
                    continue
            taken = min(self.left, size - at)
            if self.small is not None:
                self.small += data[at : at + taken]
            at += taken
            self.left -= taken
            if self.left == 0 and not self._is_heartbeat():
                self.frames += 1

    def _is_heartbeat(self) -> bool:
        if self.small is None or b"\xa4ping" not in self.small:
            return False
        self.socket.sendall(frame(Pong(msgpack.unpackb(self.small)["number"])))
        return True


@dataclass
class Counting:
    """A table whose script is played."""

    script: Script
    sockets: list[socket.socket]
    lines: list[Line] = field(default_factory=list)
    at: int = 0
    """The next move."""
    wanted: list[int] = field(default_factory=lambda: [0] * SEATS)
    sent: float = 0.0
    open: bool = False
    """A move was sent and not everyone has been told yet."""
    recorded: list[tuple[int, bytes, list[bytes]]] = field(default_factory=list)

    def move(self) -> None:
        """Send the next move."""
        actor, act, frames = self.script[self.at]
        self.at += 1
        for seat, count in enumerate(frames):
            self.wanted[seat] += count
        self.open = True
        self.sent = perf_counter()
        self.sockets[actor].sendall(act)

    def told(self) -> bool:
        """Whether everyone has been told of the move."""
        return all(line.frames >= wanted for line, wanted in zip(self.lines, self.wanted, strict=True))


class Room:
    """All tables, and the loop that counts for them."""

    def __init__(self, scripts: dict[str, Script], sockets: dict[str, list[socket.socket]], recording: bool) -> None:
        self.recording = recording
        self.tables = {code: Counting(scripts[code], sockets[code]) for code in scripts}
        self.selector = selectors.DefaultSelector()
        self.bytes = 0
        self.latencies: list[float] = []
        for table in self.tables.values():
            for seat, each in enumerate(table.sockets):
                table.lines.append(Line(each, table, seat))
                self.selector.register(each, selectors.EVENT_READ, table.lines[-1])

    def drain(self) -> None:
        """Read what is left from taking seats."""
        while events := self.selector.select(0.3):
            for key, _ in events:
                if not key.fileobj.recv(1 << 18):  # type: ignore[union-attr]
                    raise SystemExit("the server ended a connection")

    def step(self, timeout: float | None) -> list[Counting]:
        """Read once; return the tables where everyone has now been told."""
        done = []
        for key, _ in self.selector.select(timeout):
            line: Line = key.data
            data = line.socket.recv(1 << 18)
            if not data:
                raise SystemExit("the server ended a connection")
            self.bytes += len(data)
            line.take(data)
            table = line.table
            if self.recording:
                table.recorded[-1][2][line.seat] += data
            if table.open and table.told():
                table.open = False
                self.latencies.append(perf_counter() - table.sent)
                done.append(table)
        return done

    def begin(self, table: Counting) -> bool:
        """Send a table's next move, if there is one."""
        if table.at == len(table.script):
            return False
        if self.recording:
            actor, act, _ = table.script[table.at]
            table.recorded.append((actor, act, [b""] * SEATS))
        table.move()
        return True

    def play(self) -> dict[str, object]:
        """Play every script to its end, as fast as it goes."""
        began = perf_counter()
        going = sum(self.begin(table) for table in self.tables.values())
        while going:
            for table in self.step(20):
                going -= not self.begin(table)
        seconds = perf_counter() - began
        return {"moves": len(self.latencies), "seconds": seconds, "bytes": self.bytes}

    def play_by_the_clock(self, moves: int, seconds: float, spread: bool) -> dict[str, object]:
        """Send one move per table in so many seconds."""
        tables = list(self.tables.values())
        began = perf_counter() + 0.5
        plan = [
            (began + seconds * (n + (k / len(tables) if spread else 0)), table)
            for n in range(moves)
            for k, table in enumerate(tables)
        ]
        plan.reverse()
        going = 0
        while plan or going:
            while plan and plan[-1][0] <= perf_counter():
                table = plan.pop()[1]
                if table.open or table.at == len(table.script):
                    continue
                self.begin(table)
                going += 1
            going -= len(self.step(max(0.0, plan[-1][0] - perf_counter()) if plan else 20))
        return {"latencies": self.latencies}


def main() -> None:
    """Take seats, then do what the parent says."""
    port, tables = int(sys.argv[1]), int(sys.argv[2])
    with ThreadPoolExecutor(8) as pool:
        sockets = dict(pool.map(lambda number: seat(port, number), range(tables)))
    say(len(sockets))
    room: Room | None = None
    for line in sys.stdin:
        what, file, *rest = line.split()
        gc.collect()
        gc.disable()
        if what == "echo":
            say(echo(port, Path(file)))
        elif what == "play":
            room = Room(pickle.loads(Path(file).read_bytes()), sockets, rest[0] != "-")
            room.drain()
            say(room.play())
            if room.recording:
                recorded = {code: table.recorded for code, table in room.tables.items()}
                Path(rest[0]).write_bytes(pickle.dumps(recorded))
        else:
            if room is None:
                room = Room(pickle.loads(Path(file).read_bytes()), sockets, False)
                room.drain()
            room.latencies = []
            say(room.play_by_the_clock(int(rest[0]), float(rest[1]), what == "spread"))


def echo(port: int, file: Path) -> dict[str, object]:
    """Play what was recorded against the bare fan-out."""
    recorded: dict[str, list[tuple[int, bytes, list[bytes]]]] = pickle.loads(file.read_bytes())
    sockets: dict[str, list[socket.socket]] = {}
    for code in recorded:
        for _ in range(SEATS):
            each = socket.create_connection(("127.0.0.1", port))
            each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            each.sendall(len(code).to_bytes(4, "big") + code.encode())
            if len(each.recv(4)) < 4:
                sleep(0.01)
            sockets.setdefault(code, []).append(each)
    scripts = {
        code: [(actor, act, tuple(map(count_frames, answers))) for actor, act, answers in moves] * ECHOES
        for code, moves in recorded.items()
    }
    return Room(scripts, sockets, False).play()


def count_frames(data: bytes) -> int:
    """Return how many frames some bytes are."""
    count = at = 0
    while at < len(data):
        at += 4 + int.from_bytes(data[at : at + 4], "big")
        count += 1
    return count


if __name__ == "__main__":
    main()
