"""The client by key presses against a real private server."""

import asyncio

import pytest

from saboteur_tui.app import SaboteurApp
from saboteur_tui.errand import Errand
from saboteur_tui.screens.table import TableScreen
from saboteur_tui.settings import Settings


@pytest.mark.parametrize(("edition", "seats"), [("base", 3), ("duel", 0), ("solo", 0)])
def test_a_first_card_is_discarded_by_keys_on_a_private_server(edition, seats, tmp_path, monkeypatch):
    for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path))

    async def run() -> tuple[int, int]:
        app = SaboteurApp(Errand("play", edition=edition, seats=seats), kept=Settings(name="Anna", bell=False))
        async with app.run_test(size=(80, 24)) as pilot:
            async with asyncio.timeout(60):
                while not (isinstance(app.screen, TableScreen) and app.screen.view and app.screen.view.question):
                    await pilot.pause(0.02)
                screen = app.screen
                before = screen.view.question.id
                await pilot.press("1", "d", "enter")
                while not (screen.view.question and screen.view.question.id != before):
                    await pilot.pause(0.02)
            return before, screen.view.question.id

    before, after = asyncio.run(run())
    assert after == before + 1
