"""Values to bytes and back."""

from __future__ import annotations

from protocol.game import Options
from protocol.packing import pack, unpack


def test_equal_values_give_equal_bytes_and_come_back() -> None:
    one = Options("base", 3, settings={"first": "a", "second": "b"})
    other = Options("base", 3, settings={"second": "b", "first": "a"})
    assert pack(one) == pack(other)
    assert unpack(pack(one), Options) == one
