"""Before and between games: options, bots, kicks, who is ready, the host's rights, and one game after the other."""

from __future__ import annotations

from pathlib import Path

import trio
import trio.testing

from protocol.errors import Fault, Parting
from protocol.game import Options
from protocol.messages import (
    AddBot,
    Arrange,
    AskRecord,
    Join,
    Kick,
    Leave,
    NotReady,
    Parted,
    Phase,
    Ready,
    Record,
    Refused,
    Return,
    Room,
    Terms,
    Update,
    Watch,
)
from protocol.record import commitment, decode
from server.replay import positions
from tests.server.people import BASE, QUICK, Person, Running, at_work

Clock = trio.testing.MockClock
NONCE = bytes(range(32))


async def seated(server: Running, *names: str, options: Options = BASE) -> list[Person]:
    """People in a room."""
    host = await server.host(names[0], options)
    others = [await server.connect(name) for name in names[1:]]
    for other in others:
        await other.do(Join(host.code))
    await trio.testing.wait_all_tasks_blocked()
    return [host, *others]


async def test_options_that_cannot_be_played_are_refused_with_the_reason(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        (anna,) = await seated(server, "Anna")
        answer = await anna.ask(Arrange(Options("base", 12)))
        assert isinstance(answer, Refused)
        assert answer.fault is Fault.BAD_OPTIONS
        assert answer.options is not None
        assert anna.last(Room).table.options == BASE


async def test_with_other_options_people_move_up_bots_fill_in_and_nobody_is_ready(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path) as server:
        anna, ben, cora = await seated(server, "Anna", "Ben", "Cora", options=Options("base", 6))
        await anna.do(AddBot("chance"))
        await anna.do(Kick(1))
        await cora.do(Ready(NONCE))
        await anna.do(Arrange(Options("base", 4), QUICK))
        await trio.testing.wait_all_tasks_blocked()
        seats = anna.last(Room).table.seats
        assert [(seat.name, seat.bot, seat.ready) for seat in seats] == [
            ("Anna", "", False),
            ("Cora", "", False),
            ("", "chance", True),
            ("", "", False),
        ]
        assert cora.last(Room).me == 1
        assert (await ben.until(Parted)).why is Parting.KICKED
        await ben.do(Join(anna.code))
        await anna.do(Kick(2))
        await anna.do(AddBot("chance"))
        dora = await server.connect("Dora")
        assert await dora.refused(Join(anna.code)) is Fault.TABLE_FULL
        assert await anna.refused(AddBot("chance")) is Fault.TABLE_FULL
        await anna.do(Kick(2))
        await dora.do(Join(anna.code))
        assert await anna.refused(Arrange(Options("base", 3))) is Fault.TOO_FEW_SEATS
        await anna.do(Arrange(Options("base", 7)))
        assert len(anna.last(Room).table.seats) == 7


async def test_only_the_host_arranges_adds_bots_and_kicks_and_never_the_own_seat(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path) as server:
        anna, ben = await seated(server, "Anna", "Ben")
        for message in (Arrange(BASE), AddBot("chance"), Kick(0)):
            assert await ben.refused(message) is Fault.NOT_HOST
        assert await anna.refused(Kick(0)) is Fault.NO_SUCH_SEAT
        assert await anna.refused(Kick(2)) is Fault.NO_SUCH_SEAT
        assert await anna.refused(Kick(11)) is Fault.NO_SUCH_SEAT
        assert await anna.refused(AddBot("genius")) is Fault.NO_SUCH_LEVEL


async def test_a_kick_revokes_the_token_and_the_seat_is_free_again(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        anna, ben = await seated(server, "Anna", "Ben")
        await anna.do(Kick(1))
        assert (await ben.until(Parted)).why is Parting.KICKED
        assert await ben.refused(Return(ben.token)) is Fault.UNKNOWN_TOKEN
        assert await ben.refused(Ready(NONCE)) is Fault.NOT_AT_TABLE
        assert anna.last(Room).table.seats[1].name == ""


async def test_a_kick_during_a_game_gives_the_seat_to_a_bot_and_the_game_goes_on(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path) as server:
        anna, ben = await server.game("Anna", "Ben")
        assert await anna.refused(Kick(2)) is Fault.NO_SUCH_SEAT
        await anna.do(Kick(1))
        assert (await ben.until(Parted)).why is Parting.KICKED
        assert await ben.refused(Return(ben.token)) is Fault.UNKNOWN_TOKEN
        last = await anna.play_to_the_end()
        assert (last.table.seats[1].bot, last.table.seats[1].name) == ("chance", "")


async def test_leaving_the_room_frees_the_seat_and_passes_the_hosts_rights_on(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path) as server:
        anna, ben, cora = await seated(server, "Anna", "Ben", "Cora")
        await anna.do(Leave())
        assert (await anna.until(Parted)).why is Parting.LEFT
        assert await anna.refused(Return(anna.token)) is Fault.UNKNOWN_TOKEN
        assert (ben.last(Room).table.host, ben.last(Room).table.seats[0].name) == (1, "")
        await ben.do(AddBot("chance"))
        await ben.do(Leave())
        assert cora.last(Room).table.host == 2
        await anna.do(Join(cora.code))
        await cora.do(Kick(1))
        assert (await anna.until(Parted)).why is Parting.KICKED


async def test_the_game_begins_when_everyone_is_ready_and_not_before(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        anna, ben = await seated(server, "Anna", "Ben")
        await anna.do(Ready(NONCE))
        await ben.do(Ready(NONCE))
        await ben.do(NotReady())
        await anna.do(AddBot("chance"))
        await trio.testing.wait_all_tasks_blocked()
        assert [seat.ready for seat in anna.last(Room).table.seats] == [True, False, True]
        assert not anna.find(Update)
        announced = anna.last(Room).table.next
        await ben.do(Ready(NONCE))
        await trio.testing.wait_all_tasks_blocked()
        update = anna.last(Update)
        assert (update.table.phase, update.story) == (Phase.GAME, True)
        assert announced is not None
        assert update.table.game is not None
        assert update.table.game.commitment == announced.commitment
        assert update.table.game.secret == b""
        assert await anna.refused(Ready(NONCE)) is Fault.IN_GAME
        assert await anna.refused(Arrange(BASE)) is Fault.IN_GAME


async def test_a_rematch_keeps_the_code_and_every_game_has_its_record(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        (anna,) = await server.game("Anna")
        code = anna.code
        assert await anna.refused(AskRecord()) is Fault.NOT_OVER
        first = await anna.play_to_the_end()
        assert first.table.phase is Phase.OVER
        assert first.table.next is not None
        assert await anna.refused(AskRecord(2)) is Fault.NOT_OVER
        zoe = await server.connect("Zoe")
        await zoe.do(Watch(code))
        assert zoe.last(Update).view.outcome == first.view.outcome
        await anna.do(Ready(NONCE))
        await trio.testing.wait_all_tasks_blocked()
        again = anna.last(Update)
        assert again.table.code == code
        assert again.table.game is not None
        assert (again.table.game.number, again.table.game.commitment) == (2, first.table.next.commitment)
        assert await anna.refused(AskRecord(2)) is Fault.NOT_OVER
        await anna.play_to_the_end()
        for person in (anna, zoe):
            for number, name in ((1, f"{code}/1"), (2, f"{code}/2"), (0, f"{code}/2")):
                answer = await person.ask(AskRecord(number))
                assert isinstance(answer, Record)
                assert answer.name == name
                record = decode(answer.data)
                assert positions(record)[-1].outcome is not None
                assert record.nonces[0] == (bytes(32) if name.endswith("/1") else NONCE)
        await anna.do(Arrange(Options("base", 4), QUICK))
        await trio.testing.wait_all_tasks_blocked()
        assert anna.last(Room).table.phase is Phase.ROOM
        assert isinstance(await anna.ask(AskRecord(1)), Record)


async def test_the_secret_that_was_announced_is_told_when_the_game_is_over(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path) as server:
        (anna,) = await server.game("Anna")
        begun = anna.last(Update).table.game
        over = (await anna.play_to_the_end()).table.game
        assert begun is not None
        assert over is not None
        assert commitment(over.secret) == begun.commitment
        assert over.nonces == (bytes(32),) * 3


async def test_closing_a_table_to_spectators_sends_them_away_for_good(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        (anna,) = await seated(server, "Anna")
        zoe = await server.connect("Zoe")
        await zoe.do(Watch(anna.code))
        await trio.testing.wait_all_tasks_blocked()
        assert anna.last(Room).table.spectators == 1
        await anna.do(Arrange(BASE, Terms(spectators=False)))
        assert (await zoe.until(Parted)).why is Parting.NO_SPECTATORS
        assert anna.last(Room).table.spectators == 0
        assert await zoe.refused(Watch(anna.code)) is Fault.NO_SPECTATORS
        assert await zoe.refused(Return(zoe.token)) is Fault.UNKNOWN_TOKEN
