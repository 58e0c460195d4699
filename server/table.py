"""A table: one task owns one game. It takes one request after the other, so that nothing needs a lock.

Whatever changes goes the same way: check, make the next value beside the old one, store it in the journal, put it in
place, tell everyone. What could not be stored did not happen. This file has the task and what the table is made of;
what the messages do is in coming.py, room.py, playing.py, talking.py and stored.py.
"""

from __future__ import annotations

import contextlib
import logging
import traceback
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import trio
from msgspec.structs import replace

from protocol.errors import Fault, Parting
from protocol.game import Action, Answer, View
from protocol.messages import (
    Act,
    AddBot,
    Arrange,
    AskRecord,
    ChatLine,
    ClientMessage,
    EndWait,
    Join,
    Kick,
    Leave,
    MoreTime,
    Mute,
    NotReady,
    Ready,
    Refused,
    Return,
    Say,
    Standing,
    Watch,
    Why,
)
from protocol.states import place_at, refuses
from server import coming, playing, room, talking
from server import seating as seatings
from server.absence import Absence
from server.archive import StoredGame
from server.chat import Chat
from server.clock import Clock, resumed
from server.engine import game as engine
from server.house import House
from server.journal import NotStored
from server.seating import Refuse, Seating
from server.statements import Statement, end_table, put_table
from server.stored import ask_record, resume
from server.telling import tell_room
from server.thinking import Thinking

if TYPE_CHECKING:
    from server.peer import Peer

log = logging.getLogger("saboteur.table")

INBOX = 64
"""Requests waiting for a table; whoever has one more waits in line."""

LIFE_AFTER_RESTART = 0.25
"""The part of its time that an abandoned table has at least when the server is back, however long it was down."""

RETRY_SECONDS = 1.0
"""After a commit that failed: when bots and standing answers try again."""


class Surroundings(Protocol):
    """What a table tells the lobby."""

    def enter(self, peer: Peer) -> None:
        """Someone comes into the lobby."""

    def leave(self, peer: Peer) -> None:
        """Someone goes out of the lobby."""

    def changed(self, table: Table) -> None:
        """The table's line in the list may have changed."""

    def ended(self, table: Table, why: Parting) -> None:
        """The table has ended."""


@dataclass(eq=False)
class Request:
    """A message of a peer for a table."""

    peer: Peer
    message: ClientMessage
    done: trio.Event = field(default_factory=trio.Event)


@dataclass(eq=False)
class Gone:
    """A peer lost its connection."""

    peer: Peer


@dataclass(eq=False)
class Thought:
    """What a bot has come up with."""

    seat: int
    question: int
    action: Action


