"""The maze: draws tiles line by line and refreshes only the cards that changed."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from protocol.game import Cell
from saboteur_tui.drawing.maze import Bounds, beyond, bounds, fitting, panned
from saboteur_tui.drawing.palette import MINE, Palette
from saboteur_tui.drawing.shape import MEDIUM, PLAIN_HEIGHT, SIZE_NAMED, SIZES, Size
from saboteur_tui.drawing.tile import EMPTY, Tile, tile_rows


class MazeView(Widget):
    """The maze of a table, a round that is over, or a replay."""

    class Pointed(Message):
        """A cell was clicked."""

        def __init__(self, cell: Cell) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.palette: Palette = MINE
        self.size_name = "auto"
        self._tiles: dict[Cell, Tile] = {}
        self._cursor: Cell | None = None
        self._card_size = MEDIUM
        self._corner: Cell = (0, 0)
        self._window: tuple[object, ...] = ()
        self._pad = (0, 0)
        self._arrows = ""

    def show(self, tiles: dict[Cell, Tile], cursor: Cell | None = None) -> None:
        """Draw these tiles; only what differs from before is drawn anew."""
        before, self._tiles, self._cursor = self._tiles, tiles, cursor
        if self._place():
            self.refresh()
            return
        for cell in before.keys() | tiles.keys():
            region = self._region(cell)
            if region and before.get(cell) != tiles.get(cell):
                self.refresh(region)

    def restyle(self, palette: Palette, size_name: str) -> None:
        """Draw everything anew in another palette or size."""
        self.palette, self.size_name = palette, size_name
        self._place()
        self.refresh()

    def step_size(self, step: int) -> str:
        """Take the next larger or smaller size and return its name."""
        sizes = self._sizes()
        at = sizes.index(self._card_size) + step
        self.size_name = sizes[min(max(at, 0), len(sizes) - 1)].name
        self._place()
        self.refresh()
        return self.size_name

    def _sizes(self) -> list[Size]:
        return [size for size in SIZES if size.height >= PLAIN_HEIGHT or not self.palette.ascii]

    def _place(self) -> bool:
        """Settle size and corner by the cards that lie; tell whether anything of it changed."""
        width, height = self.size
        lying = [cell for cell, tile in self._tiles.items() if (tile.face or tile.back) and not tile.ghost]
        box = bounds(lying)
        sizes = self._sizes()
        wanted = SIZE_NAMED.get(self.size_name)
        size = wanted if wanted in sizes else fitting(box, width, height, sizes)
        columns, rows = max(1, width // size.width), max(1, height // size.height)
        fits = box.columns <= columns and box.rows <= rows
        # The corner is kept as long as it can be; in another window or size the maze is centred anew.
        window, self._window = self._window, (size, width, height)
        corner = panned(box, size, width, height, self._corner if window == self._window else None, self._cursor)
        pad = ((width - columns * size.width) // 2, (height - rows * size.height) // 2) if fits else (0, 0)
        window = Bounds(corner[0], corner[1], corner[0] + columns - 1, corner[1] + rows - 1)
        arrows = beyond(bounds(self._tiles), window)
        changed = (size, corner, pad, arrows) != (self._card_size, self._corner, self._pad, self._arrows)
        self._card_size, self._corner, self._pad, self._arrows = size, corner, pad, arrows
        return changed

    def on_resize(self, _event: events.Resize) -> None:
        """Fit the maze into the new room."""
        self._place()
        self.refresh()

    def _region(self, cell: Cell) -> Region:
        size = self._card_size
        x = (cell[0] - self._corner[0]) * size.width + self._pad[0]
        y = (cell[1] - self._corner[1]) * size.height + self._pad[1]
        return Region(x, y, size.width, size.height).intersection(Region(0, 0, *self.size))

    def render_line(self, y: int) -> Strip:
        """Return one line of all cards that cross it, with arrows where the maze goes on out of sight."""
        size, (width, height) = self._card_size, self.size
        ground = self.rich_style if self.palette.ascii else Style(bgcolor=self.palette.ground)
        row, line = divmod(y - self._pad[1], size.height)
        parts: list[Segment] = [Segment(" " * self._pad[0], ground)] if self._pad[0] else []
        for column in range(-(-width // size.width)):
            tile = self._tiles.get((self._corner[0] + column, self._corner[1] + row), EMPTY)
            parts.extend(tile_rows(tile, size, self.palette)[line])
        strip = Strip(parts).crop_extend(0, width, ground).simplify()
        middle = {0: "^", height - 1: "v"}.get(y, "")
        if middle and middle in self._arrows:
            strip = self._arrow(strip, width // 2, middle)
        if y == height // 2:
            for arrow, x in (("<", 0), (">", width - 1)):
                if arrow in self._arrows:
                    strip = self._arrow(strip, x, arrow)
        return strip

    def _arrow(self, strip: Strip, x: int, arrow: str) -> Strip:
        style = Style(reverse=True, bold=True) + (Style.null() if self.palette.ascii else Style(color=self.palette.dim))
        left, _, right = strip.divide([x, x + 1, strip.cell_length])
        return Strip.join([left, Strip([Segment(arrow, style)]), right])

    def on_click(self, event: events.Click) -> None:
        """Tell which cell was clicked."""
        size = self._card_size
        x = self._corner[0] + (event.x - self._pad[0]) // size.width
        y = self._corner[1] + (event.y - self._pad[1]) // size.height
        self.post_message(self.Pointed((x, y)))
