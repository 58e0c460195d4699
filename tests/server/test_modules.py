"""A table with every module at once, over the wire, from the deal to the record."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
import trio
import trio.testing

from protocol.messages import Act, AskRecord, Pace, Record, Terms, Update
from protocol.record import decode
from server.replay import positions
from tests.engine.tables import with_everything
from tests.server.people import at_work

QUICK = Terms(pace=Pace.AT_ONCE, window_seconds=1)


@pytest.mark.parametrize(("edition", "seats"), [("base", 5), ("saboteur2", 6)])
async def test_a_game_with_every_module_is_played_to_its_end_and_its_record_replays(
    autojump_clock: trio.testing.MockClock, tmp_path: Path, edition: str, seats: int
) -> None:
    random = Random(edition)
    async with at_work(tmp_path) as server:
        (anna,) = await server.game("Anna", options=with_everything(edition, seats), terms=QUICK)
        kinds = set()
        while (view := anna.last(Update).view).outcome is None:
            question = view.question
            if question is None:
                await anna.until(Update)
                continue
            kinds.add(question.kind)
            # Some windows are left to the clock.
            if question.kind == "veto" and random.random() < 0.3:
                await trio.sleep(QUICK.window_seconds)
            else:
                await anna.do(Act(question.id, random.choice(view.legal)))
            await trio.testing.wait_all_tasks_blocked()
        assert {"turn", "veto"} <= kinds
        record = await anna.ask(AskRecord())
        assert isinstance(record, Record)
        last = positions(decode(record.data))[-1]
        assert last.outcome == anna.last(Update).view.outcome
