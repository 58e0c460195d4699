"""The record of a game: what a record file holds, and how its deal is checked.

A game is its options, its seed and its actions. The seed is the SHA-256 of the server's secret followed by one nonce
of 32 bytes for each seat in order, zero bytes for a bot. The SHA-256 of the secret was announced before the nonces.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from protocol.game import Action, Id, Many, Options, SeatNumber
from protocol.limits import NAME_CELLS, NONCE_BYTES, TEXT_CELLS
from protocol.messages import Hash, Name, Number
from protocol.text import clean

SCHEMA = 1
"""The version of the shape of a record."""

BOT_NONCE = bytes(NONCE_BYTES)
"""A bot belongs to the server, which has bound itself by its secret: its nonce adds nothing."""


class Move(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One action of a seat, and the digest of the position after it."""

    seat: SeatNumber
    action: Action
    digest: Hash


class GameRecord(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", tag="game"):
    """Everything about a finished game."""

    schema: Number
    rules: Number
    """The version of the rules it was played with."""
    name: Id
    """CODE/number."""
    options: Options
    commitment: Hash
    secret: Hash
    nonces: Annotated[tuple[Hash, ...], Meta(max_length=12)]
    names: Annotated[tuple[Name, ...], Meta(max_length=12)]
    bots: Annotated[tuple[Id, ...], Meta(max_length=12)]
    """The level by seat, empty for people."""
    begun: Number
    """Seconds since 1970."""
    moves: Many[Move]
    finished: bool = True
    """False: the table ended before the game did."""


class BadRecord(ValueError):
    """A file is no record, or its deal is not the one that was announced."""


_DECODER = msgspec.msgpack.Decoder(GameRecord)
_ENCODER = msgspec.msgpack.Encoder()


def encode(record: GameRecord) -> bytes:
    """The bytes of a record file."""
    return _ENCODER.encode(record)


def decode(data: bytes) -> GameRecord:
    """The record in the bytes of a file; its texts are cleaned, for anybody may have written it."""
    try:
        record = _DECODER.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadRecord(f"this is not the record of a game: {clean(str(error), TEXT_CELLS)}") from None
    if record.schema != SCHEMA:
        raise BadRecord(f"the record has schema {record.schema}, this program reads schema {SCHEMA}")
    if not len(record.names) == len(record.bots) == record.options.seats:
        raise BadRecord("there is not one name and one level for each seat")
    return replace(
        record,
        name=clean(record.name, NAME_CELLS),
        names=tuple(clean(name, NAME_CELLS) for name in record.names),
        bots=tuple(clean(level, TEXT_CELLS) for level in record.bots),
    )


def commitment(secret: bytes) -> bytes:
    """What is announced of a secret before the nonces are sent."""
    return hashlib.sha256(secret).digest()


def seed(secret: bytes, nonces: Iterable[bytes]) -> bytes:
    """The seed of the game that a secret and the seats' nonces make."""
    return hashlib.sha256(secret + b"".join(nonces)).digest()


def check_deal(record: GameRecord) -> bytes:
    """The seed of a record, or BadRecord if the secret is not the one that was announced."""
    if commitment(record.secret) != record.commitment:
        raise BadRecord("the secret is not the one whose hash was announced")
    if len(record.nonces) != record.options.seats or any(len(nonce) != NONCE_BYTES for nonce in record.nonces):
        raise BadRecord("there is not one nonce of 32 bytes for each seat")
    return seed(record.secret, record.nonces)
