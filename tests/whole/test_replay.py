"""A record stepped through by keys, over the wire, on a private server."""

import asyncio

from textual.pilot import Pilot

from saboteur_tui.app import SaboteurApp
from saboteur_tui.errand import Errand
from saboteur_tui.gallery.book import game_file
from saboteur_tui.screens.replay import ReplayScreen
from saboteur_tui.settings import Settings

RECORD = game_file("saboteur2")


def test_a_record_is_stepped_through_from_any_eyes_and_with_all_cards_up(tmp_path, monkeypatch):
    for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path))

    async def at(pilot: Pilot[str], screen: ReplayScreen, position: int) -> None:
        while screen.shown.position != position or screen._asking:
            await pilot.pause(0.01)

    async def run() -> None:
        app = SaboteurApp(Errand("replay", file=RECORD), kept=Settings(name="Anna", bell=False))
        async with app.run_test(size=(80, 24)) as pilot, asyncio.timeout(60):
            while not (isinstance(app.screen, ReplayScreen) and app.screen.shown is not None):
                await pilot.pause(0.02)
            screen = app.screen
            length, rounds = screen.shown.length, screen.shown.rounds
            assert screen.shown.position == 0
            await pilot.press("right", "right", "left")
            await at(pilot, screen, 1)
            await pilot.press("n")
            await at(pilot, screen, rounds[1])
            await pilot.press("b")
            await at(pilot, screen, 0)
            # Held for long, a key asks for no more than the server answers.
            await pilot.press(*["right"] * 90)
            await at(pilot, screen, 90)
            assert screen.shown.view.hand == ()
            await pilot.press("e")
            await at(pilot, screen, 90)
            assert screen.shown.view.me == 0
            assert screen.shown.view.hand
            await pilot.press("u")
            await at(pilot, screen, 90)
            assert len(screen.shown.roles) == 7
            assert "all cards up" in screen.query_one("#me").plain
            await pilot.press("end")
            await at(pilot, screen, length)
            assert screen.shown.view.outcome is not None

    asyncio.run(run())
