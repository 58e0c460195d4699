"""Players who lose the connection: waited for, replaced by a stand-in, and back in their seat at once."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
import trio.testing
from msgspec.structs import replace

from protocol.errors import Fault, Parting
from protocol.messages import AddBot, EndWait, Join, Leave, Pace, Parted, Return, Room, SeatInfo, Terms, Update, Watch
from tests.server.people import QUICK, Person, Running, at_work

Clock = trio.testing.MockClock
TERMS = Terms(pace=Pace.AT_ONCE, grace_seconds=60)


async def back(server: Running, person: Person, name: str = "") -> Person:
    """The same person over another connection."""
    again = await server.connect(name or person.name)
    await again.do(Return(person.token))
    await trio.testing.wait_all_tasks_blocked()
    return again


def seat_of(person: Person, about: Person) -> SeatInfo:
    """A seat as a person sees it now."""
    latest = next(m for m in reversed(person.inbox) if isinstance(m, Room | Update))
    return next(seat for seat in latest.table.seats if seat.name == about.name)


async def test_the_countdown_is_seen_then_a_stand_in_decides_and_who_comes_back_decides_again(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path) as server:
        people = await server.game("Anna", "Ben", "Cora", terms=TERMS)
        gone = next(person for person in people if person.last(Update).view.question)
        here = [person for person in people if person is not gone]
        begun = trio.current_time()
        await gone.cut()
        await trio.sleep(10)
        assert (seat_of(here[0], gone).connected, seat_of(here[0], gone).away) == (False, 60_000)
        zoe = await server.connect("Zoe")
        await zoe.do(Watch(here[0].code))
        assert seat_of(zoe, gone).away == 50_000
        moved = await here[0].until(Update, lambda update: not update.story)
        assert trio.current_time() == begun + 60
        assert next(seat for seat in moved.table.seats if seat.name == gone.name).stand_in
        again = await back(server, gone)
        first = again.last(Update)
        assert (first.me, first.story) == (gone.last(Update).me, True)
        assert not seat_of(here[0], gone).stand_in
        assert seat_of(here[0], gone).connected
        for _ in range(3):
            person = next(person for person in (again, *here) if person.last(Update).view.question)
            question = person.last(Update).view.question
            await trio.sleep(1000)
            assert person.last(Update).view.question == question
            await person.act()
            await trio.testing.wait_all_tasks_blocked()


async def test_a_stand_in_that_is_still_thinking_is_not_listened_to_when_the_player_is_back(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path) as server:
        people = await server.game("Anna", "Ben", "Cora", terms=replace(TERMS, pace=Pace.SLOW, grace_seconds=5))
        gone = next(person for person in people if person.last(Update).view.question)
        await gone.cut()
        await trio.sleep(6)
        again = await back(server, gone)
        question = again.last(Update).view.question
        await trio.sleep(1000)
        assert question is not None
        assert again.last(Update).view.question == question
        await again.act()


async def test_the_host_may_end_the_wait_and_nobody_else(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        people = await server.game("Anna", "Ben", "Cora", terms=TERMS)
        anna, ben, cora = people
        seat = ben.last(Update).me
        assert seat is not None
        assert await anna.refused(EndWait(seat)) is Fault.NOT_AWAY
        assert await anna.refused(EndWait(11)) is Fault.NO_SUCH_SEAT
        await ben.cut()
        await trio.testing.wait_all_tasks_blocked()
        begun = trio.current_time()
        assert await cora.refused(EndWait(seat)) is Fault.NOT_HOST
        await anna.do(EndWait(seat))
        await trio.testing.wait_all_tasks_blocked()
        assert seat_of(cora, ben).stand_in
        assert await anna.refused(EndWait(seat)) is Fault.NOT_AWAY
        assert trio.current_time() == begun
        assert not seat_of(cora, await back(server, ben)).stand_in


async def test_the_rights_of_a_host_who_does_not_come_back_pass_on(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        people = await server.game("Anna", "Ben", "Cora", terms=TERMS)
        anna, ben, _ = people
        await anna.cut()
        await trio.sleep(59)
        assert ben.last(Room).table.host == anna.last(Update).me
        await trio.sleep(2)
        assert ben.last(Room).table.host == ben.last(Update).me
        again = await back(server, anna)
        assert again.last(Update).table.host == ben.last(Update).me


async def test_a_room_is_not_frozen_by_a_host_who_never_comes_back_after_a_restart(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path) as server:
        anna = await server.host("Anna", terms=TERMS)
        ben = await server.connect("Ben")
        await ben.do(Join(anna.code))
        await server.stop()
    async with at_work(tmp_path, seed=2) as server:
        again = await back(server, ben)
        assert await again.refused(AddBot("chance")) is Fault.NOT_HOST
        await trio.sleep(61)
        await again.do(AddBot("chance"))


async def test_when_everyone_is_gone_the_game_waits_and_goes_on_with_the_first_to_come_back(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path) as server:
        people = await server.game("Anna", "Ben", terms=replace(TERMS, turn_seconds=30))
        for person in people:
            await person.cut()
        (table,) = server.server.lobby.tables.values()
        await trio.testing.wait_all_tasks_blocked()
        length = len(table.playing().actions)
        await trio.sleep(3600)
        assert len(table.playing().actions) == length
        await back(server, people[0])
        await trio.sleep(31)
        assert len(table.playing().actions) > length


@pytest.mark.limit("table_hours")
async def test_a_table_where_nobody_is_connected_is_closed_after_its_time_and_the_token_says_so(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path, table_hours=2) as server:
        people = await server.game("Anna", "Ben", terms=TERMS)
        for person in people:
            await person.cut()
        await trio.sleep(2 * 3600 - 1)
        assert server.server.lobby.tables
        await trio.sleep(2)
        assert not server.server.lobby.tables
        late = await server.connect("Anna")
        assert await late.refused(Return(people[0].token)) is Fault.UNKNOWN_TOKEN
        assert late.last(Parted).why is Parting.EXPIRED


async def test_restarts_do_not_keep_a_table_that_nobody_comes_back_to(autojump_clock: Clock, tmp_path: Path) -> None:
    day = 24 * 3600
    code = token = ""
    for number in range(3):
        wall = {"wall": lambda number=number: 1_800_000_000 + number * day + trio.current_time()}
        async with at_work(tmp_path, table_hours=48, serving=wall) as server:
            if not number:
                (anna,) = await server.game("Anna")
                code, token = anna.code, anna.token
                await anna.cut()
                await trio.sleep(60)
            assert code in server.server.lobby.tables
            if number == 2:
                # Two days have passed; those who could not come while the server was down have a while left.
                await trio.sleep(11 * 3600)
                assert code in server.server.lobby.tables
                await trio.sleep(3600)
                again = await server.connect("Anna")
                assert await again.refused(Return(token)) is Fault.UNKNOWN_TOKEN
                assert again.last(Parted).why is Parting.EXPIRED


async def test_who_comes_back_gives_the_table_its_whole_time_again(autojump_clock: Clock, tmp_path: Path) -> None:
    wall = {"wall": lambda: 1_800_000_000 + trio.current_time()}
    async with at_work(tmp_path, table_hours=2, serving=wall) as server:
        (anna,) = await server.game("Anna")
        await anna.cut()
        await trio.sleep(3600)
        again = await server.connect("Anna")
        await again.do(Return(anna.token))
        token = again.token
    async with at_work(tmp_path, table_hours=2, serving=wall) as server:
        await trio.sleep(7100)
        again = await server.connect("Anna")
        await again.do(Return(token))


async def test_leaving_during_a_game_gives_the_seat_to_a_bot_for_good(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        anna, ben, cora = await server.game("Anna", "Ben", "Cora", terms=QUICK)
        seat = anna.last(Update).me
        assert seat is not None
        await anna.do(Leave())
        assert (await anna.until(Parted)).why is Parting.LEFT
        assert await anna.refused(Return(anna.token)) is Fault.UNKNOWN_TOKEN
        left = ben.last(Room).table
        assert (left.seats[seat].name, left.seats[seat].bot, left.seats[seat].stand_in) == ("", "chance", False)
        assert left.host == ben.last(Update).me
        assert left.game is not None
        assert left.game.names[seat] == "Anna"
        await ben.do(Leave())
        assert cora.last(Room).table.host == cora.last(Update).me
        await cora.do(Leave())
        await trio.testing.wait_all_tasks_blocked()
        assert not server.server.lobby.tables
