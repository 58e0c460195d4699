"""A private server: a child process that ends with the client and lets in only those who know a one-time secret."""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import sys
from dataclasses import dataclass
from pathlib import Path

from saboteur_tui.link import Address


class ServerFailedError(Exception):
    """The child did not start; the text is what it said."""


@dataclass
class LocalServer:
    """A running child."""

    process: asyncio.subprocess.Process
    address: Address
    secret: str

    async def stop(self) -> None:
        """Close the child's stdin, by which it ends, and wait for that."""
        if self.process.stdin is not None:
            self.process.stdin.close()
        try:
            await asyncio.wait_for(self.process.wait(), 5)
        except TimeoutError:
            self.process.kill()


async def start(*arguments: str) -> LocalServer:
    """Start a private server and return it once it listens."""
    secret = secrets.token_urlsafe(32)
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",
        "-m",
        "server",
        "--private",
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        # -P keeps the current folder out; the server lies beside this package, installed or not.
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)},
    )
    if process.stdin is None or process.stdout is None or process.stderr is None:
        raise ServerFailedError("no pipes")
    process.stdin.write(secret.encode() + b"\n")
    line = (await process.stdout.readline()).decode(errors="replace")
    found = re.search(r"(\d+)\s*$", line)
    if found is None:
        raise ServerFailedError((await process.stderr.read()).decode(errors="replace").strip() or line.strip())
    return LocalServer(process, Address("127.0.0.1", int(found.group(1))), secret)
