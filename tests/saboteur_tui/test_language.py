"""A language is a folder and a line: the recipe of CONTRIBUTING, with a made-up one."""

import asyncio
import sys
from types import ModuleType

import pytest

from saboteur_tui import words as all_words
from saboteur_tui.app import SaboteurApp
from saboteur_tui.settings import Settings


@pytest.fixture
def _pig_latin(monkeypatch, tmp_path):
    made = ModuleType("saboteur_tui.words.xx")
    made.TEXT = {"home.play": "Aypay ownay", "deed.home.leave": "itquay"}
    monkeypatch.setitem(sys.modules, made.__name__, made)
    monkeypatch.setitem(all_words.LANGUAGES, "xx", "Igpay")
    for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    yield
    all_words.words.cache_clear()


@pytest.mark.usefixtures("_pig_latin")
def test_a_new_language_is_offered_spoken_and_filled_up_with_english():
    async def run():
        app = SaboteurApp(kept=Settings(name="Anna", language="en", motion=False))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("s", "down", "right", "escape")
            await pilot.pause()
            return app.settings.language, "\n".join(strip.text for strip in app.screen._compositor.render_strips())

    language, text = asyncio.run(run())
    assert language == "xx"
    assert "Aypay ownay" in text
    assert "Q itquay" in text
    assert "Host on this network" in text
