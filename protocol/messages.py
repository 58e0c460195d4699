"""Every message of both directions. The messages are the schema: README.md says what they mean to a client."""

from __future__ import annotations

import enum
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from protocol import limits
from protocol.errors import Closing, Fault, Parting
from protocol.game import (
    Action,
    Answer,
    Catalogue,
    Count,
    Event,
    Id,
    LaidCard,
    Many,
    Options,
    OptionsRefusal,
    Refusal,
    SeatNumber,
    View,
)

Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Seconds = Annotated[int, Meta(ge=0, le=limits.CLOCK_SECONDS)]
Milliseconds = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Name = Annotated[str, Meta(max_length=limits.TEXT_CHARACTERS)]
Text = Annotated[str, Meta(max_length=limits.TEXT_CHARACTERS)]
Password = Annotated[str, Meta(max_length=limits.PASSWORD_CHARACTERS)]
Token = Annotated[str, Meta(max_length=limits.TOKEN_CHARACTERS)]
Code = Annotated[str, Meta(max_length=limits.CODE_CHARACTERS)]
Nonce = Annotated[bytes, Meta(min_length=limits.NONCE_BYTES, max_length=limits.NONCE_BYTES)]
Hash = Annotated[bytes, Meta(max_length=32)]


class Phase(enum.Enum):
    """Where a table stands."""

    ROOM = "room"
    """Before the first game, or after a change of options."""
    GAME = "game"
    OVER = "over"
    """A game has ended; its last View stays until the next one begins."""


class Pace(enum.Enum):
    """How long bots seem to think."""

    AT_ONCE = "at_once"
    QUICK = "quick"
    STEADY = "steady"
    SLOW = "slow"


