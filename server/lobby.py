"""The lobby: the list of tables, and the way to each of them."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import trio

from protocol import limits
from protocol.connection import frame
from protocol.errors import Fault, Parting
from protocol.messages import (
    ClientMessage,
    Create,
    Done,
    Draining,
    Join,
    Mute,
    Parted,
    Phase,
    Refused,
    Return,
    Said,
    Say,
    ServerMessage,
    TableChanged,
    TableGone,
    TableLine,
    Tables,
    Watch,
)
from protocol.text import same_name
from server import telling
from server.chat import EVERYONE, Chat
from server.engine import game as engine
from server.house import House
from server.journal import NotStored
from server.seating import Refuse, hash_token, lock, open_table, opens
from server.stored import RulesChanged
from server.table import Table

if TYPE_CHECKING:
    from server.peer import Peer

log = logging.getLogger("saboteur.lobby")

CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Without vowels, so that no code is a word."""

ENDED_KEPT_SECONDS = 7 * 24 * 3600
"""For so long someone who comes back to a table that has ended is told why."""

ENDED_KEPT = 10_000
"""To so many people; the oldest are told that their token is unknown."""


class Lobby:
    """Every table, and everyone who is at none."""

    def __init__(self, house: House, nursery: trio.Nursery) -> None:
        self.house = house
        self.tables: dict[str, Table] = {}
        self._nursery = nursery
        self._peers: dict[Peer, None] = {}
        self._shown: dict[str, TableLine] = {}
        self._openers: dict[str, str] = {}
        """What each table counts for in the limit per address."""
        self._codes = house.journal.codes()
        self._ended: dict[bytes, tuple[str, Parting]] = {}
        self._chat = Chat(house, "", house.journal.lines(""))

    async def restore(self) -> None:
        """Open all tables of the journal again, as they were."""
        journal = self.house.journal
        for seating, why in journal.ended(int(self.house.wall()) - ENDED_KEPT_SECONDS):
            self._remember_end(seating.code, [seat.token for seat in seating.seats], Parting(why))
        for seating in journal.seatings():
            table = Table(self.house, self, seating, journal.lines(seating.code))
            self.tables[seating.code] = table
            try:
                stored = journal.game(seating.code, seating.number) if seating.phase is not Phase.ROOM else None
                table.restore(stored)
            except RulesChanged as error:
                log.warning("table %s cannot go on: %s", seating.code, error)
                await table.close(Parting.RULES_CHANGED)
            except Exception as error:
                log.error("table %s cannot be restored: %s", seating.code, type(error).__name__)
                await table.close(Parting.BROKEN)
            else:
                self._nursery.start_soon(table.run)
                self.changed(table)

    # --- What tables tell ------------------------------------------------------------------------------------------

    def enter(self, peer: Peer) -> None:
        """Someone comes in and is shown the tables and what was said."""
        self._peers[peer] = None
        peer.send(Tables(tuple(self._shown.values())))
        peer.send(self._chat.earlier(EVERYONE))

    def leave(self, peer: Peer) -> None:
        """Someone goes to a table, or is gone."""
        self._peers.pop(peer, None)

    def changed(self, table: Table) -> None:
        """Tell everyone here if a table's line has changed."""
        line = telling.line(table)
        if line == self._shown.get(table.code):
            return
        if line is None:
            del self._shown[table.code]
            self._tell(TableGone(table.code))
        else:
            self._shown[table.code] = line
            self._tell(TableChanged(line))

    def ended(self, table: Table, why: Parting) -> None:
        """Strike a table off the list."""
        self.tables.pop(table.code, None)
        self._openers.pop(table.code, None)
        self._remember_end(table.code, [seat.token for seat in table.seating.seats], why)
        if self._shown.pop(table.code, None) is not None:
            self._tell(TableGone(table.code))

    def _remember_end(self, code: str, tokens: list[bytes], why: Parting) -> None:
        self._ended.update({token: (code, why) for token in tokens if token})
        while len(self._ended) > ENDED_KEPT:
            del self._ended[next(iter(self._ended))]

    def _tell(self, message: ServerMessage) -> None:
        told = frame(message)
        for peer in list(self._peers):
            peer.send_frame(told)

    # --- What the host of the server asks --------------------------------------------------------------------------

    def drain(self) -> None:
        """Open no tables and begin no games any more, and say so to everyone."""
        self.house.draining = True
        told = frame(Draining())
        for peer in [*self._peers, *(peer for table in self.tables.values() for peer in table.present.values())]:
            peer.send_frame(told)

    def games(self) -> int:
        """How many games are being played with someone connected."""
        return sum(table.seating.phase is Phase.GAME and bool(table.present) for table in self.tables.values())

    # --- What peers ask --------------------------------------------------------------------------------------------

    async def answer(self, peer: Peer, message: ClientMessage) -> None:
        """Deal with a message of someone in the lobby."""
        try:
            await HANDLERS[type(message)](self, peer, message)
        except Refuse as refuse:
            peer.send(Refused(message.re, refuse.fault, refuse.refusal, refuse.options))
        except NotStored as error:
            log.error("not stored: %s", error)
            peer.send(Refused(message.re, Fault.NOT_STORED))

    async def _create(self, peer: Peer, message: Create) -> None:
        house = self.house
        if house.draining:
            raise Refuse(Fault.DRAINING)
        if peer.tables_opened >= house.settings.tables_per_connection:
            raise Refuse(Fault.TOO_MANY_TABLES)
        if len(self.tables) >= house.settings.tables:
            raise Refuse(Fault.TOO_MANY_TABLES)
        # Who connects again for each table is one opener all the same.
        opener = house.counted(peer.address)
        if opener and list(self._openers.values()).count(opener) >= house.settings.tables_per_address:
            raise Refuse(Fault.TOO_MANY_TABLES)
        fault = engine.check(message.options)
        if fault is not None:
            raise Refuse(Fault.BAD_OPTIONS, options=fault)
        seating = open_table(
            self._new_code(),
            int(house.wall()),
            message.options,
            message.terms,
            house.entropy(32),
            lock(message.password, house.entropy(16)),
        )
        peer.tables_opened += 1
        self._openers[seating.code] = opener
        # It is stored together with its host: a table without people is none.
        table = self.tables[seating.code] = Table(house, self, seating)
        log.info("table %s opened", seating.code)
        self._nursery.start_soon(table.run)
        await table.ask(peer, Join(seating.code, message.password, message.re))

    def _new_code(self) -> str:
        length = 4
        while True:
            code = "".join(CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in self.house.entropy(length))
            if code not in self._codes:
                self._codes.add(code)
                return code
            # Most codes of this length are used up sooner than one is found twice in a row by bad luck.
            length = min(length + 1, limits.CODE_CHARACTERS)

    async def _come(self, peer: Peer, message: Join | Watch) -> None:
        table = self.tables.get(message.code.upper())
        if table is None:
            await self.house.let_wait(peer.address)
            raise Refuse(Fault.NO_SUCH_TABLE)
        if not opens(message.password, table.seating.password):
            await self.house.let_wait(peer.address)
            raise Refuse(Fault.WRONG_PASSWORD)
        await table.ask(peer, message)

    async def _return(self, peer: Peer, message: Return) -> None:
        token = hash_token(message.token)
        table = next((table for table in self.tables.values() if table.knows(token)), None)
        if table is not None:
            await table.ask(peer, message)
            return
        if token in self._ended:
            code, why = self._ended[token]
            peer.send(Parted(code, why))
        else:
            await self.house.let_wait(peer.address)
        raise Refuse(Fault.UNKNOWN_TOKEN)

    async def _say(self, peer: Peer, message: Say) -> None:
        line = await self._chat.add(peer, peer.name, message.text)
        peer.send(Done(message.re))
        told = frame(Said((line,)))
        for other in list(self._peers):
            if same_name(peer.name) not in other.muted:
                other.send_frame(told)

    async def _mute(self, peer: Peer, message: Mute) -> None:
        if message.for_all:
            raise Refuse(Fault.NOT_HOST)
        peer.mute(same_name(message.name), message.on)
        peer.send(Done(message.re))


Handler = Callable[[Lobby, "Peer", Any], Awaitable[None]]

HANDLERS: dict[type[ClientMessage], Handler] = {
    Create: Lobby._create,
    Join: Lobby._come,
    Watch: Lobby._come,
    Return: Lobby._return,
    Say: Lobby._say,
    Mute: Lobby._mute,
}
