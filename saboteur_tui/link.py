"""The connection to a server: comes back by itself, with growing pauses, to the same seat."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from protocol.connection import ClientConnection, Signal
from protocol.errors import Closing, ProtocolError
from protocol.limits import GONE_SECONDS, HANDSHAKE_SECONDS, MAJOR, MINOR
from protocol.messages import Bye, ClientMessage, Granted, Hello, Parted, Ping, Pong, Return, ServerMessage, Welcome
from saboteur_tui import trust
from saboteur_tui.address import Address

PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
"""Seconds between attempts to come back; the last one again and again."""

FINAL = {Closing.VERSION, Closing.WRONG_PASSWORD, Closing.BAD_NAME}
"""Reasons for which trying again is of no use."""

TROUBLES: tuple[tuple[type[BaseException], str], ...] = (
    (socket.gaierror, "unknown_host"),
    (ConnectionRefusedError, "refused"),
    (ConnectionError, "closed"),
    (TimeoutError, "timeout"),
    (ssl.SSLError, "tls"),
    (ProtocolError, "not_saboteur"),
    (UnicodeError, "unknown_host"),
)
"""What a failed attempt is called, by its error; anything else is `broken`."""


@dataclass(frozen=True)
class Lost:
    """The connection is gone; the next attempt comes after a pause."""

    pause: float
    trouble: str


@dataclass(frozen=True)
class Ended:
    """The connection is gone for good, or never was."""

    trouble: str
    error: str = ""
    bye: Bye | None = None


@dataclass(frozen=True)
class Untrusted:
    """The server's certificate is vouched for by nobody; nothing was said to it."""

    fingerprint: str
    reason: str
    changed: bool


News = ServerMessage | Lost | Ended | Untrusted


def trouble(error: BaseException) -> str:
    """Return the name of what went wrong."""
    return next((name for kind, name in TROUBLES if isinstance(error, kind)), "broken")


class Link:
    """One connection for as long as the client wants it."""

    def __init__(
        self,
        address: Address,
        name: str,
        post: Callable[[News], object],
        password: str = "",
        cafile: Path | None = None,
    ) -> None:
        self.address = address
        self.name = name
        self.password = password
        self.cafile = cafile
        self.token = ""
        """The token of the seat to come back to."""
        self.welcomed = False
        """Whether the server ever let us in."""
        self._post = post
        self._connection = ClientConnection()
        self._writer: asyncio.StreamWriter | None = None
        self._sent = 0
        self._failures = 0

    @property
    def up(self) -> bool:
        """Whether there is a connection now."""
        return self._writer is not None

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
        while True:
            name, error, bye = "closed", "", None
            try:
                bye = await self._once()
            except trust.UntrustedError as caught:
                self._post(Untrusted(caught.fingerprint, str(caught), caught.changed))
                return
            except (OSError, ProtocolError, UnicodeError) as caught:
                name, error = trouble(caught), str(caught) or type(caught).__name__
            finally:
                self._writer = None
            if (bye is not None and bye.why in FINAL) or not self.welcomed:
                self._post(Ended(name, error, bye))
                return
            pause = PAUSES[min(self._failures, len(PAUSES) - 1)]
            self._failures += 1
            self._post(Lost(pause, name))
            await asyncio.sleep(pause)

    async def _once(self) -> Bye | None:
        self._connection = ClientConnection()
        async with asyncio.timeout(HANDSHAKE_SECONDS):
            reader, writer = await self._open()
        try:
            writer.write(self._connection.send(Hello(MAJOR, MINOR, self.name, self.password, "saboteur_tui")))
            self._writer = writer
            patience = HANDSHAKE_SECONDS
            while True:
                # The server asks for a sign of life often enough: longer silence is a dead line.
                async with asyncio.timeout(patience):
                    data = await reader.read(65536)
                patience = GONE_SECONDS
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

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        host, port, tls = self.address
        if not tls:
            return await asyncio.open_connection(host, port)
        known = trust.pinned(self.address)
        reason = ""
        if not known:
            try:
                return await asyncio.open_connection(host, port, ssl=trust.verifying(self.cafile))
            except ssl.SSLCertVerificationError as error:
                reason = error.verify_message
        reader, writer = await asyncio.open_connection(host, port, ssl=trust.unverified())
        seen = trust.fingerprint(writer.get_extra_info("ssl_object").getpeercert(binary_form=True))
        if known and seen == known:
            return reader, writer
        writer.close()
        raise trust.UntrustedError(seen, reason, changed=bool(known))

    def _take(self, message: ServerMessage) -> None:
        match message:
            case Ping(number=number):
                self.send(Pong(number))
                return
            case Welcome():
                self._failures = 0
                again, self.welcomed = self.welcomed, True
                if again and self.token:
                    self.send(Return(self.token, self.number()))
            case Granted(token=token):
                self.token = token
            case Parted():
                self.token = ""
        self._post(message)
