"""The client by key presses against a real private server."""

import asyncio
import os

import pytest
from textual.pilot import Pilot

from protocol.messages import Phase
from saboteur_tui import records
from saboteur_tui.app import SaboteurApp
from saboteur_tui.errand import Errand
from saboteur_tui.screens.home import HomeScreen
from saboteur_tui.screens.room import RoomScreen
from saboteur_tui.screens.table import TableScreen
from saboteur_tui.settings import Settings


@pytest.fixture(autouse=True)
def _own_home(tmp_path, monkeypatch):
    for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path))


async def until(pilot: Pilot[str], holds, seconds: float = 60) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(seconds):
        while not holds():
            await pilot.pause(0.01)


def asked(app: SaboteurApp) -> bool:
    """Tell whether the table asks the player something."""
    screen = app.screen
    return isinstance(screen, TableScreen) and screen.view is not None and screen.view.question is not None


async def answer(app: SaboteurApp, pilot: Pilot[str]) -> None:
    """Answer the open question by keys: lay the first card, or else discard it; take the first of a list."""
    screen = app.screen
    assert isinstance(screen, TableScreen)
    offers = screen.decision.offers()
    if not offers.cards:
        await pilot.press("tab", "enter")
        return
    await pilot.press("1")
    offers = screen.decision.offers()
    if offers.laying and offers.cells:
        await pilot.press("enter")
    else:
        await pilot.press("d", "enter")


def test_a_first_card_is_discarded_by_keys_on_a_private_server():
    async def run() -> tuple[int, int]:
        app = SaboteurApp(Errand("play", seats=3), kept=Settings(name="Anna", bell=False))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: asked(app))
            screen = app.screen
            before = screen.view.question.id
            await pilot.press("1", "d", "enter")
            await until(pilot, lambda: screen.view.question and screen.view.question.id != before)
            return before, screen.view.question.id

    before, after = asyncio.run(run())
    assert after == before + 1


def test_a_whole_game_is_played_by_keys_from_the_home_screen_to_its_record():
    async def run() -> SaboteurApp:
        app = SaboteurApp(kept=Settings(name="Anna", bell=False, motion=False))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("o")
            await until(pilot, lambda: isinstance(app.screen, RoomScreen) and app.screen.room is not None)
            # Three seats, and bots that do not pretend to think.
            room = app.screen
            await pilot.press("tab", "down")
            for seats in (4, 3):
                await pilot.press("left")
                await until(pilot, lambda seats=seats: room.room.table.options.seats == seats)
            await pilot.press("end")
            for pace in ("quick", "at_once"):
                await pilot.press("left")
                await until(pilot, lambda pace=pace: room.room.table.terms.pace.value == pace)
            await pilot.press("b", "end", "enter")
            await until(pilot, lambda: all(seat.name or seat.bot for seat in room.room.table.seats))
            await pilot.press("r")
            answers = 0
            while not (app.over and records.newest()):
                await until(pilot, lambda: asked(app) or app.over or not isinstance(app.screen, TableScreen))
                if not isinstance(app.screen, TableScreen):
                    await pilot.press("enter")
                elif asked(app):
                    screen = app.screen
                    question = screen.view.question.id
                    await answer(app, pilot)
                    answers += 1
                    await until(
                        pilot,
                        lambda screen=screen, question=question: (
                            screen.view.question is None or screen.view.question.id != question
                        ),
                    )
                assert answers < 200
            assert app.room.table.phase is Phase.OVER
            assert len(app.table_screen.view.results) == app.table_screen.view.rounds
            pid = app.server.process.pid
            await pilot.press("escape", "q", "y")
            await until(pilot, lambda: isinstance(app.screen, HomeScreen))
            assert app.screen.place is None
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
        return app

    asyncio.run(run())
    assert len(records.newest()) == 1
