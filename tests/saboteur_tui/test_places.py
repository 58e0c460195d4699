"""Places at tables to come back to, and the private games they belong to."""

import stat

import pytest

from saboteur_tui import places, records, sessions
from saboteur_tui.places import Place


@pytest.fixture(autouse=True)
def _own_home(tmp_path, monkeypatch):
    for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path))


def test_a_place_is_kept_by_server_and_table_and_nobody_else_may_read_it():
    places.keep(Place("a:1", "BCDF", "one", 1))
    places.keep(Place("a:1", "GHJK", "two", 2))
    places.keep(Place("b:1", "BCDF", "three", 3))
    places.keep(Place("a:1", "BCDF", "four", 4))
    assert places.find("a:1", "BCDF").token == "four"
    assert places.find("a:1", "GHJK").token == "two"
    assert places.find("a:1").token == "four"
    assert places.find("c:1") is None
    assert stat.S_IMODE(places.places_file().stat().st_mode) == 0o600
    places.forget("a:1", "BCDF")
    assert places.find("a:1").token == "two"
    assert places.find("b:1", "BCDF").token == "three"


def test_only_so_many_places_are_kept_the_oldest_goes_first():
    for number in range(places.KEPT + 3):
        places.keep(Place("a:1", f"C{number}", "token", number))
    assert [place.code for place in places.load()][-1] == "C3"
    assert len(places.load()) == places.KEPT


@pytest.mark.parametrize("data", [b"", b"{", b"\xff", b'[{"server": 1}]', b"[1]"])
def test_a_broken_file_of_places_has_none(data):
    places.places_file().parent.mkdir(parents=True)
    places.places_file().write_bytes(data)
    assert places.load() == []
    places.keep(Place("a:1", "BCDF", "one", 1))
    assert places.find("a:1").token == "one"


def test_an_interrupted_private_game_is_offered_only_while_nobody_has_it_open():
    session = sessions.open_session()
    places.keep(Place(session.server, "BCDF", "token", 1, edition="base", round=2))
    assert sessions.interrupted() == []
    assert sessions.open_session(session.id) is None
    session.close(keep=True)
    assert [place.code for place in sessions.interrupted()] == ["BCDF"]
    again = sessions.open_session(session.id)
    assert again.folder == session.folder
    again.close(keep=False)
    assert sessions.interrupted() == []
    assert not session.folder.exists()


def test_tidying_deletes_what_nobody_can_go_back_to_and_never_a_game_that_is_open():
    lost, opened, kept = (sessions.open_session() for _ in range(3))
    places.keep(Place(kept.server, "BCDF", "token", 1))
    lost.close(keep=True)
    kept.close(keep=True)
    sessions.tidy()
    assert not lost.folder.exists()
    assert opened.folder.exists()
    assert kept.folder.exists()
    opened.close(keep=False)


def test_the_name_of_a_record_leads_nowhere_else():
    path = records.keep("../../X/1", b"data")
    assert path.parent == records.records_folder()
    assert path.read_bytes() == b"data"
    assert records.newest() == [path]
