"""The list of tables, the ways into one, and who may come in."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
import trio
import trio.testing
from msgspec.structs import replace

from protocol.errors import Closing, Fault, Parting
from protocol.game import Options, OptionsFault
from protocol.limits import CODE_CHARACTERS
from protocol.messages import (
    Arrange,
    Bye,
    ClientMessage,
    Create,
    Draining,
    Hello,
    Join,
    Leave,
    Parted,
    Phase,
    Ready,
    Return,
    Room,
    TableChanged,
    TableGone,
    Tables,
    Terms,
    Update,
    Watch,
    Welcome,
)
from server import lobby
from server.house import WRONG_SECONDS
from server.serve import SHUTDOWN_SECONDS
from tests.server.people import BASE, QUICK, Person, at_work, stored_bytes

Clock = trio.testing.MockClock


async def test_the_list_follows_what_happens_at_the_tables(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        looking = await server.connect("Leo")
        assert (await looking.until(Tables)).tables == ()
        anna = await server.host("Anna")
        line = (await looking.until(TableChanged)).table
        assert (line.code, line.host, line.taken, line.phase) == (anna.code, "Anna", 1, Phase.ROOM)
        ben, zoe = await server.connect("Ben"), await server.connect("Zoe")
        assert ben.last(Tables).tables == (line,)
        await ben.do(Join(anna.code.lower()))
        assert (await looking.until(TableChanged)).table.taken == 2
        await zoe.do(Watch(anna.code))
        assert (await looking.until(TableChanged)).table.spectators == 1
        await zoe.cut()
        assert (await looking.until(TableChanged)).table.spectators == 0
        await anna.do(Arrange(Options("base", 4), Terms(spectators=False), "gold"))
        changed = (await looking.until(TableChanged)).table
        assert (changed.options.seats, changed.locked, changed.watchable) == (4, True, False)
        await anna.do(Leave())
        assert (await looking.until(TableChanged)).table.host == "Ben"
        await ben.do(Leave())
        assert (await looking.until(TableGone)).code == line.code
        assert (await ben.until(Parted)).why is Parting.LEFT
        await trio.testing.wait_all_tasks_blocked()
        assert ben.last(Tables).tables == ()


async def test_a_private_table_is_in_no_list_and_is_found_by_its_code(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        looking = await server.connect("Leo")
        anna = await server.host("Anna", terms=replace(QUICK, private=True))
        ben = await server.connect("Ben")
        assert ben.last(Tables).tables == ()
        await ben.do(Join(anna.code))
        await anna.do(Arrange(BASE, QUICK))
        assert (await looking.until(TableChanged)).table.code == anna.code
        await anna.do(Arrange(BASE, replace(QUICK, private=True)))
        assert (await looking.until(TableGone)).code == anna.code
        assert not [m for m in looking.find(TableChanged) if m.table.taken == 1]


async def test_a_table_with_a_password_lets_nobody_in_without_it_and_guessing_is_slow(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path) as server:
        anna = await server.host("Anna", password="gold")
        assert anna.last(Room).table.locked
        ben = await server.connect("Ben")
        for message in (Join(anna.code), Join(anna.code, "Gold"), Watch(anna.code, "coal"), Watch(anna.code)):
            begun = trio.current_time()
            assert await ben.refused(message) is Fault.WRONG_PASSWORD
            assert trio.current_time() == begun + WRONG_SECONDS
        await ben.do(Join(anna.code, "gold"))
        await anna.do(Arrange(BASE, QUICK))
        assert anna.last(Room).table.locked
        await anna.do(Arrange(BASE, QUICK, ""))
        assert not anna.last(Room).table.locked
        cora = await server.connect("Cora")
        await cora.do(Join(anna.code, "whatever"))


async def test_the_password_of_a_table_holds_after_a_restart_and_is_nowhere_in_the_journal(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path) as server:
        anna = await server.host("Anna", password="a-secret-word")
        await server.stop()
    assert b"a-secret-word" not in stored_bytes(tmp_path)
    async with at_work(tmp_path, seed=2) as server:
        ben = await server.connect("Ben")
        assert await ben.refused(Join(anna.code)) is Fault.WRONG_PASSWORD
        await ben.do(Join(anna.code, "a-secret-word"))


async def test_guessing_over_many_connections_is_no_faster(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path, password="sesame", exempt=("proxy",)) as server:
        guessers = [await server.connect(f"{n}", "sesame") for n in range(4)]
        elsewhere = await server.connect("elsewhere", "sesame", address="elsewhere")
        behind = [await server.connect(f"behind {n}", "sesame", address="proxy") for n in range(3)]
        begun = trio.current_time()
        answered: list[tuple[str, float]] = []

        async def guess(person: Person, message: ClientMessage) -> None:
            await person.refused(message)
            answered.append((person.name, trio.current_time() - begun))

        async with trio.open_nursery() as nursery:
            for guesser, message in zip(
                guessers, (Join("BCDF"), Watch("BCDF"), Return("x"), Join("ZZZZ")), strict=True
            ):
                nursery.start_soon(guess, guesser, message)
            for person in (elsewhere, *behind):
                nursery.start_soon(guess, person, Join("BCDF"))
        times = dict(answered)
        assert sorted(times[guesser.name] for guesser in guessers) == [WRONG_SECONDS * n for n in (1, 2, 3, 4)]
        assert {times[person.name] for person in (elsewhere, *behind)} == {WRONG_SECONDS}
        stranger = await server.line("stranger")
        begun = trio.current_time()
        await stranger.send(Hello(1, 0, "stranger", "wrong"))
        assert (await stranger.until(Bye)).why is Closing.WRONG_PASSWORD
        assert trio.current_time() == begun + WRONG_SECONDS


async def test_a_code_that_is_nobodys_is_refused_slowly(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        anna = await server.connect("Anna")
        begun = trio.current_time()
        assert await anna.refused(Join("XXXX")) is Fault.NO_SUCH_TABLE
        assert trio.current_time() == begun + WRONG_SECONDS


async def test_names_are_unique_at_a_table_whatever_their_case(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        anna = await server.host("Straße")
        same = await server.connect("STRASSE")
        assert await same.refused(Join(anna.code)) is Fault.NAME_TAKEN
        assert await same.refused(Watch(anna.code)) is Fault.NAME_TAKEN
        zoe, also = await server.connect("Zoe"), await server.connect("zoe")
        await zoe.do(Watch(anna.code))
        assert await also.refused(Join(anna.code)) is Fault.NAME_TAKEN
        # Elsewhere the name is free: names belong to tables.
        await same.do(Create(BASE))


async def test_a_spectator_who_is_gone_loses_the_name_to_someone_who_sits_down_with_it(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path) as server:
        anna = await server.host("Anna")
        zoe, also = await server.connect("Zoe"), await server.connect("ZOE")
        await zoe.do(Watch(anna.code))
        await zoe.cut()
        await trio.testing.wait_all_tasks_blocked()
        await also.do(Join(anna.code))
        late = await server.connect("Zoe")
        assert await late.refused(Return(zoe.token)) is Fault.UNKNOWN_TOKEN


async def test_nobody_is_at_two_tables_or_both_player_and_spectator(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        anna, ben = await server.host("Anna"), await server.host("Ben")
        zoe = await server.connect("Zoe")
        await zoe.do(Watch(anna.code))
        for person in (anna, zoe):
            for message in (Create(BASE), Join(ben.code), Watch(anna.code), Join(anna.code)):
                assert await person.refused(message) is Fault.AT_TABLE


async def test_spectators_come_at_any_time_are_counted_and_can_be_forbidden(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path) as server:
        anna, ben = await server.game("Anna", "Ben", options=BASE)
        for number, name in enumerate(("Zoe", "Yan")):
            person = await server.connect(name)
            await person.do(Watch(anna.code))
            await trio.testing.wait_all_tasks_blocked()
            assert ben.last(Room).table.spectators == number + 1
            assert person.last(Update).me is None
        late = await server.connect("Ben")
        assert await late.refused(Watch(anna.code)) is Fault.NAME_TAKEN
        closed = await server.host("Cora", terms=Terms(spectators=False))
        assert await late.refused(Watch(closed.code)) is Fault.NO_SPECTATORS


async def test_a_draining_server_begins_nothing_new_and_ends_after_the_last_game(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path) as server:
        (anna,) = await server.game("Anna")
        ben = await server.host("Ben")
        looking = await server.connect("Leo")
        server.server.drain()
        server.nursery.start_soon(server.server.end_after_the_last_game)
        for person in (anna, ben, looking):
            await person.until(Draining)
        assert await looking.refused(Create(BASE)) is Fault.DRAINING
        assert await ben.refused(Ready(bytes(32))) is Fault.DRAINING
        assert (await server.connect("Late")).last(Welcome).draining
        await trio.sleep(100)
        assert not server.server.stopping.is_set()
        while anna.last(Update).view.outcome is None:
            await anna.act()
            await trio.testing.wait_all_tasks_blocked()
        with trio.fail_after(60):
            await server.server.stopped.wait()


async def test_a_table_is_opened_with_options_that_can_be_played_alone(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        anna = await server.connect("Anna")
        for options, fault in (
            (Options("chess", 3), OptionsFault.UNKNOWN_EDITION),
            (Options("base", 12), OptionsFault.TOO_MANY_SEATS),
            (Options("base", 3, ("none",)), OptionsFault.UNKNOWN_MODULE),
            (Options("base", 3, settings={"first": "me"}), OptionsFault.UNKNOWN_VALUE),
        ):
            answer = await anna.ask(Create(options))
            assert (answer.fault, answer.options.fault) == (Fault.BAD_OPTIONS, fault)
        await anna.do(Create(Options("base", 3, settings={"first": "lot"}), Terms(turn_seconds=90)))
        table = anna.last(Room).table
        assert (table.options.settings, table.terms.turn_seconds) == ({"first": "lot"}, 90)


async def test_the_server_ends_within_seconds_whoever_does_not_read(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        anna, slow = await server.host("Anna"), await server.stuck("Slow")
        await slow.send(Hello(1, 0, "Slow"))
        await trio.testing.wait_all_tasks_blocked()
        begun = trio.current_time()
        server.server.stop()
        assert (await anna.until(Bye)).why is Closing.SHUTDOWN
        assert trio.current_time() == begun
        await server.server.stopped.wait()
        assert trio.current_time() <= begun + SHUTDOWN_SECONDS


async def test_codes_grow_when_the_short_ones_are_taken_and_are_never_given_twice(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    def poor(count: int) -> bytes:
        """Entropy without any, but for tokens."""
        return random.randbytes(count) if count > CODE_CHARACTERS else bytes(count)

    random = Random(3)
    for expected in ("BBBB", "BBBBB"):
        async with at_work(tmp_path, serving={"entropy": poor}) as server:
            anna = await server.host("Anna")
            assert anna.code == expected
            await anna.do(Leave())


async def test_only_so_many_are_told_why_their_table_has_ended(
    autojump_clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "ENDED_KEPT", 2)
    async with at_work(tmp_path, table_hours=1) as server:
        people = [await server.host(f"{n}") for n in range(3)]
        for person in people:
            await person.cut()
            await trio.sleep(60)
        await trio.sleep(3600)
        late = await server.connect("Late")
        for person in people:
            assert await late.refused(Return(person.token)) is Fault.UNKNOWN_TOKEN
        assert [parted.code for parted in late.find(Parted)] == [person.code for person in people[1:]]


async def test_a_spectator_who_leaves_is_in_the_lobby_and_the_token_is_void(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path) as server:
        anna, zoe = await server.host("Anna"), await server.connect("Zoe")
        await zoe.do(Watch(anna.code))
        await zoe.do(Leave())
        assert (await zoe.until(Parted)).why is Parting.LEFT
        assert await zoe.refused(Return(zoe.token)) is Fault.UNKNOWN_TOKEN
        await trio.testing.wait_all_tasks_blocked()
        assert anna.last(Room).table.spectators == 0
