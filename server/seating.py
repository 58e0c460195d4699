"""Who sits where at a table: a frozen value, and the pure functions that make the next one.

All that a table must remember besides its game and its chat is in here, so that one write stores it.
"""

from __future__ import annotations

import hashlib
import hmac

from msgspec import Struct
from msgspec.structs import replace

from protocol import limits
from protocol.errors import Fault
from protocol.game import Answer, Options, OptionsRefusal, Refusal
from protocol.messages import Phase, Terms
from protocol.record import BOT_NONCE
from protocol.text import same_name

WATCHERS_KEPT = 4 * limits.SPECTATORS
"""Spectators whose tokens are remembered; the oldest who is not there goes first."""


class Refuse(Exception):
    """A message is refused; nothing has changed."""

    def __init__(self, fault: Fault, refusal: Refusal | None = None, options: OptionsRefusal | None = None) -> None:
        super().__init__(fault.value)
        self.fault = fault
        self.refusal = refusal
        self.options = options


class Seat(Struct, frozen=True, omit_defaults=True):
    """A seat: free, a person's (it has a token) or a bot's (it has a level)."""

    name: str = ""
    token: bytes = b""
    """The hash of the token."""
    bot: str = ""
    nonce: bytes = b""
    """Empty: not ready for the next game."""
    standing: dict[str, Answer] = {}

    @property
    def free(self) -> bool:
        """Whether nobody has it."""
        return not (self.token or self.bot)


class Watcher(Struct, frozen=True):
    """A spectator."""

    name: str
    token: bytes


class Seating(Struct, frozen=True, omit_defaults=True):
    """A table as the journal has it."""

    code: str
    created: int
    options: Options
    terms: Terms
    seats: tuple[Seat, ...]
    secret: bytes
    """Of the next game; its hash is shown."""
    host: int = 0
    password: bytes = b""
    watchers: tuple[Watcher, ...] = ()
    muted: tuple[str, ...] = ()
    phase: Phase = Phase.ROOM
    number: int = 0
    """The game being played or the last one; 0: none yet."""
    extended: tuple[int, int] | None = None
    """The seat that asked for more time, and for which question: once for all who were asked."""
    left: int = 0
    """Since when nobody is connected, in seconds since 1970; 0: somebody is, or was when the server ended."""


def hash_token(token: str) -> bytes:
    """What is kept of a token: it is random and long, so that a plain hash is enough."""
    return hashlib.sha256(token.encode()).digest()


def lock(password: str, salt: bytes) -> bytes:
    """What is kept of a table's password."""
    return salt + hashlib.sha256(salt + password.encode()).digest() if password else b""


def opens(password: str, kept: bytes) -> bool:
    """Whether a password is the one that was kept."""
    return not kept or hmac.compare_digest(lock(password or "\0", kept[:16]), kept)


def open_table(code: str, created: int, options: Options, terms: Terms, secret: bytes, password: bytes) -> Seating:
    """A new table with all seats free."""
    return Seating(code, created, options, terms, (Seat(),) * options.seats, secret, password=password)


def seat_of(seating: Seating, token: bytes) -> int | None:
    """The seat that a token was given for; no token was given for a bot's seat, or for a free one."""
    return next((number for number, seat in enumerate(seating.seats) if token and seat.token == token), None)


def watches(seating: Seating, token: bytes) -> bool:
    """Whether a token was given to a spectator."""
    return any(watcher.token == token for watcher in seating.watchers)


def people(seating: Seating) -> list[tuple[str, bytes]]:
    """Name and token of everyone, seated or not."""
    seated = [(seat.name, seat.token) for seat in seating.seats if seat.token]
    return seated + [(watcher.name, watcher.token) for watcher in seating.watchers]


def name_of(seating: Seating, token: bytes) -> str:
    """The name that whoever has this token goes by."""
    return next(name for name, given in people(seating) if given == token)


def _with_name(seating: Seating, name: str, present: frozenset[bytes]) -> Seating:
    """The table if nobody has this name; a spectator who is not there loses it, and the place with it."""
    gone = [w for w in seating.watchers if same_name(w.name) == same_name(name) and w.token not in present]
    seating = replace(seating, watchers=tuple(watcher for watcher in seating.watchers if watcher not in gone))
    if same_name(name) in (same_name(taken) for taken, _ in people(seating)):
        raise Refuse(Fault.NAME_TAKEN)
    return seating


