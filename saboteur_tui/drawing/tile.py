"""One cell of the maze, or one card of the hand, as rows of coloured text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style

from protocol.game import Face
from saboteur_tui.drawing.palette import Palette
from saboteur_tui.drawing.shape import ROCK, RUBBLE, TUNNEL, WALL, WALL_BACK, Size, face_dots, turn
from saboteur_tui.drawing.symbols import Symbol, cell_symbol, face_symbol

UPPER = "▀"


@dataclass(frozen=True)
class Tile:
    """All that is to be seen on one cell of the maze."""

    face: Face | None = None
    turned: bool = False
    back: str = ""
    """What a face-down card is the back of."""
    label: str = ""
    """The letter of a goal."""
    known: str = ""
    """What I have seen of a face-down card: its symbol, with a question mark if that may no longer hold."""
    dark: bool = False
    """Every second cell, in other rock."""
    marks: tuple[tuple[str, str], ...] = ()
    """Marks on the cell: the mark, and the number of its seat or nothing."""
    fresh: str = ""
    """The number of the seat that laid this card lately."""
    way: bool = False
    """Part of the winning path."""
    legal: bool = False
    """May be chosen."""
    cursor: bool = False
    ghost: str = ""
    """`fits` or `wrong` if the card only shows where it would lie."""


EMPTY = Tile()


@dataclass(frozen=True)
class Block:
    """A card of the hand that is no path card: up to three short lines on a ground."""

    lines: tuple[str, ...]
    ground: str
    """The name of the ground's colour in the palette."""


@lru_cache(maxsize=4096)
def tile_rows(tile: Tile, size: Size, palette: Palette) -> tuple[tuple[Segment, ...], ...]:
    """Return the rows of a tile, each exactly as wide as the size says."""
    return _plain_rows(tile, size) if palette.ascii else _dotted_rows(tile, size, palette)


@lru_cache(maxsize=1024)
def block_rows(block: Block, size: Size, palette: Palette) -> tuple[tuple[Segment, ...], ...]:
    """Return the rows of a card that is no path card."""
    lines = block.lines[: size.height]
    above = (size.height - len(lines) + 1) // 2 if len(lines) < size.height else 0
    rows = []
    for y in range(size.height):
        text = lines[y - above][: size.width] if 0 <= y - above < len(lines) else ""
        if palette.ascii:
            inner = text[: size.width - 2].center(size.width - 2, "_" if y == size.height - 1 and not text else " ")
            rows.append((Segment(f"|{inner}|", Style(bold=True)),))
        else:
            ground = getattr(palette, block.ground)
            rows.append((Segment(text.center(size.width), _style(palette.ink, ground, bold=True)),))
    return tuple(rows)


@lru_cache(maxsize=2048)
def _style(colour: str, ground: str, *, bold: bool = False) -> Style:
    return Style(color=colour, bgcolor=ground, bold=bold)


