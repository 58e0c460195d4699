"""The write-ahead log is made long enough once, so that no commit has to wait for a longer file."""

from __future__ import annotations

from pathlib import Path

from protocol.messages import ChatLine
from server.journal import Journal
from server.statements import add_line


def test_the_log_does_not_grow_while_the_server_works_and_nothing_is_left_of_making_room(tmp_path: Path) -> None:
    log = tmp_path / "journal.sqlite-wal"
    journal = Journal.at(tmp_path)
    journal.make_room()
    length = log.stat().st_size
    for number in range(400):
        journal.transact(add_line(f"T{number % 7}", ChatLine("Anna", "hello " * 30, number), 0, 50))
    assert log.stat().st_size == length
    tables = {name for (name,) in journal._database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert "room" not in tables
    assert journal.pragma("synchronous") == 2
    journal.close()


def test_a_full_disk_keeps_nobody_from_serving(tmp_path: Path) -> None:
    journal = Journal.at(tmp_path)
    pages = journal.pragma("page_count")
    journal._database.execute(f"PRAGMA max_page_count = {int(str(pages)) + 20}")
    journal.make_room()
    # Nothing can be written at all: neither the room, nor that there is none.
    journal._database.execute("PRAGMA query_only = 1")
    journal.make_room()
    journal._database.execute("PRAGMA query_only = 0")
    journal.transact(add_line("", ChatLine("Anna", "hello", 1), 0, 10))
    assert [line.text for _, line in journal.lines("")] == ["hello"]
    journal.close()
