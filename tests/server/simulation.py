"""A whole server and its players in one seeded run: memory lines, a clock that jumps, and faults by a plan.

    python -m tests.server.simulation --seed 7        one run, and what it saw
    python -m tests.server.simulation --runs 100      as many seeds as you like, from --seed on

Journal and bots run inline, entropy and wall time are the plan's, and Trio's order of tasks is seeded: a seed is a run.
"""

from __future__ import annotations

import argparse
import hashlib
import logging
import sqlite3
import sys
import tempfile
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import trio

from protocol.game import Options
from protocol.limits import GONE_SECONDS, HEARTBEAT_SECONDS
from protocol.messages import Pace, Phase, Terms
from server.engine import game as engine
from server.journal import Journal
from server.serve import Server, serve
from server.settings import Settings
from server.statements import Statement
from server.thinker import InlineThinker
from tests.server.memory_line import Down, Listener
from tests.server.seeded import run_seeded
from tests.server.simulated_player import Player
from tests.server.simulated_proof import prove

HOUR = 3600.0
MOST_HOURS = 60
"""A run whose games are not over by then has failed."""
SLOWEST_COMMIT = 10.0
SLACK = 45.0
"""What thinking, pauses of bots and second tries may add to grace and clock."""


class FaultyJournal(Journal):
    """A journal on a disk that now and then has no room."""

    fails: Callable[[], bool]

    def transact(self, statements: list[Statement]) -> None:
        if self.fails():
            raise sqlite3.OperationalError("database or disk is full")
        super().transact(statements)


@dataclass
class Plan:
    """How often things go wrong; every number is drawn from the seed."""

    tables: int = 3
    games: int = 2
    """Games at each table."""
    failing: float = 0.01
    """The share of commits that fail."""
    slow: float = 0.01
    """The share of commits that take seconds."""
    server_minutes: float = 8.0
    """How long a server lives on average."""
    line_minutes: float = 5.0
    """How long a line holds on average."""


@dataclass
class SimulatedTable:
    """A table as its players know it."""

    number: int
    options: Options
    terms: Terms
    persons: int
    games: int
    nights: list[tuple[float, float]]
    """When nobody is there."""
    code: str = ""
    over: int = 0
    """Games that are over."""
    kicks: int = 0
    records: dict[int, bytes] = field(default_factory=dict)
    players: list[Player] = field(default_factory=list)


