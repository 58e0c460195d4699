"""The options of a table as rows, from the catalogue of the real rules."""

import pytest

from protocol.game import Catalogue, EditionEntry, ModuleEntry, Options, Setting
from protocol.messages import Pace, Phase, SeatInfo, TableInfo, Terms
from saboteur_tui.arranging import rows, stepped
from saboteur_tui.words import words
from server.engine.game import catalogue, check

WORDS = words("en")
REAL = catalogue()
MADE = Catalogue(
    1,
    (
        EditionEntry("one", 3, 10, ("ash", "oak"), (Setting("first", ("creator", "lot")),), ()),
        EditionEntry("two", 2, 2, ("oak",), (), ()),
    ),
    (
        ModuleEntry("ash", ("oak",), (Setting("leaf", ("green", "red")),), ()),
        ModuleEntry("oak", ("ash",), (), (), 4, 6),
    ),
    (),
)


def table(options: Options) -> TableInfo:
    return TableInfo("KX7Q", Phase.ROOM, options, Terms(), (SeatInfo("Anna"),) * options.seats, 0)


def shown(catalogue: Catalogue, options: Options) -> dict[str, str]:
    return {row.id: row.value for row in rows(catalogue, table(options), WORDS)}


def test_the_rows_are_those_of_the_edition_and_of_the_modules_switched_on():
    assert set(shown(MADE, Options("one", 5))) >= {"edition", "seats", "module:ash", "module:oak", "setting:first"}
    assert "setting:leaf" not in shown(MADE, Options("one", 5))
    assert shown(MADE, Options("one", 5, ("ash",)))["setting:leaf"] == "green"
    assert "module:ash" not in shown(MADE, Options("two", 2))


def test_what_cannot_be_switched_on_says_why():
    found = {row.id: row.hindrance for row in rows(MADE, table(Options("one", 5, ("ash",))), WORDS)}
    assert "cannot be played together" in found["module:oak"]
    assert found["module:ash"] == ""
    found = {row.id: row.hindrance for row in rows(MADE, table(Options("one", 3)), WORDS)}
    assert "4 to 6" in found["module:oak"]


@pytest.mark.parametrize(
    ("row", "step", "options"),
    [
        ("seats", 1, Options("one", 6, ("ash",), {"leaf": "red"})),
        ("seats", -9, Options("one", 3, ("ash",), {"leaf": "red"})),
        ("edition", 1, Options("two", 2)),
        ("module:ash", 1, Options("one", 5)),
        ("setting:leaf", 1, Options("one", 5, ("ash",), {"leaf": "green"})),
        ("setting:first", -1, Options("one", 5, ("ash",), {"leaf": "red", "first": "lot"})),
    ],
)
def test_a_step_changes_one_thing_and_drops_what_goes_with_it(row, step, options):
    now = table(Options("one", 5, ("ash",), {"leaf": "red"}))
    assert stepped(MADE, now, row, step) == (options, now.terms)


@pytest.mark.parametrize(
    ("row", "terms"),
    [
        ("term:private", Terms(private=True)),
        ("term:spectators", Terms(spectators=False)),
        ("term:turn_seconds", Terms(turn_seconds=15)),
        ("term:grace_seconds", Terms(grace_seconds=120)),
        ("term:pace", Terms(pace=Pace.SLOW)),
    ],
)
def test_a_step_changes_a_term(row, terms):
    now = table(Options("one", 5))
    assert stepped(MADE, now, row, 1) == (now.options, terms)


def test_whatever_one_steps_through_from_a_sound_table_each_row_is_named_and_explained():
    options = Options(REAL.editions[0].id, 5)
    for _ in REAL.editions:
        now = table(options)
        for row in rows(REAL, now, WORDS):
            assert row.label
            assert row.value
            assert row.help, row.id
            if not row.hindrance and row.id != "password":
                fault = check(stepped(REAL, now, row.id, 1)[0])
                assert fault is None, (row.id, fault)
        options = stepped(REAL, now, "edition", 1)[0]
    assert options == Options(REAL.editions[0].id, options.seats)
