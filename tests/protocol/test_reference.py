"""The client of nothing but a socket and msgpack plays whole games."""

from __future__ import annotations

import runpy
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import trio

from protocol import reference
from tests.server.people import at_work


async def test_it_plays_a_whole_game_and_answers_the_heartbeat(tmp_path: Path) -> None:
    async with at_work(tmp_path, sockets=True) as server:
        view = await trio.to_thread.run_sync(reference.play, "127.0.0.1", server.port)
        assert len(view["outcome"]["gold"]) == 3


async def test_it_is_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with at_work(tmp_path, sockets=True) as server:
        monkeypatch.setattr(sys, "argv", ["reference", "127.0.0.1", str(server.port), "4"])
        monkeypatch.delitem(sys.modules, "protocol.reference")
        await trio.to_thread.run_sync(lambda: runpy.run_module("protocol.reference", run_name="__main__"))
    assert capsys.readouterr().out.startswith("gold [")


@contextmanager
def scripted(*messages: dict[str, Any]) -> Iterator[tuple[int, list[bytes]]]:
    """A server that says some messages and hangs up; its port, and what it was told."""
    told: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            line, _ = listening.accept()
            with line:
                for message in messages:
                    reference.send(line, **message)
                    told.append(reference.read(line, 4))
                line.shutdown(socket.SHUT_WR)
                while data := line.recv(4096):
                    told.append(data)

        thread = threading.Thread(target=serve)
        thread.start()
        yield listening.getsockname()[1], told
        thread.join(10)


def test_it_answers_the_heartbeat_and_says_when_the_server_hangs_up() -> None:
    with scripted({"type": "ping", "number": 5}) as (port, told), pytest.raises(ConnectionError, match="ended"):
        reference.play("127.0.0.1", port)
    assert b"pong" in b"".join(told)


@pytest.mark.parametrize(
    ("message", "reason"),
    [({"type": "bye", "why": "server_full"}, "server_full"), ({"type": "refused", "fault": "draining"}, "draining")],
)
def test_it_says_why_it_cannot_play(message: dict[str, Any], reason: str) -> None:
    with scripted(message) as (port, _), pytest.raises(ConnectionError, match=reason):
        reference.play("127.0.0.1", port)
