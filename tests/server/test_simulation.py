"""The whole server with its players, over lines and disks that fail, for thousands of simulated minutes.

`pytest tests/server/test_simulation.py --seed 7` brings a run back; `--runs 100` makes as many as you like.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from server import coming, playing, telling
from server.absence import Absence
from server.journal import Journal, _Ticket
from server.statements import Statement
from server.table import Table
from tests.server.simulation import Plan, run

SEEDS = 4
"""In an ordinary run of the tests."""

HAPPENS = (
    "killed_after_commit",
    "killed_before_commit",
    "stopped",
    "full",
    "slow",
    "night",
    "asleep",
    "line_half_open",
    "line_within_a_frame",
    "refused_not_stored",
    "sent_Leave",
    "acknowledged",
)
"""What the runs of an ordinary test must have been through, so that they prove something."""


def seeds(config: pytest.Config) -> list[int]:
    """Return the seeds that the command line asks for."""
    first = config.getoption("--seed", None)
    runs = config.getoption("--runs", None)
    if first is None:
        return list(range(1, 1 + (runs or SEEDS)))
    return list(range(first, first + (runs or 1)))


def test_whatever_fails_nothing_told_is_lost_and_every_game_goes_to_its_end(pytestconfig: pytest.Config) -> None:
    happened: Counter[str] = Counter()
    minutes = 0.0
    wanted = seeds(pytestconfig)
    for seed in wanted:
        world = run(seed)
        happened += world.seen
        minutes += world.minutes
    if len(wanted) >= SEEDS:
        assert not [what for what in HAPPENS if not happened[what]]
        assert minutes > 1000


def test_two_runs_of_a_seed_are_the_same_byte_for_byte_and_another_seed_is_another_run() -> None:
    plan = Plan(tables=1, games=1)
    assert run(11, plan).digest == run(11, plan).digest
    assert run(11, plan).digest != run(12, plan).digest


def test_a_run_does_not_depend_on_the_hashes_of_texts() -> None:
    def trace(hash_seed: str) -> str:
        command = [sys.executable, "-m", "tests.server.simulation", "--seed", "3", "--tables", "1", "--games", "1"]
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        root = Path(__file__).parents[2]
        return subprocess.run(command, cwd=root, env=environment, check=True, capture_output=True, text=True).stdout

    assert trace("1") == trace("2")


def first_failure() -> str:
    """Run seeds until one fails, and return what it says."""
    for seed in range(1, 8):
        try:
            run(seed, Plan(tables=1, games=1))
        except BaseException as error:
            return "\n".join([*_texts(error), *error.__notes__])
    return "nothing failed"


def _texts(error: BaseException) -> list[str]:
    if isinstance(error, BaseExceptionGroup):
        return [text for inner in error.exceptions for text in _texts(inner)]
    return [str(error)]


async def promise(self: Any, statements: Iterable[Statement]) -> None:
    """Hand statements in and hope for the best."""
    self._waiting.append(_Ticket(list(statements)))
    self._wake.set()


def twice(table: Table) -> None:
    """Tell the news, and tell them again."""
    telling.tell_news(table)
    telling.tell_news(table)


BUGS: dict[str, tuple[object, str, Any, str]] = {
    "tells before it stores": (
        Journal,
        "commit",
        promise,
        "lost|forgotten|recorded|record ends|unknown_token|cannot go on",
    ),
    "waits for ever": (Absence, "begin", lambda _self, _token, _until: None, "frozen|not over"),
    "forgets who is gone": (coming, "lose", lambda _table, _peer: None, "frozen|still present"),
    "tells everything twice": (playing, "tell_news", twice, "recorded|record ends"),
}


@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_caught_and_the_seed_named(bug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, wrong, expected = BUGS[bug]
    monkeypatch.setattr(where, name, wrong)
    said = first_failure()
    assert "to bring it back: pytest tests/server/test_simulation.py --seed" in said
    assert re.search(expected, said), said
