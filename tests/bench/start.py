"""Time from starting the program to its first painted screen, against a bare Textual app in the same run.

`python tests/bench/start.py` alternates the two in fresh processes on a pseudo-terminal of 80x24, and prints medians,
ranges and their ratio (bar 2.0, ambition 1.5).
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import select
import statistics
import struct
import sys
import tempfile
import termios
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static("painted at last")
Bare().run()
"""
PROGRAMS = {
    "bare": ([sys.executable, "-c", BARE], b"painted at last"),
    "saboteur": ([sys.executable, "-m", "saboteur_tui"], b"Moyersoen"),
}
"""The command of each, and a text of its first screen."""


def first_paint(command: list[str], painted: bytes, home: str) -> float:
    """Return the seconds until the text is on the terminal."""
    began = time.perf_counter()
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(ROOT)
        os.environ.update(
            HOME=home, XDG_CONFIG_HOME=home, XDG_STATE_HOME=home, TERM="xterm-256color", PYTHONPATH=str(ROOT)
        )
        os.execv(command[0], command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    seen = b""
    while painted not in seen:
        if not select.select([terminal], [], [], 30)[0]:
            raise SystemExit(f"{command[1:]} painted nothing in 30 s")
        seen += os.read(terminal, 65536)
    taken = time.perf_counter() - began
    os.kill(pid, 9)
    os.close(terminal)
    os.waitpid(pid, 0)
    return taken


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=15, help="how often each is started (default: 15)")
    times = parser.parse_args().times
    taken: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    with tempfile.TemporaryDirectory() as home:
        for turn in range(times + 1):
            for name, (command, painted) in PROGRAMS.items():
                seconds = first_paint(command, painted, home)
                if turn:  # The first one compiles.
                    taken[name].append(seconds)
    for name, seconds in taken.items():
        low, middle, high = (1000 * part for part in (min(seconds), statistics.median(seconds), max(seconds)))
        print(f"{name:<9} {middle:5.0f} ms (from {low:.0f} to {high:.0f}, {times} times)")
    ratio = statistics.median(taken["saboteur"]) / statistics.median(taken["bare"])
    print(f"ratio     {ratio:5.2f} (bar 2.0, ambition 1.5)")


if __name__ == "__main__":
    main()
