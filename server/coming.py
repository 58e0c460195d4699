"""Coming to a table, going from it, losing the connection, and being sent away."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import TYPE_CHECKING

import trio

from protocol.errors import Fault, Parting
from protocol.messages import Done, Granted, Join, Kick, Leave, Parted, Phase, Return, Watch
from server import seating as seatings
from server.chat import EVERYONE, PLAYERS, SPECTATORS
from server.journal import NotStored
from server.seating import Refuse, Seating, hash_token
from server.telling import show, tell_room

if TYPE_CHECKING:
    from server.peer import Peer
    from server.table import Table


async def join(table: Table, peer: Peer, message: Join) -> None:
    """Sit down."""
    await _welcome(table, peer, message.re, seatings.sit)


async def watch(table: Table, peer: Peer, message: Watch) -> None:
    """Come to look on."""
    await _welcome(table, peer, message.re, seatings.watch)


async def _welcome(
    table: Table, peer: Peer, re: int, come: Callable[[Seating, str, bytes, frozenset[bytes]], Seating]
) -> None:
    token = base64.urlsafe_b64encode(table.house.entropy(32)).decode().rstrip("=")
    hashed = hash_token(token)
    try:
        await table.store(come(table.seating, peer.name, hashed, frozenset(table.present)))
    except NotStored:
        _end_if_empty(table)
        raise
    peer.send(Done(re))
    seat = seatings.seat_of(table.seating, hashed)
    peer.send(Granted(table.code, token, seat))
    _connect(table, peer, hashed)
    if peer.closed and seat is not None:
        # The token was never received: nobody could come back to this seat.
        await _vacate(table, seat)
        tell_room(table)


async def come_back(table: Table, peer: Peer, message: Return) -> None:
    """Take the place that a token was given for; an older connection of it makes room."""
    hashed = hash_token(message.token)
    if not table.knows(hashed):
        raise Refuse(Fault.UNKNOWN_TOKEN)
    older = table.present.get(hashed)
    if older is not None:
        part(table, older, Parting.REPLACED)
    peer.send(Done(message.re))
    peer.send(Granted(table.code, message.token, seatings.seat_of(table.seating, hashed)))
    _connect(table, peer, hashed)


def _connect(table: Table, peer: Peer, token: bytes) -> None:
    """Someone is here: show the table, the game so far and what was said."""
    table.lobby.leave(peer)
    peer.table, peer.token = table, token
    table.present[token] = peer
    table.absence.end(token)
    tell_room(table, but=peer)
    show(table, peer)
    peer.send(table.chat.earlier(EVERYONE, SPECTATORS if table.seat_of(peer) is None else PLAYERS))
    if peer.closed:
        lose(table, peer)


def lose(table: Table, peer: Peer) -> None:
    """Someone's connection is gone; the place is kept."""
    if table.present.get(peer.token) is not peer:
        return
    del table.present[peer.token]
    now = trio.current_time()
    if table.seat_of(peer) is not None:
        table.absence.begin(peer.token, now + table.seating.terms.grace_seconds)
    if not table.present:
        table.abandoned_at = now + table.house.settings.table_hours * 3600
    tell_room(table)


def part(table: Table, peer: Peer, why: Parting) -> None:
    """Someone is no longer at this table, but in the lobby."""
    table.present.pop(peer.token, None)
    peer.table, peer.token = None, b""
    peer.send(Parted(table.code, why))
    table.lobby.changed(table)
    table.lobby.enter(peer)


async def leave(table: Table, peer: Peer, message: Leave) -> None:
    """Go for good."""
    seat = table.seat_of(peer)
    if seat is None:
        await table.store(seatings.stop_watching(table.seating, peer.token))
    else:
        await _vacate(table, seat)
    peer.send(Done(message.re))
    part(table, peer, Parting.LEFT)
    tell_room(table)


async def kick(table: Table, peer: Peer, message: Kick) -> None:
    """The host sends someone away."""
    seat = table.taken_seat(message.seat)
    if message.seat == table.seating.host or (seat.bot and table.seating.phase is Phase.GAME):
        raise Refuse(Fault.NO_SUCH_SEAT)
    kicked = table.present.get(seat.token)
    await _vacate(table, message.seat)
    peer.send(Done(message.re))
    if kicked is not None:
        part(table, kicked, Parting.KICKED)
    tell_room(table)


async def _vacate(table: Table, seat: int) -> None:
    """A person gives up a seat; without people the table ends."""
    token = table.seating.seats[seat].token
    await table.store(seatings.stand_up(table.seating, seat, table.house.stand_in))
    table.absence.end(token)
    _end_if_empty(table)


def _end_if_empty(table: Table) -> None:
    if not any(seat.token for seat in table.seating.seats):
        table.end = Parting.EMPTY
