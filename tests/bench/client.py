"""How quick the table is: `python tests/bench/client.py`.

Key press to repaint: keys pressed one after the other on a table of 80x24 and 120x36 with a full maze, until what
they changed is written to the terminal, while another process thinks as bots do. Bytes: what is written to the
terminal at 80x24 for each move of another player in whole games.
"""

from __future__ import annotations

import asyncio
import pathlib
import statistics
import subprocess
import sys
from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import ClassVar

from textual import events
from textual.drivers.headless_driver import HeadlessDriver

sys.path.insert(0, str(pathlib.Path(__file__).parents[2]))

from protocol.game import Options
from saboteur_tui.app import SaboteurApp
from saboteur_tui.screens.table import TableScreen
from saboteur_tui.settings import Settings
from server.engine.game import Game, catalogue, new
from tests.engine.tables import choose
from tests.saboteur_tui.staging import Wire, update_of

KEYS = ("1", "tab", "up", "left", "r", "escape", "2", "tab", "down", "escape", "3", "right", "escape", "d", "escape")
PRESSES = 150
FULL = 30
"""So many cards lie in a full maze."""
PATIENCE = 0.03
"""Seconds after which a key is taken to have changed nothing."""


class Meter(HeadlessDriver):
    """A terminal that only counts what is written to it."""

    written: ClassVar[int] = 0
    last: ClassVar[float] = 0.0

    @property
    def is_headless(self) -> bool:
        """Whatever is shown is written."""
        return False

    def write(self, data: str) -> None:
        """Count."""
        Meter.written += len(data.encode())
        Meter.last = perf_counter()


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that this share of all values does not exceed."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def full_maze(edition: str) -> Game:
    """Return a game with a full maze and the first seat in turn."""
    for seed in range(1000):
        random = Random(seed)
        game = new(Options(edition, 5), random.randbytes(32))
        while game.outcome is None:
            question = game.question(0)
            if question is not None and question.kind == "turn" and len(game.view(0).laid) >= FULL:
                return game
            seat = game.waiting()[0]
            game.play(seat, choose(game, seat, random, eager=False))
    raise RuntimeError("no maze was ever full")


async def settled(app: SaboteurApp) -> None:
    """Wait until nothing is written any more."""
    while True:
        before = Meter.written
        await asyncio.sleep(PATIENCE)
        if Meter.written == before:
            return


async def with_app(size: tuple[int, int], work: object) -> None:
    """Run a client on a counting terminal, do the work in it and end it."""
    app = SaboteurApp(kept=Settings(name="Anna", bell=False, motion=False))
    app.driver_class = Meter
    app.faces = {face.id: face for face in catalogue().faces}
    app.link = Wire()  # type: ignore[assignment]
    running = asyncio.create_task(app.run_async(size=size))
    await asyncio.sleep(0.5)
    await work(app)  # type: ignore[operator]
    app.exit()
    await running


async def presses(size: tuple[int, int]) -> list[float]:
    """Return how long each key press took to be seen, in milliseconds."""
    times: list[float] = []

    async def work(app: SaboteurApp) -> None:
        # Without a clock nothing is written that no key asked for.
        app.post_message(app.Received(update_of(full_maze("base"), clock=None)))
        await settled(app)
        assert isinstance(app.screen, TableScreen)
        for number in range(PRESSES):
            key = KEYS[number % len(KEYS)]
            before, began = Meter.written, perf_counter()
            app.post_message(events.Key(key, key if len(key) == 1 else None))
            while Meter.written == before and perf_counter() - began < 1:  # noqa: ASYNC110
                await asyncio.sleep(0)
            if Meter.written != before:
                times.append(1000 * (Meter.last - began))
            await settled(app)

    await with_app(size, work)
    return times


async def bytes_per_move(edition: str, games: int) -> list[int]:
    """Return how many bytes each move of another seat wrote."""
    found: list[int] = []

    async def work(app: SaboteurApp) -> None:
        for seed in range(games):
            random = Random(seed)
            game = new(Options(edition, 5), random.randbytes(32))
            app.post_message(app.Received(update_of(game, clock=None)))
            await settled(app)
            while game.outcome is None and game.view(0).round == 1:
                seat = game.waiting()[0]
                game.play(seat, choose(game, seat, random, eager=True))
                before = Meter.written
                app.post_message(app.Received(update_of(game, story=False, clock=None)))
                await settled(app)
                if seat != 0 and game.view(0).round == 1:
                    found.append(Meter.written - before)
            while not isinstance(app.screen, TableScreen):
                app.pop_screen()
                await settled(app)

    await with_app((80, 24), work)
    return found


def main() -> None:
    """Print all figures."""
    arena = [sys.executable, "-m", "server.bots.arena", "--games", "100000", "--edition", "base", "--seats", "5"]
    bots = subprocess.Popen(arena, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for size in ((80, 24), (120, 36)):
            times = asyncio.run(presses(size))
            p95, p99 = percentile(times, 0.95), percentile(times, 0.99)
            print(
                f"key press to repaint at {size[0]}x{size[1]} while bots think: {len(times)} presses, "
                f"median {statistics.median(times):.1f} ms, p95 {p95:.1f} ms (bar 50), p99 {p99:.1f} ms"
            )
    finally:
        bots.terminate()
        bots.wait()
    for edition in ("base", "saboteur2"):
        found = asyncio.run(bytes_per_move(edition, 2))
        print(
            f"bytes per move of another player, {edition}, 80x24: {len(found)} moves, "
            f"median {statistics.median(found):.0f}, p95 {percentile(found, 0.95):.0f} (bar 4000), max {max(found)}"
        )


if __name__ == "__main__":
    main()
