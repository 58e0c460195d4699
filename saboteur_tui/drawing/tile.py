"""One cell of the maze, or one card of the hand, as rows of coloured text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style

from protocol.game import Face
from saboteur_tui.drawing.palette import Palette
from saboteur_tui.drawing.shape import (
    ROCK,
    RUBBLE,
    TUNNEL,
    WALL,
    WALL_BACK,
    Size,
    face_dots,
    joined_dots,
    turn,
    way_dots,
)
from saboteur_tui.drawing.symbols import Symbol, cell_symbol, face_symbol

UPPER = "▀"

Rows = tuple[tuple[Segment, ...], ...]


@dataclass(frozen=True)
class Tile:
    """All that is to be seen on one cell of the maze."""

    face: Face | None = None
    turned: bool = False
    back: str = ""
    """What a face-down card is the back of."""
    label: str = ""
    """The letter of a goal."""
    word: str = ""
    """A word across the middle: the start, or what I have seen of a face-down card."""
    worth: bool = False
    """What I have seen is gold."""
    unknown: str = ""
    """A word on the back of a card that I have not seen."""
    aged: bool = False
    """What I have seen may no longer hold."""
    dark: bool = False
    """Every second cell, in other rock."""
    coloured: bool = False
    """Each colour has its own start in this maze..."""
    joined: tuple[tuple[str, str], ...] = ()
    """...and these are the colours that reach the card, each with the sides that are joined to it."""
    marks: tuple[tuple[str, str], ...] = ()
    """Marks on the cell: the mark, and the number of its seat or nothing."""
    fresh: str = ""
    """The number of the seat that laid this card lately."""
    way: str = ""
    """The sides between which the winning path crosses the card."""
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
    picked: bool = False


@lru_cache(maxsize=4096)
def tile_rows(tile: Tile, size: Size, palette: Palette) -> Rows:
    """Return the rows of a tile, each exactly as wide as the size says."""
    return _plain_rows(tile, size) if palette.ascii else _dotted_rows(tile, size, palette)


@lru_cache(maxsize=1024)
def block_rows(block: Block, size: Size, palette: Palette) -> Rows:
    """Return the rows of a card that is no path card."""
    lines = block.lines[: size.height]
    above = (size.height - len(lines)) // 2
    width = size.width
    rows: list[tuple[Segment, ...]] = []
    for y in range(size.height):
        text = lines[y - above][:width] if 0 <= y - above < len(lines) else ""
        left = (width - len(text)) // 2
        if palette.ascii:
            line = f"{' ' * left}{text}{' ' * (width - left - len(text))}"
            edges = "[]" if block.picked else "||"
            line = (line[0] if line[0] != " " else edges[0]) + line[1:-1] + (line[-1] if line[-1] != " " else edges[1])
            rows.append((Segment(line, Style(bold=True)),))
            continue
        ground = palette.cursor if block.picked else getattr(palette, block.ground)
        style = _style(_ink(ground) if block.picked else palette.ink, ground, bold=True)
        parts = (Segment(" " * left, style), Segment(text, style), Segment(" " * (width - left - len(text)), style))
        rows.append(tuple(part for part in parts if part.text))
    return tuple(rows)


def _joined(letters: list[tuple[str, Style]]) -> tuple[Segment, ...]:
    """Return characters as few segments; blanks stay apart, because pictures of screens swallow them before text."""
    row: list[Segment] = []
    for text, style in letters:
        if row and row[-1].style == style and (text == " ") == (row[-1].text[-1] == " "):
            row[-1] = Segment(row[-1].text + text, style)
        else:
            row.append(Segment(text, style))
    return tuple(row)


@lru_cache(maxsize=2048)
def _style(colour: str, ground: str, *, bold: bool = False) -> Style:
    return Style(color=colour, bgcolor=ground, bold=bold)


@lru_cache(maxsize=256)
def _ground(ground: str) -> Style:
    return Style(bgcolor=ground)


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

    def write(text: str, y: int, colour: str) -> None:
        text = text[: size.width]
        for offset, letter in enumerate(text):
            if letter != " ":
                found[(size.width - len(text)) // 2 + offset, y] = Symbol(letter, colour)

    if tile.back and tile.face is None:
        shown = tile.word + ("?" if tile.aged else "") if tile.word else tile.unknown or "?"
        write(shown, middle[1], "back_text")
        if tile.label:
            put((0, 0), Symbol(tile.label, "back_text"))
    elif tile.word:
        write(tile.word, middle[1], "mark")
    elif tile.label:
        put((0, 0), Symbol(tile.label, "back_text"))
    if tile.face is not None and not tile.word:
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
    for offset, letter in enumerate(_reached_by(tile)):
        put((offset, size.height - 1), Symbol(letter, "text"))
    for offset, letter in enumerate(tile.fresh):
        put((size.width - len(tile.fresh) + offset, size.height - 1), Symbol(letter, "fresh", filled=True))
    if tile.ghost == "wrong":
        put((1, 0), Symbol("!", "cursor"))
    return found


def _reached_by(tile: Tile) -> str:
    """Return a letter for each colour that reaches the card, or a + if all of it is reached by several."""
    colours, sides = [colour for colour, _ in tile.joined], {frozenset(sides) for _, sides in tile.joined}
    return "+" if len(colours) > 1 and len(sides) == 1 else "".join(colour[:1] for colour in colours)


def _dashes(width: int, height: int) -> list[tuple[int, int]]:
    """Return the dots of four short strokes, one in each corner."""
    return [(x, y) for y in (0, height - 1) for x in (0, 1, width - 2, width - 1)]


def _corners(width: int, height: int) -> list[tuple[int, int]]:
    """Return the dots of four corner brackets."""
    return _dashes(width, height) + [(x, y) for x in (0, width - 1) for y in (1, height - 2)]


def _rock(tile: Tile, palette: Palette) -> str:
    if tile.ghost:
        return palette.ghost if tile.ghost == "fits" else palette.wrong
    return palette.rock_other if tile.dark else palette.rock


def _whose(tile: Tile, width: int, height: int) -> dict[tuple[int, int], list[str]]:
    """Return the colours whose tunnel each dot is."""
    found: dict[tuple[int, int], list[str]] = {}
    if tile.face is not None:
        for colour, sides in tile.joined:
            for dot in joined_dots(tile.face, tile.turned, sides, width, height):
                found.setdefault(dot, []).append(colour)
    return found


def _dotted_rows(tile: Tile, size: Size, palette: Palette) -> Rows:
    """Draw with half-blocks: two dots above each other in every character."""
    width, height = size.width, size.height * 2
    if tile.face is not None:
        rock = _rock(tile, palette)
        tunnel = palette.unjoined if tile.coloured else palette.tunnel
        colours = {ROCK: rock, TUNNEL: tunnel, RUBBLE: palette.rubble, WALL: rock, WALL_BACK: rock}
        dots = [[colours[dot] for dot in row] for row in face_dots(tile.face, tile.turned, width, height)]
        for (x, y), reached in _whose(tile, width, height).items():
            dots[y][x] = getattr(palette, f"{reached[0]}_tunnel") if len(reached) == 1 else palette.tunnel
        for x, y in way_dots(tile.face, tile.turned, tile.way, width, height):
            dots[y][x] = palette.way
    elif tile.back:
        ground = palette.back
        if tile.word and not tile.aged:
            ground = palette.known if tile.worth else palette.rock
        dots = [[ground] * width for _ in range(height)]
    else:
        dots = [[palette.ground] * width for _ in range(height)]
    if tile.legal and not tile.cursor:
        for x, y in _dashes(width, height):
            dots[y][x] = palette.legal
    if tile.cursor:
        for x, y in _corners(width, height):
            dots[y][x] = palette.cursor
    symbols = _symbols(tile, size)
    rows = []
    for y in range(size.height):
        row: list[tuple[str, Style]] = []
        for x in range(width):
            above, below = dots[2 * y][x], dots[2 * y + 1][x]
            symbol = symbols.get((x, y))
            if symbol is None:
                row.append((UPPER, _style(above, below)) if above != below else (" ", _ground(above)))
                continue
            colour = getattr(palette, symbol.colour)
            ground = colour if symbol.filled else (below if y == 0 else above)
            ink = _ink(ground) if symbol.filled else _seen(colour, ground, palette)
            row.append((symbol.letter, _style(ink, ground, bold=True)))
        rows.append(_joined(row))
    return tuple(rows)


@lru_cache(maxsize=256)
def _brightness(colour: str) -> float:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def _ink(ground: str) -> str:
    return "#000000" if _brightness(ground) > 110 else "#ffffff"


def _seen(colour: str, ground: str, palette: Palette) -> str:
    """Return the colour, or one that can be told from the ground."""
    if abs(_brightness(colour) - _brightness(ground)) >= 55:
        return colour
    return palette.text if abs(_brightness(palette.text) - _brightness(ground)) >= 60 else _ink(ground)


def _plain_rows(tile: Tile, size: Size) -> Rows:
    """Draw with letters alone, like the caves of old: rock #, tunnel blank or a dot."""
    width, height = size.width, size.height
    if tile.face is not None:
        rows = [list(row) for row in face_dots(tile.face, tile.turned, width, height)]
        for (x, y), reached in _whose(tile, width, height).items():
            rows[y][x] = reached[(x + y) % len(reached)][:1]
        for x, y in way_dots(tile.face, tile.turned, tile.way, width, height):
            rows[y][x] = "o"
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
