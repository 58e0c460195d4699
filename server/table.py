"""A table: one task owns one game. It takes one request after the other, so that nothing needs a lock.

Whatever changes goes the same way: check, make the next value beside the old one, store it in the journal, put it in
place, tell everyone. What could not be stored did not happen.
"""

from __future__ import annotations

import base64
import contextlib
import logging
import traceback
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

import trio
from msgspec.structs import replace

from protocol import limits
from protocol.connection import frame
from protocol.errors import Fault, Parting
from protocol.game import Action, View
from protocol.messages import (
    Act,
    AddBot,
    Arrange,
    AskRecord,
    Because,
    ChatLine,
    ClientMessage,
    Done,
    EndWait,
    GameInfo,
    Granted,
    Join,
    Kick,
    Leave,
    MoreTime,
    Mute,
    NotReady,
    Parted,
    Phase,
    Ready,
    Record,
    Refused,
    Return,
    Room,
    Said,
    Say,
    SeatInfo,
    ServerMessage,
    Standing,
    TableInfo,
    TableLine,
    Update,
    Watch,
    Why,
)
from protocol.record import commitment, encode, seed
from protocol.states import place_at, refuses
from protocol.text import clean, same_name
from server import seating as seatings
from server.engine import game as engine
from server.house import House
from server.journal import (
    NotStored,
    Statement,
    StoredAction,
    StoredGame,
    add_action,
    add_line,
    begin_game,
    end_table,
    finish_game,
    put_table,
)
from server.pace import pause
from server.seating import Refuse, Seating, hash_token, lock, opens

if TYPE_CHECKING:
    from server.peer import Peer

log = logging.getLogger("saboteur.table")

INBOX = 64
"""Requests waiting for a table; whoever has one more waits in line."""

RETRY_SECONDS = 1.0
"""After a commit that failed: when bots and standing answers try again."""

THINK_SECONDS = 5.0
"""The most a bot may think; its answer after that is drawn by lot."""

WRONG_SECONDS = 1.0
"""How long a wrong password, code or token is left without an answer, against guessing."""

TURN = "turn"
"""The kind of question that begins a turn."""

EVERYONE, PLAYERS, SPECTATORS = 0, 1, 2
"""Whom a line of chat is for."""


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


class RulesChanged(Exception):
    """A stored game does not replay to its digests."""


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
    done: trio.Event = field(default_factory=trio.Event)


@dataclass(eq=False)
class Thought:
    """What a bot has come up with."""

    seat: int
    question: int
    action: Action


@dataclass(eq=False)
class _Thinking:
    """A bot that thinks about a question."""

    question: int
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)


@dataclass
class _Clock:
    """The time for the open question."""

    window: dict[int, int] = field(default_factory=dict)
    """The question of each seat asked when it was opened."""
    deadline: float | None = None
    limit: float = 0.0
    begun: float = 0.0
    out: bool = False
    """Time is up: stand-ins decide."""
    turn: tuple[int, int | None] = (0, None)
    """Round and seat in turn."""
    turn_left: float | None = None
    """What was left of the turn's time when the question was opened."""
    counts_for_turn: bool = False


