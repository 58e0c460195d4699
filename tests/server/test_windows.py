"""Questions put to several seats at once: nobody sees who has answered, standing answers, time, and a restart."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import trio
import trio.testing

from protocol.errors import Fault
from protocol.game import Answer, AtChoice, Options, Play
from protocol.limits import STANDING_ANSWERS
from protocol.messages import Act, Pace, Return, Standing, Terms, Update
from tests.engine.tables import made_up_expansion
from tests.server.people import QUICK, Person, Running, at_work

Clock = trio.testing.MockClock
MADE_UP = Options("base", 4, ("made_up",))
NAMES = ("Anna", "Ben", "Cora", "Dora")
NOD = Answer((AtChoice("nod"),))
OBJECT = Answer((AtChoice("object"),))


@pytest.fixture(autouse=True)
def made_up() -> Iterator[None]:
    """An expansion in which the others may object to a card."""
    with made_up_expansion():
        yield


async def play_a_tithe(people: list[Person]) -> list[Person]:
    """Play on until a tithe is played; those who are asked whether they object to it."""
    while True:
        player = next(person for person in people if person.last(Update).view.question)
        legal = player.last(Update).view.legal
        tithe = next((action for action in legal if isinstance(action, Play) and action.card == "tithe"), None)
        await player.act(tithe or legal[-1])
        await trio.testing.wait_all_tasks_blocked()
        if tithe:
            return [person for person in people if person.last(Update).view.question]


async def window(server: Running, terms: Terms = QUICK) -> tuple[list[Person], list[Person]]:
    """Four people at a table, and those three of them who are asked."""
    people = await server.game(*NAMES, options=MADE_UP, terms=terms)
    asked = await play_a_tithe(people)
    assert len(asked) == 3
    return people, asked


async def test_a_single_answer_is_shown_to_nobody_but_who_gave_it(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        people, asked = await window(server)
        before = {person.name: len(person.inbox) for person in people}
        await asked[0].act(NOD)
        await asked[1].act(OBJECT)
        await trio.testing.wait_all_tasks_blocked()
        for person in people:
            told = len(person.inbox) > before[person.name]
            assert told == (person in asked[:2])
        assert asked[0].last(Update).view.question is None
        assert asked[0].last(Update).view.asked == people[0].last(Update).view.asked
        await asked[2].act(NOD)
        await trio.testing.wait_all_tasks_blocked()
        assert all(len(person.inbox) > before[person.name] for person in people)


async def test_a_standing_answer_is_given_by_the_table_and_can_be_ended(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        people = await server.game(*NAMES, options=MADE_UP)
        for person in people:
            await person.do(Standing("objection", NOD))
            assert person.last(Update).standing == {"objection": NOD}
        asked = await play_a_tithe(people)
        assert [person.last(Update).view.asked.kind for person in asked] == ["tithe"]
        await asked[0].act(Answer((AtChoice("bear_grudge"),)))
        for person in people:
            await person.do(Standing("objection"))
            assert person.last(Update).standing == {}
        assert len(await play_a_tithe(people)) == 3


async def test_a_standing_answer_outlives_a_restart_and_an_impossible_one_is_passed_over(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path) as server:
        people = await server.game(*NAMES, options=MADE_UP)
        await people[0].do(Standing("objection", OBJECT))
        await people[0].do(Standing("turn", Answer((AtChoice("sing"),))))
        await server.stop()
    async with at_work(tmp_path, seed=2) as server:
        again = [await server.connect(person.name) for person in people]
        for person, before in zip(again, people, strict=True):
            await person.do(Return(before.token))
        await trio.testing.wait_all_tasks_blocked()
        assert set(again[0].last(Update).standing) == {"objection", "turn"}
        asked = await play_a_tithe(again)
        assert len(asked) == (3 if again[0].last(Update).view.turn == again[0].last(Update).me else 2)
        assert again[0] not in asked


@pytest.mark.limit("STANDING_ANSWERS")
async def test_a_seat_has_only_so_many_standing_answers(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        (anna,) = await server.game("Anna")
        for n in range(STANDING_ANSWERS):
            await anna.do(Standing(f"kind_{n}", NOD))
        assert await anna.refused(Standing("one_more", NOD)) is Fault.TOO_MANY_ANSWERS
        await anna.do(Standing("kind_0", OBJECT))
        assert len(anna.last(Update).standing) == STANDING_ANSWERS


async def test_when_time_is_up_stand_ins_answer_for_those_alone_who_have_not(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path) as server:
        people, asked = await window(server, Terms(pace=Pace.AT_ONCE, decision_seconds=20))
        begun = trio.current_time()
        seat = asked[0].last(Update).me
        await trio.sleep(5)
        await asked[0].act(OBJECT)
        await people[0].until(Update, lambda update: "objected" in str(update.events))
        assert trio.current_time() == begun + 20
        (table,) = server.server.lobby.tables.values()
        given = [action for who, action in table.playing().actions if who == seat and action in (NOD, OBJECT)]
        assert given == [OBJECT]


async def test_after_a_restart_a_window_starts_afresh_for_all_who_were_asked(
    autojump_clock: Clock, tmp_path: Path
) -> None:
    async with at_work(tmp_path) as server:
        people, asked = await window(server)
        await asked[0].act(OBJECT)
        await asked[1].act(OBJECT)
        names = {person.name for person in asked}
        await server.stop()
    async with at_work(tmp_path, seed=2) as server:
        again = [await server.connect(person.name) for person in people]
        for person, before in zip(again, people, strict=True):
            await person.do(Return(before.token))
        await trio.testing.wait_all_tasks_blocked()
        asked = [person for person in again if person.last(Update).view.question]
        assert {person.name for person in asked} == names
        # What was answered before is no longer an answer: it can be given again, and otherwise.
        for person in asked[1:]:
            await person.act(NOD)
        code = people[0].code
        await server.stop()
    async with at_work(tmp_path, seed=3) as server:
        (table,) = server.server.lobby.tables.values()
        again = [await server.connect(person.name) for person in people]
        for person, before in zip(again, people, strict=True):
            await person.do(Return(before.token))
        await trio.testing.wait_all_tasks_blocked()
        asked = [person for person in again if person.last(Update).view.question]
        for person in asked:
            await person.act(NOD)
        await trio.testing.wait_all_tasks_blocked()
        assert not any(person.last(Update).view.asked.kind == "objection" for person in again)
        stored = server.journal.game(code, 1)
        assert stored is not None
        assert [move.action for move in stored.actions][-3:] == [NOD] * 3
        assert tuple((move.seat, move.action) for move in stored.actions) == table.playing().actions


async def test_an_answer_to_a_question_of_another_window_is_stale(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        _, asked = await window(server)
        question = asked[0].last(Update).view.question
        assert question is not None
        assert await asked[0].refused(Act(question.id + 1, NOD)) is Fault.STALE
        await asked[0].act(NOD)
        await asked[0].do(Act(question.id, NOD))
        assert await asked[0].refused(Act(question.id, OBJECT)) is Fault.STALE
