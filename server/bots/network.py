"""A small network: one layer of units between what is counted and what is expected."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from operator import mul
from typing import NamedTuple


class Network(NamedTuple):
    """Weights that were fitted to rounds played."""

    first: float
    """What is expected before anything is counted."""
    units: tuple[tuple[float, float, tuple[float, ...]], ...]
    """For each unit how much it counts, from where on, and how much each number counts for it."""

    def expect(self, counted: Sequence[float]) -> float:
        """Return what is expected where this was counted."""
        total = self.first
        for weight, bound, row in self.units:
            excess = sum(map(mul, row, counted)) - bound
            if excess > 0.0:
                total += weight * excess
        return total


def read(name: str) -> Network:
    """Read the network in a file beside this one: its first number, then a line a unit."""
    first, *lines = files(__package__).joinpath(name).read_text(encoding="utf-8").splitlines()
    rows = [tuple(map(float, line.split())) for line in lines]
    return Network(float(first), tuple((weight, bound, tuple(row)) for weight, bound, *row in rows))
