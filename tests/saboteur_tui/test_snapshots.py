"""Every screen as it was last looked at: its text, and below it the style of every character.

`pytest tests/saboteur_tui/test_snapshots.py --write-snapshots` writes them anew; look at them, they are read in review.
"""

from __future__ import annotations

from pathlib import Path
from string import ascii_letters, digits, punctuation

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from saboteur_tui.app import SaboteurApp
from tests.saboteur_tui.house_scenes import HOUSE
from tests.saboteur_tui.scenes import SCENES
from tests.saboteur_tui.staging import NAMES, staged

EVERY = {**SCENES, **HOUSE}
FOLDER = Path(__file__).parent / "snapshots"
AT_REST = 3
"""So many equal pictures in a row are taken for the last."""
MARKS = "." + ascii_letters + digits + punctuation.replace(".", "")


def picture(app: SaboteurApp) -> str:
    """Return the text on the screen, then one mark per character for its style, and what the marks mean."""
    text, marks, known = [], [], {}
    for strip in app.screen._compositor.render_strips():
        text.append(strip.text.rstrip())
        line = ""
        for part in strip:
            mark = known.setdefault(str(part.style or ""), MARKS[len(known)])
            line += mark * part.cell_length
        marks.append(line.rstrip("."))
    styles = [f"{mark} {style}" for style, mark in known.items()]
    return "\n".join([*text, "", *marks, "", *styles]) + "\n"


async def at_rest(app: SaboteurApp, pilot: Pilot[str]) -> str:
    """Return the picture once it changes no more: what is laid out takes a few rounds, more on a busy machine."""
    pictures: list[str] = []
    while len(pictures) < AT_REST or len(set(pictures[-AT_REST:])) > 1:
        await pilot.pause()
        pictures.append(picture(app))
    return pictures[-1]


@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", EVERY)
def test_the_screen_looks_as_it_was_last_looked_at(
    name: str, size: tuple[int, int], request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("table", "table_look"):
        monkeypatch.setattr(f"saboteur_tui.screens.{module}.monotonic", lambda: 0.0)
    monkeypatch.setenv("HOME", "/home/anna")
    for folder in ("XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(folder, raising=False)
    scene, shown = EVERY[name], {}

    async def look(app: SaboteurApp, pilot: Pilot[str]) -> None:
        for theme in ("mine", "colour-blind", "plain"):
            app.settings = replace(app.settings, theme=theme)
            app.apply_settings()
            for screen in app.screen_stack:
                if hasattr(screen, "restyle"):
                    screen.restyle()
            shown[f"{name}_{size[0]}x{size[1]}_{theme}.txt"] = await at_rest(app, pilot)

    staged(look, *scene.news(NAMES), keys=scene.keys, size=size)
    assert all(shown[file].isascii() for file in shown if file.endswith("_plain.txt"))
    if request.config.getoption("--write-snapshots", False):
        for file, text in shown.items():
            (FOLDER / file).write_text(text)
    assert {file: (FOLDER / file).read_text() for file in shown} == shown


def test_there_is_no_picture_of_a_screen_that_is_no_more() -> None:
    assert {path.name.split("_80x24_")[0].split("_120x36_")[0] for path in FOLDER.iterdir()} == set(EVERY)


@pytest.mark.parametrize("name", sorted(HOUSE))
def test_the_plain_theme_needs_no_character_beyond_ascii(name: str) -> None:
    for path in FOLDER.glob(f"{name}_*_plain.txt"):
        assert path.read_text().isascii(), path.name
