"""A question that is answered with yes or no."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Static

if TYPE_CHECKING:
    from saboteur_tui.app import SaboteurApp


class ConfirmScreen(ModalScreen[bool]):
    """Asks before something that cannot be taken back; the answer that does nothing has the focus."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("y", "answer(True)", "yes"),
        ("n,escape", "answer(False)", "no"),
        ("left,right", "app.focus_next", ""),
    ]
    AUTO_FOCUS = "#no"
    app: SaboteurApp

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """Show question and answers."""
        words = self.app.words
        with Vertical(id="dialog"):
            yield Static(self._text, markup=False)
            with Horizontal(id="answers"):
                yield Button(words.say("any.yes"), id="yes", compact=True)
                yield Button(words.say("any.no"), id="no", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Close with the answer clicked."""
        self.dismiss(event.button.id == "yes")

    def action_answer(self, answer: bool) -> None:
        """Close with the answer."""
        self.dismiss(answer)
