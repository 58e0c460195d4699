"""Connections that are cut at random, before, within and after messages: nothing told is lost, every game ends.

`pytest tests/server/test_cut.py --kills 500` is the long form: so many times ten cuts.
"""

from __future__ import annotations

import signal
from pathlib import Path
from random import Random

import pytest
import trio

from tests.server.survivor import Child, new_mark, none_left, survivors

CUTS = 120
PER_MESSAGE = 0.08
"""The share of messages at which the connection is cut."""


async def test_no_action_that_was_acknowledged_is_lost_by_cutting_connections(
    tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    random, mark = Random(8), new_mark()
    cuts = 10 * (pytestconfig.getoption("--kills", None) or CUTS // 10)
    child = Child(tmp_path, mark)
    made = 0

    def cut() -> bool:
        nonlocal made
        made += (now := random.random() < PER_MESSAGE)
        return now

    people = survivors(random, port=lambda: child.port, going=lambda: made < cuts, cuts=cut)
    try:
        with trio.fail_after(60 + cuts):
            async with trio.open_nursery() as nursery:
                for person in people:
                    nursery.start_soon(person.run)
    finally:
        status = child.end(signal.SIGTERM)
    assert status == 0, "the server did not end in order"
    assert made >= cuts
    assert sum(person.games for person in people) >= len(people)
    assert await none_left(mark), "a process of the server is left"
