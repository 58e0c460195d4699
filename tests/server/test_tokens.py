"""Tokens: the one thing that says who somebody is at a table."""

from __future__ import annotations

import base64
from pathlib import Path

import trio
import trio.testing

from protocol.errors import Fault, Parting
from protocol.messages import Granted, Join, Parted, Return, Room, Update, Watch
from server.lobby import WRONG_SECONDS
from server.seating import hash_token
from tests.server.people import at_work, stored_bytes

Clock = trio.testing.MockClock


async def test_a_token_used_elsewhere_replaces_the_older_connection_whatever_the_name(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path) as server:
        anna, ben = await server.game("Anna", "Ben")
        elsewhere = await server.connect("Someone else", address="far.away")
        await elsewhere.do(Return(anna.token))
        assert (await anna.until(Parted)).why is Parting.REPLACED
        first = elsewhere.last(Update)
        assert (first.me, first.story, first.view.hand) == (0, True, anna.last(Update).view.hand)
        assert first.events[: len(anna.find(Update)[0].events)] == anna.find(Update)[0].events
        assert elsewhere.last(Granted).seat == 0
        await trio.testing.wait_all_tasks_blocked()
        assert ben.last(Room).table.seats[0].name == "Anna"
        assert ben.last(Room).table.seats[0].connected
        # The replaced one is in the lobby, and the end of its connection touches nobody's seat.
        assert await anna.refused(Join(ben.code)) is Fault.IN_GAME
        await anna.cut()
        await trio.testing.wait_all_tasks_blocked()
        assert ben.last(Room).table.seats[0].connected


async def test_a_spectators_token_brings_back_a_spectator_and_never_a_seat(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path) as server:
        (anna,) = await server.game("Anna")
        zoe = await server.connect("Zoe")
        await zoe.do(Watch(anna.code))
        await zoe.cut()
        again = await server.connect("Zoe")
        await again.do(Return(zoe.token))
        assert (again.last(Granted).seat, again.last(Update).me) == (None, None)
        assert again.last(Update).view.hand == ()


async def test_a_token_that_was_never_given_is_refused_slowly(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        anna = await server.host("Anna")
        ben = await server.connect("Ben")
        for wrong in ("", "x" * 43, anna.token[:-1], hash_token(anna.token).hex()[:43]):
            begun = trio.current_time()
            assert await ben.refused(Return(wrong)) is Fault.UNKNOWN_TOKEN
            assert trio.current_time() == begun + WRONG_SECONDS


async def test_tokens_are_stored_as_hashes_alone(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        anna = await server.host("Anna")
        zoe = await server.connect("Zoe")
        await zoe.do(Watch(anna.code))
        tokens = [anna.token, zoe.token]
        await server.stop()
    kept = stored_bytes(tmp_path)
    for token in tokens:
        assert token.encode() not in kept
        assert base64.urlsafe_b64decode(token + "=") not in kept
        assert hash_token(token) in kept


async def test_a_reset_connection_touches_nobody_else(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        anna, ben = await server.game("Anna", "Ben")
        await ben.cut()
        await trio.testing.wait_all_tasks_blocked()
        assert not anna.ended
        assert not anna.last(Room).table.seats[1].connected
        assert anna.last(Room).table.seats[1].name == "Ben"
