"""Lobby, room and home by keys: what each sends, what each explains, and where one comes back to."""

import asyncio
from random import Random

import pytest
from textual.widgets import Static

from protocol.errors import Closing, Fault, Parting
from protocol.game import Options
from protocol.messages import (
    AddBot,
    Arrange,
    Bye,
    Create,
    Granted,
    Join,
    Kick,
    Leave,
    NotReady,
    Pace,
    Parted,
    Phase,
    Ready,
    Refused,
    Return,
    Room,
    Say,
    SeatInfo,
    TableChanged,
    TableGone,
    TableInfo,
    TableLine,
    Tables,
    Terms,
    Watch,
)
from saboteur_tui import places
from saboteur_tui.app import SaboteurApp
from saboteur_tui.drawing.palette import PALETTES
from saboteur_tui.errand import Errand
from saboteur_tui.link import Ended, Lost
from saboteur_tui.places import Place
from saboteur_tui.screens.entry import EntryScreen
from saboteur_tui.screens.how_to_play import drawn, pages
from saboteur_tui.screens.lobby import LobbyScreen
from saboteur_tui.screens.room import RoomScreen
from saboteur_tui.screens.table import TableScreen
from saboteur_tui.settings import Settings
from saboteur_tui.words import words
from server.engine.game import catalogue
from tests.saboteur_tui.house_scenes import lobby, room, welcome
from tests.saboteur_tui.staging import NAMES, Wire, asked, deal, play, staged, update_of


@pytest.fixture(autouse=True)
def _own_home(tmp_path, monkeypatch):
    for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path))


async def nothing(_app, _pilot):
    """Only let it be shown."""


def sent(*keys, news):
    """Return what keys send after news, without its numbers."""
    return staged(nothing, *news, keys=keys)


def looked(find, *news, keys=()):
    """Return what is found on the screen after news and keys."""
    found = []

    async def look(app, _pilot):
        found.append(find(app))

    staged(look, *news, keys=keys)
    return found[0]


def text_of(app):
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        (("enter",), Join("BCDF", "", 1)),
        (("down", "enter"), Watch("GHJK", "", 1)),
        (("down", "w"), Watch("GHJK", "", 1)),
        (("j", *"qrst", "enter"), Join("QRST", "", 1)),
        (("c",), Create(Options("base", 5), Terms(), "", 1)),
        (("t", *"hi", "enter"), Say("hi", 1)),
    ],
)
def test_a_key_in_the_lobby_sends_what_is_meant(keys, message):
    assert sent(*keys, news=lobby(NAMES)) == [message]


def test_the_list_of_tables_changes_as_tables_do():
    line = TableLine("BCDF", Phase.GAME, Options("base", 5), "Zoe", 5)
    text = looked(text_of, *lobby(NAMES), TableChanged(line), TableGone("GHJK"))
    assert "Zoe" in text
    assert "GHJK" not in text


def test_a_locked_table_asks_for_its_password_until_it_is_right():
    news = [*lobby(NAMES), Refused(1, Fault.WRONG_PASSWORD), Refused(2, Fault.WRONG_PASSWORD)]

    async def run():
        app = SaboteurApp(kept=Settings(name="Anna", motion=False))
        async with app.run_test(size=(80, 24)) as pilot:
            app.link = wire = Wire()
            for item in news[:3]:
                app.post_message(app.Received(item))
            await pilot.pause()
            await pilot.press("down", "down", "enter")
            for item, password in zip(news[3:], ("wrong", "right"), strict=True):
                app.post_message(app.Received(item))
                await pilot.pause()
                assert isinstance(app.screen, EntryScreen)
                await pilot.press(*password, "enter")
            return wire.sent

    assert asyncio.run(run()) == [Join("LMNP", "", 1), Join("LMNP", "wrong", 2), Join("LMNP", "right", 3)]


def test_a_table_where_i_have_a_seat_is_gone_back_to_by_its_token():
    places.keep(Place("example.org:7117", "GHJK", "token", 1))
    text = looked(text_of, *lobby(NAMES))
    assert "your seat" in text
    assert sent("enter", news=lobby(NAMES)) == [Return("token", 1)]


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        (("b", "enter"), AddBot("normal", 1)),
        (("b", "up", "up", "enter"), AddBot("chance", 1)),
        (("down", "down", "x"), Kick(2, 1)),
        (("down", "down", "enter"), Kick(2, 1)),
        (("down", "x", "y"), Kick(1, 1)),
        (("q", "y"), Leave(1)),
        (("t", *"ho", "enter"), Say("ho", 1)),
    ],
)
def test_a_key_in_the_room_sends_what_is_meant(keys, message):
    assert sent(*keys, news=room(NAMES)) == [message]


def test_ready_and_not_ready():
    [message] = sent("r", news=room(NAMES))
    assert isinstance(message, Ready)
    assert len(message.nonce) == 32
    assert sent("r", news=room(NAMES, 1)) == [NotReady(1)]
    assert sent("enter", news=room(NAMES))[0].nonce != message.nonce


