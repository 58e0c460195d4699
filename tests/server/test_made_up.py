"""An expansion that neither server nor client was told of is played over a real socket and told in fallback words."""

from __future__ import annotations

from pathlib import Path

import trio

from protocol.game import Options
from protocol.messages import AddBot, Create, Done, Ready, Room, Update
from tests.engine.tables import made_up_expansion
from tests.server.test_play import QUICK, connect, play_to_the_end, start


async def test_a_made_up_expansion_is_played_over_a_real_socket(tmp_path: Path) -> None:
    with made_up_expansion():
        async with trio.open_nursery() as nursery:
            server = await start(nursery, tmp_path)
            client = await connect(server)
            assert isinstance(await client.do(Create(Options("base", 4, ("made_up",)), QUICK)), Done)
            await client.until(Room)
            for _ in range(3):
                assert isinstance(await client.do(AddBot("chance")), Done)
            assert isinstance(await client.do(Ready(bytes(32))), Done)
            await client.until(Update)
            last = await play_to_the_end(client)
            assert last.view.outcome is not None
            asked = {m.view.asked.kind for m in client.inbox if isinstance(m, Update) and m.view.asked}
            assert {"turn", "objection"} <= asked
            await server.stop()
