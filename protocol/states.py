"""Who may say what, when: one table for server, clients, tests and README.

Rule 1: everything that decides whether a kind of message may be sent in a place lives in this file.
Rule 2: what a message says (a code, a seat, an action) is judged elsewhere.
"""

from __future__ import annotations

import enum
from typing import get_args

from protocol import messages
from protocol.errors import Closing, Fault
from protocol.messages import ClientMessage, Parted, Phase, Room, ServerMessage, Update, Welcome


class Place(enum.Enum):
    """Where a connection is."""

    GREETING = "greeting"
    LOBBY = "lobby"
    ROOM = "room"
    """Seated before a game."""
    ROOM_HOST = "room_host"
    GAME = "game"
    GAME_HOST = "game_host"
    OVER = "over"
    """Seated after a game."""
    OVER_HOST = "over_host"
    WATCHING = "watching"
    REPLAY = "replay"


TABLE = """
           greeting    lobby        room      room_host game      game_host over      over_host watching   replay
hello      +           greeted      greeted   greeted   greeted   greeted   greeted   greeted   greeted    greeted
pong       hello_first +            +         +         +         +         +         +         +          +
create     hello_first +            at_table  at_table  at_table  at_table  at_table  at_table  at_table   replay
join       hello_first +            at_table  at_table  at_table  at_table  at_table  at_table  at_table   replay
watch      hello_first +            at_table  at_table  at_table  at_table  at_table  at_table  at_table   replay
return     hello_first +            at_table  at_table  at_table  at_table  at_table  at_table  at_table   replay
leave      hello_first not_at_table +         +         +         +         +         +         +          replay
ready      hello_first not_at_table +         +         in_game   in_game   +         +         not_seated replay
not_ready  hello_first not_at_table +         +         in_game   in_game   +         +         not_seated replay
arrange    hello_first not_at_table not_host  +         not_host  in_game   not_host  +         not_host   replay
add_bot    hello_first not_at_table not_host  +         not_host  in_game   not_host  +         not_host   replay
kick       hello_first not_at_table not_host  +         not_host  +         not_host  +         not_host   replay
act        hello_first not_at_table no_game   no_game   +         +         +         +         not_seated replay
why        hello_first not_at_table no_game   no_game   +         +         no_game   no_game   not_seated replay
standing   hello_first not_at_table no_game   no_game   +         +         no_game   no_game   not_seated replay
more_time  hello_first not_at_table no_game   no_game   +         +         no_game   no_game   not_seated replay
end_wait   hello_first not_at_table not_host  no_game   not_host  +         not_host  no_game   not_host   replay
say        hello_first +            +         +         +         +         +         +         +          replay
mute       hello_first +            +         +         +         +         +         +         +          replay
ask_record hello_first not_at_table +         +         +         +         +         +         +          replay
show       hello_first no_replay    no_replay no_replay no_replay no_replay no_replay no_replay no_replay  +
"""
"""Columns are places, rows messages: `+` is allowed, a word is what it is refused with.

`act` is allowed after a game, so that the last answer sent twice is acknowledged twice. `hello_first` ends the
connection.
"""

TAGS: dict[type[ClientMessage], str] = {
    kind: str(kind.__struct_config__.tag) for kind in get_args(messages.ClientMessage)
}


def _cells() -> dict[tuple[Place, str], str]:
    header, *rows = TABLE.strip("\n").splitlines()
    places = [Place(word) for word in header.split()]
    return {
        (place, tag): word for tag, *words in map(str.split, rows) for place, word in zip(places, words, strict=True)
    }


CELLS = _cells()


def refuses(place: Place, kind: type[ClientMessage]) -> Fault | Closing | None:
    """Why a kind of message is refused in a place, or None if it is allowed there; a Closing ends the connection."""
    word = CELLS[place, TAGS[kind]]
    if word == "+":
        return None
    return Closing.HELLO_FIRST if word == Closing.HELLO_FIRST.value else Fault(word)


SEATED = {Phase.ROOM: Place.ROOM, Phase.GAME: Place.GAME, Phase.OVER: Place.OVER}
HOSTING = {Phase.ROOM: Place.ROOM_HOST, Phase.GAME: Place.GAME_HOST, Phase.OVER: Place.OVER_HOST}


def place_at(phase: Phase, seat: int | None, host: int) -> Place:
    """The place of someone at a table."""
    if seat is None:
        return Place.WATCHING
    return (HOSTING if seat == host else SEATED)[phase]


def place_after(place: Place, message: ServerMessage) -> Place:
    """Where a client is after a message of the server; the client needs no other bookkeeping."""
    match message:
        case Welcome(replay=replay):
            return Place.REPLAY if replay else Place.LOBBY
        case Room(table=table, me=me) | Update(table=table, me=me):
            return place_at(table.phase, me, table.host)
        case Parted():
            return Place.LOBBY
        case _:
            return place
