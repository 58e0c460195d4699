"""A real terminal of 80x24 to run commands in, by tmux: keys in, the text on the screen out."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CLIENT = (sys.executable, "-m", "saboteur_tui")
PATIENCE = 30.0
"""Seconds after which a test gives up; nothing waits that long where all is well."""

needs_tmux = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


class Terminal:
    """One window."""

    def __init__(self, socket: Path, name: str) -> None:
        self._tmux = ("tmux", "-S", str(socket), "-f", "/dev/null")
        self._name = name

    def _run(self, *arguments: str) -> str:
        # A test runner may say how large its own terminal is.
        environment = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES")}
        command = (*self._tmux, *arguments)
        return subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=PATIENCE, env=environment
        ).stdout

    def open(self, *command: str, environment: Mapping[str, str], folder: Path = ROOT) -> None:
        """Run a command, and a shell after it, so that the window stays."""
        given = [part for key, value in environment.items() for part in ("-e", f"{key}={value}")]
        self._run("new-session", "-d", "-s", self._name, "-x", "80", "-y", "24", "-c", str(folder), *given, "sh")
        line = " ".join(f"'{part}'" for part in command)
        self.keys(f"clear && {line}", "Enter")

    def keys(self, *keys: str) -> None:
        """Press keys, by their names in tmux."""
        self._run("send-keys", "-t", self._name, *keys)

    def size(self, width: int, height: int) -> None:
        """Make the window larger or smaller."""
        self._run("resize-window", "-t", self._name, "-x", str(width), "-y", str(height))

    def text(self) -> str:
        """Return what is on the screen."""
        return self._run("capture-pane", "-p", "-t", self._name)

    def shows(self, *texts: str) -> str:
        """Wait until one of the texts is on the screen, and return all that is."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            shown = self.text()
            if any(text in shown for text in texts):
                return shown
            time.sleep(0.05)
        pytest.fail(f"none of {texts} on the screen of {self._name}:\n{shown}")

    def running(self) -> int:
        """Return the process id of the command that runs in the window."""
        shell = self._run("display-message", "-p", "-t", self._name, "#{pane_pid}").strip()
        children = Path(f"/proc/{shell}/task/{shell}/children").read_text().split()
        return int(children[0])


@contextmanager
def terminals(tmp_path: Path, *names: str) -> Iterator[list[Terminal]]:
    """Open a tmux server of its own with windows, and end it."""
    # The path of a socket may not be long, and a test's folder is.
    socket = Path("/tmp") / f"saboteur-{os.getpid()}-{tmp_path.name[-12:]}"
    opened = [Terminal(socket, name) for name in names]
    try:
        yield opened
    finally:
        opened[0]._run("kill-server")
        socket.unlink(missing_ok=True)


def home(folder: Path, name: str) -> dict[str, str]:
    """Return the environment of a user of one's own."""
    folder.mkdir(exist_ok=True)
    (folder / "saboteur").mkdir(exist_ok=True)
    (folder / "saboteur" / "settings.json").write_text(f'{{"name": "{name}", "bell": false, "motion": false}}')
    keys = ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")
    return {**dict.fromkeys(keys, str(folder)), "TERM": "xterm-256color", "LANG": "C.UTF-8"}
