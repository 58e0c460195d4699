"""Talk at a table, and who is not to be heard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from protocol import limits
from protocol.connection import frame
from protocol.errors import Fault
from protocol.messages import Done, Mute, Said, Say
from protocol.text import same_name
from server import seating as seatings
from server.chat import EVERYONE, PLAYERS, SPECTATORS
from server.seating import Refuse

if TYPE_CHECKING:
    from server.peer import Peer
    from server.table import Table


async def say(table: Table, peer: Peer, message: Say) -> None:
    """Say something to those who hear one."""
    seating, seat = table.seating, table.seat_of(peer)
    name = seatings.name_of(seating, peer.token)
    if same_name(name) in seating.muted:
        raise Refuse(Fault.MUTED)
    channel = EVERYONE
    if seating.terms.chat_apart:
        channel = SPECTATORS if seat is None else PLAYERS
    line = await table.chat.add(peer, name, message.text, channel, seat)
    peer.send(Done(message.re))
    told = frame(Said((line,)))
    for other in table.present.values():
        hears = channel == EVERYONE or (channel == SPECTATORS) == (table.seat_of(other) is None)
        if hears and same_name(name) not in other.muted:
            other.send_frame(told)


async def mute(table: Table, peer: Peer, message: Mute) -> None:
    """Hear someone no longer; or, by the host, nobody does."""
    name = same_name(message.name)
    if name not in {same_name(other) for other, _ in seatings.people(table.seating)}:
        raise Refuse(Fault.NO_SUCH_NAME)
    if not message.for_all:
        peer.mute(name, message.on)
    elif table.seat_of(peer) != table.seating.host:
        raise Refuse(Fault.NOT_HOST)
    else:
        muted = tuple(other for other in table.seating.muted if other != name) + ((name,) if message.on else ())
        await table.store(replace(table.seating, muted=muted[-limits.MUTED_NAMES :]))
    peer.send(Done(message.re))
