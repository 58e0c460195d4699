"""Nothing secret goes over the wire: two worlds that differ only in what an audience may not know send it the same.

The two worlds are two servers. In both the same public things are done at the same times; at one moment all that the
audience cannot know is permuted in the second. From then on the frames sent to the audience must agree in number,
order, bytes and time, and so must the log.
"""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
import trio
import trio.testing

from protocol.game import Action, Lay, Options
from protocol.messages import Act, Granted, Hello, Pace, Return, Room, Say, Standing, Terms, Watch, Welcome, Why
from server import playing, table, telling
from server.engine import view as viewing
from server.engine.game import Game
from server.engine.reshuffle import reshuffle
from server.engine.rules import editions
from server.table import Table
from tests.engine.tables import made_up_expansion
from tests.engine.test_secrecy import different_cards, moved_cards, play_both
from tests.server.people import Person, Running, at_work
from tests.server.seeded import run_seeded

TERMS = Terms(pace=Pace.AT_ONCE, decision_seconds=600, turn_seconds=900)
STEPS = 25


class Recording(trio.abc.Stream):
    """A line that remembers when which bytes came over it."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self._stream = stream
        self.received: list[tuple[float, bytes]] = []

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        data = bytes(await self._stream.receive_some(max_bytes))
        self.received.append((trio.current_time(), data))
        return data

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self._stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def aclose(self) -> None:
        await self._stream.aclose()

    def frames(self) -> list[tuple[float, bytes]]:
        """The frames that came, each with the time when it was complete."""
        found, buffer = [], b""
        for at, data in self.received:
            buffer += data
            while len(buffer) >= 4 and len(buffer) >= (end := 4 + int.from_bytes(buffer[:4], "big")):
                found.append((at, buffer[:end]))
                buffer = buffer[end:]
        return found


@dataclass
class Seen:
    """What an audience saw of a world, and everything that was logged there."""

    frames: list[tuple[float, bytes]]
    log: list[tuple[float, str]]
    steps: int
    moved: int


class LogLines(logging.Handler):
    """Log lines with the simulated time."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[tuple[float, str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append((trio.current_time(), self.format(record)))


@contextmanager
def logged() -> Iterator[list[tuple[float, str]]]:
    """Everything that the server logs, down to the least important line."""
    log, handler = logging.getLogger("saboteur"), LogLines()
    level = log.level
    log.setLevel(logging.DEBUG)
    log.addHandler(handler)
    try:
        yield handler.lines
    finally:
        log.removeHandler(handler)
        log.setLevel(level)


def plan(one: Game, other: Game, seat: int | None, random: Random) -> list[tuple[int, int, Action, Action]]:
    """Seat, question, and the action in either world, for as long as the audience must see the same."""
    one, other = one.copy(), other.copy()
    differs = different_cards(one, other)
    pairs: list[tuple[int, int, Action, Action]] = []
    while len(pairs) < STEPS:
        asked = {actor: question.id for actor in one.waiting() if (question := one.question(actor))}
        played = play_both(one, other, seat, differs, random)
        if played is None:
            break
        actor, action, twin = played
        pairs.append((actor, asked[actor], action, twin))
    return pairs


async def come(running: Running, name: str) -> tuple[Person, Recording]:
    """Someone whose line is recorded."""
    person = await running.stuck(name)
    recording = Recording(person.stream)
    person.stream = recording
    running.nursery.start_soon(person.read)
    await person.send(Hello(1, 0, name))
    await person.until(Welcome)
    return person, recording


async def settle() -> None:
    """Let everything happen that happens at once, and a second pass."""
    await trio.sleep(1)


