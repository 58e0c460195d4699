"""The hand: a row of cards with their numbers."""

from __future__ import annotations

from collections.abc import Mapping

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from protocol.game import Face
from saboteur_tui.drawing.maze import face_of
from saboteur_tui.drawing.palette import MINE, Palette
from saboteur_tui.drawing.shape import MEDIUM as SIZE
from saboteur_tui.drawing.tile import Block, Rows, Tile, block_rows, tile_rows
from saboteur_tui.words import Words

GROUNDS = {
    "break": "harm", "trapped": "harm", "theft": "harm", "rockfall": "harm",
    "fix": "help", "free": "help", "hands": "help", "master": "help",
    "map": "looking", "inspection": "looking",
}  # fmt: skip
"""The ground of an action card by the first word of its id."""

STEP = SIZE.width + 1
"""From one card to the next."""


def card_rows(face: Face, words: Words, palette: Palette, *, turned: bool = False, picked: bool = False) -> Rows:
    """Return the rows of a card in the hand."""
    if face.groups or face.stubs:
        return tile_rows(Tile(face=face, turned=turned, cursor=picked), SIZE, palette)
    ground = GROUNDS.get(face.id.partition("_")[0], "other")
    return block_rows(Block(words.lines(face.id), ground, picked), SIZE, palette)


class HandView(Widget):
    """My cards; covered, their backs."""

    class Pointed(Message):
        """A card was clicked."""

        def __init__(self, at: int) -> None:
            super().__init__()
            self.at = at

    def __init__(self, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.palette: Palette = MINE
        self._shown: tuple[object, ...] = ()
        self._width = 0
        self._rows: list[list[Segment]] = [[] for _ in range(SIZE.height + 1)]

    def show(
        self,
        hand: tuple[str, ...],
        chosen: tuple[int, ...],
        usable: frozenset[int] | None,
        turned: bool,
        faces: Mapping[str, Face],
        words: Words,
        covered: bool,
    ) -> None:
        """Draw the hand if anything of it changed; without `usable` cards have no numbers."""
        shown = (hand, chosen, usable, turned, covered, self.palette, len(faces))
        if shown == self._shown:
            return
        self._shown = shown
        before, self._rows = self._rows, [[] for _ in range(SIZE.height + 1)]
        width = max(1, STEP * len(hand))
        bold = Style(bold=True)
        for at, card in enumerate(hand):
            picked = at in chosen
            if covered:
                drawn = tile_rows(Tile(back="hand"), SIZE, self.palette)
            else:
                drawn = card_rows(face_of(faces, card), words, self.palette, turned=turned and picked, picked=picked)
            for y, row in enumerate(drawn):
                self._rows[y].extend((*row, Segment(" ")))
            if usable is None:
                continue
            label = f"[{at + 1}]" if picked else str(at + 1) if at in usable else f"({at + 1})"
            style = bold + Style(reverse=True) if picked else bold if at in usable else Style(dim=True)
            left = (SIZE.width - len(label)) // 2
            right = STEP - left - len(label)
            self._rows[-1].extend((Segment(" " * left), Segment(label, style), Segment(" " * right)))
        if width != self._width:
            # The new size draws everything anew.
            self._width = self.styles.width = width
            return
        for y, line in enumerate(self._rows):
            if line != before[y]:
                self.refresh(Region(0, y, self.size.width, 1))

    def render_line(self, y: int) -> Strip:
        """Return one line of the hand."""
        width, style = self.size.width, self.rich_style
        if y >= len(self._rows):
            return Strip.blank(width, style)
        return Strip(self._rows[y]).apply_style(style).crop_extend(0, width, style)

    def on_click(self, event: events.Click) -> None:
        """Tell which card was clicked."""
        self.post_message(self.Pointed(event.x // STEP))
