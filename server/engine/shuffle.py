"""Shuffles drawn from SHA-256 in counter mode by named streams: the same on every machine (law 5)."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

WORDS = Struct(">8I")
"""A block as words."""


def below(seed: bytes, stream: str, limits: Sequence[int]) -> list[int]:
    """Return one number below each limit, without bias.

    Block i of a stream is SHA-256(seed, stream in UTF-8, i as 8 bytes big-endian), read as eight 32-bit big-endian
    words. A word at or above the largest multiple of the limit is passed over; otherwise its remainder is the number.
    """
    found: list[int] = []
    prefix = sha256(seed + stream.encode())
    words: list[int] = []
    block = 0
    for limit in limits:
        ceiling = 2**32 - 2**32 % limit
        while True:
            if not words:
                hasher = prefix.copy()
                hasher.update(block.to_bytes(8, "big"))
                digest = hasher.digest()
                words = list(reversed(WORDS.unpack(digest)))
                block += 1
            word = words.pop()
            if word < ceiling:
                found.append(word % limit)
                break
    return found


def shuffled(seed: bytes, stream: str, cards: Sequence[T]) -> tuple[T, ...]:
    """Return the cards in a new order: from the last place down, each swaps with one drawn from those not above it."""
    order = list(cards)
    places = range(len(order) - 1, 0, -1)
    for place, other in zip(places, below(seed, stream, [place + 1 for place in places]), strict=True):
        order[place], order[other] = order[other], order[place]
    return tuple(order)