async def look(options: Options, seed: int, seat: int | None, permuted: bool, folder: Path) -> Seen:
    """Play a world and return what the audience saw of it from the moment of the permutation on."""
    random = Random(f"{options} {seed}")
    with logged() as log:
        async with at_work(folder, seed=seed) as running:
            names = [f"P{number}" for number in range(options.seats)]
            people = await running.game(*names, options=options, terms=TERMS)
            at_table = running.server.lobby.tables[people[0].code]
            await play_before(at_table, people, random)
            if at_table.game is None or at_table.game.outcome is not None:
                return Seen([], [], 0, 0)
            game = at_table.game
            twin = reshuffle(game, seat, random)
            pairs = plan(game, twin, seat, random)
            watcher, token = await replace_by_recorded(running, at_table, people, seat)
            await settle()
            at_table.game = twin if permuted else game.copy()
            begun = len(log)
            watcher.received.clear()
            await act_out(running, people, pairs, seat, permuted, token, random)
            frames = watcher.frames()
            # Who comes back, and who only now comes to look on, is shown the same, too.
            again, later = await come(running, "again")
            if seat is None:
                await again.do(Watch(people[0].code))
            else:
                await again.do(Return(token))
            await settle()
            return Seen(frames + later.frames(), log[begun:], len(pairs), len(moved_cards(game, twin)))


async def play_before(at_table: Table, people: list[Person], random: Random) -> None:
    """Play some actions as they come."""
    for _ in range(int(random.random() * 60)):
        game = at_table.game
        if game is None or game.outcome is not None:
            break
        seat = game.waiting()[0]
        question = game.question(seat)
        assert question is not None
        await people[seat].do(Act(question.id, random.choice(game.legal(seat))))


async def replace_by_recorded(
    running: Running, at_table: Table, people: list[Person], seat: int | None
) -> tuple[Recording, str]:
    """Put someone with a recorded line in the audience's place."""
    person, recording = await come(running, "watcher")
    if seat is None:
        await person.do(Watch(at_table.code))
    else:
        await person.do(Return(people[seat].token))
        people[seat] = person
    return recording, person.last(Granted).token


async def act_out(
    running: Running,
    people: list[Person],
    pairs: list[tuple[int, int, Action, Action]],
    seat: int | None,
    permuted: bool,
    token: str,
    random: Random,
) -> None:
    """Do what was planned, one thing a second, with things besides that must not be told to others."""
    assert token
    for actor, question, action, twin in pairs:
        besides = random.random()
        if besides < 0.2:
            # Someone tries out what cannot be, at a place drawn by lot: next to goals it must tell nothing.
            asking = random.randrange(len(people))
            lay = Lay("path_NESW", (random.randrange(-1, 10), random.randrange(-3, 4)))
            await people[asking].ask(Why(lay))
        elif besides < 0.3:
            await people[actor].ask(Standing("no_such_kind", None))
        elif besides < 0.4:
            await people[actor].ask(Say("hm"))
        await people[actor].do(Act(question, twin if permuted else action))
        if besides > 0.9:
            await people[actor].do(Act(question, twin if permuted else action))
        await settle()


def worlds(options: Options, seed: int) -> tuple[Seen, Seen]:
    """What one audience sees of both worlds."""
    random = Random(seed)
    seat = None if random.random() < 0.25 else int(random.random() * options.seats)
    seen = []
    for permuted in (False, True):
        with tempfile.TemporaryDirectory() as folder:

            async def main(permuted: bool = permuted, folder: str = folder) -> Seen:
                return await look(options, seed, seat, permuted, Path(folder))

            seen.append(run_seeded(main, seed))
    return seen[0], seen[1]


def compare(options: Options, seed: int) -> tuple[int, int]:
    """Compare both worlds; return cards moved and steps compared."""
    one, other = worlds(options, seed)
    assert len(one.frames) == len(other.frames), f"can tell worlds apart by the number of frames, seed {seed}"
    for (at, data), (there, twin) in zip(one.frames, other.frames, strict=True):
        assert data == twin, f"can tell worlds apart by a frame at {at}, seed {seed}"
        assert at == there, f"can tell worlds apart by the time of a frame, seed {seed}"
    assert one.log == other.log, f"can tell worlds apart by the log, seed {seed}"
    return one.moved, one.steps


