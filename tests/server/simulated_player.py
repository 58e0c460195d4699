"""A player of the simulation: really plays, over lines that fail, and remembers all it was told."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

import trio

from protocol.connection import ClientConnection, Signal
from protocol.errors import Closing, Fault, Parting, RemoteProtocolError
from protocol.game import Action, Answer, Asked, View
from protocol.messages import (
    Act,
    AddBot,
    AskRecord,
    Because,
    Bye,
    ClientMessage,
    Create,
    Done,
    EndWait,
    Granted,
    Hello,
    Join,
    Kick,
    Leave,
    MoreTime,
    Parted,
    Phase,
    Ping,
    Pong,
    Ready,
    Record,
    Refused,
    Return,
    Room,
    Say,
    ServerMessage,
    Standing,
    TableInfo,
    Update,
    Watch,
    Welcome,
    Why,
)
from protocol.packing import changed, pack
from tests.server.memory_line import Down

if TYPE_CHECKING:
    from tests.server.simulation import SimulatedTable, World

NEVER = float("inf")

MAY_BE_REFUSED: dict[type[ClientMessage], set[Fault]] = {
    Act: {Fault.STALE, Fault.NO_GAME},
    Ready: {Fault.IN_GAME},
    AddBot: {Fault.TABLE_FULL, Fault.IN_GAME, Fault.NOT_HOST},
    Kick: {Fault.NO_SUCH_SEAT, Fault.NOT_HOST},
    Join: {Fault.NAME_TAKEN, Fault.TABLE_FULL, Fault.IN_GAME},
    Watch: {Fault.NAME_TAKEN},
    Return: {Fault.UNKNOWN_TOKEN},
    MoreTime: {Fault.NO_CLOCK, Fault.NO_GAME},
    EndWait: {Fault.NOT_AWAY, Fault.NO_GAME, Fault.NOT_HOST, Fault.NO_SUCH_SEAT},
    Say: {Fault.TOO_MANY_LINES},
    Standing: {Fault.NO_GAME},
    Why: {Fault.NO_GAME},
    AskRecord: {Fault.NOT_OVER},
}
"""What an honest player may be refused, because the table has gone on meanwhile; NOT_STORED besides."""

ASKS_AGAIN = (Join, Watch, Create, Return)
"""Without these nothing goes on: they are sent again on a new line."""


@dataclass(frozen=True)
class Seen:
    """An Update as it is remembered."""

    line: int
    """The number of the connection."""
    game: int
    seat: int | None
    story: bool
    view: bytes
    events: bytes


def looks(view: View) -> bytes:
    """A View as it is compared: in a window a restart may take back who has answered, and nothing else."""
    return pack(changed(view, question=None, legal=()) if in_window(view.asked) else view)


def in_window(asked: Asked | None) -> bool:
    """Whether several seats are asked at the same time."""
    return asked is not None and len(asked.seats) > 1


class Player:
    """A person at a simulated table."""

    def __init__(self, world: World, table: SimulatedTable, name: str, random: Random, watching: bool) -> None:
        self.world = world
        self.table = table
        self.name = name
        self.random = random
        self.watching = watching
        self.token = ""
        self.seen: list[Seen] = []
        self.told: list[tuple[int, int, int, Action]] = []
        """Game, seat, question and action of every acknowledged Act."""
        self.said: list[str] = []
        self.lines = 0
        self._leaving = False
        self._last_act: tuple[int, Act] | None = None
        """The game, and what was sent last in it."""
        self._re = 0

    async def run(self) -> None:
        """Connect again and again until all games are over."""
        random = self.random
        async with trio.open_nursery() as nursery:
            while self.table.over < self.table.games:
                await self._sleep_at_night()
                try:
                    stream = self.world.dial()
                except Down:
                    await trio.sleep(random.uniform(0.5, 5))
                    continue
                self.lines += 1
                session = Session(self, stream)
                try:
                    await session.run()
                    self.world.note(self.name, f"line_{session.end}")
                except (trio.BrokenResourceError, trio.ClosedResourceError, RemoteProtocolError) as error:
                    self.world.note(self.name, f"lost {type(error).__name__}")
                if session.end == "half_open":
                    # Neither read nor closed, while the player comes back over another line.
                    nursery.start_soon(self._forget, stream, random.uniform(5, 200))
                else:
                    await trio.aclose_forcefully(stream)
                await trio.sleep(random.choice([0.0, random.uniform(0, 20), random.uniform(0, 400)]))

    async def _sleep_at_night(self) -> None:
        for begin, end in self.table.nights:
            if begin <= trio.current_time() < end:
                self.world.note(self.name, "night")
                await trio.sleep_until(end + self.random.uniform(0, 30))

    async def _forget(self, stream: trio.abc.Stream, seconds: float) -> None:
        await trio.sleep(seconds)
        await trio.aclose_forcefully(stream)


class Session:
    """One connection of a player."""

    def __init__(self, player: Player, stream: trio.abc.Stream) -> None:
        self.player = player
        self.world = player.world
        self.table = player.table
        self.random = player.random
        self.stream = stream
        self.end = "cut"
        self._connection = ClientConnection()
        self._out: list[ClientMessage] = []
        self._sent: dict[int, tuple[ClientMessage, int, int]] = {}
        """What was sent by its number, with game and seat."""
        self._info: TableInfo | None = None
        self._me: int | None = None
        self._view: View | None = None
        self._due = NEVER
        """When to do something unasked."""
        self._was_parted = False
        self._busy = False
        """An arrangement was asked for and not answered yet."""
        self._chunk = self.random.choice([65536, 65536, 65536, 1000, 200])

    async def run(self) -> None:
        """Play until the line's time is over."""
        player, random = self.player, self.random
        night = min((begin for begin, _ in self.table.nights if begin > trio.current_time()), default=NEVER)
        life = trio.current_time() + random.expovariate(1 / (60 * self.world.plan.line_minutes))
        slow_at = trio.current_time() + random.expovariate(1 / 1200)
        self._send(Hello(1, 0, player.name))
        while self.table.over < self.table.games:
            now = trio.current_time()
            if now >= min(night, life):
                break
            if now >= slow_at:
                self.world.note(player.name, "slow")
                slow_at = NEVER
                await trio.sleep(random.uniform(5, 150))
            if now >= self._due:
                self._due = NEVER
                self._act()
            await self._flush()
            with trio.move_on_at(min(self._due, life, night, slow_at)):
                if not await self._receive():
                    self.end = "ended"
                    return
        self.end = random.choice(["cut", "cut", "half_open", "within_a_frame"])
        if self.end == "within_a_frame" and self._connection.state.value == "open":
            data = self._connection.send(Say("cut off"))
            await self.stream.send_all(data[: random.randrange(1, len(data))])

    # --- The line --------------------------------------------------------------------------------------------------

    def _send(self, message: Any) -> None:
        self._out.append(message)

    async def _flush(self) -> None:
        out, self._out = self._out, []
        for message in out:
            data = self._connection.send(message)
            self.world.note(self.player.name, f"sent_{type(message).__name__}", data)
            await self.stream.send_all(data)

    async def _receive(self) -> bool:
        data = bytes(await self.stream.receive_some(self._chunk))
        self.world.note(self.player.name, "read", data)
        self._connection.receive_data(data)
        while not isinstance(event := self._connection.next_event(), Signal):
            self._take(event)
            if isinstance(event, Bye):
                self.world.note(self.player.name, f"bye_{event.why.value}")
                assert event.why in (Closing.SHUTDOWN, Closing.TOO_SLOW, Closing.SILENT), event.why
                return False
        return event is not Signal.CLOSED

    def _ask(self, message: Any) -> None:
        """Send a message that is answered."""
        player = self.player
        player._re += 1
        fields = {name: getattr(message, name) for name in message.__struct_fields__}
        numbered = type(message)(**{**fields, "re": player._re})
        game = self._info.game.number if self._info and self._info.game else 0
        self._sent[player._re] = (numbered, game, -1 if self._me is None else self._me)
        self._send(numbered)

    # --- What it is told -------------------------------------------------------------------------------------------

    def _take(self, event: ServerMessage) -> None:
        player, table = self.player, self.table
        match event:
            case Ping(number=number):
                self._send(Pong(number))
            case Welcome():
                self._come()
            case Granted(code=code, token=token, seat=seat):
                assert (seat is None) == player.watching, "a place of the wrong kind"
                player.token = token
                if not table.code:
                    table.code = code
                assert table.code == code
            case Room(table=info, me=me):
                self._info, self._me = info, me
                self._view = self._view if info.phase is Phase.GAME else None
                self._plan()
            case Update(table=info, me=me, view=view):
                self._info, self._me = info, me
                self._remember(event)
                self._view = view
                if view.outcome is not None and info.game is not None:
                    table.over = max(table.over, info.game.number)
                    if table.over < table.games or self.random.random() < 0.5:
                        self._ask(AskRecord(info.game.number))
                self._plan()
            case Done(re=re):
                self._acknowledged(re)
            case Refused(re=re, fault=fault):
                self._refused(re, fault)
            case Because(re=re):
                assert isinstance(self._sent.pop(re)[0], Why)
            case Record(re=re, name=name, data=data):
                del self._sent[re]
                assert table.records.setdefault(int(name.partition("/")[2]), data) == data
            case Parted(why=why):
                self._parted(why)

    def _come(self) -> None:
        player, table = self.player, self.table
        if player.token:
            self._ask(Return(player.token))
        elif table.code:
            self._ask(Watch(table.code) if player.watching else Join(table.code))
        elif player is table.players[0]:
            self._ask(Create(table.options, table.terms))
        else:
            self._due = trio.current_time() + 3

    def _remember(self, update: Update) -> None:
        assert update.table.game is not None
        self.player.seen.append(
            Seen(
                self.player.lines,
                update.table.game.number,
                update.me,
                update.story,
                looks(update.view),
                pack(update.events),
            )
        )
        last = self.player._last_act
        if update.story and update.me is not None and last and last[0] == update.table.game.number:
            # Whoever did not hear an answer sends the message again: it is played once at most.
            self._ask(last[1])

    def _acknowledged(self, re: int) -> None:
        message, game, seat = self._sent.pop(re)
        self._busy = False
        if isinstance(message, Act):
            self.player.told.append((game, seat, message.question, message.action))
        elif isinstance(message, Say):
            self.player.said.append(message.text)
        if isinstance(message, AddBot | Kick):
            self._plan()

    def _refused(self, re: int, fault: Fault) -> None:
        player = self.player
        message, _, _ = self._sent.pop(re)
        self._busy = False
        self.world.note(player.name, f"refused_{fault.value}")
        # What was under way when someone was parted from the table comes too late.
        allowed = {Fault.NOT_STORED} | ({Fault.NOT_AT_TABLE} if self._was_parted else set())
        assert fault in allowed | MAY_BE_REFUSED.get(type(message), set()), (message, fault)
        if fault is Fault.UNKNOWN_TOKEN:
            assert player._leaving or self.table.kicks, "a token was forgotten"
            self._parted(Parting.LEFT if player._leaving else Parting.KICKED)
        elif isinstance(message, ASKS_AGAIN):
            self._due = trio.current_time() + 3
        elif fault is Fault.NOT_STORED:
            self._due = trio.current_time() + 1

    def _parted(self, why: Parting) -> None:
        player = self.player
        self._was_parted = True
        self._info = self._view = None
        if why is Parting.REPLACED:
            return
        assert why in (Parting.LEFT, Parting.KICKED), why
        player.token = ""
        if why is Parting.LEFT and not player.watching:
            player.watching, player._leaving = True, False
            self.table.persons -= 1
        self._due = trio.current_time() + 2

    # --- What it does ----------------------------------------------------------------------------------------------

    def _plan(self) -> None:
        """Decide when to act next."""
        info = self._info
        if info is None or self._me is None:
            return
        view, now = self._view, trio.current_time()
        if view is not None and view.question is not None and view.outcome is None:
            clock = info.terms.turn_seconds or info.terms.decision_seconds
            asleep = clock and self.random.random() < 0.03
            self._due = (
                NEVER if asleep else now + self.random.choice([self.random.uniform(0.1, 8), self.random.uniform(1, 30)])
            )
            if asleep:
                self.world.note(self.player.name, "asleep")
        elif info.phase is not Phase.GAME:
            self._due = min(self._due, now + self.random.uniform(0.5, 3))
        elif self._me == info.host and self.random.random() < 0.05:
            self._due = now + 1

    def _act(self) -> None:
        info, view = self._info, self._view
        if info is None:
            if not self._sent:
                self._come()
            return
        if self._me is None or self._busy:
            return
        if info.phase is not Phase.GAME:
            self._arrange(info)
        elif view is not None and view.question is not None:
            self._answer(view)
        else:
            away = [number for number, seat in enumerate(info.seats) if seat.away and not seat.stand_in]
            if away and self._me == info.host:
                self._ask(EndWait(away[0]))

    def _arrange(self, info: TableInfo) -> None:
        """In the room: fill seats with bots, remove whoever does not come back, be ready."""
        assert self._me is not None
        if self._me == info.host:
            lost = [n for n, seat in enumerate(info.seats) if seat.stand_in and n != self._me]
            bots = sum(bool(seat.bot) for seat in info.seats)
            free = any(not seat.bot and not seat.name for seat in info.seats)
            if lost:
                self.table.kicks += 1
                self._busy = True
                self._ask(Kick(lost[0]))
                return
            if free and bots < len(info.seats) - self.table.persons:
                self._busy = True
                self._ask(AddBot("chance"))
                return
        if not info.seats[self._me].ready and self.table.over < self.table.games:
            self._ask(Ready(self.random.randbytes(32)))
        self._due = trio.current_time() + 10

    def _answer(self, view: View) -> None:
        """Answer the open question, and now and then do something besides."""
        random, player = self.random, self.player
        assert view.question is not None
        assert view.legal, "a question without an answer"
        besides = random.random()
        if besides < 0.02:
            self._ask(Why(random.choice(view.legal)))
        elif besides < 0.04:
            self._ask(MoreTime())
        elif besides < 0.06:
            self._ask(Say(f"{player.name} {random.random()}"))
        elif besides < 0.064 and self.table.persons > 1:
            player._leaving = True
            self._ask(Leave())
            return
        elif besides < 0.2 and isinstance(view.legal[-1], Answer):
            self._ask(Standing(view.question.kind, random.choice([None, view.legal[-1]])))
        act = Act(view.question.id, random.choice(view.legal))
        assert self._info is not None
        assert self._info.game is not None
        player._last_act = (self._info.game.number, act)
        for _ in range(random.choice([1] * 9 + [2])):
            self._ask(act)
        self._due = trio.current_time() + 10
