"""What is to be seen in the maze: from a View to a tile for every cell that is not plain ground."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from protocol.game import AtCell, Cell, CellMark, Face, Known, LaidCard, View
from saboteur_tui.drawing.shape import MEDIUM, SIZES, Size, turn
from saboteur_tui.drawing.symbols import BACK_WORDS
from saboteur_tui.drawing.tile import EMPTY, Tile

Faces = Mapping[str, Face]

WORTH = ("treasure", "gold", "bag")
"""What is worth digging for, by the kind of mark on a goal."""
SIDES = {(0, -1): "N", (1, 0): "E", (0, 1): "S", (-1, 0): "W"}
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Ghost:
    """A card shown where it would lie."""

    face: Face
    turned: bool
    fits: bool


@dataclass(frozen=True)
class Overlay:
    """What my half-made choice adds to the maze."""

    legal: frozenset[Cell] = frozenset()
    cursor: Cell | None = None
    ghost: Ghost | None = None


NOTHING = Overlay()


class Bounds(NamedTuple):
    """The smallest and greatest column and row."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def columns(self) -> int:
        """How many columns there are."""
        return self.right - self.left + 1

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return self.bottom - self.top + 1


def face_of(faces: Faces, card: str) -> Face:
    """Return the face of a card; one that the catalogue does not name is solid rock."""
    return faces.get(card) or Face(card, "path")


