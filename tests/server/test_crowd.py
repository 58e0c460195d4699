"""A crowd that does everything at once at one table, while the disk is slow: nothing breaks, and all are answered.

Messages wait in line while those before them are stored, so that kicks, leaving, coming back and the end of a game
happen between the sending of a message and its turn.
"""

from __future__ import annotations

import logging
import tempfile
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
import trio
import trio.testing
from msgspec.structs import replace

from protocol.game import Discard, Options
from protocol.messages import (
    Act,
    AddBot,
    Arrange,
    AskRecord,
    Bye,
    ClientMessage,
    Create,
    EndWait,
    Granted,
    Join,
    Kick,
    Leave,
    MoreTime,
    Mute,
    NotReady,
    Pace,
    Ready,
    Return,
    Say,
    Standing,
    Terms,
    Update,
    Watch,
    Why,
)
from tests.server.people import ANSWERS, Person, at_work
from tests.server.seeded import run_seeded

PEOPLE = 8
MESSAGES = 250
NAMES = ("Anna", "Ben", "Cora", "anna")
OPTIONS = (Options("base", 5), Options("base", 4, ("veto",)), Options("base", 2))
TERMS = Terms(pace=Pace.AT_ONCE, grace_seconds=5, turn_seconds=20, window_seconds=2)


def something(random: Random, person: Person, codes: list[str], tokens: list[str]) -> ClientMessage:
    """A message that makes sense, or did a moment ago, or to somebody else."""
    updates = person.find(Update)
    view = updates[-1].view if updates else None
    action = random.choice(view.legal) if view and view.legal else Discard(("map",))
    question = view.question.id if view and view.question else 0
    terms = replace(TERMS, spectators=random.random() < 0.8)
    seat = random.randrange(5)
    return random.choice(
        [
            *[Act(question, action)] * 6,
            *[Ready(random.randbytes(32))] * 3,
            *[Join(random.choice(codes))] * 5,
            *[Return(random.choice(tokens))] * 2,
            *[AddBot("chance")] * 2,
            Create(random.choice(OPTIONS), TERMS),
            Watch(random.choice(codes)),
            Leave(),
            NotReady(),
            *[Kick(seat)] * 3,
            Arrange(random.choice(OPTIONS), terms),
            Why(action),
            Standing(view.question.kind if view and view.question else "veto"),
            MoreTime(),
            EndWait(seat),
            *[Say("hello")] * 2,
            Mute(random.choice(NAMES), for_all=random.random() < 0.5),
            AskRecord(),
        ]
    )


async def crowd(seed: int) -> int:
    """Let a crowd loose on a server; how many messages were answered."""
    random = Random(seed)

    async def slow(call: Any, /) -> None:
        await trio.sleep(random.choice([0, 0.2, 0.5]))
        call()

    answered = 0
    codes, tokens = ["BCDF"], ["x" * 43]
    with tempfile.TemporaryDirectory() as folder:
        async with at_work(Path(folder), run_sync=slow, seed=seed, exempt=("memory",), tables=1) as server:

            async def member(name: str) -> None:
                nonlocal answered
                person = await server.connect(name)
                for number in range(1, MESSAGES):
                    if random.random() < 0.02:
                        await person.cut()
                        person = await server.connect(name)
                    for granted in person.find(Granted)[-1:]:
                        codes[:] = {*codes[-5:], granted.code}
                        tokens[:] = {*tokens[-9:], granted.token}
                        codes.sort()
                        tokens.sort()
                    await person.send(replace(something(random, person, codes, tokens), re=number))
                    await trio.sleep(random.choice([0, 0.05, 0.3]))
                    if random.random() < 0.5:
                        await person.until(object, lambda m, n=number: isinstance(m, ANSWERS) and m.re == n)  # type: ignore[misc]
                        answered += 1
                assert not person.find(Bye)

            async with trio.open_nursery() as nursery:
                for n in range(PEOPLE):
                    nursery.start_soon(member, NAMES[n % len(NAMES)] + ("" if n < len(NAMES) else "2"))
    return answered


@pytest.mark.parametrize("seed", range(3))
def test_a_crowd_at_a_table_breaks_nothing_and_is_answered(seed: int, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        answered = run_seeded(partial(crowd, seed), seed)
    assert answered > PEOPLE * MESSAGES / 3
    assert not caplog.records, caplog.text
