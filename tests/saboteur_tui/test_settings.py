"""Settings: kept, read, broken, and keys of one's own."""

import asyncio
import stat

import pytest

from saboteur_tui import actions, settings
from saboteur_tui.app import SaboteurApp
from saboteur_tui.screens.help import HelpScreen
from saboteur_tui.screens.keys import FIXED, KeysScreen
from saboteur_tui.screens.settings import ROWS, SettingsScreen
from saboteur_tui.settings import Settings


@pytest.fixture(autouse=True)
def _own_home(tmp_path, monkeypatch):
    for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path))


def test_settings_are_read_as_they_were_written(tmp_path):
    kept = Settings(name="Änne", theme="plain", bell=False, keys={"table.turn": "u"})
    path = tmp_path / "below" / "settings.json"
    settings.save(path, kept)
    assert settings.load(path) == (kept, "")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe", b'{"bell": "loud"}', b'{"keys": [1]}'])
def test_a_broken_file_gives_the_defaults_and_says_what_is_wrong(tmp_path, data):
    path = tmp_path / "settings.json"
    path.write_bytes(data)
    kept, wrong = settings.load(path)
    assert kept == Settings()
    assert str(path) in wrong


def test_no_file_is_no_fault(tmp_path):
    assert settings.load(tmp_path / "none.json") == (Settings(), "")


def run(act, *keys, kept=None):
    async def go():
        app = SaboteurApp(kept=kept or Settings(name="Anna", motion=False))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press(*keys)
            await pilot.pause()
            return act(app)

    return asyncio.run(go())


def test_every_setting_can_be_changed_by_keys_and_is_kept():
    down = [key for at in range(len(ROWS) - 2) for key in ("down", "right")]
    run(type, "s", *down)
    kept, wrong = settings.load(settings.config_file())
    assert wrong == ""
    before = Settings(motion=False)
    changed = {name for name in Settings.__struct_fields__ if getattr(kept, name) != getattr(before, name)}
    assert changed >= {"theme", "glyphs", "card_size", "motion", "bell", "level"}


def test_a_name_is_cleaned_before_it_is_kept():
    run(type, "s", "enter", "ctrl+u", *"Eve", "enter")
    assert settings.load(settings.config_file())[0].name == "Eve"


def test_a_key_can_be_given_to_another_deed_and_works_at_once():
    at = [deed.id for deed in actions.DEEDS if deed.id not in FIXED].index("home.settings")
    keys = ("s", "end", "enter", *["down"] * at, "enter", "z", "escape", "escape", "z")
    assert run(lambda app: type(app.screen), *keys) is SettingsScreen
    assert settings.load(settings.config_file())[0].keys == {"home.settings": "z"}


def test_a_key_that_is_taken_is_refused_with_the_reason():
    def look(app):
        assert isinstance(app.screen, KeysScreen)
        return str(app.screen.query_one("#explained").render())

    said = run(look, "s", "end", "enter", "enter", "q")
    assert "Q is taken" in said
    assert not settings.config_file().exists()


def test_the_help_shows_the_keys_as_they_are_set():
    def look(app):
        assert isinstance(app.screen, HelpScreen)
        return "\n".join(strip.text for strip in app.screen._compositor.render_strips())

    kept = Settings(name="Anna", motion=False, keys={"home.host": "f9"})
    assert "F9 " in run(look, "question_mark", kept=kept)


def test_keys_for_deeds_that_there_are_not_do_no_harm():
    assert actions.sound_keys({"home.host": "z", "home.nonsense": "y", "home.join": " "}) == {"home.host": "z"}


def test_no_two_deeds_of_a_screen_have_the_same_key():
    assert [
        (deed.id, key)
        for deed in actions.DEEDS
        for key in actions.keys_of(deed, {})
        if actions.clash(deed, key, {}) is not None
    ] == []


def test_a_broken_file_is_kept_beside_the_one_that_is_written(tmp_path):
    path = tmp_path / "settings.json"
    path.write_text('{"theme": [')
    settings.save(path, Settings(theme="plain"))
    assert settings.load(path) == (Settings(theme="plain"), "")
    assert (tmp_path / "settings.json.broken").read_text() == '{"theme": ['
    settings.save(path, Settings())
    assert (tmp_path / "settings.json.broken").read_text() == '{"theme": ['
