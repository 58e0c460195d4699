"""The veto's window over the wire: it tells nobody who holds the card, by what is sent, how often or when (C3)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
import trio
import trio.testing

from protocol.errors import Fault
from protocol.game import Action, Answer, AtChoice, Discard, Event, Lay, Options, Play, View
from protocol.messages import Done, MoreTime, Pace, Ping, Standing, Terms, Update
from protocol.packing import pack
from server.engine.game import Game
from server.engine.rules import EXPANSIONS, rules_of
from server.engine.state import State
from server.table import Table
from server.thinker import InlineThinker
from tests.server.people import Person, Running, at_work

Clock = trio.testing.MockClock
VETO = Options("base", 4, ("veto",))
MESSAGES = 30
"""So many are compared: then no hand has shrunk yet to the one card in which the worlds differ."""
NAMES = ("Anna", "Ben", "Cora", "Dora")
PASS = Answer((AtChoice("pass"),))
STEADY = Terms(pace=Pace.STEADY)


class Slow(InlineThinker):
    """Bots that let every card pass, and think the longer the more they could do instead."""

    async def choose(self, level: str, view: View, story: tuple[Event, ...], seed: bytes, seconds: float) -> Action:  # noqa: ARG002
        """Let it pass, or do something with any card but the first: that one may be the veto."""
        if view.question is not None and view.question.kind == "veto":
            await trio.sleep(0.01 if len(view.legal) == 1 else 30)
            return PASS
        return lay_or_discard(view)


def lay_or_discard(view: View) -> Action:
    """Return the first way to lay a card other than the first of the hand, or else to discard the last."""
    for card in view.hand[1:]:
        lays = [action for action in view.legal if isinstance(action, Lay) and action.card == card]
        if lays:
            return lays[0]
    return Discard(view.hand[-1:])


def put_veto(server: Running, seat: int | None) -> Game:
    """Put the veto under the draw pile of the one table, and from there, if that is wanted, first into a hand."""
    (table,) = server.server.lobby.tables.values()
    game = table.playing()
    state = game.state
    (veto,) = [card for card in state.rules.supplies["deck"] if state.id_of(card) == "veto"]

    def exchange(other: int) -> None:
        moved = {veto: other, other: veto}
        state.hands = tuple(tuple(moved.get(card, card) for card in hand) for hand in state.hands)
        state.piles = {name: tuple(moved.get(card, card) for card in pile) for name, pile in state.piles.items()}

    exchange(state.piles["draw"][0])
    if seat is not None:
        exchange(state.hands[seat][0])
    game._legal = {}
    return game


async def open_window(people: list[Person]) -> tuple[Person, list[Person]]:
    """Let whoever is in turn lay a card; that person, and those who are asked about it."""
    player = next(person for person in people if person.last(Update).view.question)
    await player.act(lay_or_discard(player.last(Update).view))
    await trio.testing.wait_all_tasks_blocked()
    return player, [person for person in people if person is not player]


def received(person: Person, since: int) -> list[bytes]:
    """Return every message a person was sent, byte for byte."""
    return [pack(message) for message in person.inbox[since:] if not isinstance(message, Ping | Done)]


async def watched(folder: Path, holder: int | None, terms: Terms, thinker: Any) -> list[tuple[float, bytes]]:
    """Play some turns of a game with bots in which a seat holds the veto; what Anna is sent, and when."""
    async with at_work(folder, seed=7, serving={"thinker": thinker}) as server:
        (anna,) = await server.game("Anna", options=VETO, terms=terms)
        put_veto(server, holder)
        began, since = trio.current_time(), len(anna.inbox)
        found: list[tuple[float, bytes]] = []
        while len(found) < MESSAGES:
            found += [(round(trio.current_time() - began, 3), told) for told in received(anna, since)]
            since = len(anna.inbox)
            view = anna.last(Update).view
            if view.question is not None:
                kind = view.question.kind
                await anna.act(PASS if kind == "veto" else lay_or_discard(view))
                await trio.testing.wait_all_tasks_blocked()
            else:
                await trio.sleep(0.05)
        return found[:MESSAGES]


def worlds(monkeypatch: pytest.MonkeyPatch, folder: Path, run: Callable[..., Awaitable[Any]], *given: Any) -> list[Any]:
    """Run the same, each time from the beginning of time, with nobody or one of the others holding the veto."""
    # The switch that pytest-trio sets, too: tasks run in the same order in each world.
    scheduler: Any = trio._core._run
    monkeypatch.setattr(scheduler, "_ALLOW_DETERMINISTIC_SCHEDULING", True)
    monkeypatch.setattr(scheduler, "_r", Random())
    found = []
    for holder in (None, 1, 2, 3):
        scheduler._r.seed(1)
        place = folder / str(holder)
        place.mkdir()
        found.append(trio.run(run, place, holder, *given, clock=Clock(autojump_threshold=0)))
    return found


@pytest.mark.parametrize("terms", [STEADY, Terms(pace=Pace.AT_ONCE), Terms(pace=Pace.SLOW, window_seconds=3)])
def test_bots_answer_alike_whether_or_not_they_hold_the_veto(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, terms: Terms
) -> None:
    """L5."""
    first, *others = worlds(monkeypatch, tmp_path, watched, terms, Slow())
    assert sum(b"veto" in told for _, told in first) > 10
    assert others == [first] * 3


def think_aloud(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots answer in a window when they have done thinking, as in their turns."""
    monkeypatch.setattr(Game, "is_window", False)


