"""Lines of text that can be clicked; only those that changed are drawn anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rich.segment import Segment
from rich.text import Text
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget


class Lines(Widget):
    """A part of a screen that is a few lines of text."""

    class Pointed(Message):
        """A line was clicked."""

        def __init__(self, lines: Lines, line: int, x: int) -> None:
            super().__init__()
            self.lines = lines
            self.line = line
            self.x = x

        @property
        def control(self) -> Lines:
            """The lines that were clicked."""
            return self.lines

    def __init__(self, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._lines: list[Text] = []
        self._height = 0

    @property
    def plain(self) -> str:
        """All that is shown, as one text."""
        return "\n".join(line.plain for line in self._lines)

    def show(self, lines: Iterable[Text]) -> None:
        """Show these lines."""
        before, self._lines = self._lines, list(lines)
        for y in range(max(len(before), len(self._lines))):
            old, new = (known[y] if y < len(known) else None for known in (before, self._lines))
            if old is None or new is None or (old.plain, old.style, old.spans) != (new.plain, new.style, new.spans):
                self.refresh(Region(0, y, self.size.width, 1))

    def show_all(self, lines: Iterable[Text], below: int, then: Callable[[], None]) -> None:
        """Show these lines at full height with some blank ones below; `then` draws what must make room, if any."""
        lines = list(lines)
        height = len(lines) + below
        if height != self._height:
            self._height = self.styles.height = height
            self.call_after_refresh(then)
        self.show(lines)

    def render_line(self, y: int) -> Strip:
        """Return one line."""
        width, style = self.size.width, self.rich_style
        if y >= len(self._lines):
            return Strip.blank(width, style)
        line, console = self._lines[y], self.app.console
        # Text without spans renders without its own style.
        strip = Strip(_apart(line.render(console))).apply_style(style + console.get_style(line.style))
        return strip.crop_extend(0, width, style)

    def on_click(self, event: events.Click) -> None:
        """Tell which line was clicked."""
        self.post_message(self.Pointed(self, event.y, event.x))


def _apart(parts: Iterable[Segment]) -> list[Segment]:
    """Return segments with their leading blanks apart, because pictures of screens swallow them before text."""
    found = []
    for text, style, _ in parts:
        bare = text.lstrip(" ")
        if bare and bare != text:
            found.append(Segment(text[: len(text) - len(bare)], style))
        found.append(Segment(bare or text, style))
    return found
