"""What is said, at a table or in the lobby: cleaned, counted, stored, kept for those who come later."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from protocol import limits
from protocol.errors import Fault
from protocol.messages import ChatLine, Said
from protocol.text import clean
from server.house import House
from server.seating import Refuse
from server.statements import add_line

if TYPE_CHECKING:
    from server.peer import Peer

EVERYONE, PLAYERS, SPECTATORS = 0, 1, 2
"""Whom a line is for."""


class Chat:
    """The lines of one table, or of the lobby (no code)."""

    def __init__(self, house: House, code: str, lines: Iterable[tuple[int, ChatLine]]) -> None:
        self._house = house
        self._code = code
        self._lines = list(lines)

    def earlier(self, *channels: int) -> Said:
        """All that was said for those who hear these channels."""
        return Said(tuple(line for channel, line in self._lines if channel in channels), earlier=True)

    async def add(self, peer: Peer, name: str, text: str, channel: int = EVERYONE, seat: int | None = None) -> ChatLine:
        """Take in a line; it may be told to others when this returns."""
        text = clean(text, limits.TEXT_CELLS)
        if not text:
            raise Refuse(Fault.BAD_NAME)
        peer.count_line()
        line = ChatLine(name, text, int(self._house.wall()), seat)
        await self._house.journal.commit(add_line(self._code, line, channel, limits.CHAT_KEPT))
        self._lines = [*self._lines, (channel, line)][-limits.CHAT_KEPT :]
        return line
