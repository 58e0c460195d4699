"""The terminal a client draws on, which may be closed, or stop the client, at any moment."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import IO, TYPE_CHECKING, Any

from textual.drivers.linux_driver import LinuxDriver

if TYPE_CHECKING:
    from textual.app import App


def terminal_is_gone() -> bool:
    """Tell whether the terminal was closed under the program."""
    try:
        os.tcgetpgrp(sys.stdin.fileno())
    except OSError:
        return True
    return False


class Output:
    """Where the driver's own thread writes, which goes on when nobody can read it any more.

    An error would end that thread, and the program would then wait for ever for room in its queue.
    """

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def write(self, text: str) -> None:
        """Show the text if there is still a terminal."""
        with contextlib.suppress(OSError):
            self._file.write(text)

    def flush(self) -> None:
        """Show all that was written if there is still a terminal."""
        with contextlib.suppress(OSError):
            self._file.flush()

    def fileno(self) -> int:
        """Give the number of the file beneath."""
        return self._file.fileno()


class Terminal(LinuxDriver):
    """Textual's driver for a terminal that may go."""

    def __init__(self, app: App[Any], **given: Any) -> None:
        super().__init__(app, **given)
        self._file: Any = Output(self._file)

    def _sigcont_application(self, *_: object) -> None:
        """Draw anew after a stop, with one thread for the keys and one for the screen."""
        if terminal_is_gone():  # closing sends SIGCONT after SIGHUP
            return
        if self._auto_restart and not self._must_signal_resume:  # stopped from outside, so nothing was ended before
            self.suspend_application_mode()
        super()._sigcont_application()
