"""Talk in the lobby and at tables: who hears it, what is left of it, how much of it, and who is not to be heard."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
import trio.testing
from msgspec.structs import replace

from protocol.errors import Fault
from protocol.limits import ADDRESS_LINES, CHAT_KEPT, CHAT_LINES, CHAT_SECONDS, MUTED_NAMES, TEXT_CELLS
from protocol.messages import Join, Leave, Mute, Return, Said, Say, Watch
from tests.server.people import QUICK, Person, Running, at_work

Clock = trio.testing.MockClock


def heard(person: Person) -> list[str]:
    """Every line someone was sent as it was said."""
    return [line.text for said in person.find(Said) if not said.earlier for line in said.lines]


def earlier(person: Person) -> list[str]:
    """The lines from before someone came."""
    return [line.text for said in person.find(Said)[-1:] if said.earlier for line in said.lines]


async def table(server: Running, apart: bool) -> tuple[Person, Person, Person, Person]:
    """Two players and two spectators."""
    anna = await server.host("Anna", terms=replace(QUICK, chat_apart=apart))
    ben, zoe, yan = [await server.connect(name) for name in ("Ben", "Zoe", "Yan")]
    await ben.do(Join(anna.code))
    await zoe.do(Watch(anna.code))
    await yan.do(Watch(anna.code))
    return anna, ben, zoe, yan


async def test_everyone_at_the_table_hears_and_nobody_elsewhere(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        anna, ben, zoe, yan = await table(server, apart=False)
        looking, other = await server.connect("Leo"), await server.host("Olga")
        await anna.do(Say("hello"))
        await zoe.do(Say("hi"))
        await looking.do(Say("anyone?"))
        await trio.testing.wait_all_tasks_blocked()
        assert [heard(person) for person in (anna, ben, zoe, yan)] == [["hello", "hi"]] * 4
        assert (heard(looking), heard(other)) == (["anyone?"], [])
        by_anna, by_zoe = [line for said in ben.find(Said) for line in said.lines]
        assert (by_anna.name, by_anna.seat, by_zoe.name, by_zoe.seat) == ("Anna", 0, "Zoe", None)


async def test_players_and_spectators_are_apart_if_the_table_says_so_then_and_later(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path) as server:
        anna, ben, zoe, yan = await table(server, apart=True)
        await anna.do(Say("players"))
        await zoe.do(Say("spectators"))
        await trio.testing.wait_all_tasks_blocked()
        assert [heard(person) for person in (anna, ben)] == [["players"]] * 2
        assert [heard(person) for person in (zoe, yan)] == [["spectators"]] * 2
        await server.stop()
    async with at_work(tmp_path, seed=2) as server:
        for before, lines in ((ben, ["players"]), (yan, ["spectators"])):
            again = await server.connect(before.name)
            await again.do(Return(before.token))
            await trio.testing.wait_all_tasks_blocked()
            assert earlier(again) == lines


@pytest.mark.limit("TEXT_CELLS")
async def test_text_is_cleaned_and_what_is_then_empty_is_refused(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        anna = await server.host("\x1b[1mAnna\u202e  B")
        assert anna.last(Said).earlier
        await anna.do(Say("\x1b[31m gold\u2028\u202e!  [/b]"))
        await anna.do(Say("x" * 800))
        assert await anna.refused(Say(" \u200b\n")) is Fault.BAD_NAME
        assert heard(anna) == ["[31m gold! [/b]", "x" * TEXT_CELLS]
        assert anna.last(Said).lines[0].name == "[1mAnna B"


@pytest.mark.limit("CHAT_LINES", "CHAT_SECONDS")
async def test_lines_are_limited_in_number_and_time_and_refused_ones_are_told_to_nobody(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path) as server:
        anna, ben, *_ = await table(server, apart=False)
        for n in range(CHAT_LINES):
            await anna.do(Say(f"{n}"))
            await trio.sleep(1)
        assert await anna.refused(Say("too much")) is Fault.TOO_MANY_LINES
        await ben.do(Say("others may"))
        await trio.sleep(CHAT_SECONDS - CHAT_LINES)
        await anna.do(Say("again"))
        assert await anna.refused(Say("too much")) is Fault.TOO_MANY_LINES
        assert heard(ben) == [*map(str, range(CHAT_LINES)), "others may", "again"]


@pytest.mark.limit("ADDRESS_LINES")
async def test_who_connects_again_and_again_says_no_more_and_others_are_not_kept_from_it(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path, exempt=("proxy",)) as server:
        for _ in range(ADDRESS_LINES):
            flood = await server.connect("Flood")
            await flood.do(Say("spam"))
            await flood.cut()
        flood = await server.connect("Flood")
        assert await flood.refused(Say("spam")) is Fault.TOO_MANY_LINES
        anna = await server.connect("Anna", address="elsewhere")
        await anna.do(Say("others may"))
        for _ in range(ADDRESS_LINES + 1):
            behind = await server.connect("Ben", address="proxy")
            await behind.do(Say("so may those behind a proxy"))
        await trio.sleep(CHAT_SECONDS)
        await flood.do(Say("again"))


@pytest.mark.limit("CHAT_KEPT")
async def test_a_table_keeps_only_so_many_lines(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        anna = await server.host("Anna")
        for n in range(CHAT_KEPT + 5):
            await anna.do(Say(f"{n}"))
            await trio.sleep(CHAT_SECONDS)
        ben = await server.connect("Ben")
        await ben.do(Join(anna.code))
        await trio.testing.wait_all_tasks_blocked()
        assert earlier(ben) == [str(n) for n in range(5, CHAT_KEPT + 5)]
        assert [line.text for _, line in server.journal.lines(anna.code)] == earlier(ben)


async def test_whom_one_mutes_one_does_not_hear_until_one_wants_to(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        anna, ben, zoe, _ = await table(server, apart=False)
        await ben.do(Mute("ANNA"))
        assert await ben.refused(Mute("Nobody")) is Fault.NO_SUCH_NAME
        await anna.do(Say("one"))
        await ben.do(Mute("anna", on=False))
        await anna.do(Say("two"))
        await trio.testing.wait_all_tasks_blocked()
        assert (heard(ben), heard(zoe)) == (["two"], ["one", "two"])


async def test_whom_the_host_mutes_nobody_hears_and_only_the_host_may(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        anna, ben, zoe, _ = await table(server, apart=False)
        assert await ben.refused(Mute("Zoe", for_all=True)) is Fault.NOT_HOST
        assert await zoe.refused(Mute("Ben", for_all=True)) is Fault.NOT_HOST
        await anna.do(Mute("Zoe", for_all=True))
        assert await zoe.refused(Say("listen!")) is Fault.MUTED
        await zoe.cut()
        again = await server.connect("zoe")
        await again.do(Return(zoe.token))
        assert await again.refused(Say("listen!")) is Fault.MUTED
        await anna.do(Mute("Zoe", on=False, for_all=True))
        await again.do(Say("thanks"))
        await trio.testing.wait_all_tasks_blocked()
        assert heard(anna) == ["thanks"]


@pytest.mark.limit("MUTED_NAMES")
async def test_in_the_lobby_anyone_can_be_muted_but_for_oneself_only(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        leo, olga = await server.connect("Leo"), await server.connect("Olga")
        assert await leo.refused(Mute("Olga", for_all=True)) is Fault.NOT_HOST
        await leo.do(Mute("Olga"))
        await olga.do(Say("hello"))
        await trio.testing.wait_all_tasks_blocked()
        assert (heard(leo), heard(olga)) == ([], ["hello"])
        for n in range(MUTED_NAMES):
            await leo.do(Mute(f"name {n}"))
        await olga.do(Say("forgotten"))
        await trio.testing.wait_all_tasks_blocked()
        assert heard(leo) == ["forgotten"]


async def test_what_was_said_in_the_lobby_is_there_after_a_restart(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        leo = await server.connect("Leo")
        await leo.do(Say("hello"))
        await server.stop()
    async with at_work(tmp_path, seed=2) as server:
        olga = await server.host("Olga")
        await olga.do(Leave())
        await trio.testing.wait_all_tasks_blocked()
        assert earlier(olga) == ["hello"]
