"""How the client looks: settings, themes, screens, dialogs, and the line that tells of a lost connection."""

from __future__ import annotations

import contextlib
import getpass
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, ClassVar, TypeVar

from textual import events
from textual.app import App, SystemCommand
from textual.constants import TEXTUAL_ANIMATIONS
from textual.css.query import NoMatches
from textual.filter import LineFilter, NoColor
from textual.screen import Screen
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.widgets import Static

from saboteur_tui import actions, settings, themes
from saboteur_tui.drawing.palette import PALETTES, Palette
from saboteur_tui.widgets.screen_hints import ScreenHints
from saboteur_tui.words import words

LEAST = (80, 24)
"""The smallest terminal in which everything can be seen."""

NAME_CELLS = 16

ScreenType = TypeVar("ScreenType", bound="Screen[Any]")


class LettersAlone(ScrollBarRender):
    """A scrollbar without the blocks that make its ends smooth."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "] * 8


class Look(App[str]):
    """What is shown, and how; knows of no server."""

    def __init__(self, kept: settings.Settings | None = None) -> None:
        # Textual takes NO_COLOR out of the environment, so it is read before.
        self.colourless = settings.without_colour()
        super().__init__()
        self.settings = kept or settings.Settings()
        self.words = words(self.settings.language)
        self.title = self.words.say("app.title")
        for theme in themes.THEMES:
            self.register_theme(theme)
        self.apply_settings()

    # --- Settings ----------------------------------------------------------------------------------------------------

    @property
    def palette(self) -> Palette:
        """Return the colours of the theme in use."""
        palette = PALETTES[self.theme if self.theme in PALETTES else themes.DEFAULT]
        return replace(palette, ascii=True) if self.settings.glyphs == "ascii" else palette

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Take all colour away where the theme has none."""
        filters = super().get_line_filters()
        return [*filters, NoColor()] if self.theme == themes.PLAIN else filters

    @property
    def player_name(self) -> str:
        """Return the name to play under."""
        from protocol.text import clean

        wanted = self.settings.name
        if not wanted:
            with contextlib.suppress(OSError, KeyError):
                wanted = getpass.getuser()
        return clean(wanted, NAME_CELLS) or "dwarf"

    def apply_settings(self) -> None:
        """Show everything as the settings say."""
        self.theme = self.settings.theme if self.settings.theme in PALETTES else themes.DEFAULT
        if self.colourless:
            self.theme = themes.PLAIN
        self.animation_level = "none" if not self.settings.motion or self.colourless else TEXTUAL_ANIMATIONS
        self.set_keymap(actions.sound_keys(self.settings.keys))
        self.set_class(self.palette.ascii, "letters-alone")
        ScrollBar.renderer = LettersAlone if self.palette.ascii else ScrollBarRender

    def change(self, **changes: Any) -> None:
        """Change settings, keep them, and show it."""
        self.settings = settings.with_(self.settings, **changes)
        self.words = words(self.settings.language)
        try:
            settings.save(settings.config_file(), self.settings)
        except OSError as error:
            self.tell(self.words.say("settings.not_kept", error=error))
        self.apply_settings()
        for screen in self.screen_stack:
            for hints in screen.query(ScreenHints):
                hints.renew()
            restyle = getattr(screen, "restyle", None)
            if restyle is not None:
                restyle()

    # --- Screens -----------------------------------------------------------------------------------------------------

    def on_resize(self, event: events.Resize) -> None:
        """Ask kindly for a larger window where this one is too small."""
        from saboteur_tui.screens.small import SmallScreen

        small = event.size.width < LEAST[0] or event.size.height < LEAST[1]
        if small and not isinstance(self.screen, SmallScreen):
            self.push_screen(SmallScreen())
        elif not small and isinstance(self.screen, SmallScreen):
            self.pop_screen()

    def show(self, kind: type[ScreenType]) -> ScreenType:
        """Show a screen of this kind, the one that is there if there is one."""
        for screen in self.screen_stack:
            if isinstance(screen, kind):
                return screen
        self._pop_all()
        self.clear_notifications()
        fresh = kind()
        self.push_screen(fresh)
        return fresh

    def _pop_all(self) -> None:
        while len(self.screen_stack) > 1:
            self.pop_screen()

    def banner(self, text: str) -> None:
        """Show a line over whatever is shown, or take it away."""
        for screen in self.screen_stack if self.is_running else ():
            try:
                line = screen.query_one("#banner", Static)
            except NoMatches:
                if not text:
                    continue
                line = Static(id="banner", markup=False)
                screen.mount(line)
            line.update(text)
            line.display = bool(text)

    def tell(self, text: str) -> None:
        """Show a short message that goes by itself."""
        self.notify(text, markup=False)

    # --- Questions and pages -----------------------------------------------------------------------------------------

    def show_page(self, title: str, text: str) -> None:
        """Show a page of text to read and close."""
        from saboteur_tui.screens.page import PageScreen

        self.push_screen(PageScreen(title, text, self.words.say("any.close")))

    def confirm(self, key: str, then: Callable[[], object], **fields: object) -> None:
        """Ask before something that cannot be taken back."""
        from saboteur_tui.screens.confirm import ConfirmScreen

        def answered(yes: bool | None) -> None:
            if yes:
                then()

        self.push_screen(ConfirmScreen(self.words.say(key, **fields)), answered)

    def ask_text(
        self, question: str, then: Callable[[str | None], None], *, secret: bool = False, value: str = ""
    ) -> None:
        """Ask for a line of text."""
        from saboteur_tui.screens.entry import EntryScreen

        self.push_screen(EntryScreen(question, secret=secret, value=value), then)

    def show_rules(self, edition: str = "") -> None:
        """Show how to play."""
        from saboteur_tui.screens.how_to_play import HowToPlayScreen

        if not any(isinstance(screen, HowToPlayScreen) for screen in self.screen_stack):
            self.push_screen(HowToPlayScreen(edition))

    def action_settings(self) -> None:
        """Show the settings."""
        from saboteur_tui.screens.settings import SettingsScreen

        if not any(isinstance(screen, SettingsScreen) for screen in self.screen_stack):
            self.push_screen(SettingsScreen())

    def action_help(self) -> None:
        """Show what can be done on this screen, and by which keys."""
        from saboteur_tui.screens.help import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(actions.screen_of(self.screen)))

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Offer everything that can be done here in the command palette."""
        from saboteur_tui.commands import commands

        yield from commands(self, screen)
