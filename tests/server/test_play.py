"""People and bots at one table over real sockets, from Hello to the record."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from protocol.errors import Closing, Fault, Parting
from protocol.game import Lay
from protocol.messages import (
    Act,
    AskRecord,
    Because,
    Bye,
    Hello,
    Join,
    Kick,
    Leave,
    Pace,
    Parted,
    Phase,
    Record,
    Refused,
    Return,
    Tables,
    Terms,
    Update,
    Watch,
    Why,
)
from protocol.record import commitment, decode
from server.__main__ import main
from server.house import WRONG_SECONDS
from server.replay import positions
from tests.server.people import Person, at_work


async def asked(person: Person) -> Update:
    """The Update with the question that is open for someone."""
    while person.last(Update).view.question is None:
        await person.until(Update)
    return person.last(Update)


async def test_a_person_and_two_bots_play_a_game_and_the_record_verifies(tmp_path: Path) -> None:
    async with at_work(tmp_path, sockets=True) as server:
        (anna,) = await server.game("Anna")
        last = await anna.play_to_the_end()
        assert last.table.phase is Phase.OVER
        assert last.table.game is not None
        assert commitment(last.table.game.secret) == last.table.game.commitment
        answer = await anna.ask(AskRecord())
        assert isinstance(answer, Record)
        assert positions(decode(answer.data))[-1].outcome == last.view.outcome
        server.server.stop()
        assert (await anna.until(Bye)).why is Closing.SHUTDOWN


async def test_who_comes_back_with_the_token_gets_seat_view_and_story_after_a_restart(tmp_path: Path) -> None:
    async with at_work(tmp_path, sockets=True) as server:
        (anna,) = await server.game("Anna")
        await asked(anna)
        await anna.act()
    async with at_work(tmp_path, sockets=True, seed=2) as server:
        elsewhere = await server.connect("Someone else")
        await elsewhere.do(Return(anna.token))
        update = await elsewhere.until(Update)
        assert (update.me, update.story) == (0, True)
        assert update.events
        again = await server.connect("Anna")
        await again.do(Return(anna.token))
        assert (await elsewhere.until(Parted)).why is Parting.REPLACED
        await again.until(Update)
        assert (await again.play_to_the_end()).view.outcome is not None


async def test_a_spectator_sees_the_game_without_secrets_and_a_stranger_is_refused(tmp_path: Path) -> None:
    async with at_work(tmp_path, sockets=True) as server:
        (anna,) = await server.game("Anna")
        zoe = await server.connect("Zoe")
        await zoe.do(Watch(anna.code))
        update = await zoe.until(Update)
        assert update.me is None
        assert update.view.hand == ()
        assert update.view.legal == ()
        assert not any(seat.role for seat in update.view.seats)
        assert await zoe.refused(Kick(1)) is Fault.NOT_HOST
        same = await server.connect("ZOE")
        assert await same.refused(Watch(anna.code)) is Fault.NAME_TAKEN
        assert await same.refused(Join(anna.code)) is Fault.IN_GAME
        assert await same.refused(Leave()) is Fault.NOT_AT_TABLE


async def test_an_illegal_action_is_refused_with_the_rule_and_why_tells_the_same(tmp_path: Path) -> None:
    async with at_work(tmp_path, sockets=True) as server:
        (anna,) = await server.game("Anna")
        question = (await asked(anna)).view.question
        assert question is not None
        bad = Lay("no_such_card", (1, 0))
        refused = await anna.ask(Act(question.id, bad))
        assert isinstance(refused, Refused)
        assert refused.fault is Fault.ILLEGAL
        why = await anna.ask(Why(bad))
        assert isinstance(why, Because)
        assert why.refusal == refused.refusal is not None


async def test_a_wrong_server_password_is_refused_slowly(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with at_work(tmp_path, password="gold") as server:
        for word in ("coal", "", "Gold"):
            begun = trio.current_time()
            stranger = await server.line()
            await stranger.send(Hello(1, 0, "Anna", word))
            assert (await stranger.until(Bye)).why is Closing.WRONG_PASSWORD
            assert trio.current_time() == begun + WRONG_SECONDS
        friend = await server.connect("Anna", password="gold")
        assert await friend.until(Tables)


async def test_a_stand_in_decides_for_who_is_gone_and_the_record_can_be_exported_and_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with at_work(tmp_path, sockets=True) as server:
        anna, ben = await server.game("Anna", "Ben", terms=Terms(pace=Pace.AT_ONCE, grace_seconds=0))
        await ben.cut()
        last = await anna.play_to_the_end()
        assert last.table.seats[1].stand_in
        assert last.table.seats[1].name == "Ben"
        output = tmp_path / "game.saboteur"
        assert main(["export", f"{anna.code}/1", "--folder", str(tmp_path), "--output", str(output)]) == 0
        assert main(["verify", str(output)]) == 0
        output.write_bytes(output.read_bytes()[:-1])
        assert main(["verify", str(output)]) == 1
        assert "not the record" in capsys.readouterr().err
