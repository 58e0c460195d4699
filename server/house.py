"""What every table and every connection of one server shares; a simulation puts its own things in."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import ip_network

import trio

from protocol import limits
from server.journal import Journal
from server.settings import Settings
from server.thinker import Thinker

WRONG_SECONDS = 1.0
"""How long a wrong password, code or token is left without an answer, and another from the same address after it."""


@dataclass
class House:
    """The surroundings of the server."""

    settings: Settings
    journal: Journal
    thinker: Thinker
    wall: Callable[[], float]
    """Seconds since 1970: for people to read, never to measure time with."""
    entropy: Callable[[int], bytes]
    """So many random bytes, not to be guessed."""
    draining: bool = False
    _said: dict[str, deque[float]] = field(default_factory=dict)
    """When each address that is counted said its last lines."""
    _guessed: dict[str, float] = field(default_factory=dict)
    """Until when each address that is counted waits for the answer to a wrong guess."""

    def counted(self, address: str) -> str:
        """What limits per address are counted by; empty: not at all, for behind a proxy everybody has the same address.

        Whoever has an address of IPv6 has its whole network of 64 bits, and could come from another one each time.
        """
        if address in self.settings.exempt:
            return ""
        if ":" not in address:
            return address
        return str(ip_network((address.partition("%")[0], 64), strict=False))

    async def let_wait(self, address: str) -> None:
        """Hold up the answer to a wrong guess: an address makes one a second, over however many connections."""
        now = trio.current_time()
        self._guessed = {other: until for other, until in self._guessed.items() if until > now}
        counted = self.counted(address)
        until = self._guessed.get(counted, now) + WRONG_SECONDS
        if counted:
            self._guessed[counted] = until
        await trio.sleep_until(until)

    def count_line(self, address: str) -> bool:
        """Count a line of a counted address, and forget who said nothing lately; False: it has said too many."""
        if not address:
            return True
        now = trio.current_time()
        since = now - limits.CHAT_SECONDS
        self._said = {other: times for other, times in self._said.items() if times[-1] > since}
        times = self._said.get(address) or deque(maxlen=limits.ADDRESS_LINES)
        if len(times) == limits.ADDRESS_LINES and times[0] > since:
            return False
        times.append(now)
        self._said[address] = times
        return True

    @property
    def stand_in(self) -> str:
        """The level of stand-ins."""
        wanted = self.settings.stand_in
        return wanted if wanted in self.thinker.levels else self.thinker.levels[0]