class Table:
    """One table, from its opening to its end."""

    def __init__(self, house: House, lobby: Surroundings, seating: Seating, lines: Iterable[tuple[int, ChatLine]] = ()):
        self.house = house
        self.lobby = lobby
        self.seating = seating
        self.game: engine.Game | None = None
        self.stored: StoredGame | None = None
        self.present: dict[bytes, Peer] = {}
        """Who is connected, by the hash of the token."""
        self.absence = Absence()
        self.answered: dict[int, tuple[int, Action]] = {}
        """Each seat's last question and answer."""
        self.views: dict[int | None, View] = {}
        """What each seat was last shown; None: the spectators."""
        self.chat = Chat(house, seating.code, lines)
        self.clock = Clock()
        self.abandoned_at = trio.current_time() + house.settings.table_hours * 3600
        """When a table is closed at which nobody is connected."""
        self.end: Parting | None = None
        """Set: the table ends, for this reason."""
        self._thinking = Thinking(self)
        self._retry_at: float | None = None
        self._send, self._receive = trio.open_memory_channel[Request | Gone | Thought](INBOX)

    def restore(self, stored: StoredGame | None) -> None:
        """Take the table up where it was left: everyone is away, and waited for as after a lost connection."""
        if self.seating.left:
            life = self.house.settings.table_hours * 3600
            gone = int(self.house.wall()) - self.seating.left
            self.abandoned_at -= min(max(0, gone), life * (1 - LIFE_AFTER_RESTART))
        until = trio.current_time() + self.seating.terms.grace_seconds
        for seat in self.seating.seats:
            if seat.token:
                self.absence.begin(seat.token, until)
        if stored is not None:
            self.stored = stored
            self.game, self.answered = resume(stored)
            self.clock = resumed(self.game, stored.actions[-1].turn_left if stored.actions else None)

    # --- What others ask -------------------------------------------------------------------------------------------

    @property
    def code(self) -> str:
        """The table's code."""
        return self.seating.code

    def knows(self, token: bytes) -> bool:
        """Whether a token was given for this table."""
        return seatings.seat_of(self.seating, token) is not None or seatings.watches(self.seating, token)

    async def ask(self, peer: Peer, message: ClientMessage) -> None:
        """Hand in a message and wait until it has been dealt with."""
        request = Request(peer, message)
        try:
            await self._send.send(request)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            peer.send(Refused(message.re, Fault.NO_SUCH_TABLE))
            return
        await request.done.wait()

    async def gone(self, peer: Peer) -> None:
        """Say that a peer lost its connection."""
        with contextlib.suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            await self._send.send(Gone(peer))

    async def hand_in(self, seat: int, question: int, action: Action) -> None:
        """Hand in what a bot has come up with."""
        await self._send.send(Thought(seat, question, action))

    # --- The task --------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Own the table until it ends."""
        request: Request | Gone | Thought | None = None
        try:
            async with trio.open_nursery() as nursery:
                while self.end is None:
                    await self._tick()
                    self._thinking.update(nursery)
                    request = None
                    with trio.move_on_at(self._deadline()):
                        request = await self._receive.receive()
                    if request is not None:
                        await self._deal_with(request)
                nursery.cancel_scope.cancel()
        except Exception as error:
            self.end = Parting.BROKEN
            _report(self, error)
            if isinstance(request, Request):
                request.done.set()
        await self.close(self.end or Parting.BROKEN)

    def _deadline(self) -> float:
        times = [self.absence.next(), self.clock.deadline, self._retry_at]
        if not self.present:
            times.append(self.abandoned_at)
        return min(at for at in times if at is not None)

    async def _tick(self) -> None:
        """Do whatever is due."""
        now = trio.current_time()
        if not self.present and now >= self.abandoned_at:
            self.end = Parting.EXPIRED
            return
        if self._retry_at is not None and now >= self._retry_at:
            self._retry_at = None
        gone = self.absence.check(now)
        if await self._pass_on_host() or gone:
            tell_room(self)
        await self._note_who_is_here()
        self.clock = self.clock.checked(now)
        await playing.settle(self)

    async def _note_who_is_here(self) -> None:
        """Store since when nobody is here, so that restarts do not keep an abandoned table for ever."""
        left = 0 if self.present else self.seating.left or int(self.house.wall())
        if left == self.seating.left or self.stalled or not any(seat.token for seat in self.seating.seats):
            return
        try:
            await self.store(replace(self.seating, left=left))
        except NotStored as error:
            self.stall(error)

    async def _pass_on_host(self) -> bool:
        """A host who does not come back must not keep the others from playing."""
        seating = self.seating
        if self.stalled or not self.absence.stand_in(seating.seats[seating.host].token):
            return False
        passed = seatings.pass_on(seating, seating.host, frozenset(self.present))
        if passed.host == seating.host:
            return False
        try:
            await self.store(passed)
        except NotStored as error:
            self.stall(error)
            return False
        return True

    async def _deal_with(self, request: Request | Gone | Thought) -> None:
        match request:
            case Request(peer=peer, message=message):
                await self._answer(peer, message)
                request.done.set()
            case Gone(peer=peer):
                coming.lose(self, peer)
            case Thought(seat=seat, question=question, action=action):
                if self._thinking.take(seat, question):
                    await playing.play_alone(self, seat, action)

    async def _answer(self, peer: Peer, message: ClientMessage) -> None:
        try:
            fault = self._refuses(peer, message)
            if fault is not None:
                raise Refuse(fault)
            await HANDLERS[type(message)](self, peer, message)
        except Refuse as refuse:
            peer.send(Refused(message.re, refuse.fault, refuse.refusal, refuse.options))
        except NotStored as error:
            log.error("table %s: not stored: %s", self.code, error)
            peer.send(Refused(message.re, Fault.NOT_STORED))

    def _refuses(self, peer: Peer, message: ClientMessage) -> Fault | None:
        """Why a message is not for this table now; whoever was parted while it was in line is in the lobby already."""
        if peer.table is not self:
            return None if isinstance(message, COMING) else Fault.NOT_AT_TABLE
        fault = refuses(place_at(self.seating.phase, self.seat_of(peer), self.seating.host), type(message))
        return fault if isinstance(fault, Fault) else None

    async def close(self, why: Parting) -> None:
        """End the table: tell everyone, refuse who is still in line, and keep what was played."""
        self.end = why
        self._turn_away_the_line()
        try:
            await self.house.journal.commit([end_table(self.code, why.value, int(self.house.wall()))])
        except NotStored as error:
            log.error("table %s: its end was not stored: %s", self.code, error)
        log.info("table %s ended: %s", self.code, why.value)
        for peer in list(self.present.values()):
            coming.part(self, peer, why)
        self.lobby.ended(self, why)

    def _turn_away_the_line(self) -> None:
        with contextlib.suppress(trio.WouldBlock):
            while True:
                request = self._receive.receive_nowait()
                if isinstance(request, Request):
                    request.peer.send(Refused(request.message.re, Fault.NO_SUCH_TABLE))
                    request.done.set()
        self._receive.close()

    # --- For the files that say what the messages do ---------------------------------------------------------------

    async def store(self, seating: Seating, *statements: Statement) -> None:
        """Store who sits where, and whatever goes with it, and put it in place."""
        await self.house.journal.commit([put_table(seating), *statements])
        self.seating = seating

    @property
    def stalled(self) -> bool:
        """Whether the journal failed a moment ago."""
        return self._retry_at is not None

    def stall(self, error: NotStored) -> None:
        """Nobody has asked for what could not be stored: try again a little later."""
        log.error("table %s: not stored: %s", self.code, error)
        self._retry_at = trio.current_time() + RETRY_SECONDS

    def playing(self) -> engine.Game:
        """The game, or the refusal of what needs one."""
        if self.game is None:
            raise Refuse(Fault.NO_GAME)
        return self.game

    def storing(self) -> StoredGame:
        """The game as the journal has it."""
        if self.stored is None:
            raise Refuse(Fault.NO_GAME)
        return self.stored

    def seat_of(self, peer: Peer) -> int | None:
        """The seat that a peer has; None: a spectator."""
        return seatings.seat_of(self.seating, peer.token)

    def own_seat(self, peer: Peer) -> int:
        """The seat that a peer has, or the refusal of what needs one."""
        seat = self.seat_of(peer)
        if seat is None:
            raise Refuse(Fault.NOT_SEATED)
        return seat

    def taken_seat(self, number: int) -> seatings.Seat:
        """A seat that is a person's or a bot's."""
        if number >= len(self.seating.seats) or self.seating.seats[number].free:
            raise Refuse(Fault.NO_SUCH_SEAT)
        return self.seating.seats[number]

    def standing_of(self, seat: int | None) -> dict[str, Answer]:
        """The standing answers of a seat, by kind of question."""
        return {} if seat is None else self.seating.seats[seat].standing


