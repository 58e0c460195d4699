"""Time for a turn and for a decision: when it is up a stand-in decides, and nobody waits longer than the clock says."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
import trio
import trio.testing

from protocol.errors import Fault
from protocol.game import Options
from protocol.messages import MoreTime, Pace, Room, Terms, Update
from server.clock import TURN, Clock, resumed
from server.engine.game import new
from tests.engine.tables import choose, made_up_expansion
from tests.server.people import BASE, Person, at_work

TURNS = Terms(pace=Pace.AT_ONCE, turn_seconds=30)
DECISIONS = Terms(pace=Pace.AT_ONCE, decision_seconds=20)


def in_turn(people: list[Person]) -> tuple[Person, list[Person]]:
    """Whoever is asked, and the others."""
    asked = next(person for person in people if person.last(Update).view.question)
    return asked, [person for person in people if person is not asked]


@pytest.mark.parametrize(("terms", "seconds"), [(TURNS, 30), (DECISIONS, 20)])
async def test_when_time_is_up_a_stand_in_decides_and_the_clock_begins_afresh(
    autojump_clock: trio.testing.MockClock, tmp_path: Path, terms: Terms, seconds: int
) -> None:
    async with at_work(tmp_path) as server:
        people = await server.game("Anna", "Ben", "Cora", terms=terms)
        begun = trio.current_time()
        asked, others = in_turn(people)
        played = asked.last(Update).view
        for person in others:
            news = await person.until(Update, lambda update: not update.story)
            assert trio.current_time() == begun + seconds
            assert news.view.turn != played.turn
            assert news.table.clock == seconds * 1000
        # Who was too slow has lost nothing but this decision.
        assert not any(seat.stand_in for seat in asked.last(Update).table.seats)


async def test_who_decides_in_time_is_not_decided_for(autojump_clock: trio.testing.MockClock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        people = await server.game("Anna", "Ben", "Cora", terms=TURNS)
        begun = trio.current_time()
        for _ in range(3):
            asked, others = in_turn(people)
            await trio.sleep(29)
            turn = asked.last(Update).view.turn
            await asked.act()
            await trio.testing.wait_all_tasks_blocked()
            assert others[0].last(Update).view.turn != turn
        assert trio.current_time() == begun + 3 * 29


async def test_more_time_is_given_once_for_a_question_and_everyone_sees_it(
    autojump_clock: trio.testing.MockClock, tmp_path: Path
) -> None:
    async with at_work(tmp_path) as server:
        people = await server.game("Anna", "Ben", "Cora", terms=TURNS)
        begun = trio.current_time()
        asked, others = in_turn(people)
        assert await others[0].refused(MoreTime()) is Fault.NO_CLOCK
        await trio.sleep(10)
        await asked.do(MoreTime())
        assert (await others[0].until(Room, lambda room: room.table.clock == 50_000)).table.clock
        assert await asked.refused(MoreTime()) is Fault.NO_CLOCK
        await others[0].until(Update, lambda update: not update.story)
        assert trio.current_time() == begun + 60
        other, _ = in_turn(people)
        await other.do(MoreTime())


async def test_without_a_clock_there_is_no_more_time_to_give(
    autojump_clock: trio.testing.MockClock, tmp_path: Path
) -> None:
    async with at_work(tmp_path) as server:
        people = await server.game("Anna", "Ben", "Cora")
        asked, _ = in_turn(people)
        assert asked.last(Update).table.clock is None
        assert await asked.refused(MoreTime()) is Fault.NO_CLOCK
        await trio.sleep(3600)
        assert asked.last(Update).view.question is not None


def test_all_questions_of_a_turn_share_its_time_and_a_restart_gives_nobody_more() -> None:
    """Play by lot, with questions besides the turn's own, two seconds for each answer."""
    own = others = 0
    terms = Terms(turn_seconds=30, decision_seconds=25)
    with made_up_expansion():
        for seed in range(20):
            random = Random(seed)
            game = new(Options("base", 4, ("made_up",)), random.randbytes(32))
            clock, now, spent, left = Clock(), 0.0, 0.0, None
            while game.outcome is None:
                restarted = resumed(game, left).wound(game, terms, now)
                clock = clock.wound(game, terms, now)
                assert clock.deadline is not None
                assert game.asked is not None
                assert set(game.waiting()) != set(game.asked.seats) or clock.deadline == restarted.deadline
                turn = game.view(None).turn
                if game.asked.kind == TURN:
                    spent = 0.0
                elif game.waiting() == (turn,):
                    own += 1
                    assert clock.deadline - now == min(25, 30 - spent)
                else:
                    others += 1
                now += 2
                spent += 2 * (game.waiting() == (turn,))
                seat = game.waiting()[0]
                game.play(seat, choose(game, seat, random, eager=True))
                left = clock.left_of_turn(game, now)
    assert own
    assert others


def test_time_that_was_up_stays_up_until_another_question_is_open() -> None:
    game = new(BASE, bytes(32))
    clock = Clock().wound(game, TURNS, 0.0)
    assert clock.shown(12.5) == 17_500
    assert clock.checked(29.9) is clock
    late = clock.checked(30.0)
    assert (late.out, late.deadline, late.shown(31.0)) == (True, None, 0)
    assert late.wound(game, TURNS, 32.0) is late
    (seat,) = game.waiting()
    game.play(seat, game.legal(seat)[0])
    fresh = late.wound(game, TURNS, 33.0)
    assert (fresh.out, fresh.deadline) == (False, 63.0)
