"""A server of one's own: a child process that ends with the client, however the client ends."""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import sys
from dataclasses import dataclass
from pathlib import Path

from saboteur_tui.address import Address

IN_USE_SECONDS = 8.0
"""How long to wait for the server of a client that was killed to give its journal free."""

STOP_SECONDS = 5.0


class ServerFailedError(Exception):
    """The child did not start; the text is what it said."""


@dataclass
class LocalServer:
    """A running child."""

    process: asyncio.subprocess.Process
    address: Address
    secret: str
    """The password that lets the client in."""

    async def stop(self) -> None:
        """Close the child's stdin, by which it ends, and wait for that."""
        if self.process.stdin is not None:
            self.process.stdin.close()
        try:
            await asyncio.wait_for(self.process.wait(), STOP_SECONDS)
        except TimeoutError:
            self.process.kill()
            await self.process.wait()


async def private(folder: Path, *arguments: str) -> LocalServer:
    """Start a server that lets in only those who know a one-time secret, which it reads from its stdin."""
    secret = secrets.token_urlsafe(32)
    return await _patiently(folder, ("--private", *arguments), secret, secret + "\n")


async def hosted(folder: Path, port: int, password: str) -> LocalServer:
    """Start a server for the network."""
    return await _patiently(folder, ("--tied", "--port", str(port)), password)


async def replaying(folder: Path, file: Path) -> LocalServer:
    """Start a private server that shows a record."""
    return await private(folder, "--replay", str(file))


async def _patiently(folder: Path, arguments: tuple[str, ...], secret: str, first_line: str = "") -> LocalServer:
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)  # noqa: ASYNC240 - one system call
    until = asyncio.get_running_loop().time() + IN_USE_SECONDS
    while True:
        try:
            return await _start(folder, arguments, secret, first_line)
        except ServerFailedError as error:
            if "another server" not in str(error) or asyncio.get_running_loop().time() > until:
                raise
        await asyncio.sleep(0.3)


async def _start(folder: Path, arguments: tuple[str, ...], secret: str, first_line: str) -> LocalServer:
    log = folder / "server.log"
    # A secret in the arguments could be read by other users of the machine; the environment is the owner's alone.
    environment = {key: value for key, value in os.environ.items() if not key.startswith("SABOTEUR_SERVER_")}
    if not first_line and secret:
        environment["SABOTEUR_SERVER_PASSWORD"] = secret
    # -P keeps the current folder out; the server lies beside this package, installed or not.
    environment["PYTHONPATH"] = str(Path(__file__).parent.parent)
    with log.open("wb") as written:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-m",
            "server",
            *arguments,
            "--folder",
            str(folder),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=written,
            env=environment,
            # Ctrl-C and Ctrl-Z in the terminal are meant for the client.
            start_new_session=True,
        )
    if process.stdin is None or process.stdout is None:
        raise ServerFailedError("no pipes")
    if first_line:
        process.stdin.write(first_line.encode())
    line = (await process.stdout.readline()).decode(errors="replace")
    found = re.fullmatch(r"(\d+)\s*", line)
    if found is None:
        process.stdin.close()
        await process.wait()
        said = log.read_text(errors="replace").strip().splitlines()
        raise ServerFailedError(said[-1].removeprefix("saboteur-server: ") if said else line.strip())
    return LocalServer(process, Address("127.0.0.1", int(found.group(1))), secret)
