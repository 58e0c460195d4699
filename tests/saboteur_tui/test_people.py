"""What can be done about other people, by keys, and what the server is told."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from protocol.messages import EndWait, Kick, MoreTime, Mute, SeatInfo, TableInfo, Update
from saboteur_tui.app import SaboteurApp
from saboteur_tui.people import measures
from tests.saboteur_tui.house_scenes import lobby, room
from tests.saboteur_tui.scenes import turn
from tests.saboteur_tui.staging import NAMES, staged, update_of


async def nothing(_app: SaboteurApp, _pilot: Pilot[str]) -> None:
    """Look no further."""


def gone(me: int | None = 0) -> Update:
    """Return a table whose second player has lost the connection."""
    update = update_of(turn("base", 5, 3, 30), me)
    seats = (update.table.seats[0], SeatInfo("Ben", away=20_000), *update.table.seats[2:])
    return replace(update, table=replace(update.table, seats=seats))


def kinds(table: TableInfo, me: int | None, own: str, **muted: bool) -> list[tuple[str, str]]:
    """Return what can be done, and about whom; a spectator and I myself have said something."""
    return [(measure.kind, measure.name) for measure in measures(table, me, own, muted, ("Zoe", own))]


def test_the_host_may_end_a_wait_mute_for_all_and_send_away() -> None:
    assert kinds(gone().table, 0, "Anna") == [
        ("end_wait", "Ben"),
        ("mute", "Ben"),
        ("mute_for_all", "Ben"),
        ("mute", "Cleo"),
        ("mute_for_all", "Cleo"),
        ("mute", "Zoe"),
        ("mute_for_all", "Zoe"),
        ("kick", "Ben"),
        ("kick", "Cleo"),
    ]


def test_others_may_only_mute_and_hear_again() -> None:
    assert kinds(gone().table, 2, "Cleo", Ben=False) == [("mute", "Anna"), ("hear", "Ben"), ("mute", "Zoe")]
    assert kinds(gone().table, None, "Ida") == [("mute", name) for name in ("Anna", "Ben", "Cleo", "Zoe")]


@pytest.mark.parametrize(
    ("keys", "sent"),
    [
        (("p", "enter", "y"), EndWait(1, 1)),
        (("p", "enter", "n"), None),
        (("p", "down", "enter"), Mute("Ben", re=1)),
        (("p", "down", "down", "enter"), Mute("Ben", for_all=True, re=1)),
        (("p", "end", "enter", "y"), Kick(2, 1)),
        (("p", "escape"), None),
        (("m",), MoreTime(1)),
    ],
)
def test_what_is_chosen_at_the_table_is_sent(keys: tuple[str, ...], sent: object) -> None:
    assert staged(nothing, gone(), keys=keys) == ([sent] if sent is not None else [])


def test_who_was_muted_can_be_heard_again() -> None:
    keys = ("p", "down", "down", "enter", "p", "down", "enter")
    assert staged(nothing, gone(), keys=keys)[1] == Mute("Ben", False, True, 2)


def test_without_a_clock_nobody_asks_for_more_time() -> None:
    assert staged(nothing, update_of(turn("base", 5, 3, 30), clock=None), keys=("m",)) == []


def test_people_are_muted_in_lobby_and_room_too() -> None:
    assert staged(nothing, *lobby(NAMES), keys=("p", "enter")) == [Mute("Hugo", re=1)]
    assert staged(nothing, *room(NAMES), keys=("p", "enter")) == [Mute("Ben", re=1)]
