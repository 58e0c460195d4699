"""The tunnels of a path card as a grid of dots.

Dots are square: in half-blocks a card of 7x3 characters has 7x6 of them, in the plain form 7x3.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from protocol.game import Face

ROCK = "#"
TUNNEL = "."
RUBBLE = "x"
"""The inner end of a stub."""
WALL = "/"
"""Rock between the two ways of a double bend, leaning one way..."""
WALL_BACK = "\\"
"""...or the other."""

_OPPOSITE = str.maketrans("NESW", "SWNE")


class Size(NamedTuple):
    """The size of a card in characters."""

    name: str
    width: int
    height: int


PLAIN_HEIGHT = 3
"""The plain form needs so many rows."""
SIZES = (
    Size("tiny", 5, 2),
    Size("low", 7, 2),
    Size("small", 5, 3),
    Size("medium", 7, 3),
    Size("large", 9, 4),
    Size("huge", 11, 5),
    Size("giant", 13, 6),
)
SIZE_NAMED = {size.name: size for size in SIZES}
MEDIUM = SIZE_NAMED["medium"]


def turn(sides: str) -> str:
    """Return sides as they point after a turn by 180 degrees."""
    return sides.translate(_OPPOSITE)


@cache
def dots(groups: tuple[str, ...], stubs: str, width: int, height: int) -> tuple[str, ...]:
    """Return the rows of dots of a card with these ways and stubs."""
    grid = [[ROCK] * width for _ in range(height)]
    across, down = _bands(width, height)
    if len(groups) == 2 and {len(group) for group in groups} == {2} and _is_bends(groups):
        _double_bend(grid, groups, across, down)
    else:
        for number, group in enumerate(groups):
            _way(grid, group, across, down, whole=number == 0, crossed=len(groups) > 1)
    for side in stubs:
        _stub(grid, side, across, down, bool(groups))
    return tuple("".join(row) for row in grid)


def face_dots(face: Face, turned: bool, width: int, height: int) -> tuple[str, ...]:
    """Return the rows of dots of a face, upright or turned."""
    groups, stubs = face.groups, face.stubs
    if turned:
        groups, stubs = tuple(turn(group) for group in groups), turn(stubs)
    return dots(groups, stubs, width, height)


def way_dots(face: Face, turned: bool, sides: str, width: int, height: int) -> tuple[tuple[int, int], ...]:
    """Return the dots of a way across a face between these sides, as they point in the maze."""
    if not sides:
        return ()
    rows, wanted = face_dots(face, turned, width, height), dots((sides,), "", width, height)
    mouths = {"N": (width // 2, 0), "S": (width // 2, height - 1), "W": (0, height // 2), "E": (width - 1, height // 2)}
    found: set[tuple[int, int]] = set()
    for side in sides:
        todo = [mouths[side]]
        while todo:
            x, y = todo.pop()
            inside = 0 <= x < width and 0 <= y < height and (x, y) not in found
            if inside and rows[y][x] == TUNNEL and wanted[y][x] == TUNNEL:
                found.add((x, y))
                todo.extend(((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)))
    return tuple(sorted(found))


@cache
def joined_dots(face: Face, turned: bool, sides: str, width: int, height: int) -> tuple[tuple[int, int], ...]:
    """Return the dots of the tunnels behind these sides; behind a closed door or troll only those of its arm."""
    rows = face_dots(face, turned, width, height)
    across, down = _bands(width, height)
    arms = "".join(mark.at for mark in face.marks if mark.kind in ("door", "troll"))
    arms = turn(arms) if turned else arms
    found: set[tuple[int, int]] = set()
    for group in face.groups:
        joined = "".join(side for side in (turn(group) if turned else group) if side in sides)
        if joined and joined in arms:
            columns, lines = _arm(joined, across, down, width, height)
            found.update((x, y) for x in columns for y in lines if rows[y][x] == TUNNEL)
        else:
            found.update(way_dots(face, turned, joined, width, height))
    return tuple(sorted(found))


def _bands(width: int, height: int) -> tuple[range, range]:
    """Return the columns of a tunnel that goes down, and the rows of one that goes across."""
    return _band(width, 3 if width < 11 else 5), _band(height, 1 if height % 2 else 2 if height < 8 else 4)


def _band(length: int, thick: int) -> range:
    start = (length - thick) // 2
    return range(start, length - start)


def _is_bends(groups: tuple[str, ...]) -> bool:
    return not any(set(group) in ({"N", "S"}, {"E", "W"}) for group in groups)


def _arm(side: str, across: range, down: range, width: int, height: int) -> tuple[range, range]:
    """Return the columns and rows from the edge up to the middle."""
    return {
        "N": (across, range(down.start)),
        "S": (across, range(down.stop, height)),
        "W": (range(across.start), down),
        "E": (range(across.stop, width), down),
    }[side]


def _fill(grid: list[list[str]], columns: range, rows: range, dot: str) -> None:
    for y in rows:
        for x in columns:
            grid[y][x] = dot


def _way(grid: list[list[str]], group: str, across: range, down: range, *, whole: bool, crossed: bool) -> None:
    """Draw one way; of two that cross, the second goes under the first, with rock on both sides of it."""
    width, height = len(grid[0]), len(grid)
    if whole:
        _fill(grid, across, down, TUNNEL)
    for side in group:
        columns, rows = _arm(side, across, down, width, height)
        if crossed and not whole:
            if len(columns if side in "EW" else rows) == 1:
                _fill(grid, *_inner(side, across, down), ROCK)
            columns, rows = _shortened(side, columns, rows)
        _fill(grid, columns, rows, TUNNEL)


def _inner(side: str, across: range, down: range) -> tuple[range, range]:
    """Return the dots of the middle nearest to a side."""
    return {
        "N": (across, down[:1]),
        "S": (across, down[-1:]),
        "W": (across[:1], down),
        "E": (across[-1:], down),
    }[side]


def _shortened(side: str, columns: range, rows: range) -> tuple[range, range]:
    """Leave out the dots nearest to the middle."""
    match side:
        case "N":
            return columns, rows[:-1] or rows
        case "S":
            return columns, rows[1:] or rows
        case "W":
            return columns[:-1] or columns, rows
        case _:
            return columns[1:] or columns, rows


def _double_bend(grid: list[list[str]], groups: tuple[str, ...], across: range, down: range) -> None:
    """Draw all four arms and the middle, then wall off one bend from the other along a diagonal."""
    width, height = len(grid[0]), len(grid)
    _way(grid, "NESW", across, down, whole=True, crossed=False)
    leaning = 1 if any(set(group) == {"N", "W"} for group in groups) else -1
    middle_x, middle_y = (width - 1) / 2, (height - 1) / 2
    thickness = 0.5 if len(down) == 1 else 0.3
    for y in range(height):
        for x in range(width):
            off = leaning * (x - middle_x) / len(across) + (y - middle_y) / len(down)
            if grid[y][x] == TUNNEL and abs(off) < thickness:
                grid[y][x] = WALL if leaning > 0 else WALL_BACK


def _stub(grid: list[list[str]], side: str, across: range, down: range, has_ways: bool) -> None:
    width, height = len(grid[0]), len(grid)
    columns, rows = _arm(side, across, down, width, height)
    _fill(grid, columns, rows, TUNNEL)
    long = len(columns if side in "EW" else rows)
    if long == 1:
        # No room for rock between stub and middle: rubble in the mouth itself.
        middle_x, middle_y = columns[len(columns) // 2], rows[len(rows) // 2]
        if side in "EW" and has_ways:
            _fill(grid, *_inner(side, across, down), ROCK)
        else:
            grid[middle_y][middle_x] = RUBBLE
        return
    match side:
        case "N":
            _fill(grid, columns, rows[-1:], RUBBLE)
        case "S":
            _fill(grid, columns, rows[:1], RUBBLE)
        case "W":
            _fill(grid, columns[-1:], rows, RUBBLE)
        case _:
            _fill(grid, columns[:1], rows, RUBBLE)
