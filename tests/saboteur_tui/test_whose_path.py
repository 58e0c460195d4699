"""Whose path is whose can be seen: in colours, and in letters where there are none."""

from __future__ import annotations

import pytest

from protocol.game import Face, FaceMark
from saboteur_tui.drawing.palette import PALETTES, PLAIN
from saboteur_tui.drawing.shape import MEDIUM, SIZES
from saboteur_tui.drawing.tile import Tile, tile_rows

CROSS = Face("cross", "path", ("NESW",))
DOOR = Face("door", "path", ("NEW",), "", (FaceMark("door", "E", "blue"),))
BRIDGE = Face("bridge", "path", ("NS", "EW"))


def plain(tile: Tile) -> list[str]:
    """Return the rows of a tile in letters alone, without the letters in its corner."""
    rows = ["".join(part.text for part in row) for row in tile_rows(tile, MEDIUM, PLAIN)]
    corner = 1 if len({sides for _, sides in tile.joined}) == 1 else len(tile.joined)
    return [*rows[:-1], "#" * corner + rows[-1][corner:]]


def test_a_tunnel_is_filled_with_the_letter_of_its_colour() -> None:
    assert plain(Tile(CROSS, joined=(("green", "NESW"),))) == ["##ggg##", "ggggggg", "##ggg##"]
    assert plain(Tile(CROSS, joined=(("blue", "NESW"),))) == ["##bbb##", "bbbbbbb", "##bbb##"]


def test_a_tunnel_of_both_shows_both_letters() -> None:
    assert plain(Tile(CROSS, joined=(("green", "NESW"), ("blue", "NESW")))) == ["##gbg##", "bgbgbgb", "##gbg##"]


def test_a_tunnel_that_is_joined_to_no_start_is_nobodys() -> None:
    assert plain(Tile(CROSS)) == ["##...##", ".......", "##...##"]


def test_a_closed_door_parts_the_colours() -> None:
    assert plain(Tile(DOOR, joined=(("green", "NW"), ("blue", "NEW")))) == ["##gbg##", "bgbgbBb", "#######"]
    assert plain(Tile(DOOR, joined=(("green", "NW"),))) == ["##ggg##", "gggggB.", "#######"]


def test_behind_a_closed_door_only_its_arm_is_reached() -> None:
    assert plain(Tile(DOOR, joined=(("green", "E"),))) == ["##...##", ".....Bg", "#######"]
    assert plain(Tile(DOOR, turned=True, joined=(("green", "W"),))) == ["#######", "gB.....", "##...##"]


def test_the_two_ways_of_a_bridge_may_be_two_players() -> None:
    rows = plain(Tile(BRIDGE, joined=(("green", "NS"), ("blue", "EW"))))
    assert [row[3] for row in rows] == ["g", "g", "g"]
    assert (rows[1][0], rows[1][-1]) == ("b", "b")


@pytest.mark.parametrize("palette", [each for each in PALETTES.values() if not each.ascii], ids=lambda each: each.name)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
def test_a_letter_in_the_corner_says_whose_it_is_besides_the_colour(palette, size) -> None:  # type: ignore[no-untyped-def]
    for joined, letters in (
        ((("green", "NS"),), "g"),
        ((("green", "NS"), ("blue", "NS")), "+"),
        ((("green", "NS"), ("blue", "EW")), "gb"),
    ):
        rows = tile_rows(Tile(CROSS, joined=joined), size, palette)
        assert "".join(part.text for part in rows[-1]).startswith(letters)
    assert len({palette.tunnel, palette.green_tunnel, palette.blue_tunnel, palette.unjoined}) == 4
