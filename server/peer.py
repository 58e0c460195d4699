"""One connection: a task that reads, a task that writes, and a heartbeat."""

from __future__ import annotations

import hmac
import logging
from collections import deque
from typing import TYPE_CHECKING

import trio

from protocol import limits
from protocol.connection import ServerConnection, Signal, State
from protocol.errors import Closing, Fault, RemoteProtocolError
from protocol.messages import Bye, ClientMessage, Hello, Ping, Pong, Refused, ServerMessage, Show, Welcome
from protocol.states import Place, refuses
from protocol.text import clean
from server.engine import game as engine
from server.house import House
from server.seating import Refuse

if TYPE_CHECKING:
    from server.lobby import Lobby
    from server.replay import Replay
    from server.table import Table

log = logging.getLogger("saboteur.peer")

READ_BYTES = 16 * 1024
CLOSE_SECONDS = 3.0
"""How long a connection that is being ended may take to read the last messages."""


class Peer:
    """A client, as the server sees it."""

    def __init__(
        self, stream: trio.abc.Stream, address: str, house: House, lobby: Lobby, replay: Replay | None
    ) -> None:
        self.name = ""
        self.address = address
        self.table: Table | None = None
        self.token = b""
        """The hash of the token for the place at the table."""
        self.muted: dict[str, None] = {}
        self.tables_opened = 0
        self.closed = False
        """Nothing that is sent will arrive any more."""
        self._stream = stream
        self._house = house
        self._lobby = lobby
        self._replay = replay
        self._connection = ServerConnection()
        self._queue: deque[bytes] = deque()
        self._queued = 0
        self._wake = trio.Event()
        self._ending = trio.CancelScope()
        self.closing: Closing | None = None
        self._heard = self._busy = trio.current_time()
        self._dealing = False
        """A message is being dealt with: meanwhile nothing is read, and silence says nothing."""
        self._allowance = float(house.settings.messages_per_second * limits.BURST_SECONDS)
        self._allowed_at = self._heard
        self._lines: deque[float] = deque(maxlen=limits.CHAT_LINES)

    # --- For lobby and tables --------------------------------------------------------------------------------------

    def send(self, message: ServerMessage) -> None:
        """Send a message, without waiting for it to arrive."""
        if not self.closed and self._connection.state is not State.CLOSED:
            self.send_frame(self._connection.send(message))

    def send_frame(self, data: bytes) -> None:
        """Send a message that is bytes already; whoever reads too slowly is dropped, and may come back."""
        if self.closed or self.closing is not None:
            return
        self._queue.append(data)
        self._queued += len(data)
        self._wake.set()
        if len(self._queue) > limits.QUEUE_FRAMES or self._queued > limits.QUEUE_BYTES:
            self._queue.clear()
            self.close(Closing.TOO_SLOW)

    def close(self, why: Closing) -> None:
        """End the connection with a reason."""
        if self.closing is None:
            self.closing = why
            self._queue.append(self._connection.send(Bye(why, limits.MAJOR, limits.MINOR)))
            self._wake.set()
            self._ending.cancel()

    def count_line(self) -> None:
        """Refuse chat that comes too fast."""
        now = trio.current_time()
        if len(self._lines) == limits.CHAT_LINES and now - self._lines[0] < limits.CHAT_SECONDS:
            raise Refuse(Fault.TOO_MANY_LINES)
        if not self._house.count_line(self._house.counted(self.address)):
            raise Refuse(Fault.TOO_MANY_LINES)
        self._lines.append(now)

    def mute(self, name: str, on: bool) -> None:
        """Hear, or no longer hear, someone's lines."""
        self.muted.pop(name, None)
        if on:
            self.muted[name] = None
            if len(self.muted) > limits.MUTED_NAMES:
                del self.muted[next(iter(self.muted))]

    # --- The tasks -------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Serve the connection until it ends; whatever happens to it, it ends alone."""
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._write)
                with self._ending:
                    await self._serve_or_break()
                await self._depart()
                # The writer ends when all is written, or when that takes too long.
                nursery.cancel_scope.deadline = trio.current_time() + CLOSE_SECONDS
        finally:
            self.closed = True
            with trio.CancelScope(shield=True):
                await trio.aclose_forcefully(self._stream)

    async def _depart(self) -> None:
        """Leave lobby and table; the place at the table is kept."""
        self.closed = True
        self._wake.set()
        self._lobby.leave(self)
        if self.table is not None:
            await self.table.gone(self)

    async def _serve_or_break(self) -> None:
        """Whatever goes wrong here, lobby and table must hear that this peer is gone."""
        try:
            await self._serve()
        except Exception as error:
            log.error("%s: connection broke: %s", self.address, type(error).__name__)
            self.close(Closing.BROKEN)

    async def _serve(self) -> None:
        with trio.move_on_after(limits.HANDSHAKE_SECONDS) as greeting:
            if not await self._greet():
                return
        if greeting.cancelled_caught:
            self.close(Closing.NO_HELLO)
            return
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._beat)
            while (message := await self._next()) is not None:
                self._dealing = True
                await self._deal_with(message)
                self._dealing = False
                self._heard = trio.current_time()
            nursery.cancel_scope.cancel()

    async def _greet(self) -> bool:
        """Take Hello and answer it."""
        hello = await self._next()
        if not isinstance(hello, Hello):
            return False
        name = clean(hello.name, limits.NAME_CELLS)
        wanted = self._house.settings.password
        if not hmac.compare_digest(hello.password.encode(), wanted.encode()):
            await self._house.let_wait(self.address)
            self.close(Closing.WRONG_PASSWORD)
        elif not name:
            self.close(Closing.BAD_NAME)
        else:
            self.name = name
            self.send(
                Welcome(
                    major=limits.MAJOR,
                    minor=limits.MINOR,
                    name=name,
                    catalogue=engine.catalogue(),
                    levels=self._house.thinker.levels,
                    replay=self._replay is not None,
                    draining=self._house.draining,
                )
            )
            if self._replay is None:
                self._lobby.enter(self)
            else:
                self._replay.answer(self, Show(0))
            return True
        return False

    async def _next(self) -> ClientMessage | None:
        """The next message, or None when the other side has ended the connection or broken the protocol."""
        try:
            while isinstance(event := self._connection.next_event(), Signal):
                if event is Signal.CLOSED:
                    return None
                data = await self._stream.receive_some(READ_BYTES)
                self._heard = trio.current_time()
                self._connection.receive_data(bytes(data))
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return None
        except RemoteProtocolError as error:
            log.info("%s: %s", self.address, error)
            self.close(error.closing)
            return None
        return event

    async def _deal_with(self, message: ClientMessage) -> None:
        self._count_message()
        # Whoever is being sent away must not leave a table behind that nobody sits at.
        if isinstance(message, Pong) or self._ending.cancel_called:
            return
        self._busy = trio.current_time()
        if self.table is not None:
            await self.table.ask(self, message)
            return
        fault = refuses(Place.LOBBY if self._replay is None else Place.REPLAY, type(message))
        if isinstance(fault, Fault):
            self.send(Refused(message.re, fault))
        elif self._replay is not None and isinstance(message, Show):
            self._replay.answer(self, message)
        else:
            await self._lobby.answer(self, message)

    def _count_message(self) -> None:
        """End a connection that sends more than a person could."""
        rate = self._house.settings.messages_per_second
        now = trio.current_time()
        self._allowance = min(limits.BURST_SECONDS * rate, self._allowance + (now - self._allowed_at) * rate)
        self._allowed_at = now
        if self._allowance < 1:
            self.close(Closing.TOO_MANY_MESSAGES)
        self._allowance -= 1

    async def _beat(self) -> None:
        """Ask for a sign of life; end what is silent, or idle in the lobby."""
        number = 0
        while True:
            await trio.sleep(limits.HEARTBEAT_SECONDS)
            now = trio.current_time()
            if now - self._heard >= limits.GONE_SECONDS and not self._dealing:
                self.close(Closing.SILENT)
            elif self.table is None and now - self._busy >= self._house.settings.idle_minutes * 60:
                self.close(Closing.IDLE)
            number += 1
            self.send(Ping(number))

    async def _write(self) -> None:
        """Write whatever is queued, many frames at once."""
        try:
            while self._queue or not self.closed:
                if not self._queue:
                    self._wake = trio.Event()
                    await self._wake.wait()
                    continue
                data = b"".join(self._queue)
                self._queue.clear()
                self._queued = 0
                await self._stream.send_all(data)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            self._queue.clear()
            self._ending.cancel()