def replay(stored: StoredGame) -> tuple[engine.Game, dict[int, tuple[int, Action]]]:
    """The position a stored game has come to, and each seat's last question and answer."""
    if stored.rules != engine.RULES_VERSION:
        raise RulesChanged(f"{stored.code}/{stored.number} was played under rules {stored.rules}")
    answered: dict[int, tuple[int, Action]] = {}
    try:
        game = engine.new(stored.options, seed(stored.secret, stored.nonces))
        for n, move in enumerate(stored.actions):
            question = game.question(move.seat)
            game.play(move.seat, move.action)
            if question is None or game.digest() != move.digest:
                raise RulesChanged(f"{stored.code}/{stored.number} differs after action {n + 1}")
            answered[move.seat] = (question.id, move.action)
    except (engine.Refused, engine.OptionsError):
        raise RulesChanged(f"{stored.code}/{stored.number} is no longer legal") from None
    return game, answered


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
        self._away: dict[bytes, float] = {}
        """Until when someone who lost the connection is waited for."""
        self._stand_ins: set[bytes] = set()
        """For whom the wait is over."""
        self._answered: dict[int, tuple[int, Action]] = {}
        self._views: dict[int | None, View] = {}
        """What each seat was last shown; None: the spectators."""
        self._lines: list[tuple[int, ChatLine]] = list(lines)
        self._clock = _Clock()
        self._thinking: dict[int, _Thinking] = {}
        self._retry_at: float | None = None
        self._abandoned_at = trio.current_time() + house.settings.table_hours * 3600
        self._end: Parting | None = None
        self._send, self._receive = trio.open_memory_channel[Request | Gone | Thought](INBOX)

    def restore(self, stored: StoredGame) -> None:
        """Take up a stored game where it was left; a window's clock begins afresh, a turn's time goes on."""
        self.stored = stored
        self.game, self._answered = replay(stored)
        now = trio.current_time()
        for seat in self.seating.seats:
            if seat.token:
                self._away[seat.token] = now + self.seating.terms.grace_seconds
        if stored.actions and (left := stored.actions[-1].turn_left) is not None:
            public = self.game.view(None)
            self._clock.turn = (public.round, public.turn)
            self._clock.turn_left = left / 1000

    # --- What others see -------------------------------------------------------------------------------------------

    @property
    def code(self) -> str:
        """The table's code."""
        return self.seating.code

    def knows(self, token: bytes) -> bool:
        """Whether a token was given for this table."""
        return seatings.seat_of(self.seating, token) is not None or seatings.watches(self.seating, token)

    def line(self) -> TableLine | None:
        """This table in the list, or None if it is private."""
        seating = self.seating
        if seating.terms.private:
            return None
        return TableLine(
            code=seating.code,
            phase=seating.phase,
            options=seating.options,
            host=seating.seats[seating.host].name,
            taken=sum(not seat.free for seat in seating.seats),
            spectators=self._spectators(),
            locked=bool(seating.password),
            watchable=seating.terms.spectators,
        )

    def admits(self, password: str) -> bool:
        """Whether a password is this table's."""
        return opens(password, self.seating.password)

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
        try:
            await self._send.send(Gone(peer))
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return

    # --- The task --------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Own the table until it ends."""
        request: Request | Gone | Thought | None = None
        try:
            async with trio.open_nursery() as nursery:
                self._nursery = nursery
                while self._end is None:
                    await self._tick()
                    request = None
                    with trio.move_on_at(self._deadline()):
                        request = await self._receive.receive()
                    if request is not None:
                        await self._deal_with(request)
                nursery.cancel_scope.cancel()
        except Exception as error:
            self._end = Parting.BROKEN
            _report(self, error)
            if isinstance(request, Request):
                request.done.set()
        await self.close(self._end or Parting.BROKEN)

    async def _deal_with(self, request: Request | Gone | Thought) -> None:
        match request:
            case Request(peer=peer, message=message):
                await self._answer(peer, message)
                request.done.set()
            case Gone(peer=peer):
                self._lose(peer)
            case Thought(seat=seat, question=question, action=action):
                thinking = self._thinking.get(seat)
                if thinking is not None and thinking.question == question:
                    del self._thinking[seat]
                    await self._play_alone(seat, action)

    async def _answer(self, peer: Peer, message: ClientMessage) -> None:
        try:
            if peer.table is self:
                place = place_at(self.seating.phase, self._seat(peer), self.seating.host)
                fault = refuses(place, type(message))
                if isinstance(fault, Fault):
                    raise Refuse(fault)
            await HANDLERS[type(message)](self, peer, message)
        except Refuse as refuse:
            peer.send(Refused(message.re, refuse.fault, refuse.refusal, refuse.options))
        except NotStored as error:
            log.error("table %s: not stored: %s", self.code, error)
            peer.send(Refused(message.re, Fault.NOT_STORED))

    def _deadline(self) -> float:
        times = [self._abandoned_at if not self.present else float("inf")]
        times += [at for token, at in self._away.items() if token not in self._stand_ins]
        times += [at for at in (self._clock.deadline, self._retry_at) if at is not None]
        return min(times)

    async def _tick(self) -> None:
        """Do whatever is due."""
        now = trio.current_time()
        if not self.present and now >= self._abandoned_at:
            self._end = Parting.EXPIRED
            return
        if self._retry_at is not None and now >= self._retry_at:
            self._retry_at = None
        due = [token for token, at in self._away.items() if now >= at and token not in self._stand_ins]
        self._stand_ins.update(due)
        if await self._pass_on_host() or due:
            self._tell_room()
        clock = self._clock
        if clock.deadline is not None and now >= clock.deadline:
            clock.deadline = None
            clock.out = True
        await self._settle()

    async def _pass_on_host(self) -> bool:
        """A host who does not come back must not keep the others from playing."""
        seating = self.seating
        if seating.seats[seating.host].token not in self._stand_ins or self._retry_at is not None:
            return False
        passed = seatings.pass_on(seating, seating.host, frozenset(self.present))
        if passed.host == seating.host:
            return False
        try:
            await self._store(passed)
        except NotStored as error:
            self._not_stored(error)
            return False
        return True

    def _not_stored(self, error: NotStored) -> None:
        """Nobody has asked for what could not be stored: try again a little later."""
        log.error("table %s: not stored: %s", self.code, error)
        self._retry_at = trio.current_time() + RETRY_SECONDS

    async def close(self, why: Parting) -> None:
        """End the table: tell everyone, refuse who is still in line, and keep what was played."""
        self._turn_away_the_line()
        try:
            await self.house.journal.commit([end_table(self.code, why.value, int(self.house.wall()))])
        except NotStored as error:
            log.error("table %s: its end was not stored: %s", self.code, error)
        log.info("table %s ended: %s", self.code, why.value)
        for peer in list(self.present.values()):
            self._part(peer, why)
        self.lobby.ended(self, why)

    def _turn_away_the_line(self) -> None:
        with contextlib.suppress(trio.WouldBlock):
            while True:
                request = self._receive.receive_nowait()
                if isinstance(request, Request):
                    request.peer.send(Refused(request.message.re, Fault.NO_SUCH_TABLE))
                    request.done.set()
        self._receive.close()

    # --- Coming and going ------------------------------------------------------------------------------------------

    async def _join(self, peer: Peer, message: Join) -> None:
        await self._welcome(peer, message.re, seatings.sit)

    async def _watch(self, peer: Peer, message: Watch) -> None:
        await self._welcome(peer, message.re, seatings.watch)

    async def _welcome(
        self, peer: Peer, re: int, come: Callable[[Seating, str, bytes, frozenset[bytes]], Seating]
    ) -> None:
        token = base64.urlsafe_b64encode(self.house.entropy(32)).decode().rstrip("=")
        hashed = hash_token(token)
        await self._store(come(self.seating, peer.name, hashed, frozenset(self.present)))
        peer.send(Done(re))
        seat = seatings.seat_of(self.seating, hashed)
        peer.send(Granted(self.code, token, seat))
        self._connect(peer, hashed)
        if peer.closed and seat is not None:
            # The token was never received: nobody could come back to this seat.
            await self._vacate(seat)
            self._tell_room()

    async def _return(self, peer: Peer, message: Return) -> None:
        hashed = hash_token(message.token)
        if not self.knows(hashed):
            raise Refuse(Fault.UNKNOWN_TOKEN)
        older = self.present.get(hashed)
        if older is not None:
            self._part(older, Parting.REPLACED)
        peer.send(Done(message.re))
        peer.send(Granted(self.code, message.token, seatings.seat_of(self.seating, hashed)))
        self._connect(peer, hashed)

    def _connect(self, peer: Peer, token: bytes) -> None:
        """Someone is here: show the table, the game so far and what was said."""
        self.lobby.leave(peer)
        peer.table, peer.token = self, token
        self.present[token] = peer
        self._away.pop(token, None)
        self._stand_ins.discard(token)
        self._tell_room(but=peer)
        self._show(peer)
        channels = (EVERYONE, PLAYERS if self._seat(peer) is not None else SPECTATORS)
        peer.send(Said(tuple(line for channel, line in self._lines if channel in channels), earlier=True))
        if peer.closed:
            self._lose(peer)

    def _lose(self, peer: Peer) -> None:
        """Someone's connection is gone; the place is kept."""
        if self.present.get(peer.token) is not peer:
            return
        del self.present[peer.token]
        if seatings.seat_of(self.seating, peer.token) is not None:
            self._away[peer.token] = trio.current_time() + self.seating.terms.grace_seconds
        if not self.present:
            self._abandoned_at = trio.current_time() + self.house.settings.table_hours * 3600
        self._tell_room()

    def _part(self, peer: Peer, why: Parting) -> None:
        """Someone is no longer at this table, but in the lobby."""
        self.present.pop(peer.token, None)
        peer.table, peer.token = None, b""
        peer.send(Parted(self.code, why))
        self.lobby.enter(peer)

    async def _leave(self, peer: Peer, message: Leave) -> None:
        seat = self._seat(peer)
        if seat is None:
            await self._store(seatings.stop_watching(self.seating, peer.token))
        else:
            await self._vacate(seat)
        peer.send(Done(message.re))
        self._part(peer, Parting.LEFT)
        self._tell_room()

    async def _vacate(self, seat: int) -> None:
        """A person gives up a seat; without people the table ends."""
        token = self.seating.seats[seat].token
        await self._store(seatings.stand_up(self.seating, seat, self.house.stand_in))
        self._away.pop(token, None)
        self._stand_ins.discard(token)
        if not any(other.token for other in self.seating.seats):
            self._end = Parting.EMPTY

    async def _kick(self, peer: Peer, message: Kick) -> None:
        seat = self._taken_seat(message.seat)
        if message.seat == self.seating.host or (seat.bot and self.seating.phase is Phase.GAME):
            raise Refuse(Fault.NO_SUCH_SEAT)
        kicked = self.present.get(seat.token)
        await self._vacate(message.seat)
        peer.send(Done(message.re))
        if kicked is not None:
            self._part(kicked, Parting.KICKED)
        self._tell_room()

    # --- Before a game ---------------------------------------------------------------------------------------------

    async def _ready(self, peer: Peer, message: Ready) -> None:
        if self.house.draining:
            raise Refuse(Fault.DRAINING)
        seat = self._own_seat(peer)
        await self._arranged(
            peer,
            message.re,
            seatings.with_seat(self.seating, seat, replace(self.seating.seats[seat], nonce=message.nonce)),
        )

    async def _not_ready(self, peer: Peer, message: NotReady) -> None:
        seat = self._own_seat(peer)
        await self._arranged(
            peer, message.re, seatings.with_seat(self.seating, seat, replace(self.seating.seats[seat], nonce=b""))
        )

    async def _arrange(self, peer: Peer, message: Arrange) -> None:
        fault = engine.check(message.options)
        if fault is not None:
            raise Refuse(Fault.BAD_OPTIONS, options=fault)
        password = None if message.password is None else lock(message.password, self.house.entropy(16))
        seating = seatings.arrange(self.seating, message.options, message.terms, password)
        await self._store(seating)
        self.game = self.stored = None
        self._views.clear()
        peer.send(Done(message.re))
        if not seating.terms.spectators:
            for other in [other for other in self.present.values() if self._seat(other) is None]:
                self._part(other, Parting.NO_SPECTATORS)
        self._tell_room()

    async def _add_bot(self, peer: Peer, message: AddBot) -> None:
        if message.level not in self.house.thinker.levels:
            raise Refuse(Fault.NO_SUCH_LEVEL)
        await self._arranged(peer, message.re, seatings.add_bot(self.seating, message.level))

    async def _arranged(self, peer: Peer, re: int, seating: Seating) -> None:
        """Store the seating, and begin the game with it if all are ready."""
        if not seatings.everyone_ready(seating) or self.house.draining:
            await self._store(seating)
            peer.send(Done(re))
            self._tell_room()
            return
        stored = StoredGame(
            code=seating.code,
            number=seating.number + 1,
            rules=engine.RULES_VERSION,
            options=seating.options,
            secret=seating.secret,
            nonces=seatings.nonces(seating),
            names=tuple(seat.name for seat in seating.seats),
            bots=tuple(seat.bot for seat in seating.seats),
            begun=int(self.house.wall()),
        )
        game = engine.new(stored.options, seed(stored.secret, stored.nonces))
        await self._store(seatings.begin(seating), begin_game(stored))
        log.info("table %s: game %d begins", self.code, stored.number)
        self.stored, self.game = stored, game
        self._answered.clear()
        self._clock = _Clock()
        peer.send(Done(re))
        self.lobby.changed(self)
        for other in self.present.values():
            self._show(other)

    # --- During a game ---------------------------------------------------------------------------------------------

    async def _act(self, peer: Peer, message: Act) -> None:
        seat, game = self._own_seat(peer), self._playing()
        question = game.question(seat)
        if question is None or question.id != message.question:
            if self._answered.get(seat) != (message.question, message.action):
                raise Refuse(Fault.STALE)
            peer.send(Done(message.re))
            return
        try:
            await self._play(seat, message.action, lambda: peer.send(Done(message.re)))
        except engine.Refused as refused:
            raise Refuse(Fault.ILLEGAL, refusal=refused.refusal) from None

    async def _why(self, peer: Peer, message: Why) -> None:
        peer.send(Because(message.re, self._playing().why(self._own_seat(peer), message.action)))

    async def _stand(self, peer: Peer, message: Standing) -> None:
        number = self._own_seat(peer)
        seat = self.seating.seats[number]
        standing = {kind: answer for kind, answer in seat.standing.items() if kind != message.kind}
        if message.answer is not None:
            standing[message.kind] = message.answer
        if len(standing) > limits.STANDING_ANSWERS:
            raise Refuse(Fault.TOO_MANY_ANSWERS)
        await self._store(seatings.with_seat(self.seating, number, replace(seat, standing=standing)))
        peer.send(Done(message.re))
        self._show(peer)

    async def _more_time(self, peer: Peer, message: MoreTime) -> None:
        seat, clock = self._own_seat(peer), self._clock
        question = self._playing().question(seat)
        if clock.deadline is None or question is None or self.seating.extended == (seat, question.id):
            raise Refuse(Fault.NO_CLOCK)
        await self._store(replace(self.seating, extended=(seat, question.id)))
        clock.deadline += clock.limit
        if clock.turn_left is not None:
            clock.turn_left += clock.limit
        peer.send(Done(message.re))
        self._tell_room()

    async def _end_wait(self, peer: Peer, message: EndWait) -> None:
        token = self._taken_seat(message.seat).token
        if token not in self._away or token in self._stand_ins:
            raise Refuse(Fault.NOT_AWAY)
        self._away[token] = trio.current_time()
        peer.send(Done(message.re))

    async def _play(self, seat: int, action: Action, acknowledge: Callable[[], None] = lambda: None) -> None:
        """Play an action on a copy, store it, put the copy in place, tell everyone."""
        stored = self._storing()
        game = self._playing().copy()
        question = game.question(seat)
        game.play(seat, action)
        done = StoredAction(seat, action, game.digest(), self._turn_left(game))
        statements = [add_action(self.code, stored.number, len(stored.actions), done)]
        seating = self.seating
        if game.outcome is not None:
            seating = seatings.finish(seating, self.house.entropy(32))
            statements += [finish_game(self.code, stored.number), put_table(seating)]
        await self.house.journal.commit(statements)
        self.game, self.seating = game, seating
        stored.actions.append(done)
        if question is not None:
            self._answered[seat] = (question.id, action)
        if game.outcome is not None:
            stored.finished = True
            self._clock = _Clock()
            log.info("table %s: game %d is over", self.code, stored.number)
        else:
            self._wind_clock()
        acknowledge()
        self._tell_news()
        if game.outcome is not None:
            self.lobby.changed(self)

    async def _play_alone(self, seat: int, action: Action) -> None:
        """Play what nobody has just sent: a bot's, a stand-in's or a standing answer."""
        try:
            await self._play(seat, action)
        except NotStored as error:
            self._not_stored(error)

    async def _settle(self) -> None:
        """Give standing answers, set the clock and let bots think, as the position asks for it."""
        while self.seating.phase is Phase.GAME and self.present and self._retry_at is None:
            self._wind_clock()
            standing = self._standing_answer()
            if standing is None:
                break
            await self._play_alone(*standing)
        else:
            # Nobody is there to be kept waiting: the game waits for the first to come back.
            self._clock.window, self._clock.deadline = {}, None
        self._let_think()

    def _standing_answer(self) -> tuple[int, Action] | None:
        game = self._playing()
        for seat in game.waiting():
            question = game.question(seat)
            answer = self.seating.seats[seat].standing.get(question.kind) if question else None
            if answer is not None and answer in game.legal(seat):
                return seat, answer
        return None

    # --- The clock -------------------------------------------------------------------------------------------------

    def _wind_clock(self) -> None:
        """Set the clock if another question is open than the one it was set for."""
        game, clock, terms = self._playing(), self._clock, self.seating.terms
        window = {seat: question.id for seat in game.waiting() if (question := game.question(seat))}
        if window and window.items() <= clock.window.items():
            return
        now = trio.current_time()
        public = game.view(None)
        turn = (public.round, public.turn)
        kind = public.asked.kind if public.asked else ""
        if not terms.turn_seconds:
            left = None
        elif turn != clock.turn or kind == TURN or clock.turn_left is None:
            left = float(terms.turn_seconds)
        else:
            left = clock.turn_left - (now - clock.begun if clock.counts_for_turn else 0)
        own = tuple(window) == (public.turn,)
        times = [float(terms.decision_seconds)] if terms.decision_seconds else []
        if left is not None:
            times.append(max(left, 0.0) if own else float(terms.turn_seconds))
        self._clock = _Clock(
            window=window,
            deadline=now + min(times) if times else None,
            limit=min(times, default=0.0),
            begun=now,
            turn=turn,
            turn_left=left,
            counts_for_turn=own,
        )

    def _turn_left(self, game: engine.Game) -> int | None:
        """What is left of the turn's time, in milliseconds, for the journal."""
        clock = self._clock
        if clock.turn_left is None or not clock.counts_for_turn:
            return None
        public = game.view(None)
        if (public.round, public.turn) != clock.turn or public.asked is None or public.asked.kind == TURN:
            return None
        return max(0, int(1000 * (clock.turn_left - (trio.current_time() - clock.begun))))

    # --- Bots ------------------------------------------------------------------------------------------------------

    def _let_think(self) -> None:
        """Let those bots think who are asked, and no others."""
        wanted: dict[int, int] = {}
        if self.seating.phase is Phase.GAME and self.present and self._retry_at is None and self._end is None:
            game = self._playing()
            for seat in game.waiting():
                question = game.question(seat)
                if question is not None and self._decided_by_bot(seat):
                    wanted[seat] = question.id
        for seat, thinking in list(self._thinking.items()):
            if wanted.get(seat) != thinking.question:
                thinking.scope.cancel()
                del self._thinking[seat]
        for seat, number in wanted.items():
            if seat not in self._thinking:
                self._thinking[seat] = _Thinking(number)
                self._nursery.start_soon(self._think, seat, self._thinking[seat])

    def _decided_by_bot(self, seat: int) -> bool:
        place = self.seating.seats[seat]
        return bool(place.bot) or place.token in self._stand_ins or self._clock.out

    async def _think(self, seat: int, thinking: _Thinking) -> None:
        """Find a bot's action and hand it in after a pause whose length was drawn before."""
        game = self._playing()
        drawn = self.house.entropy(20)
        begun = trio.current_time()
        with thinking.scope:
            view, story = game.view(seat), game.story(seat)
            level = self.seating.seats[seat].bot or self.house.stand_in
            action: Action | None = None
            try:
                with trio.move_on_after(2 * THINK_SECONDS):
                    action = await self.house.thinker.choose(level, view, story, drawn[4:], THINK_SECONDS)
            except Exception as error:
                log.error("table %s: bot %s failed: %s", self.code, level, type(error).__name__)
            if action is None or action not in view.legal:
                action = view.legal[int(Random(drawn[4:]).random() * len(view.legal))]
            await trio.sleep_until(begun + pause(self.seating.terms.pace, drawn[:4]))
            await self._send.send(Thought(seat, thinking.question, action))

    # --- Talk ------------------------------------------------------------------------------------------------------

    async def _say(self, peer: Peer, message: Say) -> None:
        name = seatings.name_of(self.seating, peer.token)
        if same_name(name) in self.seating.muted:
            raise Refuse(Fault.MUTED)
        text = clean(message.text, limits.TEXT_CELLS)
        if not text:
            raise Refuse(Fault.BAD_NAME)
        peer.count_line()
        seat = self._seat(peer)
        channel = EVERYONE
        if self.seating.terms.chat_apart:
            channel = PLAYERS if seat is not None else SPECTATORS
        line = ChatLine(name, text, int(self.house.wall()), seat)
        await self.house.journal.commit(add_line(self.code, line, channel, limits.CHAT_KEPT))
        self._lines = [*self._lines, (channel, line)][-limits.CHAT_KEPT :]
        peer.send(Done(message.re))
        for other in self.present.values():
            hears = channel == EVERYONE or (channel == PLAYERS) == (self._seat(other) is not None)
            if hears and same_name(name) not in other.muted:
                other.send(Said((line,)))

    async def _mute(self, peer: Peer, message: Mute) -> None:
        name = same_name(message.name)
        if name not in {same_name(other) for other, _ in seatings.people(self.seating)}:
            raise Refuse(Fault.NO_SUCH_NAME)
        if not message.for_all:
            peer.mute(name, message.on)
        elif self._seat(peer) != self.seating.host:
            raise Refuse(Fault.NOT_HOST)
        else:
            muted = tuple(other for other in self.seating.muted if other != name) + ((name,) if message.on else ())
            await self._store(replace(self.seating, muted=muted[-limits.MUTED_NAMES :]))
        peer.send(Done(message.re))

    async def _ask_record(self, peer: Peer, message: AskRecord) -> None:
        last = self.seating.number - (self.seating.phase is Phase.GAME)
        number = message.number or last
        if not 1 <= number <= last:
            raise Refuse(Fault.NOT_OVER)
        stored = await self.house.journal.fetch(self.code, number)
        peer.send(Record(message.re, f"{self.code}/{number}", encode(stored.record())))

    # --- Telling ---------------------------------------------------------------------------------------------------

    def _info(self) -> TableInfo:
        """All that everyone at the table may know besides the game."""
        seating, now, stored = self.seating, trio.current_time(), self.stored
        game = following = None
        if stored is not None:
            game = GameInfo(stored.number, commitment(stored.secret), stored.names)
            if stored.finished:
                game = replace(game, secret=stored.secret, nonces=stored.nonces)
        if seating.phase is not Phase.GAME:
            following = GameInfo(seating.number + 1, commitment(seating.secret))
        clock = self._clock
        left = 0.0 if clock.out else None if clock.deadline is None else max(0.0, clock.deadline - now)
        return TableInfo(
            code=seating.code,
            phase=seating.phase,
            options=seating.options,
            terms=seating.terms,
            seats=tuple(self._seat_info(seat, now) for seat in seating.seats),
            host=seating.host,
            spectators=self._spectators(),
            locked=bool(seating.password),
            game=game,
            next=following,
            clock=None if left is None else int(1000 * left),
        )

    def _seat_info(self, seat: seatings.Seat, now: float) -> SeatInfo:
        away = self._away.get(seat.token) if seat.token else None
        return SeatInfo(
            name=seat.name,
            bot=seat.bot,
            ready=bool(seat.bot or seat.nonce),
            connected=seat.token in self.present,
            away=None if away is None else int(1000 * max(0.0, away - now)),
            stand_in=seat.token in self._stand_ins,
        )

    def _spectators(self) -> int:
        return sum(seatings.seat_of(self.seating, token) is None for token in self.present)

    def _tell_room(self, but: Peer | None = None) -> None:
        """Tell everyone that the table changed, not the game."""
        info = self._info()
        frames: dict[int | None, bytes] = {}
        for peer in list(self.present.values()):
            if peer is not but:
                seat = self._seat(peer)
                if seat not in frames:
                    frames[seat] = frame(Room(info, seat))
                peer.send_frame(frames[seat])
        self.lobby.changed(self)

    def _tell_news(self) -> None:
        """Tell everyone what the last action brought; those for whom nothing changed are sent nothing."""
        game, info = self._playing(), self._info()
        frames: dict[int | None, bytes | None] = {}
        for peer in list(self.present.values()):
            seat = self._seat(peer)
            if seat not in frames:
                view, news = game.view(seat), game.news(seat)
                frames[seat] = None
                if news or view != self._views.get(seat):
                    self._views[seat] = view
                    standing = {} if seat is None else self.seating.seats[seat].standing
                    frames[seat] = frame(Update(info, seat, view, news, standing=standing))
            told = frames[seat]
            if told is not None:
                peer.send_frame(told)

    def _show(self, peer: Peer) -> None:
        """Show someone the table and, if there is a game, the whole View and the story so far."""
        seat, info = self._seat(peer), self._info()
        message: ServerMessage = Room(info, seat)
        if self.game is not None:
            view = self._views[seat] = self.game.view(seat)
            standing = {} if seat is None else self.seating.seats[seat].standing
            message = Update(info, seat, view, self.game.story(seat), story=True, standing=standing)
        peer.send(message)

    # --- Small things ----------------------------------------------------------------------------------------------

    async def _store(self, seating: Seating, *statements: Statement) -> None:
        await self.house.journal.commit([put_table(seating), *statements])
        self.seating = seating

    def _playing(self) -> engine.Game:
        if self.game is None:
            raise Refuse(Fault.NO_GAME)
        return self.game

    def _storing(self) -> StoredGame:
        if self.stored is None:
            raise Refuse(Fault.NO_GAME)
        return self.stored

    def _seat(self, peer: Peer) -> int | None:
        return seatings.seat_of(self.seating, peer.token)

    def _own_seat(self, peer: Peer) -> int:
        seat = self._seat(peer)
        if seat is None:
            raise Refuse(Fault.NOT_SEATED)
        return seat

    def _taken_seat(self, number: int) -> seatings.Seat:
        if number >= len(self.seating.seats) or self.seating.seats[number].free:
            raise Refuse(Fault.NO_SUCH_SEAT)
        return self.seating.seats[number]


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


Handler = Callable[[Table, "Peer", Any], Awaitable[None]]

HANDLERS: dict[type[ClientMessage], Handler] = {
    Join: Table._join,
    Watch: Table._watch,
    Return: Table._return,
    Leave: Table._leave,
    Ready: Table._ready,
    NotReady: Table._not_ready,
    Arrange: Table._arrange,
    AddBot: Table._add_bot,
    Kick: Table._kick,
    Act: Table._act,
    Why: Table._why,
    Standing: Table._stand,
    MoreTime: Table._more_time,
    EndWait: Table._end_wait,
    Say: Table._say,
    Mute: Table._mute,
    AskRecord: Table._ask_record,
}
