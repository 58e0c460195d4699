"""The connection to a server: comes back by itself, with growing pauses, to the same seat."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from protocol.connection import ClientConnection, Signal
from protocol.errors import Closing, ProtocolError
from protocol.limits import DEFAULT_PORT, MAJOR, MINOR
from protocol.messages import Bye, ClientMessage, Granted, Hello, Parted, Ping, Pong, Return, ServerMessage, Welcome

PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
"""Seconds between attempts to come back; the last one again and again."""

FINAL = {Closing.VERSION, Closing.WRONG_PASSWORD, Closing.BAD_NAME}
"""Reasons for which trying again is of no use."""


class Address(NamedTuple):
    """Where a server is."""

    host: str
    port: int = DEFAULT_PORT

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


def parse_address(text: str) -> Address:
    """Return the address HOST, HOST:PORT or [HOST]:PORT; raises ValueError."""
    host, port = text.strip(), ""
    if host.startswith("["):
        host, _, rest = host[1:].partition("]")
        port = rest.removeprefix(":")
    elif host.count(":") == 1:
        host, _, port = host.partition(":")
    if not host or (port and not port.isdecimal()) or (port and not 0 < int(port) < 65536):
        raise ValueError(text)
    return Address(host, int(port) if port else DEFAULT_PORT)


@dataclass(frozen=True)
class Lost:
    """The connection is gone; the next attempt comes after a pause."""

    pause: float
    error: str


@dataclass(frozen=True)
class Ended:
    """The connection is gone for good."""

    error: str
    bye: Bye | None = None


News = ServerMessage | Lost | Ended


class Link:
    """One connection for as long as the client wants it."""

    def __init__(self, address: Address, name: str, post: Callable[[News], object], password: str = "") -> None:
        self.address = address
        self.name = name
        self.password = password
        self.token = ""
        """The token of the seat to come back to."""
        self._post = post
        self._connection = ClientConnection()
        self._writer: asyncio.StreamWriter | None = None
        self._sent = 0
        self._welcomed = False
        self.tls: ssl.SSLContext | None = None

    def number(self) -> int:
        """Return a number for the next message, by which its answer is known."""
        self._sent += 1
        return self._sent

    def send(self, message: ClientMessage) -> None:
        """Send a message; without a connection it is dropped: the next Update shows how things stand."""
        if self._writer is None:
            return
        with contextlib.suppress(ProtocolError):
            self._writer.write(self._connection.send(message))

    async def run(self) -> None:
        """Keep the connection until it ends for good."""
        failures = 0
        while True:
            error = ""
            try:
                bye = await self._once()
            except (OSError, ProtocolError) as caught:
                bye, error = None, str(caught) or type(caught).__name__
            finally:
                self._writer = None
            if bye is not None and bye.why in FINAL:
                self._post(Ended("", bye))
                return
            if not self._welcomed:
                self._post(Ended(error, bye))
                return
            pause = PAUSES[min(failures, len(PAUSES) - 1)]
            failures = 0 if not error and failures else failures + 1
            self._post(Lost(pause, error))
            await asyncio.sleep(pause)

    async def _once(self) -> Bye | None:
        self._connection = ClientConnection()
        reader, writer = await asyncio.open_connection(self.address.host, self.address.port, ssl=self.tls)
        try:
            writer.write(self._connection.send(Hello(MAJOR, MINOR, self.name, self.password, "saboteur_tui")))
            self._writer = writer
            while True:
                data = await reader.read(65536)
                self._connection.receive_data(data)
                while True:
                    event = self._connection.next_event()
                    if isinstance(event, Signal):
                        if event is Signal.NEED_DATA:
                            break
                        return None
                    if isinstance(event, Bye):
                        return event
                    self._take(event)
        finally:
            writer.close()

    def _take(self, message: ServerMessage) -> None:
        match message:
            case Ping(number=number):
                self.send(Pong(number))
                return
            case Welcome():
                again, self._welcomed = self._welcomed, True
                if again and self.token:
                    self.send(Return(self.token, self.number()))
            case Granted(token=token):
                self.token = token
            case Parted():
                self.token = ""
        self._post(message)
