"""Bots that think in children, so that the server's event loop never waits for them."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import trio

from protocol.game import Action, Event, View
from server.bots.levels import LEVELS
from server.thinker_child import ACTIONS, LENGTH, Task, pack

log = logging.getLogger("saboteur.thinker")

GRACE_SECONDS = 3.0
"""How much longer than it was given a child may take before it is thought to hang."""
SECOND_TRY = "normal"
"""The level that answers when the one that was asked for has failed."""
COMMAND = (sys.executable, "-P", "-m", "server.thinker_child")
SURROUNDINGS = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
"""The environment of children: they must import the very files the server runs, wherever those are."""


class ThinkerFailed(Exception):
    """No child found an answer."""


@dataclass(eq=False)
class _Job:
    """A task, and where its answer goes."""

    task: Task
    answered: trio.Event = field(default_factory=trio.Event)
    action: Action | None = None
    wanted: bool = True


def most_children() -> int:
    """How many children may think at once: one for each core but one."""
    return max(1, (os.cpu_count() or 1) - 1)


class WorkerThinker:
    """Hands tasks from one queue to children; each is started when first needed, and anew when it dies."""

    def __init__(self, children: int | None = None, command: tuple[str, ...] = COMMAND) -> None:
        self._count = children or most_children()
        self._command = command
        self._send, self._receive = trio.open_memory_channel[_Job](float("inf"))
        self.processes: list[trio.Process | None] = [None] * self._count

    @property
    def levels(self) -> tuple[str, ...]:
        """Every level that is registered."""
        return tuple(LEVELS)

    async def run(self) -> None:
        """Keep the children at work."""
        async with trio.open_nursery() as nursery:
            for number in range(self._count):
                nursery.start_soon(self._work, number)

    async def choose(self, level: str, view: View, story: tuple[Event, ...], seed: bytes, seconds: float) -> Action:
        """The action a child chooses; if it fails, what another finds at a level that needs no search."""
        for tried in (level, SECOND_TRY):
            job = _Job(Task(tried, view, story, seed, seconds))
            await self._send.send(job)
            try:
                await job.answered.wait()
            finally:
                job.wanted = False
            if job.action is not None:
                return job.action
        raise ThinkerFailed(level)

    async def _work(self, number: int) -> None:
        try:
            async for job in self._receive:
                if job.wanted:
                    await self._answer(number, job)
        finally:
            with trio.CancelScope(shield=True):
                await self._end(number)

    async def _answer(self, number: int, job: _Job) -> None:
        try:
            with trio.fail_after(job.task.seconds + GRACE_SECONDS):
                job.action = await self._ask(number, job.task)
        except (OSError, ValueError, trio.BrokenResourceError, trio.ClosedResourceError, trio.TooSlowError) as error:
            log.error("a thinking child failed: %s", type(error).__name__)
            await self._end(number)
        finally:
            job.answered.set()

    async def _ask(self, number: int, task: Task) -> Action:
        process = self.processes[number]
        if process is None:
            process = self.processes[number] = await trio.lowlevel.open_process(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=SURROUNDINGS
            )
        assert process.stdin is not None
        assert process.stdout is not None
        await process.stdin.send_all(pack(task))
        length = int.from_bytes(await _read(process.stdout, LENGTH), "big")
        return ACTIONS.decode(await _read(process.stdout, length))

    async def _end(self, number: int) -> None:
        """End a child: its input is closed, and it is killed if that is not enough."""
        process = self.processes[number]
        self.processes[number] = None
        if process is None:
            return
        assert process.stdin is not None
        assert process.stdout is not None
        await process.stdin.aclose()
        await process.stdout.aclose()
        with trio.move_on_after(1.0):
            await process.wait()
        if process.returncode is None:
            process.kill()
            await process.wait()


async def _read(stream: trio.abc.ReceiveStream, count: int) -> bytes:
    """Read exactly so many bytes; an earlier end is a broken stream."""
    found = b""
    while len(found) < count:
        part = await stream.receive_some(count - len(found))
        if not part:
            raise trio.BrokenResourceError("the child ended")
        found += part
    return found
