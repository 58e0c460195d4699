"""What the maze needs to know of a path card lying one way up."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from protocol.game import Face
from server.engine.cell import mask


class Barrier(NamedTuple):
    """A door or troll: closes the way between one opening and the rest of the card."""

    arm: int
    kind: str
    colour: str


class Shape(NamedTuple):
    """The openings and ways of a card in one orientation."""

    edges: int
    """Every opening, stubs included."""
    ways: tuple[int, int, int, int]
    """For each side, the openings joined to it inside the card, itself included; 0 for rock and stubs."""
    barriers: tuple[Barrier, ...]
    ladder: str
    """Empty, `any`, or the colour whose start it is joined to."""
    gold: int
    """The openings, stubs too, that lead to gold lying on the card."""

    @property
    def way(self) -> int:
        """All openings that are no stubs."""
        north, east, south, west = self.ways
        return north | east | south | west


def turned_sides(sides: str) -> str:
    """Return sides as they point after a turn by 180 degrees."""
    return sides.translate(str.maketrans("NESW", "SWNE"))


@cache
def shape(face: Face, turned: bool) -> Shape:
    """Return the shape of a face, upright or turned."""

    def bits(sides: str) -> int:
        return mask(turned_sides(sides) if turned else sides)

    ways = [0, 0, 0, 0]
    for group in map(bits, face.groups):
        for side in range(4):
            if group >> side & 1:
                ways[side] = group
    edges = bits(face.stubs)
    for way in ways:
        edges |= way
    barriers = tuple(
        Barrier(bits(mark.at), mark.kind, mark.colour) for mark in face.marks if mark.kind in ("door", "troll")
    )
    ladder = next((mark.colour or "any" for mark in face.marks if mark.kind == "ladder"), "")
    gold = next((bits(mark.at) for mark in face.marks if mark.kind == "gold"), 0)
    return Shape(edges, (ways[0], ways[1], ways[2], ways[3]), barriers, ladder, gold)


def alike(face: Face) -> bool:
    """Tell whether a face looks the same upright and turned."""
    return _look(face, False) == _look(face, True)


def _look(face: Face, turned: bool) -> tuple[object, ...]:
    def look(sides: str) -> str:
        return "".join(sorted(turned_sides(sides) if turned else sides))

    return (
        sorted(map(look, face.groups)),
        look(face.stubs),
        sorted((mark.kind, look(mark.at), mark.colour) for mark in face.marks),
    )
