"""The command saboteur-server, as a process: ending, being looked after, records, replays."""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from protocol.connection import ClientConnection, Signal
from protocol.errors import Closing, Fault
from protocol.game import Options
from protocol.messages import (
    AddBot,
    Bye,
    ClientMessage,
    Create,
    Draining,
    Granted,
    Hello,
    Pace,
    Ready,
    Refused,
    Replayed,
    Return,
    Show,
    Terms,
    Update,
    Welcome,
)
from protocol.record import GameRecord, Move, commitment, encode, seed
from server.__main__ import main
from server.archive import Archive
from server.engine import game as engine

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose path is short enough for a socket in it."""
    return tmp_path_factory.mktemp("s")


@contextmanager
def serving(folder: Path, *arguments: str, first_line: bytes = b"") -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """A server process, and its port; it is ended when it is no longer needed."""
    command = [sys.executable, "-P", "-m", "server", "--host", "127.0.0.1", "--port", "0", "--folder", str(folder)]
    with subprocess.Popen(
        [*command, "--tied", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(first_line)
            process.stdin.flush()
            assert select.select([process.stdout], [], [], 30)[0]
            yield process, int(process.stdout.readline())
        finally:
            process.stdin.close()
            try:
                process.wait(20)
            finally:
                process.kill()


class Caller:
    """A client on a blocking socket."""

    def __init__(self, port: int, password: str = "") -> None:
        self._line = socket.create_connection(("127.0.0.1", port), timeout=20)
        self._connection = ClientConnection()
        self.send(Hello(1, 0, "Anna", password))
        self.welcome = self.until(Welcome)

    def send(self, *messages: ClientMessage) -> None:
        for message in messages:
            self._line.sendall(self._connection.send(message))

    def until(self, kind: type[Any]) -> Any:
        while not isinstance(event := self._connection.next_event(), kind):
            if isinstance(event, Signal):
                assert event is not Signal.CLOSED
                self._connection.receive_data(self._line.recv(65536))
        return event

    def close(self) -> None:
        self._line.close()


def open_game(port: int) -> tuple[Caller, str]:
    """A game with two bots; the token of the seat."""
    caller = Caller(port)
    caller.send(Create(Options("base", 3), Terms(pace=Pace.AT_ONCE)))
    token = caller.until(Granted).token
    caller.send(AddBot("chance"), AddBot("chance"), Ready(bytes(32)))
    caller.until(Update)
    return caller, token


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command to its end."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "server", *arguments],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        timeout=30,
        check=False,
    )


def test_sigterm_tells_the_clients_stores_and_ends_and_a_second_server_was_refused(folder: Path) -> None:
    with serving(folder) as (process, port):
        caller, token = open_game(port)
        second = run("--folder", str(folder), "--port", "0")
        assert (second.returncode, second.stdout) == (1, "")
        assert second.stderr.strip() == f"saboteur-server: another server is using the journal in {folder}"
        process.send_signal(signal.SIGTERM)
        assert caller.until(Bye).why is Closing.SHUTDOWN
        assert process.wait(10) == 0
        caller.close()
        assert process.stderr is not None
        report = process.stderr.read().decode()
        assert "listening on 127.0.0.1 port" in report
        assert "ending" in report
        assert token not in report
    with serving(folder) as (_, port):
        caller = Caller(port)
        caller.send(Return(token))
        update = caller.until(Update)
        assert (update.me, update.story) == (0, True)
        caller.close()


def test_status_and_drain_speak_over_a_socket_for_the_owner_alone(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(folder) as (process, port):
        caller, _ = open_game(port)
        assert (folder / "admin.sock").stat().st_mode & 0o777 == 0o600
        assert main(["status", "--folder", str(folder)]) == 0
        status = json.loads(capsys.readouterr().out)
        seconds = status.pop("seconds")
        assert seconds >= 0
        assert status == {"connections": 1, "tables": 1, "games": 1, "draining": False, "protocol": "1.0"}
        assert main(["drain", "--folder", str(folder)]) == 0
        assert json.loads(capsys.readouterr().out)["draining"] is True
        caller.until(Draining)
        caller.send(Create(Options("base", 3), re=7))
        assert caller.until(Refused).fault is Fault.AT_TABLE
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(folder / "admin.sock"))
            line.sendall(b"shut down\n")
            assert json.loads(line.recv(4096)) == {"error": "unknown command"}
        assert process.poll() is None
        caller.close()
        # Nobody is connected to the game any more: nothing is left to wait for.
        assert process.wait(20) == 0
    assert not (folder / "admin.sock").exists()
    with socket.socket(socket.AF_UNIX) as silent:
        # A server that takes the call and ends before it has answered.
        silent.bind(str(folder / "admin.sock"))
        silent.listen()
        hanging_up = threading.Thread(target=lambda: silent.accept()[0].close())
        hanging_up.start()
        assert main(["status", "--folder", str(folder)]) == 1
        hanging_up.join()
    assert "does not answer" in capsys.readouterr().err
    (folder / "admin.sock").unlink()
    assert main(["status", "--folder", str(folder)]) == 1
    assert "no server is running" in capsys.readouterr().err


def test_a_folder_too_long_for_a_socket_can_still_be_served_from(tmp_path: Path) -> None:
    deep = tmp_path / ("x" * 100)
    with serving(deep) as (_, port):
        caller = Caller(port)
        assert caller.welcome.name == "Anna"
        caller.close()


def a_record() -> GameRecord:
    """A game played by taking the first legal action."""
    secret, nonces = b"s" * 32, (bytes(32),) * 3
    game = engine.new(Options("base", 3), seed(secret, nonces))
    moves = []
    while game.outcome is None:
        seat = game.waiting()[0]
        action = game.legal(seat)[0]
        game.play(seat, action)
        moves.append(Move(seat, action, game.digest()))
    return GameRecord(
        schema=1,
        rules=engine.RULES_VERSION,
        name="BCDF/1",
        options=game.options,
        commitment=commitment(secret),
        secret=secret,
        nonces=nonces,
        names=("Anna", "Ben", ""),
        bots=("", "", "easy"),
        begun=0,
        moves=tuple(moves),
    )


RECORD = a_record()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({}, "the deal is the one announced"),
        ({"commitment": bytes(32)}, "the secret is not the one whose hash was announced"),
        ({"nonces": (b"n" * 32,) * 3}, "against the rules"),
        ({"rules": 99}, "played under rules 99"),
        ({"moves": RECORD.moves[:-1]}, "the record ends before the game does"),
        ({"moves": RECORD.moves[1:]}, "action 1"),
        ({"moves": (replace(RECORD.moves[0], digest=bytes(16)), *RECORD.moves[1:])}, "differs from the recorded one"),
        ({"options": Options("base", 3, ("none",))}, "the options are refused"),
    ],
)
def test_verify_tells_whether_a_record_is_true(
    changes: dict[str, Any], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.saboteur"
    file.write_bytes(encode(replace(RECORD, **changes)))
    assert main(["verify", str(file)]) == (1 if changes else 0)
    said = capsys.readouterr()
    assert message in (said.err if changes else said.out)


def test_verify_asks_for_a_file_and_shows_no_escape_codes_of_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify"]) == 1
    assert "say which file" in capsys.readouterr().err
    file = tmp_path / "game.saboteur"
    for data in (encode(replace(RECORD, name="\x1b[2JX")), msgspec.msgpack.encode({"type": "game", "\x1b[2J": 1})):
        file.write_bytes(data)
        main(["verify", str(file)])
        said = capsys.readouterr()
        assert "[2J" in said.out + said.err
        assert "\x1b" not in said.out + said.err


@pytest.mark.parametrize("host", ["127.0.0.1", "no.such.host.invalid"])
def test_an_address_that_cannot_be_listened_on_is_named(
    host: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["--host", host, "--port", str(port), "--folder", str(folder)]) == 1
    assert f"cannot listen on {host} port {port}" in capsys.readouterr().err


def test_export_names_what_it_cannot_find(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "BCDF/1", "--folder", str(folder)]) == 1
    assert "cannot be opened" in capsys.readouterr().err
    with serving(folder) as (_, port):
        caller, _ = open_game(port)
        code = code_in(folder)
        # A game that is being played is nobody's to read.
        assert main(["export", f"{code}/1", "--folder", str(folder)]) == 1
        assert f"there is no finished game {code}/1" in capsys.readouterr().err
        assert main(["export", code, "--folder", str(folder)]) == 1
        assert "CODE/N" in capsys.readouterr().err
        caller.close()


def code_in(folder: Path) -> str:
    """The code of the one table in a journal."""
    with Archive.open(folder / "journal.sqlite") as archive:
        (code,) = archive.codes()
    return code


def test_a_record_is_shown_by_a_private_server_position_by_position(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.saboteur"
    file.write_bytes(encode(RECORD))
    with serving(folder, "--private", "--replay", str(file), first_line=b"a word\n") as (_, port):
        caller = Caller(port, "a word")
        assert caller.welcome.replay
        first = caller.until(Replayed)
        assert (first.position, first.length, first.name) == (0, len(RECORD.moves), "BCDF/1")
        assert (first.rounds[0], len(first.rounds)) == (0, 3)
        assert (first.view.hand, first.hands) == ((), ())
        caller.send(Show(first.length, eyes=1, cards_up=True, re=5))
        last = caller.until(Replayed)
        assert (last.re, last.position, last.view.outcome is None) == (5, first.length, False)
        assert len(last.hands) == len(last.roles) == 3
        assert last.action == RECORD.moves[-1].action
        caller.send(Show(1, eyes=RECORD.moves[0].seat, re=6))
        own = caller.until(Replayed)
        assert (own.action, own.hands) == (RECORD.moves[0].action, ())
        caller.send(Show(1, eyes=(RECORD.moves[0].seat + 1) % 3, re=7))
        assert caller.until(Replayed).action is None
        for show, fault in (
            (Show(first.length + 1), Fault.NO_SUCH_POSITION),
            (Show(0, eyes=3), Fault.NO_SUCH_SEAT),
        ):
            caller.send(show)
            assert caller.until(Refused).fault is fault
        caller.close()
    assert not list(folder.iterdir())


def test_a_private_server_needs_a_password_and_ends_with_its_owner(folder: Path) -> None:
    assert run("--private", "--folder", str(folder)).returncode == 1
    with serving(folder, "--private", first_line=b"a word\n") as (process, port):
        caller = Caller(port, "a word")
        assert process.stdin is not None
        process.stdin.close()
        assert caller.until(Bye).why is Closing.SHUTDOWN
        assert process.wait(10) == 0
        caller.close()
