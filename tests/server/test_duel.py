"""The Duel and Solo over a real socket: played, watched, taken up again after a restart, and replayed."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from protocol.errors import Fault
from protocol.game import Options, OptionsFault
from protocol.messages import Act, AddBot, AskRecord, Create, Done, Granted, Ready, Record, Return, Room, Update, Watch
from protocol.record import decode
from server.replay import positions
from tests.server.test_play import QUICK, Client, Running, connect, play_to_the_end, start

TABLES = [Options("duel", 2), Options("duel", 2, settings={"first": "lot"}), Options("solo", 1)]

every_table = pytest.mark.parametrize("options", TABLES, ids=lambda each: f"{each.edition} {each.settings}")


async def begin(server: Running, options: Options) -> Client:
    """Open a table, give all other seats to bots, and begin."""
    client = await connect(server)
    assert isinstance(await client.do(Create(options, QUICK)), Done)
    await client.until(Room)
    for _ in range(options.seats - 1):
        assert isinstance(await client.do(AddBot("normal")), Done)
    assert isinstance(await client.do(Ready(bytes(32))), Done)
    await client.until(Update)
    return client


@every_table
async def test_a_game_is_played_and_watched_to_its_end_and_its_record_replays(options: Options, tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        server = await start(nursery, tmp_path)
        client = await begin(server, options)
        watcher = await connect(server, "Zoe")
        code = next(m.code for m in client.inbox if isinstance(m, Granted))
        assert isinstance(await watcher.do(Watch(code)), Done)
        last = await play_to_the_end(client)
        seen = await watcher.until(Update)
        while seen.view.outcome is None:
            seen = await watcher.until(Update)
        assert seen.view.outcome == last.view.outcome
        for update in (m for m in watcher.inbox if isinstance(m, Update)):
            assert (update.view.hand, update.view.legal, update.view.known) == ((), (), ())
            assert all(seat.role and seat.gold is not None for seat in update.view.seats)
            assert not any(laid.card for laid in update.view.maze if laid.back)
        answer = await client.do(AskRecord())
        assert isinstance(answer, Record)
        assert positions(decode(answer.data))[-1].outcome == last.view.outcome
        await server.stop()


@every_table
async def test_a_game_goes_on_after_a_restart(options: Options, tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        server = await start(nursery, tmp_path)
        client = await begin(server, options)
        token = next(m.token for m in client.inbox if isinstance(m, Granted))
        update = next(m for m in reversed(client.inbox) if isinstance(m, Update))
        for _ in range(6):
            while update.view.question is None:
                update = await client.until(Update)
            await client.send(Act(update.view.question.id, update.view.legal[0], re=9))
            update = await client.until(Update)
        await server.stop()
    async with trio.open_nursery() as nursery:
        server = await start(nursery, tmp_path)
        client = await connect(server)
        assert isinstance(await client.do(Return(token)), Done)
        again = await client.until(Update)
        assert again.view.round == update.view.round
        assert (await play_to_the_end(client)).view.outcome is not None
        await server.stop()


@pytest.mark.parametrize(("edition", "seats"), [("duel", 1), ("duel", 3), ("solo", 2)])
async def test_another_number_of_seats_is_refused(edition: str, seats: int, tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        server = await start(nursery, tmp_path)
        client = await connect(server)
        refused = await client.do(Create(Options(edition, seats), QUICK))
        assert refused.fault is Fault.BAD_OPTIONS
        assert refused.options.fault in (OptionsFault.TOO_FEW_SEATS, OptionsFault.TOO_MANY_SEATS)
        await server.stop()
