"""Drawing as functions: every shape at every size, in colour and in plain letters."""

import pytest
from rich.cells import cell_len
from rich.color import Color, ColorSystem

from protocol.game import Face, FaceMark
from saboteur_tui.drawing.maze import Bounds, fitting, panned
from saboteur_tui.drawing.palette import MINE, PALETTES, PLAIN
from saboteur_tui.drawing.shape import MEDIUM, SIZES, TUNNEL, dots
from saboteur_tui.drawing.tile import UPPER, Tile, tile_rows

SHAPES = [
    (("NESW",), ""),
    (("NEW",), ""),
    (("NE",), ""),
    (("NS",), ""),
    (("EW",), ""),
    (("NS", "EW"), ""),
    (("NW", "ES"), ""),
    (("NE", "SW"), ""),
    ((), "NESW"),
    ((), "N"),
    (("NE",), "W"),
    (("EW",), "NS"),
    (("N",), ""),
]
GRIDS = [(size.width, height) for size in SIZES for height in (size.height, size.height * 2) if height > 2]


def joined(rows: tuple[str, ...]) -> list[set[str]]:
    """Return which edges are joined by tunnel in a drawing."""
    width, height = len(rows[0]), len(rows)
    mouths = {"N": (width // 2, 0), "S": (width // 2, height - 1), "W": (0, height // 2), "E": (width - 1, height // 2)}
    found: list[set[str]] = []
    for side in "NESW":
        if any(side in group for group in found):
            continue
        x, y = mouths[side]
        if rows[y][x] not in (TUNNEL, "x"):
            continue
        seen, todo = {(x, y)}, [(x, y)]
        while todo:
            x, y = todo.pop()
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                inside = 0 <= near[0] < width and 0 <= near[1] < height
                if inside and near not in seen and rows[near[1]][near[0]] == TUNNEL == rows[y][x]:
                    seen.add(near)
                    todo.append(near)
        found.append({name for name, mouth in mouths.items() if mouth in seen})
    return found


@pytest.mark.parametrize(("width", "height"), GRIDS)
@pytest.mark.parametrize(("groups", "stubs"), [shape for shape in SHAPES if not shape[1]])
def test_ways_are_joined_in_the_drawing_exactly_as_on_the_card(groups, stubs, width, height):
    expected = sorted("".join(sorted(group)) for group in groups)
    if groups == ("NS", "EW"):
        expected = ["E", "NS", "W"]  # the second way goes under the first
    elif len(groups) == 2 and height in (3, 5):
        expected = ["E", "N", "S", "W"]  # with one row for the tunnel, slanted walls part the bends
    drawn = sorted("".join(sorted(group)) for group in joined(dots(groups, stubs, width, height)))
    assert drawn == expected


@pytest.mark.parametrize(("width", "height"), GRIDS)
@pytest.mark.parametrize(("groups", "stubs"), SHAPES)
def test_every_opening_and_only_openings_reach_the_edge(groups, stubs, width, height):
    rows = dots(groups, stubs, width, height)
    openings = set("".join(groups) + stubs)
    edges = {"N": rows[0], "S": rows[-1], "W": [row[0] for row in rows], "E": [row[-1] for row in rows]}
    assert {side for side, edge in edges.items() if set(edge) & {TUNNEL, "x"}} == openings


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
@pytest.mark.parametrize("size", SIZES[2:], ids=lambda size: size.name)
def test_a_tile_is_as_wide_and_high_as_its_size(size, palette):
    face = Face("x", "path", ("NS",), "E", (FaceMark("door", "N", "green"), FaceMark("crystal", number=2)))
    for tile in (
        Tile(),
        Tile(face=face, turned=True, fresh="12", cursor=True, ghost="wrong"),
        Tile(back="goal", label="B", word="STONE", aged=True, legal=True),
        Tile(face=face, marks=(("guard", "3"), ("unheard_of", "")), way="NS", joined=(("green", "NS"), ("blue", "N"))),
    ):
        rows = tile_rows(tile, size, palette)
        assert [sum(cell_len(part.text) for part in row) for row in rows] == [size.width] * size.height


def test_the_plain_form_is_ascii_and_has_no_colour():
    face = Face("x", "path", ("NW", "ES"), "", (FaceMark("door", "N", "blue"),))
    parts = [part for row in tile_rows(Tile(face=face, cursor=True, way="NW"), MEDIUM, PLAIN) for part in row]
    assert all(part.text.isascii() for part in parts)
    assert all(part.style is None or (part.style.color, part.style.bgcolor) == (None, None) for part in parts)


def test_the_maze_uses_no_character_but_ascii_and_one_half_block():
    face = Face("x", "goal", (), "NESW", (FaceMark("dragon"), FaceMark("gold", "stub W")))
    parts = [part for row in tile_rows(Tile(face=face, legal=True), SIZES[2], MINE) for part in row]
    assert {letter for part in parts for letter in part.text if not letter.isascii()} <= {UPPER}


@pytest.mark.parametrize("palette", [palette for palette in PALETTES.values() if not palette.ascii])
@pytest.mark.parametrize("system", [ColorSystem.EIGHT_BIT, ColorSystem.STANDARD])
def test_ground_rock_and_tunnel_differ_in_256_and_16_colours(palette, system):
    colours = {
        Color.parse(colour).downgrade(system).number for colour in (palette.ground, palette.rock, palette.tunnel)
    }
    assert len(colours) == 3


def test_the_largest_size_that_shows_the_whole_maze_is_taken():
    base = Bounds(0, -2, 8, 2)
    assert fitting(base, 63, 15).name == "medium"
    assert fitting(Bounds(0, -3, 11, 3), 63, 16).name == "tiny"
    assert fitting(base, 85, 24).name == "large"
    assert fitting(Bounds(0, -2, 12, 2), 65, 15).name == "small"
    assert fitting(Bounds(0, -3, 8, 3), 63, 16).name == "low"
    assert fitting(Bounds(0, -9, 8, 9), 63, 16).name == "medium"


def test_the_cursor_is_always_in_sight():
    size, box = MEDIUM, Bounds(-3, -6, 12, 6)
    corner = None
    for cursor in [(0, 0), (12, 6), (-3, -6), (5, 0), (20, 0)]:
        corner = panned(box, size, 63, 15, corner, cursor)
        assert corner[0] <= cursor[0] < corner[0] + 9
        assert corner[1] <= cursor[1] < corner[1] + 5
