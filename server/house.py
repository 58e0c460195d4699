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

    def counted(self, address: str) -> str:
        """What limits per address are counted by; empty: not at all, for behind a proxy everybody has the same address.

        Whoever has an address of IPv6 has its whole network of 64 bits, and could come from another one each time.
        """
        if address in self.settings.exempt:
            return ""
        if ":" not in address:
            return address
        return str(ip_network((address.partition("%")[0], 64), strict=False))

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
