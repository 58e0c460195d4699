"""What hostile input costs: work in proportion to its bytes, and memory in proportion to one frame."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from random import Random
from typing import Any, Self

import msgspec
import msgspec.inspect as shapes
import pytest

from protocol import messages, record
from protocol.connection import NEED_DATA, ServerConnection, Signal, frame
from protocol.errors import Closing, RemoteProtocolError
from protocol.game import Catalogue
from protocol.limits import CLIENT_FRAME_BYTES, HEADER_BYTES
from protocol.messages import Hello, Leave, Say, Welcome

READ = 16 * 1024
"""What the server reads at once."""


class Counting(bytearray):
    """A buffer that counts the bytes that are moved in and out of it."""

    moved = 0

    def __iadd__(self, data: Any) -> Self:
        self.moved += len(data)
        return super().__iadd__(data)

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        self.moved += len(found) if isinstance(key, slice) else 1
        return found


def opened() -> tuple[ServerConnection, Counting]:
    """A connection after the greeting, with a buffer that counts."""
    server = ServerConnection()
    server.receive_data(frame(Hello(1, 0, "Anna")))
    server.next_event()
    server.send(Welcome(1, 0, "Anna", Catalogue(1, (), (), ()), ("chance",)))
    buffer = server._buffer = Counting()
    return server, buffer


def events(server: ServerConnection, chunks: list[bytes]) -> Iterator[Any]:
    """All that comes out of some chunks."""
    for chunk in chunks:
        server.receive_data(chunk)
        while not isinstance(event := server.next_event(), Signal):
            yield event


def cut(data: bytes, size: int) -> list[bytes]:
    """The same bytes in pieces."""
    return [data[n : n + size] for n in range(0, len(data), size)]


@pytest.mark.parametrize("size", [1, 7, 1000, READ])
@pytest.mark.parametrize(
    ("message", "count"), [(Leave(), 2000), (Say("x" * 800), 50)], ids=["many small frames", "long frames"]
)
def test_work_is_in_proportion_to_the_bytes_however_they_come(message: Any, count: int, size: int) -> None:
    server, buffer = opened()
    data = frame(message) * count
    assert len(list(events(server, cut(data, size)))) == count
    # Each byte goes in and out once; each look at a length that is there costs its four bytes.
    looks = len(data) // size + 2 * count
    assert buffer.moved <= 2 * len(data) + HEADER_BYTES * looks


def test_no_more_is_kept_than_one_frame_and_what_was_read_at_once() -> None:
    random = Random(1)
    server, buffer = opened()
    longest = 0
    body = msgspec.msgpack.encode({"type": "say", "text": "x" * 800})
    data = (len(body).to_bytes(4, "big") + body) * 200
    while data:
        size = random.randrange(1, READ + 1)
        server.receive_data(data[:size])
        data = data[size:]
        while server.next_event() is not NEED_DATA:
            pass
        longest = max(longest, len(buffer))
    assert longest <= HEADER_BYTES + CLIENT_FRAME_BYTES + READ


def test_a_length_that_is_never_filled_keeps_no_more_than_what_came() -> None:
    server, buffer = opened()
    server.receive_data(CLIENT_FRAME_BYTES.to_bytes(4, "big"))
    assert server.next_event() is NEED_DATA
    assert len(buffer) == HEADER_BYTES
    # In error nothing is kept at all.
    server.receive_data(bytes(CLIENT_FRAME_BYTES))
    with pytest.raises(RemoteProtocolError):
        server.next_event()
    server.receive_data(bytes(100_000))
    assert len(buffer) == 0


def text(value: str) -> bytes:
    """A short string of msgpack."""
    return msgspec.msgpack.encode(value)


def mapping(**fields: bytes) -> bytes:
    """A msgpack map of fields that are bytes already."""
    return bytes([0x80 | len(fields)]) + b"".join(text(name) + value for name, value in fields.items())


HUGE = b"\xff\xff\xff\xff"
BODIES = {
    "array": b"\xdd" + HUGE,
    "map": b"\xdf" + HUGE,
    "nested arrays": b"\xdd" + HUGE * 3000,
    "nested small arrays": b"\x91" * (CLIENT_FRAME_BYTES - 8),
    "nested small maps": b"\x81\xa1x" * 5000,
    "text": mapping(type=text("say"), text=b"\xdb" + HUGE),
    "bytes": mapping(type=text("ready"), nonce=b"\xc6" + HUGE),
    "extension": mapping(type=text("say"), text=b"\xc9" + HUGE + b"\x01"),
    "list in options": mapping(
        type=text("create"), options=mapping(edition=text("base"), seats=b"\x03", modules=b"\xdd" + HUGE)
    ),
    "map in options": mapping(
        type=text("create"), options=mapping(edition=text("base"), seats=b"\x03", settings=b"\xdf" + HUGE)
    ),
    "cell": mapping(
        type=text("act"), question=b"\x01", action=mapping(do=text("lay"), card=text("x"), cell=b"\xdd" + HUGE)
    ),
    "unknown field": mapping(type=text("leave"), x=(b"\xdd\x00\x00\xff\xff" * 3000)),
    "nested targets": mapping(
        type=text("act"), question=b"\x01", action=mapping(do=text("answer"), targets=b"\x98" * 10_000)
    ),
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES.keys())
def test_what_a_hostile_body_declares_is_not_allocated(body: bytes) -> None:
    assert len(body) <= CLIENT_FRAME_BYTES
    server, _ = opened()
    data = len(body).to_bytes(4, "big") + body
    tracemalloc.start()
    server.receive_data(data)
    with pytest.raises(RemoteProtocolError) as caught:
        server.next_event()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert caught.value.closing is Closing.BAD_FRAME
    assert peak < 8 * CLIENT_FRAME_BYTES


def unlimited(kind: shapes.Type, path: str, seen: set[type]) -> Iterator[str]:
    """Every field whose size the types do not limit."""
    match kind:
        case shapes.StructType(cls=cls, fields=fields):
            if cls not in seen:
                seen.add(cls)
                for field in fields:
                    yield from unlimited(field.type, f"{cls.__name__}.{field.name}", seen)
        case shapes.UnionType(types=types):
            for each in types:
                yield from unlimited(each, path, seen)
        case shapes.TupleType(item_types=types):
            for each in types:
                yield from unlimited(each, path, seen)
        case shapes.IntType(ge=least, le=most):
            if least is None or most is None:
                yield path
        case shapes.StrType(max_length=most) | shapes.BytesType(max_length=most):
            if most is None:
                yield path
        case shapes.VarTupleType(item_type=item, max_length=most):
            if most is None:
                yield path
            yield from unlimited(item, path, seen)
        case shapes.DictType(key_type=key, value_type=value, max_length=most):
            if most is None:
                yield path
            yield from unlimited(key, path, seen)
            yield from unlimited(value, path, seen)
        case shapes.BoolType() | shapes.NoneType() | shapes.EnumType():
            return
        case _:
            yield f"{path}: {type(kind).__name__}"


@pytest.mark.parametrize(
    "kind",
    [messages.ClientMessage, messages.ServerMessage, record.GameRecord],
    ids=["from clients", "from servers", "records"],
)
def test_no_field_is_unlimited(kind: Any) -> None:
    assert sorted(set(unlimited(shapes.type_info(kind), "", set()))) == []
