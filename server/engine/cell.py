"""Cells as numbers: neighbours are found by adding, and sorting goes by column, then row."""

from __future__ import annotations

from protocol.game import Cell

COLUMN = 1024
ORIGIN = 500

N, E, S, W = 1, 2, 4, 8
SIDES = "NESW"
BITS = (N, E, S, W)
STEPS = (-1, COLUMN, 1, -COLUMN)
"""What to add to a cell number to go north, east, south, west."""
OPPOSITE = (S, W, N, E)
"""The bit of the neighbour's side that meets side i."""


def number(x: int, y: int) -> int:
    """Return the number of a cell."""
    return (x + ORIGIN) * COLUMN + y + ORIGIN


def place(cell: int) -> Cell:
    """Return the column and row of a cell number."""
    return cell // COLUMN - ORIGIN, cell % COLUMN - ORIGIN


def mask(sides: str) -> int:
    """Return the bits of the sides named."""
    return sum(BITS[SIDES.index(side)] for side in sides)


def sides(bits: int) -> str:
    """Return the names of the sides whose bits are set."""
    return "".join(side for side, bit in zip(SIDES, BITS, strict=True) if bits & bit)
