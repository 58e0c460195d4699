"""The wire without a wire: every case whole, byte by byte and with trailing bytes."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import messages, record, states
from protocol.connection import CLOSED, NEED_DATA, ClientConnection, ServerConnection, State, frame
from protocol.errors import Closing, Fault, LocalProtocolError, Parting, RemoteProtocolError
from protocol.game import Catalogue, Options, OptionsFault, Reason
from protocol.limits import CLIENT_FRAME_BYTES, HELLO_FRAME_BYTES, SERVER_FRAME_BYTES
from protocol.messages import (
    Bye,
    Done,
    Hello,
    Leave,
    Parted,
    Phase,
    Ping,
    Room,
    Say,
    TableInfo,
    Terms,
    Welcome,
)
from protocol.states import Place, place_after, place_at, refuses
from protocol.text import cell_width, clean, same_name
from tests.protocol import page

HELLO = Hello(1, 0, "Anna")
WELCOME = Welcome(1, 0, "Anna", Catalogue(1, (), (), ()), ("chance",))
BASE = Options("base", 3)
PAGE = (Path(messages.__file__).parent / "README.md").read_text("utf-8")
EXAMPLES = [part.split("\n```")[0] for part in PAGE.split("```json\n")[1:]]
FROM_CLIENT: list[Any] = [
    msgspec.json.decode(text, type=messages.ClientMessage) for text in EXAMPLES[: len(states.TAGS)]
]
FROM_SERVER: list[Any] = [
    msgspec.json.decode(text, type=messages.ServerMessage) for text in EXAMPLES[len(states.TAGS) :]
]
"""Every message once: the examples of the page."""


def tag(message: Any) -> str:
    """The name of a message on the wire."""
    return str(message.__struct_config__.tag)


def opened() -> tuple[ClientConnection, ServerConnection]:
    client, server = ClientConnection(), ServerConnection()
    server.receive_data(client.send(HELLO))
    assert server.next_event() == HELLO
    client.receive_data(server.send(WELCOME))
    assert client.next_event() == WELCOME
    assert client.state is server.state is State.OPEN
    return client, server


def feed(server: ServerConnection, chunks: list[bytes]) -> None:
    for chunk in chunks:
        server.receive_data(chunk)
        server.next_event()


def test_there_is_an_example_of_every_message() -> None:
    assert {type(message) for message in FROM_CLIENT} == set(get_args(messages.ClientMessage))
    assert {type(message) for message in FROM_SERVER} == set(get_args(messages.ServerMessage))


def ways(data: bytes) -> list[list[bytes]]:
    """The same bytes whole, byte by byte, cut in two, and with bytes of the next frame behind them."""
    middle = len(data) // 2
    return [[data], [data[n : n + 1] for n in range(len(data))], [data[:middle], data[middle:]], [data + data[:3]]]


@pytest.mark.parametrize("message", FROM_CLIENT, ids=tag)
def test_a_message_to_the_server_arrives_the_same_however_it_is_cut(message: Any) -> None:
    for chunks in ways(frame(message)):
        _, server = opened()
        *first, last = chunks
        for chunk in first:
            server.receive_data(chunk)
            assert server.next_event() is NEED_DATA
        server.receive_data(last)
        assert server.next_event() == message
        assert server.next_event() is NEED_DATA


@pytest.mark.parametrize("message", FROM_SERVER, ids=tag)
def test_a_message_to_the_client_arrives_the_same_however_it_is_cut(message: Any) -> None:
    for chunks in ways(frame(message)):
        client, server = opened()
        assert server.send(message) == frame(message)
        *first, last = chunks
        for chunk in first:
            client.receive_data(chunk)
            assert client.next_event() is NEED_DATA
        client.receive_data(last)
        assert client.next_event() == message
        assert client.next_event() is NEED_DATA
        assert client.state is server.state is (State.CLOSED if isinstance(message, Bye) else State.OPEN)


@pytest.mark.parametrize("message", FROM_CLIENT, ids=tag)
def test_bytes_behind_the_message_within_a_frame_are_an_error(message: Any) -> None:
    _, server = opened()
    body = frame(message)[4:] + b"\xc0"
    server.receive_data(len(body).to_bytes(4, "big") + body)
    with pytest.raises(RemoteProtocolError):
        server.next_event()


@pytest.mark.parametrize(
    ("data", "closing"),
    [
        ((HELLO_FRAME_BYTES + 1).to_bytes(4, "big"), Closing.TOO_LONG),
        (b"\x00\x00\x00\x01\xc1", Closing.BAD_FRAME),
        (frame(Leave()), Closing.HELLO_FIRST),
        (b"\x00\x00\x00\x01\x80", Closing.BAD_FRAME),
        (frame(Hello(2, 7, "Anna")), Closing.VERSION),
        (b"\x00\x00\x02\x00" + b"\x91" * 512, Closing.BAD_FRAME),
        (b"\x00\x00\x00\x05" + b"\xdd\xff\xff\xff\xff", Closing.BAD_FRAME),
        (b"\x00\x00\x00\x08" + b"\x81\xa4type\xa1\xff", Closing.BAD_FRAME),
    ],
)
def test_a_bad_greeting_ends_in_error_for_good(data: bytes, closing: Closing) -> None:
    for chunks in ([data], [data[n : n + 1] for n in range(len(data))], [data + b"more"]):
        server = ServerConnection()
        with pytest.raises(RemoteProtocolError) as caught:
            feed(server, chunks)
        assert caught.value.closing is closing
        assert server.state is State.ERROR
        server.receive_data(frame(HELLO))
        with pytest.raises(RemoteProtocolError):
            server.next_event()
        assert server.send(Bye(closing, 1, 0))


def test_another_minor_is_welcome() -> None:
    server = ServerConnection()
    server.receive_data(frame(Hello(1, 99, "Anna")))
    assert server.next_event() == Hello(1, 99, "Anna")


def test_unknown_fields_are_refused_by_the_server_and_ignored_by_clients() -> None:
    client, server = opened()
    body = msgspec.msgpack.encode({"type": "leave", "surprise": 1})
    server.receive_data(len(body).to_bytes(4, "big") + body)
    with pytest.raises(RemoteProtocolError):
        server.next_event()
    body = msgspec.msgpack.encode({"type": "done", "re": 1, "surprise": 1})
    client.receive_data(len(body).to_bytes(4, "big") + body)
    assert client.next_event() == Done(1)


def test_the_end_is_clean_between_frames_and_an_error_within_one() -> None:
    client, server = opened()
    server.receive_data(b"")
    assert server.next_event() is CLOSED
    with pytest.raises(LocalProtocolError):
        server.receive_data(b"x")
    with pytest.raises(LocalProtocolError):
        server.send(Ping(1))
    client.receive_data(b"\x00")
    client.receive_data(b"")
    with pytest.raises(RemoteProtocolError):
        client.next_event()


def test_this_side_may_not_break_the_protocol_either() -> None:
    client = ClientConnection()
    with pytest.raises(LocalProtocolError):
        client.send(Leave())
    client, server = opened()
    with pytest.raises(LocalProtocolError) as caught:
        client.send(Say("x" * (CLIENT_FRAME_BYTES + 1)))
    assert caught.value.closing is Closing.TOO_LONG
    client.receive_data((SERVER_FRAME_BYTES + 1).to_bytes(4, "big"))
    with pytest.raises(RemoteProtocolError):
        client.next_event()
    other, server = opened()
    other.receive_data(server.send(Bye(Closing.IDLE, 1, 0)))
    assert isinstance(other.next_event(), Bye)
    assert other.state is server.state is State.CLOSED


@pytest.mark.parametrize("place", list(Place))
@pytest.mark.parametrize("kind", get_args(messages.ClientMessage))
def test_every_place_and_message_has_a_cell(place: Place, kind: Any) -> None:
    word = states.CELLS[place, states.TAGS[kind]]
    fault = refuses(place, kind)
    assert (fault is None) == (word == "+")
    assert fault is None or isinstance(fault, Fault if word != "hello_first" else Closing)


def test_there_is_no_cell_without_a_message() -> None:
    assert len(states.CELLS) == len(Place) * len(states.TAGS)


def test_the_place_follows_from_what_the_server_sends() -> None:
    info = TableInfo("BCDF", Phase.ROOM, BASE, Terms(), (), host=0)
    assert place_after(Place.GREETING, WELCOME) is Place.LOBBY
    assert place_after(Place.GREETING, msgspec.structs.replace(WELCOME, replay=True)) is Place.REPLAY
    assert place_after(Place.LOBBY, Room(info, 0)) is Place.ROOM_HOST
    assert place_after(Place.LOBBY, Room(info, 1)) is Place.ROOM
    assert place_after(Place.LOBBY, Room(info, None)) is Place.WATCHING
    assert place_after(Place.ROOM, Parted("BCDF", messages.Parting.KICKED)) is Place.LOBBY
    assert place_after(Place.ROOM, Ping(1)) is Place.ROOM
    assert place_at(Phase.OVER, 2, 2) is Place.OVER_HOST


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        (" Ann \n B", "Ann B"),
        ("\x1b[31mred\u202e", "[31mred"),
        ("a\u0301\u0301\u0301\u0301b", "\u00e1\u0301\u0301b"),
        ("\u0301x", "x"),
        ("\u77ff" * 10, "\u77ff" * 4),
        ("a\u00a0b", "a b"),
        ("\u3164\u2800\u115f\uffa0\ufe0f", ""),
        ("Anna\u3164", "Anna"),
        ("\u2764\ufe0f", "\u2764"),
        ("e\u200b\u0301", "\u00e9"),
    ],
)
def test_text_from_people_is_cleaned(text: str, cleaned: str) -> None:
    assert clean(text, 9) == cleaned
    assert clean(clean(text, 9), 9) == cleaned


@given(st.text(max_size=60), st.integers(1, 40))
def test_what_is_clean_is_cleaned_no_more_and_fits(text: str, cells: int) -> None:
    cleaned = clean(text, cells)
    assert clean(cleaned, cells) == cleaned
    assert unicodedata.is_normalized("NFC", cleaned)
    assert sum(cell_width(c) for c in cleaned if unicodedata.category(c)[0] != "M") <= cells
    assert same_name(same_name(cleaned)) == same_name(cleaned)


def test_names_that_differ_in_case_only_are_the_same() -> None:
    assert same_name("STRASSE") == same_name("straße")


def a_record(**changes: Any) -> record.GameRecord:
    secret = b"s" * 32
    values: dict[str, Any] = {
        "schema": 1,
        "rules": 1,
        "name": "BCDF/1",
        "options": BASE,
        "commitment": record.commitment(secret),
        "secret": secret,
        "nonces": (record.BOT_NONCE,) * 3,
        "names": ("Anna", "", ""),
        "bots": ("", "chance", "chance"),
        "begun": 0,
        "moves": (),
    }
    return record.GameRecord(**{**values, **changes})


def test_a_record_comes_back_from_its_bytes_and_its_deal_is_checked() -> None:
    assert record.decode(record.encode(a_record())) == a_record()
    assert record.check_deal(a_record()) == record.seed(b"s" * 32, (record.BOT_NONCE,) * 3)
    for bad in (a_record(secret=b"t" * 32), a_record(nonces=()), a_record(nonces=(b"",) * 3)):
        with pytest.raises(record.BadRecord):
            record.check_deal(bad)
    bad_texts = a_record(names=("\x1b[2JAnna", "", ""), name="\u202eX/1")
    assert record.decode(record.encode(bad_texts)) == a_record(names=("[2JAnna", "", ""), name="X/1")
    fewer = [a_record(names=("Anna",)), a_record(bots=())]
    for data in (b"", b"\xc1", record.encode(a_record(schema=2)), *map(record.encode, fewer)):
        with pytest.raises(record.BadRecord):
            record.decode(data)


CLOSED_LISTS = [
    (Fault, "Faults in Refused"),
    (Reason, "Reasons in a refusal by the rules"),
    (OptionsFault, "Faults of options"),
    (Parting, "Parted"),
    (Closing, "Bye"),
]


@pytest.mark.parametrize(("kind", "title"), CLOSED_LISTS, ids=lambda value: getattr(value, "__name__", ""))
def test_the_page_has_the_closed_lists_and_the_table_of_who_may_say_what(kind: Any, title: str) -> None:
    listed = next(line for line in PAGE.splitlines() if line.startswith(title + ": "))
    assert listed == f"{title}: " + " · ".join(f"`{item.value}`" for item in kind)
    assert states.TABLE in PAGE


def test_the_page_has_every_field_as_the_types_have_it() -> None:
    assert page.with_every_field(PAGE) == PAGE, "python -m tests.protocol.page writes it anew"
