"""Typed values to msgpack bytes and back."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from typing import Any, TypeVar, cast

import msgspec
import msgspec.structs

T = TypeVar("T")

_encoder = msgspec.msgpack.Encoder(order="deterministic")


def pack(value: object) -> bytes:
    """Return the bytes of a value; equal values give equal bytes."""
    return _encoder.encode(value)


def changed(value: T, **fields: object) -> T:
    """Return a value like this one, with other fields."""
    return msgspec.structs.replace(value, **fields)  # type: ignore[type-var]


@cache
def _decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(kind)


def unpack(data: bytes, kind: type[T]) -> T:
    """Return the value of this type that the bytes hold."""
    value: T = _decoder(cast("Hashable", kind)).decode(data)
    return value
