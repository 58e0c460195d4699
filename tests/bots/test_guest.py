"""A bot that comes as a client plays whole games over a real socket."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from random import Random

import pytest
import trio

from protocol.game import Action, Event, Options, RoundBegun, View
from protocol.messages import AddBot, Ready, Update
from server.bots.guest import play
from server.bots.levels import LEVELS
from tests.server.people import Person, at_work


class Watching:
    """Plays by chance and keeps what it was given."""

    def __init__(self) -> None:
        self.given: list[tuple[View, tuple[Event, ...]]] = []

    def choose(self, view: View, story: tuple[Event, ...], random: Random) -> Action:
        self.given.append((view, story))
        return LEVELS["chance"].choose(view, story, random)


async def wait_and_play(host: Person) -> None:
    """Play as the host of a table, from the first Update on."""
    await host.do(Ready(bytes(32)))
    await host.until(Update)
    await host.play_to_the_end()


async def test_a_guest_is_given_what_its_seat_may_know_since_the_round_began(tmp_path: Path) -> None:
    bot = Watching()
    async with at_work(tmp_path, sockets=True) as server:
        host = await server.host("Anna", Options("base", 3))
        await host.do(AddBot("chance"))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(wait_and_play, host)
            outcome = await trio.to_thread.run_sync(play, "127.0.0.1", server.port, host.code, bot)
    assert len(outcome.gold) == 3
    assert {view.round for view, _ in bot.given} == {1, 2, 3}
    for view, story in bot.given:
        assert isinstance(story[0], RoundBegun)
        assert story[0].round == view.round
        assert sum(isinstance(event, RoundBegun) for event in story) == 1


async def test_the_guest_is_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with at_work(tmp_path, sockets=True) as server:
        host = await server.host("Anna", Options("duel", 2))
        monkeypatch.setattr(sys, "argv", ["guest", "127.0.0.1", str(server.port), host.code, "easy"])
        monkeypatch.delitem(sys.modules, "server.bots.guest")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(wait_and_play, host)
            await trio.to_thread.run_sync(lambda: runpy.run_module("server.bots.guest", run_name="__main__"))
    assert capsys.readouterr().out.startswith("gold (")


async def test_a_guest_says_why_it_cannot_sit_down(tmp_path: Path) -> None:
    async with at_work(tmp_path, sockets=True) as server:
        with pytest.raises(ConnectionError, match="refused"):
            await trio.to_thread.run_sync(play, "127.0.0.1", server.port, "BCDF", Watching())