class World:
    """One run."""

    def __init__(self, seed: int, folder: Path, plan: Plan | None = None) -> None:
        self.seed = seed
        self.folder = folder
        self.plan = plan or Plan()
        self.random = Random(seed)
        self.seen: Counter[str] = Counter()
        """What happened how often, so that a run that tests nothing is noticed."""
        self.lines: deque[str] = deque(maxlen=60)
        """The end of the trace, for people to read."""
        self.tables = [self._table(number) for number in range(self.plan.tables)]
        self.over = False
        self._trace = hashlib.sha256()
        self._listener: Listener | None = None
        self._server: Server | None = None
        self._life = trio.CancelScope()
        self._doom = ""
        """What the next commit brings on."""
        self._entropy = Random(f"entropy {seed}")

    def _table(self, number: int) -> SimulatedTable:
        random = self.random
        edition = random.choice(sorted(engine.catalogue().editions, key=lambda entry: entry.id))
        least = min(edition.most_seats, max(2, edition.least_seats))
        seats = random.randint(least, max(least, min(edition.most_seats, 5)))
        modules = [module for module in sorted(edition.modules) if random.random() < 0.3]
        while engine.check(Options(edition.id, seats, tuple(modules))) is not None:
            modules.pop()
        clock = random.choice([(0, 0), (45, 0), (0, 30), (60, 20)])
        terms = Terms(
            turn_seconds=clock[0],
            decision_seconds=clock[1],
            grace_seconds=random.choice([0, 20, 60]),
            pace=random.choice([Pace.AT_ONCE, Pace.STEADY]),
            chat_apart=random.random() < 0.5,
        )
        nights, begin = [], 0.0
        for _ in range(4):
            begin += random.uniform(0.1, 0.4) * HOUR
            nights.append((begin, begin + random.uniform(5, 12) * HOUR))
            begin = nights[-1][1]
        persons = min(seats, random.choice([2, 2, 3]))
        options = Options(edition.id, seats, tuple(modules))
        return SimulatedTable(number, options, terms, persons, self.plan.games, nights)

    # --- The trace -------------------------------------------------------------------------------------------------

    def note(self, who: str, what: str, data: bytes = b"") -> None:
        """Write a line of the trace."""
        line = f"{trio.current_time():.6f} {who} {what} {len(data)}"
        self._trace.update(line.encode() + data)
        self.lines.append(line)
        self.seen[what.split()[0]] += 1

    @property
    def digest(self) -> str:
        """The whole trace in short."""
        return self._trace.hexdigest()

    # --- The run ---------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play it all; whatever fails says which seed brings it back."""
        log, handler = logging.getLogger("saboteur"), Lines(self)
        log.addHandler(handler)
        level, propagate = log.level, log.propagate
        log.setLevel(logging.DEBUG)
        log.propagate = False
        try:
            run_seeded(self._run, self.seed)
        except BaseException as error:
            error.add_note("the end of the trace:\n  " + "\n  ".join(self.lines))
            error.add_note(f"to bring it back: pytest tests/server/test_simulation.py --seed {self.seed}")
            raise
        finally:
            log.removeHandler(handler)
            log.setLevel(level)
            log.propagate = propagate

    async def _run(self) -> None:
        tasks = trio.lowlevel.current_statistics().tasks_living
        with trio.move_on_after(MOST_HOURS * HOUR) as limit:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._keep_serving)
                nursery.start_soon(self._watch)
                async with trio.open_nursery() as players:
                    for table in self.tables:
                        self._seat(table)
                        for player in table.players:
                            players.start_soon(player.run)
                self.over = True
                await self._wind_down()
                nursery.cancel_scope.cancel()
        assert not limit.cancelled_caught, f"games are not over after {MOST_HOURS} hours"
        assert trio.lowlevel.current_statistics().tasks_living == tasks, "tasks are left when the server has ended"
        self.note("world", "end")
        self.minutes = trio.current_time() / 60
        prove(self)

    def _seat(self, table: SimulatedTable) -> None:
        for number in range(table.persons + 1):
            name = f"{'Zoe' if number == table.persons else 'ABCDEFGHIJKL'[number]}{table.number}"
            seed = f"{self.seed} {name}"
            table.players.append(Player(self, table, name, Random(seed), watching=number == table.persons))

    async def _wind_down(self) -> None:
        """When everyone is gone nothing of them may be left behind, and the server ends in seconds."""
        await trio.sleep(GONE_SECONDS + HEARTBEAT_SECONDS + 60)
        while self._server is None:  # noqa: ASYNC110 - a look now and then is enough
            await trio.sleep(1)
        server = self._server
        assert not server.peers, "connections are left when everyone is gone"
        assert not any(table.present for table in server.lobby.tables.values()), "someone gone is still present"
        server.stop()
        with trio.fail_after(10):
            await server.stopped.wait()

    # --- The server ------------------------------------------------------------------------------------------------

    def dial(self) -> trio.abc.Stream:
        """Return a new line to the server, if it is up."""
        if self._listener is None:
            raise Down
        return self._listener.dial()

    async def _keep_serving(self) -> None:
        random, settings = self.random, Settings(folder=self.folder, stand_in="chance", messages_per_second=50)
        while True:
            journal = FaultyJournal.at(self.folder, self._store)
            assert isinstance(journal, FaultyJournal)
            journal.fails = self._fails
            listener = Listener()
            self.note("server", "start")
            with trio.CancelScope() as self._life:
                async with trio.open_nursery() as nursery:
                    self._server = await nursery.start(self._serve, settings, listener, journal)
                    self._listener = listener
                    if not self.over:
                        nursery.start_soon(self._end_some_day)
                    await self._server.stopped.wait()
                    nursery.cancel_scope.cancel()
            self._listener = self._server = None
            self._doom = ""
            journal.close()
            await listener.aclose()
            if self.over:
                return
            await trio.sleep(random.uniform(0.1, 20))

    async def _serve(
        self, settings: Settings, listener: Listener, journal: Journal, *, task_status: trio.TaskStatus[Server]
    ) -> None:
        await serve(
            settings,
            [listener],
            journal=journal,
            thinker=InlineThinker(),
            wall=lambda: 1_700_000_000 + trio.current_time(),
            entropy=self._entropy.randbytes,
            task_status=task_status,
        )

    async def _end_some_day(self) -> None:
        random = self.random
        # Some end while people are still coming: a place may be stored and its token never received.
        early = trio.current_time() < 10 and random.random() < 0.5
        mean = 60 * self.plan.server_minutes
        await trio.sleep(random.uniform(0, 4) if early else random.expovariate(1 / mean))
        if self.over:
            return
        kills = (
            ["killed_after_commit"] if early else ["stopped", "killed", "killed_before_commit", "killed_after_commit"]
        )
        how = random.choice(kills)
        self.note("server", how)
        if how == "stopped":
            assert self._server is not None
            self._server.stop()
        elif how == "killed":
            self._life.cancel()
        else:
            self._doom = how

    async def _store(self, call: Callable[[], None], /) -> None:
        """Run a blocking call of the journal here, on a disk that may be slow, or the last thing there is."""
        if self._doom == "killed_before_commit":
            self._life.cancel()
            await trio.sleep_forever()
        call()
        if self._doom == "killed_after_commit":
            self._life.cancel()
            await trio.sleep_forever()
        slow = self.random.random() < self.plan.slow
        await trio.sleep(self.random.uniform(0.5, SLOWEST_COMMIT) if slow else self.random.uniform(0, 0.02))

    def _fails(self) -> bool:
        fails = self.random.random() < self.plan.failing
        if fails:
            self.note("journal", "full")
        return fails

    # --- No table is frozen ----------------------------------------------------------------------------------------

    async def _watch(self) -> None:
        """See that every game with someone present goes on, unless people come and go."""
        since: dict[str, tuple[object, float]] = {}
        while True:
            await trio.sleep(5)
            now, server = trio.current_time(), self._server
            if server is None:
                since.clear()
                continue
            for code, table in server.lobby.tables.items():
                terms = table.seating.terms
                actions = len(table.stored.actions) if table.stored else 0
                state = (table.seating.phase, actions, tuple(table.present), bool(table.present))
                if since.get(code, (None, 0.0))[0] != state:
                    since[code] = (state, now)
                if table.seating.phase is not Phase.GAME or not table.present:
                    continue
                clock = 2 * max(terms.turn_seconds, terms.decision_seconds)
                bound = terms.grace_seconds + clock + GONE_SECONDS + HEARTBEAT_SECONDS + SLOWEST_COMMIT + SLACK
                frozen = now - since[code][1]
                assert frozen <= bound, f"table {code} is frozen for {frozen:.0f} s, more than {bound:.0f} s"


class Lines(logging.Handler):
    """Log lines go into the trace; those that tell of a broken table or connection fail the run."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self._world = world

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        self._world.note("log", f"logged {text}")
        assert "broke" not in text, text
        assert "failed" not in text, text
        assert "cannot" not in text, text


def run(seed: int, plan: Plan | None = None) -> World:
    """Make one run in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        world = World(seed, Path(folder), plan)
        world.run()
    return world


def main() -> int:
    """Run as many seeds as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--tables", type=int, default=Plan.tables)
    parser.add_argument("--games", type=int, default=Plan.games)
    given = parser.parse_args()
    for seed in range(given.seed, given.seed + given.runs):
        world = run(seed, Plan(tables=given.tables, games=given.games))
        seen = " ".join(f"{name}={count}" for name, count in sorted(world.seen.items()))
        sys.stdout.write(f"seed {seed}: {world.minutes:.0f} simulated minutes, trace {world.digest[:16]}\n  {seen}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
