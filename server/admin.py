"""Status and drain, over a Unix socket beside the journal that only its owner can open; never over the game port."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import socket
from pathlib import Path

import trio

from server.serve import Server

log = logging.getLogger("saboteur.server")

COMMANDS = ("status", "drain")
LINE_BYTES = 64


class NoServer(OSError):
    """No server is running in this folder."""


def socket_path(folder: Path) -> Path:
    """Where the socket is."""
    return folder / "admin.sock"


async def listen(folder: Path, server: Server) -> None:
    """Answer commands until the server ends."""
    path = socket_path(folder)
    path.unlink(missing_ok=True)
    listening = trio.socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    # The mask makes the file 0600 from its first moment.
    mask = os.umask(0o177)
    try:
        await listening.bind(str(path))
    except OSError as error:
        # A folder whose path is too long for a socket must not keep people from playing.
        log.warning("status and drain cannot be asked of this server: %s", error)
        listening.close()
        return
    finally:
        os.umask(mask)
    listening.listen(5)
    try:
        async with trio.open_nursery() as nursery:

            async def handle(stream: trio.SocketStream) -> None:
                await _answer(stream, server, nursery)

            await trio.serve_listeners(handle, [trio.SocketListener(listening)])
    finally:
        path.unlink(missing_ok=True)


async def _answer(stream: trio.SocketStream, server: Server, nursery: trio.Nursery) -> None:
    async with stream:
        with trio.move_on_after(5):
            try:
                command = bytes(await stream.receive_some(LINE_BYTES)).decode("ascii", "replace").strip()
                if command == "drain" and not server.house.draining:
                    server.drain()
                    nursery.start_soon(server.end_after_the_last_game)
                answer = server.status() if command in COMMANDS else {"error": "unknown command"}
                await stream.send_all(json.dumps(answer).encode() + b"\n")
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                return


async def ask(folder: Path, command: str) -> str:
    """Send a command to the server of a folder; its answer."""
    try:
        stream = await trio.open_unix_socket(str(socket_path(folder)))
    except OSError:
        raise NoServer(f"no server is running with the folder {folder}") from None
    answer = b""
    async with stream:
        # A server that ends just now breaks the line: no answer either.
        with trio.move_on_after(10), contextlib.suppress(trio.BrokenResourceError):
            await stream.send_all(command.encode() + b"\n")
            while not answer.endswith(b"\n") and (data := await stream.receive_some(4096)):
                answer += data
    if not answer.endswith(b"\n"):
        raise NoServer(f"the server with the folder {folder} does not answer")
    return answer.decode().strip()
