"""The interface of bots."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Protocol

from protocol.game import Action, Event, View


class Bot(Protocol):
    """A player that is a program: it is given what its seat may know, never the game."""

    def choose(self, view: View, story: tuple[Event, ...], random: Random) -> Action:
        """Choose one of the legal actions; `story` is all that the seat was told since the round began."""
        ...


Enough = Callable[[], bool]
"""Tells a bot that searches to answer now with the best it has found."""


def never() -> bool:
    """Leave a search to its budget, so that it is the same every time."""
    return False
