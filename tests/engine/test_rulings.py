"""The table of rulings in the README: every one is cited by a test, and none is cited that is not there."""

from __future__ import annotations

import re
from pathlib import Path

HOUSE = Path(__file__).parents[2]
RULING = re.compile(r"\b[RSCTMHVDL]\d{1,2}\b")
TABLE = re.compile(r"^\| ([RSCTMHVDL]\d{1,2}) \|", re.MULTILINE)


def cited(*folders: str) -> dict[str, str]:
    """Return each ruling that files of these folders cite in brackets or docstrings, with one of the files."""
    found = {}
    for folder in folders:
        for file in sorted(HOUSE.joinpath(folder).rglob("*")):
            if file.suffix in (".py", ".txt") and "golden" not in file.parts and "snapshots" not in file.parts:
                for place in re.findall(r"\([^()\n]*\)|\"\"\"[^\"]*\"\"\"|# [^\n]*", file.read_text("utf-8")):
                    found |= dict.fromkeys(RULING.findall(place), file.name)
    return found


RULINGS = TABLE.findall(HOUSE.joinpath("README.md").read_text("utf-8"))


def test_the_rulings_are_numbered_without_gaps() -> None:
    for letter in "RSCTMHVDL":
        numbers = [int(name[1:]) for name in RULINGS if name[0] == letter]
        assert numbers == list(range(1, len(numbers) + 1)), letter
    assert len(RULINGS) > 50


def test_every_ruling_is_cited_by_a_test() -> None:
    tested = cited("tests")
    assert [name for name in RULINGS if name not in tested] == []


def test_no_ruling_is_cited_that_the_table_does_not_hold() -> None:
    assert {name: file for name, file in cited("server", "tests").items() if name not in RULINGS} == {}