def letters(maze: Iterable[LaidCard], faces: Faces) -> dict[Cell, str]:
    """Return the letter of every goal, from left to right and top to bottom; one that moves a column on keeps it."""
    goals = [laid.cell for laid in maze if (laid.back or face_of(faces, laid.card).family) == "goal"]
    goals.sort(key=lambda cell: (cell[0] // 2, cell[1]))
    return dict(zip(goals, LETTERS, strict=False))


def fresh(view: View) -> dict[Cell, str]:
    """Return the cells of the cards laid since I last laid one, at most one per other seat, with the seat's number."""
    last = view.laid[-max(1, len(view.seats) - 1) :]
    mine = max((at for at, laid in enumerate(last) if laid.seat == view.me), default=-1)
    return {laid.cell: str(laid.seat + 1) for laid in last[mine + 1 :]}


def sides_of_way(path: Iterable[Cell]) -> dict[Cell, str]:
    """Return for every cell of a path the sides it comes in and goes out by; a ladder is climbed, not crossed."""
    cells = tuple(path)
    found = dict.fromkeys(cells, "")
    for one, other in pairwise(cells):
        side = SIDES.get((other[0] - one[0], other[1] - one[1]))
        if side is not None:
            found[one] += side
            found[other] += turn(side)
    return found


def card_tiles(
    maze: Iterable[LaidCard],
    faces: Faces,
    word: Callable[[str], str],
    way: Iterable[Cell] = (),
    known: Iterable[Known] = (),
) -> dict[Cell, Tile]:
    """Return the tiles of cards alone; `word` is a short word for a card, `known` what I have seen of backs."""
    maze, on_way = tuple(maze), sides_of_way(way)
    names = letters(maze, faces)
    seen = {item.about.cell: item for item in known if isinstance(item.about, AtCell)}
    coloured = any(laid.joined for laid in maze)
    drawn: dict[Cell, Tile] = {}
    for laid in maze:
        face = face_of(faces, laid.card) if laid.card else None
        item = seen.get(laid.cell) if face is None else None
        drawn[laid.cell] = Tile(
            face=face,
            turned=laid.turned,
            back=laid.back if face is None else "",
            label=names.get(laid.cell, ""),
            word=word(item.card) if item else word(laid.card) if face and face.family in ("start", "site") else "",
            worth=item is not None and any(mark.kind in WORTH for mark in face_of(faces, item.card).marks),
            unknown=word(BACK_WORDS[laid.back]) if face is None and laid.back in BACK_WORDS else "",
            aged=item is not None and bool(item.aged),
            dark=sum(laid.cell) % 2 == 1,
            coloured=coloured,
            joined=tuple(laid.joined.items()),
            way=on_way.get(laid.cell, ""),
        )
    return drawn


def with_marks(drawn: dict[Cell, Tile], marks: Iterable[CellMark]) -> dict[Cell, Tile]:
    """Return tiles with what lies on them, each with the number of its seat."""
    marked = dict(drawn)
    for mark in marks:
        tile = marked.get(mark.cell, EMPTY)
        seat = "" if mark.seat is None else str(mark.seat + 1)
        marked[mark.cell] = replace(tile, marks=(*tile.marks, (mark.mark, seat)))
    return marked


def tiles(
    view: View, faces: Faces, word: Callable[[str], str], overlay: Overlay = NOTHING, way: Iterable[Cell] = ()
) -> dict[Cell, Tile]:
    """Return the tile of every cell where there is something to be seen; `word` is a short word for a card."""
    drawn = card_tiles(view.maze, faces, word, way, view.known)
    for cell, seat in fresh(view).items():
        drawn[cell] = replace(drawn.get(cell, EMPTY), fresh=seat)
    drawn = with_marks(drawn, view.marks)
    for cell in overlay.legal:
        drawn[cell] = replace(drawn.get(cell, EMPTY), legal=True)
    if overlay.cursor is not None:
        tile = replace(drawn.get(overlay.cursor, EMPTY), cursor=True)
        ghost = overlay.ghost
        if ghost is not None and tile.face is None and not tile.back:
            tile = replace(tile, face=ghost.face, turned=ghost.turned, ghost="fits" if ghost.fits else "wrong")
        drawn[overlay.cursor] = tile
    return drawn


def bounds(cells: Iterable[Cell]) -> Bounds:
    """Return the bounds of some cells; without any, those of the start alone."""
    known = tuple(cells) or ((0, 0),)
    columns, rows = [x for x, _ in known], [y for _, y in known]
    return Bounds(min(columns), min(rows), max(columns), max(rows))


def fitting(box: Bounds, width: int, height: int, sizes: Iterable[Size] = SIZES) -> Size:
    """Return the largest size at which the whole maze can be seen, or the medium one if none is small enough."""
    fit = [size for size in sizes if box.columns * size.width <= width and box.rows * size.height <= height]
    return fit[-1] if fit else MEDIUM


def panned(box: Bounds, size: Size, width: int, height: int, corner: Cell | None, cursor: Cell | None) -> Cell:
    """Return the cell to show at the upper left: unchanged while all, or at least the cursor, stays in sight."""
    columns, rows = max(1, width // size.width), max(1, height // size.height)

    def along(low: int, high: int, room: int, before: int | None, at: int | None) -> int:
        if high - low + 1 <= room:
            kept = before is not None and before <= low and high < before + room
            first = before if kept and before is not None else low - (room - (high - low + 1)) // 2
        else:
            first = low if before is None else min(max(before, low), high - room + 1)
        if at is None:
            return first
        # A ring of one cell round the cursor stays in sight where there is room for it.
        ring = 1 if room > 4 and high - low + 1 > room else 0
        if at - ring < first:
            return at - ring
        if at + ring > first + room - 1:
            return at + ring - room + 1
        return first

    before_x, before_y = corner if corner is not None else (None, None)
    at_x, at_y = cursor if cursor is not None else (None, None)
    return along(box.left, box.right, columns, before_x, at_x), along(box.top, box.bottom, rows, before_y, at_y)


def beyond(box: Bounds, window: Bounds) -> str:
    """Return an arrow for every side on which something lies out of sight."""
    sides = {
        "<": box.left < window.left,
        ">": box.right > window.right,
        "^": box.top < window.top,
        "v": box.bottom > window.bottom,
    }
    return "".join(arrow for arrow, out in sides.items() if out)
