"""The client: a visitor that hears what servers say, and ends well however it ends."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import BindingType
from textual.message import Message

from saboteur_tui import actions, settings
from saboteur_tui.errand import Errand
from saboteur_tui.visit import Visitor

if TYPE_CHECKING:
    from textual.driver import Driver

    from protocol.messages import Replayed
    from saboteur_tui.link import News


class SaboteurApp(Visitor):
    """Saboteur in the terminal; ends with an error text or nothing."""

    CSS_PATH: ClassVar[Any] = [Path(__file__).parent / "styles" / name for name in ("app.tcss", "house.tcss")]
    BINDINGS: ClassVar[list[BindingType]] = actions.bindings("any")
    COMMAND_PALETTE_BINDING = "ctrl+p"

    class Received(Message):
        """Something came over the link."""

        def __init__(self, news: News) -> None:
            super().__init__()
            self.news = news

    def __init__(self, errand: Errand | None = None, kept: settings.Settings | None = None, notice: str = "") -> None:
        super().__init__(errand, kept)
        self._notice = notice

    # --- Beginning and ending ----------------------------------------------------------------------------------------

    def get_driver_class(self) -> type[Driver]:
        """Return a driver that bears the end of its terminal, where there is one."""
        if sys.platform == "win32":
            return super().get_driver_class()
        from saboteur_tui.terminal import Terminal

        return Terminal

    @property
    def terminal_is_gone(self) -> bool:
        """Tell whether the terminal was closed under the program."""
        if sys.platform == "win32":
            return False
        from saboteur_tui.terminal import terminal_is_gone

        return terminal_is_gone()

    def on_mount(self) -> None:
        """Do what the command line says."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, getattr(signal, "SIGHUP", None)):
            if number is not None:
                with contextlib.suppress(NotImplementedError, ValueError, RuntimeError):
                    loop.add_signal_handler(number, self._end_by_signal, number)
        if self._notice:
            if self.errand.kind == "home":
                self.show_page(self.words.say("error.title"), self._notice)
            else:
                self.notify(self._notice, markup=False, timeout=20)
        if self.errand.kind != "home":
            self.run_errand(self.errand)

    def _end_by_signal(self, number: int) -> None:
        from saboteur_tui import logbook

        text = self.words.say("app.signalled", signal=signal.Signals(number).name, log=logbook.log_file())
        logbook.write_down(f"ended by {signal.Signals(number).name}")
        self.exit(text, return_code=128 + number)

    def _fatal_error(self) -> None:
        """Tell in one line what Textual would show with all values, secrets among them."""
        from saboteur_tui import logbook

        error = self._exception or RuntimeError()
        path = logbook.write_error(error)
        self._exit_renderables.append(self.words.say("app.crashed", error=type(error).__name__, log=path))
        self._close_messages_no_wait()

    async def on_unmount(self) -> None:
        """End a server of our own with the client."""
        self._end_server(self.server, self.session)
        self.server = self.session = None
        await asyncio.gather(*self._endings)

    async def action_quit(self) -> None:
        """End the program; guests at our own server are asked for first."""
        self.leaving(self.exit)

    # --- What the server says ----------------------------------------------------------------------------------------

    def heard(self, news: News) -> None:
        """Take what came over the link, in its turn."""
        self.post_message(self.Received(news))

    def on_saboteur_app_received(self, event: Received) -> None:
        """Take news to the screen it belongs to."""
        from saboteur_tui.hearing import hear

        hear(self, event.news)

    def take_replayed(self, message: Replayed) -> None:
        """Show a position of a record."""
        from saboteur_tui.screens.replay import ReplayScreen

        self.show(ReplayScreen).take(message)

    def leave_replay(self) -> None:
        """Close a record."""
        if self.errand.commanded:
            self.exit()
        else:
            self.go_home()
