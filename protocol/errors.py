"""What can go wrong on the wire, as closed lists: ids for programs, never words for people."""

from __future__ import annotations

import enum


class Fault(enum.Enum):
    """Why a message was refused; the connection goes on and nothing has changed."""

    GREETED = "greeted"
    """Hello was said already."""
    NOT_AT_TABLE = "not_at_table"
    AT_TABLE = "at_table"
    """One connection is at one table at a time: leave it first."""
    NOT_HOST = "not_host"
    NOT_SEATED = "not_seated"
    """Spectators have no seat."""
    NO_GAME = "no_game"
    """No game is being played at this table."""
    IN_GAME = "in_game"
    """Not while a game is being played."""
    NOT_OVER = "not_over"
    """No game has been finished here yet, or not the one asked for."""
    TOO_LONG = "too_long"
    """The record does not fit into one frame; whoever runs the server can export it."""
    NO_REPLAY = "no_replay"
    """This server plays games; only a replay server shows records."""
    REPLAY = "replay"
    """This server shows a record; nothing is played here."""
    NO_SUCH_TABLE = "no_such_table"
    NO_SUCH_SEAT = "no_such_seat"
    NO_SUCH_NAME = "no_such_name"
    NO_SUCH_LEVEL = "no_such_level"
    NO_SUCH_POSITION = "no_such_position"
    TABLE_FULL = "table_full"
    WRONG_PASSWORD = "wrong_password"  # noqa: S105
    UNKNOWN_TOKEN = "unknown_token"  # noqa: S105
    """The token was never given, or was revoked by leaving, by a kick or by the end of the table."""
    NAME_TAKEN = "name_taken"
    """Someone at this table has that name, or one that differs only in case."""
    BAD_NAME = "bad_name"
    """Nothing is left of the name, the text or the password after cleaning, or it is too long."""
    NO_SPECTATORS = "no_spectators"
    TOO_MANY_SPECTATORS = "too_many_spectators"
    TOO_MANY_TABLES = "too_many_tables"
    """This connection, its address or the whole server has opened as many tables as it may."""
    TOO_MANY_LINES = "too_many_lines"
    """Chat is limited to a few lines in a few seconds."""
    TOO_MANY_ANSWERS = "too_many_answers"
    """A seat has as many standing answers as it may."""
    MUTED = "muted"
    BAD_OPTIONS = "bad_options"
    """`options` in the refusal says which, and why."""
    TOO_FEW_SEATS = "too_few_seats"
    """More people sit here than the options have seats."""
    STALE = "stale"
    """The question named is no longer open for this seat."""
    ILLEGAL = "illegal"
    """The rules refuse the action: `refusal` says which one."""
    NO_CLOCK = "no_clock"
    """There is no clock running that could be given more time, or it was given already."""
    NOT_AWAY = "not_away"
    """Nobody is being waited for at that seat."""
    NOT_STORED = "not_stored"
    """The journal could not store it, so it did not happen; it may be tried again."""
    DRAINING = "draining"
    """The server is about to end: no new tables and no new games."""


class Parting(enum.Enum):
    """Why someone is no longer at a table."""

    LEFT = "left"
    KICKED = "kicked"
    REPLACED = "replaced"
    """The same token came in over another connection."""
    EMPTY = "empty"
    """The last person left, and the table was closed."""
    EXPIRED = "expired"
    """The table outlived its time."""
    BROKEN = "broken"
    """An error of the server ended this table; what was played is kept."""
    RULES_CHANGED = "rules_changed"
    """The game was begun under other rules and cannot go on; its record is kept."""
    NO_SPECTATORS = "no_spectators"
    """The host closed the table to spectators."""


class Closing(enum.Enum):
    """Why the server ends a connection."""

    BAD_FRAME = "bad_frame"
    """Not one msgpack map of a known message with nothing but its own fields."""
    TOO_LONG = "too_long"
    """A frame announced more bytes than are allowed."""
    HELLO_FIRST = "hello_first"
    VERSION = "version"
    """Another major version; `major` and `minor` are the server's."""
    WRONG_PASSWORD = "wrong_password"  # noqa: S105
    BAD_NAME = "bad_name"
    TOO_MANY_MESSAGES = "too_many_messages"
    SERVER_FULL = "server_full"
    ADDRESS_FULL = "address_full"
    """Too many connections from one address."""
    TOO_SLOW = "too_slow"
    """What was sent was not read."""
    NO_HELLO = "no_hello"
    """Hello did not come in time."""
    SILENT = "silent"
    """No answer to the heartbeat."""
    IDLE = "idle"
    """Nothing was done in the lobby for a long time."""
    SHUTDOWN = "shutdown"
    """The server is ending; tables are kept, and tokens are good again when it is back."""
    BROKEN = "broken"
    """An error of the server."""


class ProtocolError(Exception):
    """The protocol was broken; `closing` is what to tell the other side."""

    def __init__(self, closing: Closing, text: str) -> None:
        super().__init__(f"{closing.value}: {text}")
        self.closing = closing


class LocalProtocolError(ProtocolError):
    """This side tried something the protocol forbids: a programming error here."""


class RemoteProtocolError(ProtocolError):
    """The other side broke the protocol; the connection is of no more use."""
