"""Any value that a message's types allow, and tables in every phase for a hostile client to come to."""

from __future__ import annotations

import enum
import types
from functools import cache
from pathlib import Path
from typing import Annotated, Any, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec
import trio
from hypothesis import strategies as st

from protocol.game import Options
from protocol.messages import Act, AddBot, Create, Join, Phase, Ready, Return, Update, Watch
from server.engine.game import catalogue
from tests.server.people import QUICK, Person, Running, at_work

Strategy: TypeAlias = st.SearchStrategy[Any]

WORDS = sorted(
    {face.id for face in catalogue().faces}
    | {name for entry in catalogue().editions for name in (entry.id, *entry.modules)}
    | {setting.id for entry in catalogue().editions for setting in entry.settings}
    | {"chance", "normal", "turn", "gold", "veto", "discard", "pass", "yes", "no", "Anna", "ANNA", "Carl", "Eve", ""}
)
"""Ids that mean something, so that messages get further than the first check."""

NASTY = [
    "\0",
    "\u202e\u200b",
    "[/b]",
    "'; DROP TABLE actions; --",
    "\ud7ff" * 40,
    "a\u0301\u0301\u0301\u0301",
    "\x1b[2J",
]
"""Texts that have hurt other programs."""


def values(kind: Any) -> Strategy:
    """Any value that the wire allows for a type."""
    meta = msgspec.Meta()
    if get_origin(kind) is Annotated:
        kind, *notes = get_args(kind)
        meta = next((note for note in notes if isinstance(note, msgspec.Meta)), meta)
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return st.one_of([values(each) for each in get_args(kind)])
    if origin is tuple:
        first, *rest = get_args(kind)
        if rest == [...]:
            return st.lists(values(first), max_size=min(meta.max_length or 4, 4)).map(tuple)
        return st.tuples(*(values(each) for each in get_args(kind)))
    if origin is dict:
        key, value = get_args(kind)
        return st.dictionaries(values(key), values(value), max_size=3)
    if kind is type(None):
        return st.none()
    if kind is bool:
        return st.booleans()
    if kind is int:
        least, most = meta.ge if meta.ge is not None else -(2**31), meta.le if meta.le is not None else 2**31
        near = st.integers(max(-12, int(least)), min(12, int(most)))
        return st.one_of(near, near, st.integers(int(least), int(most)))
    if kind is str:
        most = meta.max_length or 100
        known = [word for word in (*WORDS, *NASTY) if len(word) <= most]
        return st.one_of(st.sampled_from(known), st.text(max_size=min(most, 60)))
    if kind is bytes:
        return st.binary(min_size=meta.min_length or 0, max_size=min(meta.max_length or 100, 100))
    if issubclass(kind, enum.Enum):
        return st.sampled_from(list(kind))
    return structs(kind)


@cache
def structs(kind: type[Any]) -> Strategy:
    """Any value of a Struct."""
    hints = get_type_hints(kind, include_extras=True)
    return st.builds(kind, **{name: values(hints[name]) for name in kind.__struct_fields__})


# --- Places ----------------------------------------------------------------------------------------------------------

PLACES = ("lobby", "room_host", "room", "game_host", "game", "over_host", "over", "watching")


async def play_to_the_end(running: Running, people: list[Person]) -> None:
    """Play any legal action until the game is over."""
    table = running.server.lobby.tables[people[0].code]
    while table.seating.phase is Phase.GAME:
        assert table.game is not None
        seat = table.game.waiting()[0]
        if seat < len(people):
            question = table.game.question(seat)
            assert question is not None
            await people[seat].ask(Act(question.id, table.game.legal(seat)[-1]))
        await trio.sleep(0.01)


async def build(folder: Path) -> dict[str, str]:
    """Make a journal with an honest game and a table in each phase; return the tokens of Eve and of the others."""
    tokens = {}
    async with at_work(folder) as running:
        anna, ben = await running.game("Anna", "Ben")
        tokens |= {"Anna": anna.token, "Ben": ben.token, "code": anna.code}
        for place in PLACES[1:]:
            eve, carl = await running.connect("Eve"), await running.connect("Carl")
            if place == "watching":
                await eve.do(Watch(anna.code))
                tokens[place] = eve.token
                continue
            host, guest = (eve, carl) if place.endswith("_host") else (carl, eve)
            await host.do(Create(Options("base", 3), QUICK))
            await guest.do(Join(host.code))
            if not place.startswith("room"):
                await host.do(AddBot("chance"))
                for person in (host, guest):
                    await person.do(Ready(bytes(32)))
                await eve.until(Update)
            if place.startswith("over"):
                await play_to_the_end(running, [host, guest])
            tokens[place] = eve.token
    return tokens


async def come_to(running: Running, tokens: dict[str, str], place: str) -> Person:
    """Eve, at the place."""
    eve = await running.connect("Eve")
    if place != "lobby":
        await eve.do(Return(tokens[place]))
    return eve


async def play_on(running: Running, tokens: dict[str, str], people: list[Person], moves: int) -> None:
    """See that the honest game goes on: each move is acknowledged, and everyone is told."""
    table = running.server.lobby.tables[tokens["code"]]
    assert table.game is not None
    while moves and table.game.outcome is None:
        seat = table.game.waiting()[0]
        if seat >= len(people):
            await trio.sleep(0.1)
            continue
        question = table.game.question(seat)
        assert question is not None
        told = [len(person.find(Update)) for person in people]
        await people[seat].do(Act(question.id, table.game.legal(seat)[0]))
        await trio.sleep(0.1)
        assert all(len(person.find(Update)) > before for person, before in zip(people, told, strict=True))
        moves -= 1
