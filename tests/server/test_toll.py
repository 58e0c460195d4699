"""A request for toll over the wire: who lets the time run out has refused (T1)."""

from __future__ import annotations

from pathlib import Path

import trio.testing

from protocol.game import Discard, Happened, Lay, Options
from protocol.messages import Pace, Terms, Update
from tests.server.people import Person, at_work

TOLL = Options("base", 3, ("toll",))
CLOCKED = Terms(pace=Pace.AT_ONCE, decision_seconds=20)


async def in_turn(people: list[Person]) -> Person:
    """Return whoever is asked once all have heard of it."""
    await trio.testing.wait_all_tasks_blocked()
    return next(person for person in people if person.last(Update).view.question)


async def begged(people: list[Person]) -> tuple[Person, Lay]:
    """Place guards until somebody can ask for toll; return who, and the request."""
    while True:
        person = await in_turn(people)
        legal = person.last(Update).view.legal
        requests = [action for action in legal if isinstance(action, Lay) and action.targets]
        if requests:
            return person, requests[0]
        guards = [action for action in legal if isinstance(action, Discard) and action.choice == "guard"]
        await person.act(guards[0] if guards else legal[-1])


async def test_who_lets_the_time_for_a_request_of_toll_run_out_has_refused(
    autojump_clock: trio.testing.MockClock, tmp_path: Path
) -> None:
    async with at_work(tmp_path) as server:
        people = await server.game("Anna", "Ben", "Cora", options=TOLL, terms=CLOCKED)
        asking, request = await begged(people)
        await asking.act(request)
        await trio.testing.wait_all_tasks_blocked()
        gold = asking.last(Update).view.seats[asking.last(Update).me or 0].gold
        assert asking.last(Update).view.asked.kind == "toll"
        begun = trio.current_time()
        told = await asking.until(
            Update,
            lambda update: any(isinstance(each, Happened) and each.kind == "toll_refused" for each in update.events),
        )
        assert trio.current_time() == begun + 20
        view = asking.last(Update).view
        assert told.view.question is not None
        assert told.view.question.kind == "turn"
        assert request not in view.legal
        assert view.seats[asking.last(Update).me or 0].gold == gold
