"""The games of the gallery can be shown under the rules of today, and their pictures are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from protocol.record import decode
from saboteur_tui.gallery.book import GAMES
from saboteur_tui.gallery.pictures import PICTURES, aligned
from server.replay import positions

ROOT = Path(__file__).parents[2]
RECORDS = sorted(GAMES.iterdir())


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_game_of_the_gallery_replays_under_the_rules_of_today(file: Path) -> None:
    assert positions(decode(file.read_bytes()))[-1].outcome is not None


def test_every_picture_that_the_gallery_takes_is_there_and_no_other() -> None:
    assert {path.name for path in (ROOT / "screenshots").iterdir()} == {f"{name}.svg" for name in PICTURES}


def test_every_picture_that_the_readme_shows_is_there_and_every_other_is_shown() -> None:
    named = set(re.findall(r"\(screenshots/([a-z0-9_]+\.svg)\)", (ROOT / "README.md").read_text()))
    assert named == {path.name for path in (ROOT / "screenshots").glob("*.svg")}


def test_no_text_of_a_picture_begins_with_a_blank() -> None:
    text = '<text x="10" y="2" textLength="36.6" clip-path="url(#a)">&#160;&#160;x</text>'
    assert aligned(text) == '<text x="34.4" y="2" textLength="12.2" clip-path="url(#a)">x</text>'
