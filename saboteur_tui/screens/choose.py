"""A short list to choose one thing from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option


class ChooseScreen(ModalScreen[str]):
    """Closes with the id of what was chosen, or nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q", "close", "back")]

    def __init__(self, question: str, entries: Sequence[tuple[str, str]], chosen: str = "") -> None:
        super().__init__()
        self._question = question
        self._entries = entries
        self._chosen = chosen

    def compose(self) -> ComposeResult:
        """Show question and list."""
        with Vertical(id="dialog"):
            yield Static(self._question, markup=False)
            yield OptionList(*(Option(Text(text), id=id_) for id_, text in self._entries), id="entries", markup=False)

    def on_mount(self) -> None:
        """Point at what holds now."""
        ids = [id_ for id_, _ in self._entries]
        self.query_one(OptionList).highlighted = ids.index(self._chosen) if self._chosen in ids else 0

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Close with what was chosen."""
        self.dismiss(event.option.id)

    def action_close(self) -> None:
        """Close without a choice."""
        self.dismiss(None)
