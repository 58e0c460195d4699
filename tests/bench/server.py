"""How fast the server is, against a bare Trio fan-out of the same bytes: `python tests/bench/server.py`.

    throughput   8 tables of 5 seats play as fast as they can; yardstick and server in five alternating slices
    latency      200 tables of 5 seats, one move per table every 2 s spread evenly, then all tables at once

The clients are a second process that only counts frames (server_clients.py). What is played is a script that the
server's process makes from the games it has dealt, so that no client need understand what it is told.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = pathlib.Path(__file__).parent
SLICES = 5
BARS = {"throughput": (0.12, 0.25), "p99": 50.0}


@dataclass
class Child:
    """A process that is told what to do line by line."""

    arguments: list[str]
    process: subprocess.Popen[str] = field(init=False)

    def __post_init__(self) -> None:
        command = [sys.executable, str(HERE / self.arguments[0]), *self.arguments[1:]]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, *words: str) -> Any:
        """Send a line of words and return what comes back."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        if words:
            self.process.stdin.write(" ".join(words) + "\n")
            self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"{self.arguments[0]} ended")
        return json.loads(answer)

    def end(self) -> None:
        """Let it end by itself: its standard input closes."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(30)
        self.process.stdout.close()

    @property
    def memory(self) -> int:
        """Resident bytes."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(text.partition("VmRSS:")[2].split()[0]) * 1024

    @property
    def cpu(self) -> float:
        """Seconds of processor time so far."""
        user, system = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def serve_slice(folder: Path, tables: int, moves: int, record: Path | None, profile: str = "") -> dict[str, Any]:
    """Let the server play one slice; return what the clients counted."""
    script = folder / "script"
    with tempfile.TemporaryDirectory(dir=folder) as journal:
        server = Child(["server_child.py", "server", journal, *([profile] if profile else [])])
        port = str(server.ask())
        clients = Child(["server_clients.py", port, str(tables)])
        clients.ask()
        server.ask("script", str(script), str(moves))
        cpu = server.cpu
        counted: dict[str, Any] = clients.ask("play", str(script), str(record or "-"))
        counted["cpu"] = server.cpu - cpu
        clients.end()
        server.end()
    return counted


def fan_out_slice(bytes_file: Path) -> dict[str, Any]:
    """Let the yardstick send the same bytes to as many clients."""
    fan_out = Child(["server_child.py", "fan_out", str(bytes_file)])
    port = str(fan_out.ask())
    clients = Child(["server_clients.py", port, "0"])
    clients.ask()
    cpu = fan_out.cpu
    counted: dict[str, Any] = clients.ask("echo", str(bytes_file))
    counted["cpu"] = fan_out.cpu - cpu
    clients.end()
    fan_out.end()
    return counted


def show(name: str, values: list[float], unit: str) -> None:
    """Print median and range."""
    middle, low, high = statistics.median(values), min(values), max(values)
    print(f"  {name:<42} {middle:10.3f} {unit}   ({low:.3f} to {high:.3f})")


def throughput(tables: int, moves: int) -> None:
    """Compare moves per second."""
    print(f"throughput: {tables} tables of 5 seats, full Updates, journal on, {moves} moves a table at most")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        recorded = folder / "recorded"
        serve_slice(folder, tables, moves, recorded)
        bare, served = [], []
        for _ in range(SLICES):
            bare.append(fan_out_slice(recorded))
            served.append(serve_slice(folder, tables, moves, None))
    rates = [[result["moves"] / result["seconds"] for result in results] for results in (bare, served)]
    sizes = [result["bytes"] / result["moves"] for result in bare]
    show("bytes per move, all five clients", sizes, "bytes")
    show("bare fan-out", rates[0], "moves/s")
    show("server", rates[1], "moves/s")
    costs = [[1000 * result["cpu"] / result["moves"] for result in results] for results in (bare, served)]
    show("processor time, bare fan-out", costs[0], "ms/move")
    show("processor time, server", costs[1], "ms/move")
    low, high = BARS["throughput"]
    show(f"ratio (bar {low}, ambition {high})", [own / yard for yard, own in zip(*rates, strict=True)], "")


def latency(tables: int, moves: int) -> None:
    """Measure how long it takes from an Act until the last Update has arrived."""
    print(f"latency: {tables} tables with 5 clients each, from Act to the last Update")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        script, journal = folder / "script", folder / "journal"
        journal.mkdir()
        server = Child(["server_child.py", "server", str(journal)])
        port = str(server.ask())
        before = server.memory
        clients = Child(["server_clients.py", port, str(tables)])
        clients.ask()
        after = server.memory
        server.ask("script", str(script), str(2 * moves))
        spread = clients.ask("spread", str(script), str(moves), "2.0")
        at_once = clients.ask("at_once", str(script), str(moves), "2.0")
        clients.end()
        server.end()
    print(f"  memory per table with its clients {(after - before) / tables / 1024:.0f} kB (server {after >> 20} MB)")
    for title, result in (("one move per table every 2 s, spread", spread), ("all tables at the same moment", at_once)):
        times = sorted(1000 * seconds for seconds in result["latencies"])
        at = {share: times[min(len(times) - 1, int(share * len(times)))] for share in (0.5, 0.9, 0.99)}
        print(
            f"  {title}: {len(times)} moves, median {at[0.5]:.1f} ms, p90 {at[0.9]:.1f} ms, p99 {at[0.99]:.1f} ms, "
            f"longest {times[-1]:.1f} ms"
        )
    print(f"  bar for the p99 of the spread moves: {BARS['p99']:.0f} ms")


def main() -> None:
    """Run what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=["throughput", "latency", "profile"], help="default: both")
    parser.add_argument("--tables", type=int, help="tables (8 for throughput, 200 for latency)")
    parser.add_argument("--moves", type=int, help="moves per table (at most 150 and 6)")
    given = parser.parse_args()
    if given.what == "profile":
        with tempfile.TemporaryDirectory() as folder:
            serve_slice(Path(folder), given.tables or 8, given.moves or 150, None, "server.prof")
        print("written to server.prof: python -m pstats server.prof")
        return
    if given.what != "latency":
        throughput(given.tables or 8, given.moves or 150)
    if given.what != "throughput":
        latency(given.tables or 200, given.moves or 6)


if __name__ == "__main__":
    main()
