"""The keys that do something now, in one line that can be clicked."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text
from textual import events

from saboteur_tui.widgets.lines import Lines


class Hints(Lines):
    """The last line of a screen."""

    def __init__(self, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._ends: list[tuple[int, str]] = []

    def offer(self, deeds: Iterable[tuple[str, str, str]], colour: str = "") -> None:
        """Show deeds, each an action, the name of its key and a word, as many as there is room for."""
        line, self._ends = Text(no_wrap=True), []
        for action, key, word in deeds:
            hint = Text.assemble((key, f"bold {colour}"), f" {word}  ")
            if line.cell_len + hint.cell_len - 2 > self.size.width:
                continue
            line.append_text(hint)
            self._ends.append((line.cell_len, action))
        self.show([line])

    def on_click(self, event: events.Click) -> None:
        """Do what was clicked."""
        action = next((action for end, action in self._ends if event.x < end), "")
        if action:
            place = self.screen if hasattr(self.screen, f"action_{action.partition('(')[0]}") else self.app
            self.call_next(place.run_action, action)
