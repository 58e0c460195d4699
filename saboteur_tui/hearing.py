"""What the server says, taken to the screen it belongs to."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from protocol.errors import Closing, Fault, Parting
from protocol.game import Options
from protocol.limits import NONCE_BYTES
from protocol.messages import (
    AddBot,
    AskRecord,
    Because,
    Create,
    Draining,
    Granted,
    Join,
    Parted,
    Phase,
    Ready,
    Record,
    Refused,
    Replayed,
    Return,
    Room,
    Said,
    TableChanged,
    TableGone,
    Tables,
    Terms,
    Update,
    Watch,
    Welcome,
)
from saboteur_tui import places, records
from saboteur_tui.link import Ended, Lost, News, Untrusted
from saboteur_tui.naming import Cast
from saboteur_tui.places import Place
from saboteur_tui.refusing import options_text, refusal_text
from saboteur_tui.screens.lobby import LobbyScreen
from saboteur_tui.screens.room import RoomScreen
from saboteur_tui.screens.table import TableScreen

if TYPE_CHECKING:
    from saboteur_tui.app import SaboteurApp

SEATS = 5
"""So many play against bots if nobody says otherwise."""

CHAT_LINES = 200


def hear(app: SaboteurApp, news: News) -> None:
    """Take news to the screen it belongs to."""
    heard = HEARD.get(type(news))
    if heard is not None:
        heard(app, news)


# --- Coming to a server ----------------------------------------------------------------------------------------------


def _welcome(app: SaboteurApp, welcome: Welcome) -> None:
    app.catalogue, app.levels = welcome.catalogue, welcome.levels
    app.faces = {face.id: face for face in welcome.catalogue.faces}
    app.banner("")
    if app.link is None or app.link.token or welcome.replay:
        return
    begin(app)


def begin(app: SaboteurApp, afresh: bool = False) -> None:
    """Do the errand at a server that has let us in: go back to a place of ours, or take a new one."""
    errand, link = app.errand, app.link
    if link is None:
        return
    if errand.level and errand.level not in app.levels:
        app.fail(app.words.say("error.level", level=errand.level, levels=", ".join(app.levels)))
        return
    place = None if afresh or errand.kind in ("play", "room") else places.find(app.server_name, errand.code)
    if place is not None and (errand.code or errand.kind in ("resume", "host")):
        app.coming = Return(place.token, link.number())
    elif errand.kind in ("play", "room", "host", "resume"):
        app.coming = Create(_options(app), Terms(private=errand.kind == "play"), "", link.number())
    elif errand.code:
        kind = Watch if errand.kind == "watch" else Join
        app.coming = kind(errand.code, "", link.number())
    else:
        app.show(LobbyScreen)
        return
    link.send(app.coming)


def _options(app: SaboteurApp) -> Options:
    errand, seats = app.errand, app.errand.seats
    entries = app.catalogue.editions if app.catalogue else ()
    entry = next((entry for entry in entries if entry.id == errand.edition), None)
    if not seats:
        seats = SEATS if entry is None else min(max(SEATS, entry.least_seats), entry.most_seats)
    return Options(errand.edition, min(max(seats, 1), 12), errand.modules)


def _tables(app: SaboteurApp, message: Tables) -> None:
    app.tables = {table.code: table for table in message.tables}
    _redraw_lobby(app)


def _table_changed(app: SaboteurApp, message: TableChanged) -> None:
    app.tables[message.table.code] = message.table
    _redraw_lobby(app)


def _table_gone(app: SaboteurApp, message: TableGone) -> None:
    app.tables.pop(message.code, None)
    _redraw_lobby(app)


def _redraw_lobby(app: SaboteurApp) -> None:
    for screen in app.screen_stack:
        if isinstance(screen, LobbyScreen):
            screen.redraw()


# --- At a table ------------------------------------------------------------------------------------------------------


def _granted(app: SaboteurApp, message: Granted) -> None:
    app.code, app.seat, app.coming = message.code, message.seat, None
    app.filled = message.seat is None or app.errand.kind != "play"
    app.recorded = 0
    app.chat = []
    app.place = Place(app.server_name, message.code, message.token, places.now(), message.seat is not None)
    places.keep(app.place)


def _room(app: SaboteurApp, room: Room) -> None:
    app.room = room
    if not app.filled:
        _fill(app, room)
    table = app.table_screen
    if table is not None and table in app.screen_stack and room.table.phase is not Phase.ROOM:
        table.take_room(room)
    elif room.table.phase is not Phase.GAME:
        app.show(RoomScreen).take(room)


def _fill(app: SaboteurApp, room: Room) -> None:
    """Give all free seats to bots, and begin."""
    link = app.link
    if link is None or room.me is None:
        return
    app.filled = True
    for seat in room.table.seats:
        if not seat.name and not seat.bot:
            link.send(AddBot(app.bot_level(), link.number()))
    link.send(Ready(secrets.token_bytes(NONCE_BYTES), link.number()))


def _update(app: SaboteurApp, update: Update) -> None:
    app.room, app.over = Room(update.table, update.me), update.view.outcome is not None
    _remember(app, update)
    screen = app.table_screen
    if screen is None or screen not in app.screen_stack:
        screen = app.table_screen = app.show(TableScreen)
    screen.take(update)
    game, link = update.table.game, app.link
    if update.view.outcome is not None and game is not None and link is not None and app.recorded < game.number:
        app.recorded = game.number
        link.send(AskRecord(game.number, link.number()))


def _remember(app: SaboteurApp, update: Update) -> None:
    """Keep beside the token what the home screen tells of the game."""
    place, view = app.place, update.view
    if place is not None and (place.edition, place.round) != (view.options.edition, view.round):
        app.place = replace(place, edition=view.options.edition, round=view.round, at=places.now())
        places.keep(app.place)


def _record(_app: SaboteurApp, message: Record) -> None:
    records.keep(message.name, message.data)


def _parted(app: SaboteurApp, message: Parted) -> None:
    if message.why is not Parting.REPLACED:
        places.forget(app.server_name, message.code)
    app.room = app.place = app.table_screen = None
    app.chat = []
    if app.errand.kind in ("play", "room", "resume"):
        app.go_home()
    else:
        app.show(LobbyScreen)
    if message.why is not Parting.LEFT:
        app.tell(app.words.say(f"parted.{message.why.value}", code=message.code))


def _said(app: SaboteurApp, message: Said) -> None:
    app.chat = [*(() if message.earlier else app.chat), *message.lines][-CHAT_LINES:]
    for screen in app.screen_stack:
        hears = getattr(screen, "hear_chat", None)
        if hears is not None:
            hears()


def _because(app: SaboteurApp, message: Because) -> None:
    if app.table_screen in app.screen_stack and app.table_screen is not None:
        app.table_screen.because(message)


def _replayed(app: SaboteurApp, message: Replayed) -> None:
    app.take_replayed(message)


# --- What does not go well -------------------------------------------------------------------------------------------


def refused_text(app: SaboteurApp, refused: Refused) -> str:
    """Return why a message was refused, for people."""
    if refused.refusal is not None:
        return refusal_text(refused.refusal, Cast(app.words, faces=app.faces))
    if refused.options is not None:
        return options_text(refused.options, app.words)
    return app.words.say(f"fault.{refused.fault.value}")


def _refused(app: SaboteurApp, refused: Refused) -> None:
    coming = app.coming
    if coming is not None and refused.re == coming.re:
        app.coming = None
        _not_let_in(app, coming, refused)
        return
    if refused.fault is Fault.UNKNOWN_TOKEN:
        # The link came back by itself, and the table is no longer there.
        places.forget(app.server_name, app.code)
        if app.link is not None:
            app.link.token = ""
        app.show(LobbyScreen)
    text = refused_text(app, refused)
    if isinstance(app.screen, TableScreen | RoomScreen):
        app.screen.say(text)
    else:
        app.tell(text)


def _not_let_in(app: SaboteurApp, coming: Any, refused: Refused) -> None:
    link = app.link
    if isinstance(coming, Return):
        places.forget(app.server_name, app.errand.code)
        if app.errand.kind == "resume":
            app.fail(app.words.say("error.resume"))
        else:
            begin(app, afresh=True)
    elif refused.fault is Fault.WRONG_PASSWORD and isinstance(coming, Join | Watch) and link is not None:
        again = "again" if coming.password else "first"

        def entered(password: str | None) -> None:
            if password:
                app.coming = replace(coming, password=password, re=link.number())
                link.send(app.coming)
            elif not isinstance(app.screen, LobbyScreen):
                app.show(LobbyScreen)

        app.ask_text(app.words.say(f"ask.table_password.{again}", code=coming.code), entered, secret=True)
    elif not app.visited and (app.errand.commanded or isinstance(coming, Create)):
        app.fail(refused_text(app, refused))
    else:
        app.show(LobbyScreen)
        app.tell(refused_text(app, refused))


def _draining(app: SaboteurApp, _message: Draining) -> None:
    app.tell(app.words.say("app.draining"))


def _lost(app: SaboteurApp, lost: Lost) -> None:
    app.banner(app.words.say("app.lost", trouble=app.words.say(f"trouble.{lost.trouble}"), pause=f"{lost.pause:g}"))


def _ended(app: SaboteurApp, ended: Ended) -> None:
    words, bye = app.words, ended.bye
    if bye is not None and bye.why is Closing.WRONG_PASSWORD and not app.errand.password and app.server is None:
        app.ask_server_password()
        return
    if bye is not None:
        error = words.say(f"closing.{bye.why.value}", server=_version(bye))
    else:
        error = words.say(f"trouble.{ended.trouble}")
        if ended.trouble in ("broken", "tls") and ended.error:
            error = f"{error} ({ended.error})"
        if (
            ended.trouble in ("closed", "not_saboteur")
            and app.errand.address is not None
            and not app.errand.address.tls
        ):
            error = words.say("trouble.hint_tls", trouble=error)
    app.fail(words.say("error.no_connection", address=app.server_title, error=error))


def _version(bye: Any) -> str:
    return f"{bye.major}.{bye.minor}"


def _untrusted(app: SaboteurApp, news: Untrusted) -> None:
    app.ask_trust(news)


HEARD: dict[type, Callable[[SaboteurApp, Any], None]] = {
    Welcome: _welcome,
    Tables: _tables,
    TableChanged: _table_changed,
    TableGone: _table_gone,
    Granted: _granted,
    Room: _room,
    Update: _update,
    Record: _record,
    Parted: _parted,
    Said: _said,
    Because: _because,
    Replayed: _replayed,
    Refused: _refused,
    Draining: _draining,
    Lost: _lost,
    Ended: _ended,
    Untrusted: _untrusted,
}
