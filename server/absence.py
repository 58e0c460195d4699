"""Who of the seated has no connection: until when each is waited for, and for whom a stand-in decides."""

from __future__ import annotations


class Absence:
    """The players of one table who are away, by the hash of their token."""

    def __init__(self) -> None:
        self._until: dict[bytes, float] = {}
        self._stand_ins: set[bytes] = set()

    def begin(self, token: bytes, until: float) -> None:
        """Someone lost the connection and is waited for."""
        self._until[token] = until

    def end(self, token: bytes) -> None:
        """Someone is back, and decides again at once; or has given up the seat."""
        self._until.pop(token, None)
        self._stand_ins.discard(token)

    def waits_for(self, token: bytes) -> bool:
        """Whether no stand-in decides yet."""
        return token in self._until and token not in self._stand_ins

    def stand_in(self, token: bytes) -> bool:
        """Whether a stand-in decides."""
        return token in self._stand_ins

    def left(self, token: bytes, now: float) -> int | None:
        """Milliseconds until a stand-in decides, for everyone to see; None: not away."""
        until = self._until.get(token)
        return None if until is None else int(1000 * max(0.0, until - now))

    def next(self) -> float:
        """When the next wait is over."""
        return min((at for token, at in self._until.items() if token not in self._stand_ins), default=float("inf"))

    def check(self, now: float) -> bool:
        """Put stand-ins in for those whose wait is over; whether there are any new ones."""
        due = {token for token, at in self._until.items() if now >= at} - self._stand_ins
        self._stand_ins |= due
        return bool(due)
