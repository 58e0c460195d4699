"""Before a game: options, bots, who is ready, and the deal when all are."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from msgspec.structs import replace

from protocol.errors import Fault, Parting
from protocol.messages import AddBot, Arrange, Done, NotReady, Ready
from protocol.record import seed
from server import seating as seatings
from server.archive import StoredGame
from server.clock import Clock
from server.coming import part
from server.engine import game as engine
from server.seating import Refuse, Seating, lock
from server.statements import begin_game
from server.telling import show, tell_room

if TYPE_CHECKING:
    from server.peer import Peer
    from server.table import Table

log = logging.getLogger("saboteur.table")


async def ready(table: Table, peer: Peer, message: Ready) -> None:
    """Be ready for the next game."""
    if table.house.draining:
        raise Refuse(Fault.DRAINING)
    await _set_nonce(table, peer, message.re, message.nonce)


async def not_ready(table: Table, peer: Peer, message: NotReady) -> None:
    """Be not ready after all."""
    await _set_nonce(table, peer, message.re, b"")


async def _set_nonce(table: Table, peer: Peer, re: int, nonce: bytes) -> None:
    number = table.own_seat(peer)
    seat = replace(table.seating.seats[number], nonce=nonce)
    await _begin_if_all_are_ready(table, peer, re, seatings.with_seat(table.seating, number, seat))


async def add_bot(table: Table, peer: Peer, message: AddBot) -> None:
    """The host puts a bot on a free seat."""
    if message.level not in table.house.thinker.levels:
        raise Refuse(Fault.NO_SUCH_LEVEL)
    await _begin_if_all_are_ready(table, peer, message.re, seatings.add_bot(table.seating, message.level))


async def arrange(table: Table, peer: Peer, message: Arrange) -> None:
    """The host changes what is played, and how."""
    fault = engine.check(message.options)
    if fault is not None:
        raise Refuse(Fault.BAD_OPTIONS, options=fault)
    password = None if message.password is None else lock(message.password, table.house.entropy(16))
    await table.store(seatings.arrange(table.seating, message.options, message.terms, password))
    table.game = table.stored = None
    table.views.clear()
    peer.send(Done(message.re))
    if not message.terms.spectators:
        for other in [other for other in table.present.values() if table.seat_of(other) is None]:
            part(table, other, Parting.NO_SPECTATORS)
    tell_room(table)


async def _begin_if_all_are_ready(table: Table, peer: Peer, re: int, seating: Seating) -> None:
    if not seatings.everyone_ready(seating) or table.house.draining:
        await table.store(seating)
        peer.send(Done(re))
        tell_room(table)
        return
    stored = _deal(seating, int(table.house.wall()))
    game = engine.new(stored.options, seed(stored.secret, stored.nonces))
    await table.store(seatings.begin(seating), begin_game(stored))
    log.info("table %s: game %d begins", table.code, stored.number)
    table.stored, table.game = stored, game
    table.answered.clear()
    table.clock = Clock()
    peer.send(Done(re))
    table.lobby.changed(table)
    for other in table.present.values():
        show(table, other)


def _deal(seating: Seating, begun: int) -> StoredGame:
    return StoredGame(
        code=seating.code,
        number=seating.number + 1,
        rules=engine.RULES_VERSION,
        options=seating.options,
        secret=seating.secret,
        nonces=seatings.nonces(seating),
        names=tuple(seat.name for seat in seating.seats),
        bots=tuple(seat.bot for seat in seating.seats),
        begun=begun,
    )
