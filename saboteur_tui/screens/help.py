"""What can be done on a screen, and by which keys: made from the table of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from saboteur_tui import actions

if TYPE_CHECKING:
    from saboteur_tui.app import SaboteurApp


class HelpScreen(ModalScreen[None]):
    """The keys of a screen, as they are set, with what they do."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,enter,q,question_mark,f1", "close", "close"),
        ("f2", "app.rules", "how to play"),
    ]
    app: SaboteurApp

    def __init__(self, screen: str) -> None:
        super().__init__()
        self._screen = screen

    def compose(self) -> ComposeResult:
        """Show the keys."""
        with VerticalScroll(id="page"):
            yield Static(self._text(), markup=False)

    def _text(self) -> Text:
        words, given = self.app.words, self.app.settings.keys
        text = Text.assemble((words.name("screen", self._screen), "bold"), "\n")
        if words.has(f"screen.{self._screen}.help"):
            text.append(words.help("screen", self._screen) + "\n")
        text.append("\n")
        for deed in actions.deeds_of(self._screen):
            if not words.has(f"deed.{deed.id}"):
                continue
            keys = ", ".join(actions.key_name(key) for key in actions.keys_of(deed, given))
            said = words.help("deed", deed.id) or words.name("deed", deed.id)
            text.append_text(Text.assemble((f"{keys:<14}", "bold"), said, "\n"))
        if words.has(f"signs.{self._screen}"):
            text.append("\n" + words.say("help.signs") + "\n\n", style="bold")
            for line in words.say(f"signs.{self._screen}").splitlines():
                sign, _, meaning = line.partition("|")
                text.append_text(Text.assemble((f"{sign:<14}", "bold"), meaning, "\n"))
        text.append("\n" + words.say("help.mouse") + "\n\n")
        text.append(words.say("any.close"), style="italic")
        return text

    def action_close(self) -> None:
        """Go back."""
        self.dismiss(None)
