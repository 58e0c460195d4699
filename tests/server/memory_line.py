"""Lines to a server that exist in memory only."""

from __future__ import annotations

import math

import trio
import trio.abc
import trio.testing


class Down(Exception):
    """The server does not listen."""


class Line(trio.abc.Stream):
    """The server's end of a line that comes from an address."""

    def __init__(self, inner: trio.abc.Stream, address: str) -> None:
        self._inner, self.address = inner, address

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self._inner.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._inner.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        return await self._inner.receive_some(max_bytes)

    async def aclose(self) -> None:
        await self._inner.aclose()


class Listener(trio.abc.Listener[trio.abc.Stream]):
    """Where lines that exist in memory only come in."""

    def __init__(self) -> None:
        self._send, self._receive = trio.open_memory_channel[trio.abc.Stream](math.inf)

    def dial(self, address: str = "memory") -> trio.abc.Stream:
        """Return the caller's end; what is sent waits until the other end has read it, as on a full line."""
        mine, theirs = trio.testing.lockstep_stream_pair()
        try:
            self._send.send_nowait(Line(theirs, address))
        except trio.BrokenResourceError:
            raise Down from None
        return mine

    async def accept(self) -> trio.abc.Stream:
        return await self._receive.receive()

    async def aclose(self) -> None:
        while True:
            try:
                await trio.aclose_forcefully(self._receive.receive_nowait())
            except (trio.WouldBlock, trio.ClosedResourceError, trio.EndOfChannel):
                break
        self._receive.close()
        await trio.lowlevel.checkpoint()