def spare_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Open no window where nobody holds the veto."""
    steps: Any = EXPANSIONS["veto"].steps
    honest = steps["veto_window"]

    def window(state: State, *given: Any) -> None:
        if any(state.id_of(card) == "veto" for hand in state.hands for card in hand):
            honest(state, *given)

    monkeypatch.setitem(steps, "veto_window", window)


def hesitate(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a bot that could do more than pass answer a little later."""

    async def hand_in(self: Table, seat: int, question: int, action: Action) -> None:
        if len(self.playing().legal(seat)) > 1:
            await trio.sleep(1)
        await honest(self, seat, question, action)

    honest = Table.hand_in
    monkeypatch.setattr(Table, "hand_in", hand_in)


@pytest.mark.parametrize("plant", [think_aloud, spare_windows, hesitate])
def test_a_planted_leak_of_who_holds_the_veto_is_caught(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, plant: Callable[[pytest.MonkeyPatch], None]
) -> None:
    with monkeypatch.context() as planted:
        plant(planted)
        rules_of.cache_clear()
        first, *others = worlds(monkeypatch, tmp_path, watched, STEADY, Slow())
    rules_of.cache_clear()
    assert others != [first] * 3


async def beside_people(folder: Path, holder: int | None) -> tuple[float, list[bytes]]:
    """Anna lays a card, Ben and Cora let it pass at once, Dora lets time run out; what Anna is sent, and how late."""
    async with at_work(folder, seed=7) as server:
        people = await server.game(*NAMES, options=VETO, terms=STEADY)
        put_veto(server, holder)
        anna, others = await open_window(people)
        since = len(anna.inbox)
        for person in others[:2]:
            await person.act(PASS)
        await trio.testing.wait_all_tasks_blocked()
        assert received(anna, since) == []
        begun = trio.current_time()
        await anna.until(Update, lambda update: update.view.turn == 1)
        return trio.current_time() - begun, received(anna, 0)


def test_the_same_is_sent_at_the_same_time_to_people_whoever_holds_the_veto(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first, *others = worlds(monkeypatch, tmp_path, beside_people)
    assert first[0] == 5
    assert others == [first] * 3


async def test_who_lets_the_window_pass_unanswered_has_let_the_card_pass(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        people = await server.game(*NAMES, options=VETO, terms=STEADY)
        game = put_veto(server, 2)
        player, _ = await open_window(people)
        begun = trio.current_time()
        assert player.last(Update).table.clock == 5000
        await player.until(Update, lambda update: update.view.turn == 1)
        assert trio.current_time() == begun + 5
        (table,) = server.server.lobby.tables.values()
        assert [action for _, action in table.playing().actions[len(game.actions) :]][-3:] == [PASS] * 3


async def test_without_a_clock_for_windows_all_are_waited_for(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        people = await server.game(*NAMES, options=VETO, terms=Terms(window_seconds=0, turn_seconds=30))
        player, others = await open_window(people)
        await trio.sleep(3600)
        assert player.last(Update).table.clock is None
        for person in others:
            assert person.last(Update).view.question is not None
            await person.act(PASS)
        await trio.testing.wait_all_tasks_blocked()
        assert player.last(Update).view.turn == 1


async def test_a_veto_is_told_to_all_when_the_window_closes(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        people = await server.game(*NAMES, options=VETO, terms=STEADY)
        put_veto(server, 2)
        player, others = await open_window(people)
        ben, cora, dora = others
        laid = len(player.last(Update).view.maze)
        since = len(ben.inbox)
        # Who holds the card learns of it by what may be answered, as by nothing else.
        await cora.do(Standing("veto"))
        assert Play("veto") in cora.last(Update).view.legal
        await cora.act(Play("veto"))
        await dora.act(PASS)
        await trio.testing.wait_all_tasks_blocked()
        assert received(ben, since) == []
        await ben.act(PASS)
        await trio.testing.wait_all_tasks_blocked()
        for person in people:
            assert "vetoed" in str(person.last(Update).events)
            assert len(person.last(Update).view.maze) == laid


async def test_nobody_gets_more_time_in_a_window(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        people = await server.game(*NAMES, options=VETO, terms=STEADY)
        _, others = await open_window(people)
        assert await others[0].refused(MoreTime()) is Fault.NO_CLOCK


async def test_who_always_lets_pass_is_not_shown_and_may_take_it_back(autojump_clock: Clock, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        people = await server.game(*NAMES, options=VETO, terms=STEADY)
        before = [len(person.inbox) for person in people]
        for person in people[1:]:
            await person.do(Standing("veto", PASS))
        await trio.testing.wait_all_tasks_blocked()
        assert received(people[0], before[0]) == []
        assert people[0].last(Update).standing == {}
        begun = trio.current_time()
        player, _ = await open_window(people)
        assert player.last(Update).view.turn == 1
        assert trio.current_time() == begun
        await people[2].do(Standing("veto"))
        player, others = await open_window(people)
        asked = [person for person in others if person.last(Update).view.question]
        assert people[2] in asked