def _report(table: Table, error: Exception) -> None:
    """Log an error without its text, which may carry a position: the journal has what is needed to find it."""
    number = table.stored.number if table.stored else 0
    actions = len(table.stored.actions) if table.stored else 0
    places = [f"{at.filename}:{at.lineno} {at.name}" for at in traceback.extract_tb(error.__traceback__)]
    causes = error.exceptions if isinstance(error, ExceptionGroup) else (error,)
    for cause in causes:
        places += [f"{at.filename}:{at.lineno} {at.name}" for at in traceback.extract_tb(cause.__traceback__)]
    log.error(
        "table %s/%d broke after action %d: %s\n  %s",
        table.code,
        number,
        actions,
        ", ".join(type(cause).__name__ for cause in causes),
        "\n  ".join(places),
    )


COMING = (Join, Watch, Return)
"""What the lobby hands on for those who are at no table."""

Handler = Callable[[Table, "Peer", Any], Awaitable[None]]

HANDLERS: dict[type[ClientMessage], Handler] = {
    Join: coming.join,
    Watch: coming.watch,
    Return: coming.come_back,
    Leave: coming.leave,
    Kick: coming.kick,
    Ready: room.ready,
    NotReady: room.not_ready,
    Arrange: room.arrange,
    AddBot: room.add_bot,
    Act: playing.act,
    Why: playing.why,
    Standing: playing.stand,
    MoreTime: playing.more_time,
    EndWait: playing.end_wait,
    Say: talking.say,
    Mute: talking.mute,
    AskRecord: ask_record,
}
