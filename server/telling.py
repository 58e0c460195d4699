"""What those at a table are told: the room, the news of an action, or the whole game so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

import trio
from msgspec.structs import replace

from protocol.connection import frame
from protocol.messages import GameInfo, Phase, Room, SeatInfo, ServerMessage, TableInfo, TableLine, Update
from protocol.record import commitment

if TYPE_CHECKING:
    from server.peer import Peer
    from server.seating import Seat
    from server.table import Table


def line(table: Table) -> TableLine | None:
    """The table in the list of the lobby, or None if it is private or has ended."""
    seating = table.seating
    if seating.terms.private or table.end is not None:
        return None
    return TableLine(
        code=seating.code,
        phase=seating.phase,
        options=seating.options,
        host=seating.seats[seating.host].name,
        taken=sum(not seat.free for seat in seating.seats),
        spectators=_spectators(table),
        locked=bool(seating.password),
        watchable=seating.terms.spectators,
    )


def tell_room(table: Table, but: Peer | None = None) -> None:
    """Tell everyone that the table changed, not the game."""
    info = _info(table)
    frames: dict[int | None, bytes] = {}
    for peer in list(table.present.values()):
        if peer is not but:
            seat = table.seat_of(peer)
            if seat not in frames:
                frames[seat] = frame(Room(info, seat))
            peer.send_frame(frames[seat])
    table.lobby.changed(table)


def tell_news(table: Table) -> None:
    """Tell everyone what the last action brought; those for whom nothing changed are sent nothing."""
    game, info = table.playing(), _info(table)
    present = [(peer, table.seat_of(peer)) for peer in table.present.values()]
    frames: dict[int | None, bytes] = {}
    for seat, view in game.views({seat: None for _, seat in present}).items():
        news = game.news(seat)
        if news or view != table.views.get(seat):
            table.views[seat] = view
            frames[seat] = frame(Update(info, seat, view, news, standing=table.standing_of(seat)))
    for peer, seat in present:
        if seat in frames:
            peer.send_frame(frames[seat])


def show(table: Table, peer: Peer) -> None:
    """Show someone the table and, if there is a game, the whole View and the story so far."""
    seat, info = table.seat_of(peer), _info(table)
    message: ServerMessage = Room(info, seat)
    if table.game is not None:
        view = table.views[seat] = table.game.view(seat)
        message = Update(info, seat, view, table.game.story(seat), story=True, standing=table.standing_of(seat))
    peer.send(message)


def _info(table: Table) -> TableInfo:
    """All that everyone at the table may know besides the game."""
    seating, now, stored = table.seating, trio.current_time(), table.stored
    game = following = None
    if stored is not None:
        game = GameInfo(stored.number, commitment(stored.secret), stored.names)
        if stored.finished:
            game = replace(game, secret=stored.secret, nonces=stored.nonces)
    if seating.phase is not Phase.GAME:
        following = GameInfo(seating.number + 1, commitment(seating.secret))
    return TableInfo(
        code=seating.code,
        phase=seating.phase,
        options=seating.options,
        terms=seating.terms,
        seats=tuple(_seat_info(table, seat, now) for seat in seating.seats),
        host=seating.host,
        spectators=_spectators(table),
        locked=bool(seating.password),
        game=game,
        next=following,
        clock=table.clock.shown(now),
    )


def _seat_info(table: Table, seat: Seat, now: float) -> SeatInfo:
    return SeatInfo(
        name=seat.name,
        bot=seat.bot,
        ready=bool(seat.bot or seat.nonce),
        connected=seat.token in table.present,
        away=table.absence.left(seat.token, now),
        stand_in=table.absence.stand_in(seat.token),
    )


def _spectators(table: Table) -> int:
    """Everyone who is connected, but for those with a seat."""
    return len(table.present) - sum(seat.token in table.present for seat in table.seating.seats)