def _symbols(tile: Tile, size: Size) -> dict[tuple[int, int], Symbol]:
    """Return the symbols of a tile by their place in characters."""
    found: dict[tuple[int, int], Symbol] = {}
    middle = (size.width // 2, (size.height - 1) // 2)
    inset = 0 if size.width < 7 else 1
    places = {
        "N": (middle[0], 0),
        "S": (middle[0], size.height - 1),
        "W": (inset, middle[1]),
        "E": (size.width - 1 - inset, middle[1]),
        "": middle,
    }

    def put(place: tuple[int, int], symbol: Symbol) -> None:
        x, y = place
        for step in (0, 1, -1, 2, -2):
            if (x + step, y) not in found and 0 <= x + step < size.width:
                found[x + step, y] = symbol
                return

    if tile.face is not None:
        for mark in tile.face.marks:
            sides = "".join(side for side in mark.at if side in "NESW")
            sides = turn(sides) if tile.turned else sides
            at = sides if len(sides) == 1 else sides[:1] if len(tile.face.groups) > 1 else ""
            for _ in range(min(mark.number, 3)):
                put(places[at], face_symbol(mark.kind, mark.colour))
        if tile.face.stubs and not tile.face.groups and not any(not mark.at for mark in tile.face.marks):
            put(middle, Symbol("X", "rubble"))
    for lying, seat in tile.marks:
        symbol = cell_symbol(lying)
        put((middle[0], size.height - 1), symbol)
        if seat:
            put((middle[0] + 1, size.height - 1), Symbol(seat, symbol.colour, symbol.filled))
    if tile.back and tile.face is None:
        if tile.label:
            put((middle[0] - 2 if size.width >= 7 else 0, middle[1]), Symbol(tile.label, "back_text"))
        for offset, letter in enumerate(tile.known or "?"):
            put((middle[0] + offset, middle[1]), Symbol(letter, "back_text"))
    elif tile.label:
        put((0, 0), Symbol(tile.label, "back_text"))
    for offset, letter in enumerate(tile.fresh):
        put((size.width - len(tile.fresh) + offset, size.height - 1), Symbol(letter, "fresh"))
    if tile.ghost == "wrong":
        put((0, 0), Symbol("!", "cursor"))
    return found


def _corners(width: int, height: int, long: int, tall: int) -> list[tuple[int, int]]:
    """Return the dots of four corner brackets."""
    along = [(x, y) for y in (0, height - 1) for x in (*range(long), *range(width - long, width)) if 0 <= x < width]
    up = [(x, y) for x in (0, width - 1) for y in (*range(tall), *range(height - tall, height))]
    return along + up


def _dotted_rows(tile: Tile, size: Size, palette: Palette) -> tuple[tuple[Segment, ...], ...]:
    """Draw with half-blocks: two dots above each other in every character."""
    width, height = size.width, size.height * 2
    if tile.face is not None:
        rock = palette.rock_other if tile.dark else palette.rock
        rock = {"fits": palette.ghost, "wrong": palette.wrong}.get(tile.ghost, rock)
        tunnel = palette.way if tile.way else palette.tunnel
        colours = {ROCK: rock, TUNNEL: tunnel, RUBBLE: palette.rubble, WALL: rock, WALL_BACK: rock}
        dots = [[colours[dot] for dot in row] for row in face_dots(tile.face, tile.turned, width, height)]
    elif tile.back:
        ground = palette.known if tile.known else palette.back
        dots = [[ground] * width for _ in range(height)]
        for x, y in ((0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)):
            dots[y][x] = palette.ground
    else:
        dots = [[palette.ground] * width for _ in range(height)]
    if tile.legal and not tile.cursor:
        for x, y in _corners(width, height, 2, 2):
            dots[y][x] = palette.legal
    if tile.cursor:
        for x, y in _corners(width, height, 2 if width < 7 else 3, 2):
            dots[y][x] = palette.cursor
    symbols = _symbols(tile, size)
    rows = []
    for y in range(size.height):
        row: list[Segment] = []
        for x in range(width):
            above, below = dots[2 * y][x], dots[2 * y + 1][x]
            symbol = symbols.get((x, y))
            if symbol is None:
                text, style = (" ", _style(above, below)) if above == below else (UPPER, _style(above, below))
            else:
                colour = getattr(palette, symbol.colour)
                ground = colour if symbol.filled else (below if y == 0 else above)
                text = symbol.letter
                style = _style(_ink(ground) if symbol.filled else _seen(colour, ground, palette), ground, bold=True)
            if row and row[-1].style == style and (text == row[-1].text[-1]):
                row[-1] = Segment(row[-1].text + text, style)
            else:
                row.append(Segment(text, style))
        rows.append(tuple(row))
    return tuple(rows)


@lru_cache(maxsize=256)
def _brightness(colour: str) -> float:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def _ink(ground: str) -> str:
    return "#000000" if _brightness(ground) > 110 else "#ffffff"


def _seen(colour: str, ground: str, palette: Palette) -> str:
    """Return the colour, or one that can be told from the ground."""
    if abs(_brightness(colour) - _brightness(ground)) >= 60:
        return colour
    return palette.text if abs(_brightness(palette.text) - _brightness(ground)) >= 60 else _ink(ground)


def _plain_rows(tile: Tile, size: Size) -> tuple[tuple[Segment, ...], ...]:
    """Draw with letters alone, like the caves of old: rock #, tunnel a dot."""
    width, height = size.width, size.height
    if tile.face is not None:
        rows = [list(row) for row in face_dots(tile.face, tile.turned, width, height)]
        if tile.way:
            rows = [["o" if dot == TUNNEL else dot for dot in row] for row in rows]
    elif tile.back:
        edge = "+" + "-" * (width - 2) + "+"
        rows = [list(edge if y in (0, height - 1) else f"|{' ' * (width - 2)}|") for y in range(height)]
    else:
        rows = [[" "] * width for _ in range(height)]
    if tile.legal and not tile.cursor:
        for x in (0, width - 1):
            for y in (0, height - 1):
                rows[y][x] = "+"
    if tile.cursor:
        for y in (0, height - 1):
            rows[y][0], rows[y][-1] = "[", "]"
        if tile.face is None:
            rows[height // 2][0], rows[height // 2][-1] = "[", "]"
    for (x, y), symbol in _symbols(tile, size).items():
        rows[y][x] = symbol.letter
    bold = Style(bold=True) if tile.cursor or tile.ghost else Style.null()
    return tuple((Segment("".join(row), bold),) for row in rows)
