"""Lines to a server that exist in memory only."""

from __future__ import annotations

import math

import trio
import trio.abc
import trio.testing


class Down(Exception):
    """The server does not listen."""


class Listener(trio.abc.Listener[trio.abc.Stream]):
    """Where lines that exist in memory only come in."""

    def __init__(self) -> None:
        self._send, self._receive = trio.open_memory_channel[trio.abc.Stream](math.inf)

    def dial(self) -> trio.abc.Stream:
        """Return the caller's end; what is sent waits until the other end has read it, as on a full line."""
        mine, theirs = trio.testing.lockstep_stream_pair()
        try:
            self._send.send_nowait(theirs)
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
