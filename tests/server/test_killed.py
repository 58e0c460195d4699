"""A server that is killed at random moments: nothing it told anybody is lost, and every game goes to its end.

`pytest tests/server/test_killed.py --kills 500` is the long form.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
import trio

from tests.server.survivor import Child, left, new_mark, none_left, survivors

KILLS = 20


async def test_no_action_that_was_acknowledged_is_lost_by_killing_the_server(
    tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    random, mark = Random(7), new_mark()
    kills = pytestconfig.getoption("--kills", None) or KILLS
    child: Child | None = Child(tmp_path, mark)
    killed = most = 0
    people = survivors(
        random, port=lambda: child.port if child else None, going=lambda: killed < kills or child is None
    )
    try:
        async with trio.open_nursery() as nursery:
            for person in people:
                nursery.start_soon(person.run)
            while killed < kills:
                for person in people:
                    person.progress = trio.Event()
                with trio.fail_after(60):
                    await random.choice(people).progress.wait()
                await trio.sleep(random.uniform(0.0, 0.15))
                most = max(most, len(left(mark)))
                assert child is not None
                dying, child = child, None
                dying.end()
                killed += 1
                child = Child(tmp_path, mark)
    finally:
        if child is not None:
            child.end()
    assert sum(person.games for person in people) >= len(people)
    assert sum(person.acknowledged for person in people) > kills
    assert most > 1, "no server had a process of its own that could have been left"
    assert await none_left(mark), "a process of a killed server is left"
