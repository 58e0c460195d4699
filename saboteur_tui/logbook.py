"""The log of the client, for finding out what went wrong; no token, password or card is ever written to it."""

from __future__ import annotations

import contextlib
import logging
import traceback
from logging.handlers import RotatingFileHandler
from pathlib import Path

from saboteur_tui import folders

BYTES = 256 * 1024

log = logging.getLogger("saboteur.client")


def log_file() -> Path:
    """Return the path of the log."""
    return folders.logs() / "saboteur.log"


def write_down(text: str) -> Path:
    """Write something and return the path of the log."""
    path = log_file()
    # Without a log the error is still told on the terminal.
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.touch(mode=0o600)
        handler = RotatingFileHandler(path, maxBytes=BYTES, backupCount=1, encoding="utf-8")
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
        log.addHandler(handler)
        log.propagate = False
        log.error("%s", text)
        log.removeHandler(handler)
        handler.close()
    return path


def write_error(error: BaseException) -> Path:
    """Write an error with its way through the program, and return the path of the log."""
    # The text of an error may quote what was shown; its kind and its way say enough.
    return write_down("".join([f"{type(error).__name__}\n", *traceback.format_tb(error.__traceback__)]))
