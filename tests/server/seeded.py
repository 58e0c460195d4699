"""Trio runs that a seed decides: simulated time, and tasks in an order drawn from the seed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import trio
import trio.testing

T = TypeVar("T")


def run_seeded(main: Callable[[], Awaitable[T]], seed: int) -> T:
    """Run a main task; two runs with one seed take the same steps in the same order."""
    # The switch that pytest-trio sets, too. Trio has no public name for it.
    scheduler: Any = trio._core._run
    allowed, scheduler._ALLOW_DETERMINISTIC_SCHEDULING = scheduler._ALLOW_DETERMINISTIC_SCHEDULING, True
    state = scheduler._r.getstate()
    scheduler._r.seed(seed)
    try:
        return trio.run(main, clock=trio.testing.MockClock(autojump_threshold=0))
    finally:
        scheduler._ALLOW_DETERMINISTIC_SCHEDULING = allowed
        scheduler._r.setstate(state)