def sit(seating: Seating, name: str, token: bytes, present: frozenset[bytes]) -> Seating:
    """Someone sits down on the first free seat."""
    if seating.phase is Phase.GAME:
        raise Refuse(Fault.IN_GAME)
    seating = _with_name(seating, name, present)
    number = next((number for number, seat in enumerate(seating.seats) if seat.free), None)
    if number is None:
        raise Refuse(Fault.TABLE_FULL)
    return with_seat(seating, number, Seat(name, token))


def watch(seating: Seating, name: str, token: bytes, present: frozenset[bytes]) -> Seating:
    """Someone comes to look on."""
    if not seating.terms.spectators:
        raise Refuse(Fault.NO_SPECTATORS)
    seating = _with_name(seating, name, present)
    there = [watcher for watcher in seating.watchers if watcher.token in present]
    if len(there) >= limits.SPECTATORS:
        raise Refuse(Fault.TOO_MANY_SPECTATORS)
    kept = seating.watchers
    while len(kept) >= WATCHERS_KEPT:
        oldest = next(watcher for watcher in kept if watcher.token not in present)
        kept = tuple(watcher for watcher in kept if watcher is not oldest)
    return replace(seating, watchers=(*kept, Watcher(name, token)))


def stop_watching(seating: Seating, token: bytes) -> Seating:
    """A spectator goes."""
    return replace(seating, watchers=tuple(watcher for watcher in seating.watchers if watcher.token != token))


def stand_up(seating: Seating, number: int, stand_in: str) -> Seating:
    """A seat is given up; during a game a bot has it from then on, and the host's rights pass on."""
    seat = Seat(bot=stand_in) if seating.phase is Phase.GAME else Seat()
    seating = with_seat(seating, number, seat)
    return pass_on(seating, number) if number == seating.host else seating


def pass_on(seating: Seating, host: int, present: frozenset[bytes] | None = None) -> Seating:
    """The host's rights pass to the next person, of those present if it is said who they are."""
    count = len(seating.seats)
    for step in range(1, count):
        number = (host + step) % count
        token = seating.seats[number].token
        if token and (present is None or token in present):
            return replace(seating, host=number)
    return seating


def add_bot(seating: Seating, level: str) -> Seating:
    """A bot takes the first free seat."""
    number = next((number for number, seat in enumerate(seating.seats) if seat.free), None)
    if number is None:
        raise Refuse(Fault.TABLE_FULL)
    return with_seat(seating, number, Seat(bot=level))


def arrange(seating: Seating, options: Options, terms: Terms, password: bytes | None) -> Seating:
    """Other options: people keep their order and move up, bots fill what is left, nobody is ready any more."""
    persons = [number for number, seat in enumerate(seating.seats) if seat.token]
    if len(persons) > options.seats:
        raise Refuse(Fault.TOO_FEW_SEATS)
    if options.seats >= len(seating.seats):
        seats = [*seating.seats, *(Seat(),) * (options.seats - len(seating.seats))]
        host = seating.host
    else:
        others = [seat for seat in seating.seats if not seat.token]
        others.sort(key=lambda seat: seat.free)
        seats = ([seating.seats[number] for number in persons] + others)[: options.seats]
        host = persons.index(seating.host)
    return replace(
        seating,
        options=options,
        terms=terms,
        password=seating.password if password is None else password,
        watchers=seating.watchers if terms.spectators else (),
        seats=tuple(replace(seat, nonce=b"", standing={}) for seat in seats),
        host=host,
        phase=Phase.ROOM,
    )


def with_seat(seating: Seating, number: int, seat: Seat) -> Seating:
    """The same table with another seat at this number."""
    seats = list(seating.seats)
    seats[number] = seat
    return replace(seating, seats=tuple(seats))


def everyone_ready(seating: Seating) -> bool:
    """Whether a game can begin: every seat is a bot's or a person's who is ready."""
    return all(seat.bot or seat.nonce for seat in seating.seats)


def nonces(seating: Seating) -> tuple[bytes, ...]:
    """The nonces of the seats in order."""
    return tuple(seat.nonce or BOT_NONCE for seat in seating.seats)


def begin(seating: Seating) -> Seating:
    """The next game begins."""
    seats = tuple(replace(seat, nonce=b"", standing={}) for seat in seating.seats)
    return replace(seating, seats=seats, phase=Phase.GAME, number=seating.number + 1, secret=b"", extended=None)


def finish(seating: Seating, secret: bytes) -> Seating:
    """The game is over; `secret` is for the next one."""
    return replace(seating, phase=Phase.OVER, secret=secret, extended=None)