TABLES = [Options(edition.id, min(max(4, edition.seats[0]), edition.seats[1])) for edition in editions()]


@pytest.mark.parametrize("options", TABLES, ids=lambda options: options.edition)
def test_what_is_sent_and_logged_is_the_same_in_worlds_that_differ_in_secrets(options: Options) -> None:
    # One who plays alone draws a card of the permuted pile in nearly every turn, and rightly sees the difference.
    seeds, least = (range(8), 10) if options.seats > 1 else (range(12), 5)
    moved, steps = zip(*(compare(options, seed) for seed in seeds), strict=True)
    assert sum(moved) > 50, "the permutation moved next to nothing"
    assert sum(steps) > least, "next to nothing was compared"


def test_hidden_answers_of_others_in_a_window_are_sent_to_nobody() -> None:
    with made_up_expansion():
        _, steps = zip(*(compare(Options("base", 4, ("made_up",)), seed) for seed in range(8)), strict=True)
    assert sum(steps) > 10


# --- Leaks that must be caught ---------------------------------------------------------------------------------------


def maps(game: Game | None) -> int:
    """Something secret: how many map cards are in hands."""
    return 0 if game is None else sum(game.state.id_of(card) == "map" for hand in game.state.hands for card in hand)


def leak_in_the_room(patch: pytest.MonkeyPatch) -> None:
    honest = telling._spectators
    patch.setattr(telling, "_spectators", lambda at_table: honest(at_table) + maps(at_table.game))


def leak_by_a_frame(patch: pytest.MonkeyPatch) -> None:
    honest = telling.tell_news

    def tell(at_table: Table) -> None:
        honest(at_table)
        if maps(at_table.game) % 2:
            for peer in at_table.present.values():
                peer.send(Room(telling._info(at_table), at_table.seat_of(peer)))

    patch.setattr(playing, "tell_news", tell)


def leak_by_time(patch: pytest.MonkeyPatch) -> None:
    honest = playing.act

    async def act(at_table: Table, peer: Any, message: Act) -> None:
        await trio.sleep(0.001 * maps(at_table.game))
        await honest(at_table, peer, message)

    patch.setitem(table.HANDLERS, Act, act)


def leak_into_the_log(patch: pytest.MonkeyPatch) -> None:
    honest = playing.act

    async def act(at_table: Table, peer: Any, message: Act) -> None:
        logging.getLogger("saboteur.table").debug("table %s: %d maps", at_table.code, maps(at_table.game))
        await honest(at_table, peer, message)

    patch.setitem(table.HANDLERS, Act, act)


def leak_in_the_view(patch: pytest.MonkeyPatch) -> None:
    honest = viewing.seat_view

    def seat_view(state, seat, viewer):
        seen = honest(state, seat, viewer)
        held = sum(state.id_of(card) == "map" for card in state.hands[seat])
        return type(seen)(seen.hand, seen.before, seen.role, seen.gold, seen.has_gold, seen.purse, {"maps": held})

    patch.setattr(viewing, "seat_view", seat_view)


LEAKS: list[tuple[Callable[[pytest.MonkeyPatch], None], str]] = [
    (leak_in_the_room, "by a frame"),
    (leak_by_a_frame, "by the number of frames"),
    (leak_by_time, "by the time"),
    (leak_into_the_log, "by the log"),
    (leak_in_the_view, "by a frame"),
]


@pytest.mark.parametrize(("leak", "how"), LEAKS, ids=[leak.__name__ for leak, _ in LEAKS])
def test_a_planted_leak_is_caught(
    leak: Callable[[pytest.MonkeyPatch], None], how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)

    def compare_many() -> None:
        for seed in range(20):
            compare(Options("base", 4), seed)

    with pytest.raises(AssertionError, match=f"can tell worlds apart {how}"):
        compare_many()
