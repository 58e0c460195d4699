"""The last line of screens whose deeds are always the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saboteur_tui import actions
from saboteur_tui.widgets.hints import Hints

if TYPE_CHECKING:
    from saboteur_tui.app import SaboteurApp


class ScreenHints(Hints):
    """The deeds of the screen that have a place in its last line, as far as they can be done now."""

    app: SaboteurApp

    def on_mount(self) -> None:
        """Take the colour of each theme."""
        self.watch(self.app, "theme", self.renew, init=False)

    def on_resize(self) -> None:
        """Show as many as there is room for."""
        self.renew()

    def renew(self) -> None:
        """Show what can be done now."""
        words, given = self.app.words, self.app.settings.keys
        deeds = [deed for deed in actions.deeds_of(actions.screen_of(self.screen)) if deed.show]
        self.offer(
            [
                (deed.action, actions.first_key(deed.id, given), words.name("deed", deed.id))
                for deed in deeds
                if self.screen.check_action(deed.action, ())
            ],
            "" if self.app.palette.ascii else self.app.palette.gold,
        )
