"""A terminal that is closed under the client."""

import os
import pty
import sys
from threading import Timer

import pytest

FOLDERS = ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")
PATIENCE = 60.0
"""Seconds after which the client is taken for one that never ends."""


@pytest.mark.parametrize(("command", "sign"), [((), b"Quit"), (("play", "--seats", "3"), b"choose a card")])
def test_a_client_ends_with_its_terminal(tmp_path, command, sign):
    pid, terminal = pty.fork()
    if pid == 0:
        size = {"LINES": "24", "COLUMNS": "80"}
        own = dict.fromkeys(FOLDERS, str(tmp_path))
        os.execve(
            sys.executable,
            [sys.executable, "-m", "saboteur_tui", *command],
            os.environ | own | size | {"TERM": "xterm-256color"},
        )
    late = Timer(PATIENCE, os.kill, (pid, 9))
    late.start()
    try:
        shown = b""
        while sign not in shown:
            shown += os.read(terminal, 4096)
        os.close(terminal)
        _, status = os.waitpid(pid, 0)
    finally:
        late.cancel()
    assert not (os.WIFSIGNALED(status) and os.WTERMSIG(status) == 9)