def test_the_host_changes_options_by_keys_and_others_are_told_that_they_may_not():
    [arrange] = sent("tab", "down", "right", news=room(NAMES))
    assert isinstance(arrange, Arrange)
    assert arrange.options.seats == 6
    assert arrange.terms == Terms(turn_seconds=60, pace=Pace.QUICK)
    assert sent("tab", "right", "b", "x", news=room(NAMES, 1)) == []

    def explained(app):
        return str(app.screen.query_one("#explained", Static).render())

    assert "Only the host" in looked(explained, *room(NAMES, 1), keys=("tab", "right"))


def test_a_person_is_sent_away_only_after_a_question():
    assert sent("down", "x", "n", news=room(NAMES)) == []


def test_the_one_to_whom_the_host_s_rights_pass_is_told():
    first, now = room(NAMES, 1)[1], room(NAMES, 1)[1]
    now = Room(TableInfo("KX7Q", Phase.ROOM, now.table.options, now.table.terms, now.table.seats, 1), 1)

    def told(app):
        return [notice.message for notice in app._notifications]

    assert looked(told, welcome(), Tables(()), first, now) == ["You are the host of this table now."]


def test_a_player_who_loses_the_connection_is_seen_at_the_table_at_once():
    game = play(deal("base", 5), asked("turn"), Random(3))
    update = update_of(game)
    seats = tuple(
        SeatInfo(seat.name, seat.bot, connected=seat.connected and at != 1, away=50_000 if at == 1 else None)
        for at, seat in enumerate(update.table.seats)
    )
    gone = Room(TableInfo("KX7Q", Phase.GAME, update.table.options, Terms(), seats, 0, game=update.table.game), 0)

    def there(app):
        assert isinstance(app.screen, TableScreen)
        return [seat.connected for seat in app.screen.table.seats]

    assert looked(there, update, gone)[1] is False


@pytest.mark.parametrize(
    ("why", "screen"), [(Parting.KICKED, LobbyScreen), (Parting.LEFT, LobbyScreen), (Parting.REPLACED, LobbyScreen)]
)
def test_who_parts_from_a_table_is_in_the_lobby_and_keeps_the_place_only_if_replaced(why, screen):
    def find(app):
        return type(app.screen), places.find("example.org:7117", "KX7Q") is not None

    kind, kept = looked(find, welcome(), Tables(()), Granted("KX7Q", "token", 0), room(NAMES)[1], Parted("KX7Q", why))
    assert kind is screen
    assert kept is (why is Parting.REPLACED)


def test_a_lost_connection_shows_a_banner_that_goes_when_it_is_back():
    assert "Connection lost" in looked(text_of, *room(NAMES), Lost(2.0, "broken"))
    assert "Connection lost" not in looked(text_of, *room(NAMES), Lost(2.0, "broken"), welcome())


@pytest.mark.parametrize(
    ("ended", "said"),
    [
        (Ended("refused"), "no server answers"),
        (Ended("unknown_host"), "no machine of that name"),
        (Ended("closed", "", Bye(Closing.VERSION, 7, 1)), "version 7.1"),
        (Ended("closed", "", Bye(Closing.SERVER_FULL, 1, 0)), "full"),
        (Ended("closed", "", Bye(Closing.SILENT, 1, 0)), "heard nothing"),
    ],
)
def test_a_connection_that_fails_says_why_on_the_home_screen(ended, said):
    assert said in looked(lambda app: str(app.screen.query_one("#page Static", Static).render()), ended)


def test_a_command_that_fails_ends_with_the_reason():
    async def run():
        app = SaboteurApp(Errand("join", commanded=True), Settings(name="Anna"))
        async with app.run_test() as pilot:
            app.post_message(app.Received(Ended("refused")))
            await pilot.pause()
        return app.return_code, app.return_value

    code, said = asyncio.run(run())
    assert code == 1
    assert "no server answers" in said


def test_the_room_is_left_for_the_table_and_the_table_for_the_room():
    update = update_of(play(deal("base", 5), asked("turn"), Random(3)))
    kinds = []

    async def look(app, pilot):
        kinds.append(type(app.screen))
        app.post_message(app.Received(room(NAMES)[1]))
        await pilot.pause()
        kinds.append(type(app.screen))

    staged(look, *room(NAMES), update)
    assert kinds == [TableScreen, RoomScreen]


def test_every_edition_module_and_card_has_its_place_in_how_to_play():
    known = catalogue()
    found = pages(known)
    told = words("en")
    assert {page.id for page in found} == {entry.id for entry in (*known.editions, *known.modules)}
    for page in found:
        assert told.has(f"{page.kind}.{page.id}"), page.id
        for face in page.faces:
            assert drawn(face, PALETTES["plain"], told).plain.strip()
    listed = {id_ for entry in (*known.editions, *known.modules) for id_ in entry.faces}
    assert listed == {face.id for face in known.faces}
