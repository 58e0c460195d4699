"""The whole server: listeners, the root nursery, and the way it ends."""

from __future__ import annotations

import logging
import secrets
import ssl
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import trio

from protocol import limits
from protocol.connection import frame
from protocol.errors import Closing
from protocol.messages import Bye
from server.house import House
from server.journal import Journal
from server.lobby import Lobby
from server.peer import Peer
from server.replay import Replay
from server.settings import BadSettings, Settings
from server.thinker import InlineThinker, Thinker

log = logging.getLogger("saboteur.server")

SHUTDOWN_SECONDS = 4.0
"""How long clients get to read the last message when the server ends."""

DRAIN_SECONDS = 1.0
"""How often a draining server looks whether all games are over."""

Listener = trio.abc.Listener[trio.abc.Stream]


@dataclass
class Server:
    """A running server, as those see it who may end it."""

    house: House
    lobby: Lobby
    peers: dict[Peer, None] = field(default_factory=dict)
    addresses: Counter[str] = field(default_factory=Counter)
    replay: Replay | None = None
    stopping: trio.Event = field(default_factory=trio.Event)
    stopped: trio.Event = field(default_factory=trio.Event)
    begun: float = field(default_factory=trio.current_time)

    def stop(self) -> None:
        """Stop accepting, tell clients, and end within seconds."""
        self.stopping.set()

    def drain(self) -> None:
        """Begin nothing new."""
        self.lobby.drain()
        log.info("draining")

    async def end_after_the_last_game(self) -> None:
        """Stop when no game is being played any more."""
        while self.lobby.games():  # noqa: ASYNC110 - a look now and then is enough
            await trio.sleep(DRAIN_SECONDS)
        self.stop()

    def status(self) -> dict[str, object]:
        """Numbers about the server; nothing about anybody's cards."""
        return {
            "connections": len(self.peers),
            "tables": len(self.lobby.tables),
            "games": self.lobby.games(),
            "draining": self.house.draining,
            "seconds": int(trio.current_time() - self.begun),
            "protocol": f"{limits.MAJOR}.{limits.MINOR}",
        }

    async def handle(self, stream: trio.abc.Stream) -> None:
        """Serve one connection; nothing that happens to it touches another."""
        settings = self.house.settings
        address = address_of(stream)
        counted = self.house.counted(address)
        full = None
        if len(self.peers) >= settings.connections:
            full = Closing.SERVER_FULL
        elif counted and self.addresses[counted] >= settings.connections_per_address:
            full = Closing.ADDRESS_FULL
        if full is not None:
            log.info("%s: %s", address, full.value)
            await _turn_away(stream, full)
            return
        peer = Peer(stream, address, self.house, self.lobby, self.replay)
        self.peers[peer] = None
        self.addresses[counted] += 1
        log.info("%s: connected", address)
        try:
            await peer.run()
        except Exception as error:
            log.error("%s: connection broke: %s", address, type(error).__name__)
        finally:
            del self.peers[peer]
            self.addresses[counted] -= 1
            if not self.addresses[counted]:
                del self.addresses[counted]
            log.info("%s: disconnected", address)


async def _turn_away(stream: trio.abc.Stream, why: Closing) -> None:
    with trio.move_on_after(1):
        try:
            await stream.send_all(frame(Bye(why, limits.MAJOR, limits.MINOR)))
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            log.debug("gone before it could be turned away")
    with trio.CancelScope(shield=True):
        await trio.aclose_forcefully(stream)


def address_of(stream: trio.abc.Stream) -> str:
    """The address a connection comes from."""
    inner = stream.transport_stream if isinstance(stream, trio.SSLStream) else stream
    if isinstance(inner, trio.SocketStream):
        try:
            return str(inner.socket.getpeername()[0])
        except OSError:
            return "gone"
    return str(getattr(inner, "address", "memory"))


async def open_listeners(settings: Settings) -> list[Listener]:
    """Listen where the settings say, with TLS if there is a certificate."""
    if settings.certificate is None or settings.key is None:
        return [*await _listen(settings)]
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(settings.certificate, settings.key)
    except OSError as error:
        raise BadSettings(f"{settings.certificate} and {settings.key} cannot be used for TLS: {error}") from None
    return [trio.SSLListener(listener, context, https_compatible=True) for listener in await _listen(settings)]


async def _listen(settings: Settings) -> list[trio.SocketListener]:
    try:
        return await trio.open_tcp_listeners(settings.port, host=settings.host or None)
    except OSError as error:
        where = f"{settings.host or 'all addresses,'} port {settings.port}"
        raise BadSettings(f"cannot listen on {where}: {error.strerror or error}") from None


async def serve(
    settings: Settings,
    listeners: Sequence[Listener],
    *,
    journal: Journal,
    thinker: Thinker | None = None,
    wall: Callable[[], float] = time.time,
    entropy: Callable[[int], bytes] = secrets.token_bytes,
    replay: Replay | None = None,
    task_status: trio.TaskStatus[Server] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Serve until the server that is reported to the caller is stopped."""
    house = House(settings, journal, thinker or InlineThinker(), wall, entropy)
    async with trio.open_nursery() as root:
        root.start_soon(journal.run)
        root.start_soon(house.thinker.run)
        async with trio.open_nursery() as tables:
            lobby = Lobby(house, tables)
            server = Server(house, lobby, replay=replay)
            await lobby.restore()
            async with trio.open_nursery() as peers:
                async with trio.open_nursery() as accepting:

                    async def accept(handlers: trio.Nursery = peers) -> None:
                        await trio.serve_listeners(server.handle, list(listeners), handler_nursery=handlers)

                    accepting.start_soon(accept)
                    task_status.started(server)
                    await server.stopping.wait()
                    accepting.cancel_scope.cancel()
                log.info("ending")
                for peer in list(server.peers):
                    peer.close(Closing.SHUTDOWN)
                peers.cancel_scope.deadline = trio.current_time() + SHUTDOWN_SECONDS
            tables.cancel_scope.cancel()
        server.stopped.set()
        root.cancel_scope.cancel()