class Terms(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a table is run, as against what it plays."""

    private: bool = False
    """Not in the list: only those who are given the code find it."""
    spectators: bool = True
    chat_apart: bool = False
    """Players and spectators do not hear each other."""
    turn_seconds: Seconds = 0
    """Time for each turn, all its questions together; 0: no limit."""
    decision_seconds: Seconds = 0
    """Time for each single question; 0: no limit."""
    window_seconds: Seconds = 5
    """Time for all together to answer a card just played; 0: until each of them has answered."""
    grace_seconds: Seconds = 60
    """How long a player who lost the connection is waited for before a stand-in decides."""
    pace: Pace = Pace.STEADY
    """How long bots seem to think."""


# --- From client to server -------------------------------------------------------------------------------------------


class Hello(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", tag="hello"):
    """The first message, and the only one before Welcome."""

    major: Number
    minor: Number
    name: Name
    """What one wants to be called; at tables it must differ from the others' names."""
    password: Password = ""
    """The server's, if it has one."""
    software: Id = ""
    """For whoever looks after the server; anything will do."""
    re: Number = 0


class Pong(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", tag="pong"):
    """Answers Ping with its number; it is the one message that gets no answer."""

    number: Number
    re: Number = 0


class Create(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", tag="create"):
    """Open a table and sit down at it as its host."""

    options: Options
    terms: Terms = Terms()
    password: Password = ""
    """Asked of those who join or watch; empty: none."""
    re: Number = 0


class Join(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", tag="join"):
    """Sit down on a free seat."""

    code: Code
    password: Password = ""
    re: Number = 0


class Watch(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", tag="watch"):
    """Come to a table as a spectator."""

    code: Code
    password: Password = ""
    re: Number = 0


class Return(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", tag="return"):
    """Come back to the seat, or the place among the spectators, that a token was given for."""

    token: Token
    re: Number = 0


class Leave(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", tag="leave"):
    """Leave the table; during a game a bot has the seat from then on. The token is void."""

    re: Number = 0


class Ready(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", tag="ready"):
    """Ready for the next game, with this seat's nonce for the deal."""

    nonce: Nonce
    re: Number = 0


class NotReady(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", tag="not_ready"):
    """Not ready after all."""

    re: Number = 0


class Arrange(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", tag="arrange"):
    """The host changes what is played, and how; `password` None leaves it as it is."""

    options: Options
    terms: Terms = Terms()
    password: Password | None = None
    re: Number = 0


class AddBot(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", tag="add_bot"):
    """The host puts a bot on a free seat."""

    level: Id
    re: Number = 0


class Kick(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", tag="kick"):
    """The host removes a person or a bot from a seat; during a game a bot has the seat from then on."""

    seat: SeatNumber
    re: Number = 0


class Act(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", tag="act"):
    """Answer the open question `question` with an action; sent again, it is acknowledged again and not played again."""

    question: Count
    action: Action
    re: Number = 0


class Why(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", tag="why"):
    """Ask why an action would be refused now; it is never played."""

    action: Action
    re: Number = 0


class Standing(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", tag="standing"):
    """Answer every question of a kind with this from now on, where it is legal ("always let pass"); None ends that."""

    kind: Id
    answer: Answer | None = None
    re: Number = 0


class MoreTime(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", tag="more_time"):
    """Ask for the same time again for the question that is open; once per question."""

    re: Number = 0


class EndWait(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", tag="end_wait"):
    """The host ends the wait for a player who is away: the stand-in decides from now on, until the player is back."""

    seat: SeatNumber
    re: Number = 0


class Say(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", tag="say"):
    """Say something, at the table or in the lobby, wherever one is."""

    text: Text
    re: Number = 0


class Mute(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", tag="mute"):
    """Hear no more lines of a name; with `for_all`, which is the host's, nobody at the table does."""

    name: Name
    on: bool = True
    for_all: bool = False
    re: Number = 0


class AskRecord(
    Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", tag="ask_record"
):
    """Ask for the full record of a finished game of this table; 0 is the last one."""

    number: Count = 0
    re: Number = 0


class Show(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", tag="show"):
    """Show a position of the record that a replay server holds: 0 is the deal, n the position after the n-th action."""

    position: Number
    eyes: SeatNumber | None = None
    """The seat through whose eyes to look; None: a spectator's."""
    cards_up: bool = False
    """Show all hands, roles and face-down cards besides."""
    re: Number = 0


ClientMessage: TypeAlias = (
    Hello
    | Pong
    | Create
    | Join
    | Watch
    | Return
    | Leave
    | Ready
    | NotReady
    | Arrange
    | AddBot
    | Kick
    | Act
    | Why
    | Standing
    | MoreTime
    | EndWait
    | Say
    | Mute
    | AskRecord
    | Show
)


# --- What server messages are made of --------------------------------------------------------------------------------


class SeatInfo(Struct, frozen=True, omit_defaults=True):
    """Who has a seat, and whether they are there."""

    name: Name = ""
    """Empty for a bot and for a free seat."""
    bot: Id = ""
    """The level, if a bot has this seat."""
    ready: bool = False
    """For the next game; bots always are."""
    connected: bool = False
    away: Milliseconds | None = None
    """Milliseconds left until a stand-in decides for someone who lost the connection."""
    stand_in: bool = False
    """A stand-in decides for this seat, until the player is back."""


class GameInfo(Struct, frozen=True, omit_defaults=True):
    """The deal of a game, for anyone to check: `seed` is the SHA-256 of the secret and the nonces in seat order."""

    number: Count
    """The record of the game is named CODE/number."""
    commitment: Hash
    """The SHA-256 of the server's secret, announced before the first nonce."""
    names: Many[Name] = ()
    """Who had which seat when the game began, empty for bots; none before."""
    secret: Hash = b""
    """Shown when the game is over."""
    nonces: Many[Hash] = ()
    """Shown when the game is over; a bot's nonce is 32 zero bytes."""


class TableInfo(Struct, frozen=True, omit_defaults=True):
    """All that everyone at a table may know besides the game itself."""

    code: Code
    phase: Phase
    options: Options
    terms: Terms
    seats: Many[SeatInfo]
    host: SeatNumber
    spectators: Count = 0
    locked: bool = False
    """A password is asked of those who come."""
    game: GameInfo | None = None
    """The game being played or the last one."""
    next: GameInfo | None = None
    """The game to come, with its commitment, while `phase` is not "game"."""
    clock: Milliseconds | None = None
    """Milliseconds left for the open question; None: no clock is running."""


class TableLine(Struct, frozen=True, omit_defaults=True):
    """A table in the list of the lobby."""

    code: Code
    phase: Phase
    options: Options
    host: Name
    taken: Count
    """Seats that are taken, by people or bots."""
    spectators: Count = 0
    locked: bool = False
    """A password is asked of those who come."""
    watchable: bool = True
    """Spectators may come."""


class ChatLine(Struct, frozen=True, omit_defaults=True):
    """Something that somebody said."""

    name: Name
    text: Text
    at: Number
    """Seconds since 1970 by the server's clock."""
    seat: SeatNumber | None = None
    """The seat of the one who said it; None for spectators and in the lobby."""


# --- From server to client -------------------------------------------------------------------------------------------


class Welcome(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="welcome"):
    """Answers Hello: what this server can do."""

    major: Number
    minor: Number
    name: Name
    """The client's own name, as cleaned."""
    catalogue: Catalogue
    levels: Many[Id]
    """The levels of bots that can be put on seats, the weakest first."""
    replay: bool = False
    """This server shows a record: Show is the message to send."""
    draining: bool = False
    """The server opens no new tables and begins no new games."""


class Tables(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="tables"):
    """Every table that is listed; sent on coming into the lobby."""

    tables: Many[TableLine]


class TableChanged(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="table_changed"):
    """A table is new in the list, or changed; sent to those in the lobby."""

    table: TableLine


class TableGone(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="table_gone"):
    """A table is no longer in the list."""

    code: Code


class Granted(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="granted"):
    """A place at a table, and the token to come back to it with; keep it as a secret."""

    code: Code
    token: Token
    seat: SeatNumber | None = None
    """None: a spectator."""


class Room(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="room"):
    """The table changed, not the game."""

    table: TableInfo
    me: SeatNumber | None


class Update(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="update"):
    """The whole View, and what happened."""

    table: TableInfo
    me: SeatNumber | None
    view: View
    events: Many[Event] = ()
    """The news since the Update before; or, if `story`, all since the round began."""
    story: bool = False
    """The first Update of a game, and the first after coming to a table or back to it."""
    standing: Annotated[dict[Id, Answer], Meta(max_length=limits.STANDING_ANSWERS)] = {}
    """This seat's standing answers by kind of question."""


class Parted(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="parted"):
    """One is no longer at the table, but in the lobby; the token is void unless `why` is "replaced"."""

    code: Code
    why: Parting


class Said(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="said"):
    """Chat, at the table or in the lobby, wherever one is."""

    lines: Many[ChatLine]
    earlier: bool = False
    """Lines from before one came: they stand for all said so far."""


class Done(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="done"):
    """A message was accepted."""

    re: Number


class Refused(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="refused"):
    """A message was refused and changed nothing."""

    re: Number
    fault: Fault
    refusal: Refusal | None = None
    """For an illegal action: the rule that refuses it."""
    options: OptionsRefusal | None = None
    """For bad options: what is wrong with them."""


class Because(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="because"):
    """Answers Why; None: the action is legal."""

    re: Number
    refusal: Refusal | None = None


class Record(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="record"):
    """Answers AskRecord: the bytes of the record file."""

    re: Number
    name: Id
    """CODE/number."""
    data: Annotated[bytes, Meta(max_length=limits.RECORD_BYTES)]


class Replayed(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="replayed"):
    """Answers Show, and is sent once after the Welcome of a replay server."""

    re: Number
    name: Id
    names: Many[Name]
    position: Number
    length: Number
    """The last position."""
    rounds: Many[Number]
    """The position at which each round begins."""
    view: View
    events: Many[Event] = ()
    """What the last action before this position brought."""
    story: Many[Event] = ()
    """All since the round began."""
    seat: SeatNumber | None = None
    """The seat that did the last action."""
    action: Action | None = None
    """The last action; only with `cards_up` or through that seat's own eyes."""
    hands: Many[Many[Id]] = ()
    """With `cards_up`: every hand by seat."""
    roles: Many[Id] = ()
    """With `cards_up`: every role by seat."""
    hidden: Many[LaidCard] = ()
    """With `cards_up`: the cards that lie face down in the maze, with their faces."""


class Ping(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="ping"):
    """The heartbeat: answer with Pong."""

    number: Number


class Draining(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="draining"):
    """The server opens no new tables and begins no new games, and ends when the running ones are over."""


class Bye(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="bye"):
    """The server ends the connection."""

    why: Closing
    major: Number
    minor: Number


ServerMessage: TypeAlias = (
    Welcome
    | Tables
    | TableChanged
    | TableGone
    | Granted
    | Room
    | Update
    | Parted
    | Said
    | Done
    | Refused
    | Because
    | Record
    | Replayed
    | Ping
    | Draining
    | Bye
)
