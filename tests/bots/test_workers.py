"""Children that think: real processes on pipes."""

import subprocess
import sys
from contextlib import asynccontextmanager
from random import Random

import pytest
import trio

from protocol.game import Options
from server.bots.levels import LEVELS
from server.engine.game import new
from server.thinker_child import ACTIONS, LENGTH, Task, pack
from server.thinker_workers import COMMAND, SURROUNDINGS, ThinkerFailed, WorkerThinker, most_children

SEED = bytes(range(16))


def asked(edition="base", seats=5):
    game = new(Options(edition, seats), bytes(32))
    seat = game.waiting()[0]
    return game.view(seat), game.story(seat)


@asynccontextmanager
async def thinking(**given):
    thinker = WorkerThinker(1, **given)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(thinker.run)
        with trio.fail_after(60):
            yield thinker
        nursery.cancel_scope.cancel()


async def test_a_child_chooses_what_the_bot_would_choose_on_the_spot():
    async with thinking() as thinker:
        for edition in ("base", "saboteur2"):
            view, story = asked(edition)
            for level in thinker.levels[:3]:
                action = await thinker.choose(level, view, story, SEED, 30.0)
                assert action == LEVELS[level].choose(view, story, Random(SEED))


async def test_a_child_that_was_killed_is_replaced_and_the_question_answered():
    view, story = asked()
    async with thinking() as thinker:
        await thinker.choose("normal", view, story, SEED, 5.0)
        (first,) = thinker.processes
        first.kill()
        assert await thinker.choose("easy", view, story, SEED, 5.0) in view.legal
        (second,) = thinker.processes
        assert second.pid != first.pid


async def test_children_end_with_the_thinker():
    view, story = asked()
    async with thinking() as thinker:
        await thinker.choose("normal", view, story, SEED, 5.0)
        (child,) = thinker.processes
    assert child.returncode is not None


async def test_a_child_that_never_answers_well_leaves_the_choice_to_the_table():
    view, story = asked()
    async with thinking(command=(sys.executable, "-c", "pass")) as thinker:
        with pytest.raises(ThinkerFailed):
            await thinker.choose("normal", view, story, SEED, 5.0)


async def test_a_question_nobody_waits_for_any_more_holds_up_no_other():
    view, story = asked()
    async with thinking() as thinker:
        with trio.move_on_after(0):
            await thinker.choose("normal", view, story, SEED, 5.0)
        assert await thinker.choose("normal", view, story, SEED, 5.0) in view.legal


def test_a_child_ends_when_its_input_is_closed():
    view, story = asked()
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=SURROUNDINGS) as child:
        child.stdin.write(pack(Task("normal", view, story, SEED, 5.0)))
        child.stdin.flush()
        length = int.from_bytes(child.stdout.read(LENGTH), "big")
        assert ACTIONS.decode(child.stdout.read(length)) in view.legal
        child.stdin.close()
        assert child.wait(timeout=60) == 0


def test_a_child_ends_quietly_when_nobody_reads_its_answer():
    view, story = asked()
    child = subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=SURROUNDINGS
    )
    assert child.stdin is not None
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.close()
    child.stdin.write(pack(Task("chance", view, story, SEED, 5.0)))
    child.stdin.flush()
    assert child.wait(30) == 0
    assert child.stderr.read() == b""
    child.stdin.close()
    child.stderr.close()


def test_one_core_is_left_to_the_server(monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    assert most_children() == 3
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    assert most_children() == 1
