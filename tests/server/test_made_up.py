"""An expansion that neither server nor client was told of is played over a real socket and told in fallback words."""

from __future__ import annotations

from pathlib import Path

from protocol.game import Options
from protocol.messages import Update
from tests.engine.tables import made_up_expansion
from tests.server.people import at_work


async def test_a_made_up_expansion_is_played_over_a_real_socket(tmp_path: Path) -> None:
    with made_up_expansion():
        async with at_work(tmp_path, sockets=True) as server:
            (anna,) = await server.game("Anna", options=Options("base", 4, ("made_up",)))
            assert (await anna.play_to_the_end()).view.outcome is not None
            asked = {update.view.asked.kind for update in anna.find(Update) if update.view.asked}
            assert {"turn", "objection"} <= asked
