"""Who may say what, when: every cell of the table, tried on a server."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing
from msgspec.structs import replace

from protocol.connection import frame
from protocol.errors import Closing
from protocol.game import Answer, AtChoice
from protocol.messages import (
    Act,
    AddBot,
    Arrange,
    AskRecord,
    Because,
    Bye,
    ClientMessage,
    Create,
    Done,
    EndWait,
    Hello,
    Join,
    Kick,
    Leave,
    MoreTime,
    Mute,
    NotReady,
    Pace,
    Pong,
    Ready,
    Record,
    Refused,
    Replayed,
    Return,
    Say,
    Show,
    Standing,
    Terms,
    Update,
    Watch,
    Welcome,
    Why,
)
from protocol.record import decode
from protocol.states import CELLS, TAGS, Place, place_after
from server.replay import Replay
from tests.server.people import BASE, Person, Running, at_work

TERMS = Terms(pace=Pace.AT_ONCE, decision_seconds=3600, grace_seconds=3600)
PASS = Answer((AtChoice("pass"),))
HOSTS = {Place.ROOM_HOST, Place.GAME_HOST, Place.OVER_HOST}


@dataclass
class Prepared:
    """A journal for each place, and how to come to it."""

    folders: dict[Place, Path] = field(default_factory=dict)
    tokens: dict[Place, str] = field(default_factory=dict)
    code: str = ""
    last: dict[str, tuple[int, Any]] = field(default_factory=dict)
    """The last answer of each in the first game."""
    record: bytes = b""


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    """One table, from its first game to the middle of its second, as the journal had it on the way."""
    return trio.run(prepare, tmp_path_factory, clock=trio.testing.MockClock(autojump_threshold=0))


def copy_journal(source: Path, folder: Path) -> None:
    """Copy a journal that may be in use."""
    with (
        closing(sqlite3.connect(source / "journal.sqlite")) as journal,
        closing(sqlite3.connect(folder / "journal.sqlite")) as copy,
    ):
        journal.backup(copy)


async def prepare(folders: pytest.TempPathFactory) -> Prepared:
    """Play, and copy the journal at the right moments."""
    prepared = Prepared()
    async with at_work(folders.mktemp("playing")) as server:
        anna, ben = people = await server.game("Anna", "Ben", terms=TERMS)
        zoe = await server.connect("Zoe")
        await zoe.do(Watch(anna.code))
        prepared.code = anna.code
        owners = dict.fromkeys(HOSTS, anna) | {Place.WATCHING: zoe}
        prepared.tokens = {place: owners.get(place, ben).token for place in Place}

        def keep(*places: Place) -> None:
            folder = folders.mktemp("place")
            copy_journal(server.journal.path.parent, folder)
            prepared.folders.update(dict.fromkeys(places, folder))

        while anna.last(Update).view.outcome is None:
            asked = next(person for person in people if person.last(Update).view.question)
            view = asked.last(Update).view
            assert view.question is not None
            prepared.last[asked.name] = (view.question.id, view.legal[0])
            await asked.act()
            await trio.testing.wait_all_tasks_blocked()
        prepared.record = (await anna.ask(AskRecord())).data
        await anna.do(Kick(2))
        keep(Place.OVER, Place.OVER_HOST)
        await anna.do(Arrange(BASE, TERMS))
        keep(Place.LOBBY, Place.ROOM, Place.ROOM_HOST, Place.GREETING, Place.REPLAY)
        await anna.do(AddBot("chance"))
        for person in people:
            await person.do(Ready(bytes(32)))
        await trio.testing.wait_all_tasks_blocked()
        for person, places in ((ben, (Place.GAME,)), (anna, (Place.GAME_HOST, Place.WATCHING))):
            while not person.last(Update).view.question:
                await next(other for other in people if other.last(Update).view.question).act()
                await trio.testing.wait_all_tasks_blocked()
            keep(*places)
    return prepared


async def arrive(server: Running, place: Place, prepared: Prepared) -> Person:
    """Someone in a place, as the server and the client see it."""
    person = await server.line("Leo")
    if place is not Place.GREETING:
        await person.send(Hello(1, 0, "Leo"))
        await person.until(Welcome)
    if place not in (Place.GREETING, Place.LOBBY, Place.REPLAY):
        await person.do(Return(prepared.tokens[place]))
    await trio.testing.wait_all_tasks_blocked()
    assert reduce(place_after, person.inbox, Place.GREETING) is place
    return person


def act(person: Person, prepared: Prepared) -> Act:
    """The answer to the open question; after a game, the last answer once more."""
    view = person.last(Update).view
    if view.question is not None:
        return Act(view.question.id, view.legal[0])
    return Act(*prepared.last["Anna" if person.last(Update).me == 0 else "Ben"])


def nothing_special(message: ClientMessage) -> Callable[[Person, Prepared], ClientMessage]:
    """A message that is the same everywhere."""
    return lambda _person, _prepared: message


MESSAGES: dict[str, Callable[[Person, Prepared], ClientMessage]] = {
    "hello": nothing_special(Hello(1, 0, "Leo")),
    "pong": nothing_special(Pong(1)),
    "create": nothing_special(Create(BASE)),
    "join": lambda _person, prepared: Join(prepared.code),
    "watch": lambda _person, prepared: Watch(prepared.code),
    "return": lambda _person, prepared: Return(prepared.tokens[Place.ROOM]),
    "leave": nothing_special(Leave()),
    "ready": nothing_special(Ready(bytes(32))),
    "not_ready": nothing_special(NotReady()),
    "arrange": nothing_special(Arrange(BASE, TERMS)),
    "add_bot": nothing_special(AddBot("chance")),
    "kick": nothing_special(Kick(1)),
    "act": lambda person, prepared: act(person, prepared) if person.find(Update) else Act(1, PASS),
    "why": nothing_special(Why(PASS)),
    "standing": nothing_special(Standing("turn")),
    "more_time": nothing_special(MoreTime()),
    "end_wait": nothing_special(EndWait(1)),
    "say": nothing_special(Say("hello")),
    "mute": nothing_special(Mute("Anna")),
    "ask_record": nothing_special(AskRecord(1)),
    "show": nothing_special(Show(0)),
}
"""Of each kind of message one that is accepted wherever the table allows its kind."""


@pytest.mark.parametrize("tag", TAGS.values())
@pytest.mark.parametrize("place", list(Place), ids=lambda place: place.value)
async def test_the_server_does_what_the_table_says(
    place: Place, tag: str, prepared: Prepared, tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    word = CELLS[place, tag]
    copy_journal(prepared.folders[place], tmp_path)
    replay = Replay(decode(prepared.record)) if place is Place.REPLAY else None
    async with at_work(tmp_path, seed=9, serving={"replay": replay}) as server:
        person = await arrive(server, place, prepared)
        (table,) = server.server.lobby.tables.values()
        message = MESSAGES[tag](person, prepared)
        assert TAGS[type(message)] == tag
        before = (table.seating, len(table.storing().actions) if table.stored else 0)
        seen = len(person.inbox)
        # Past the client's own end, which would not say all of this: what is tried here is the server.
        await person.stream.send_all(frame(replace(message, re=77)))
        await trio.testing.wait_all_tasks_blocked()
        answers = [m for m in person.inbox[seen:] if getattr(m, "re", None) == 77]
        after = (table.seating, len(table.storing().actions) if table.stored else 0)
        if word == Closing.HELLO_FIRST.value:
            assert person.last(Bye).why is Closing.HELLO_FIRST
        elif tag == "pong" or place is Place.GREETING:
            assert answers == []
            assert tag == "pong" or person.find(Welcome)
        elif word == "+":
            (answer,) = answers
            assert isinstance(answer, Done | Because | Record | Replayed), answer
        else:
            (answer,) = answers
            assert isinstance(answer, Refused)
            assert answer.fault.value == word
            assert after == before
            assert reduce(place_after, person.inbox, Place.GREETING) is place
