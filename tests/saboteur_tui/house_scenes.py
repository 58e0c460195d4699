"""The scenes that pictures of everything around the table are taken of."""

from __future__ import annotations

from protocol.errors import Fault
from protocol.game import Options, OptionsFault, OptionsRefusal
from protocol.messages import (
    ChatLine,
    Pace,
    Phase,
    Refused,
    Room,
    Said,
    SeatInfo,
    TableInfo,
    TableLine,
    Tables,
    Terms,
    Welcome,
)
from saboteur_tui.link import Ended, Lost, Untrusted
from server.engine.game import catalogue
from tests.saboteur_tui.scenes import Scene

LEVELS = ("chance", "easy", "normal", "hard")


def welcome() -> Welcome:
    """Return the greeting of a server with all that can be played."""
    return Welcome(1, 0, "Anna", catalogue(), LEVELS)


def lobby(names: tuple[str, ...]) -> list[object]:
    """Return a lobby with tables in every state, and something said."""
    tables = (
        TableLine("BCDF", Phase.ROOM, Options("base", 5), names[0], 2),
        TableLine("GHJK", Phase.GAME, Options("saboteur2", 7, ("veto", "wardrobe")), names[1], 7, 3),
        TableLine("LMNP", Phase.ROOM, Options("duel", 2), names[3], 1, locked=True),
        TableLine("QRST", Phase.OVER, Options("base", 10), names[4], 10),
        TableLine("VWXZ", Phase.GAME, Options("base", 3), names[5], 3, watchable=False),
    )
    lines = (ChatLine(names[0], "Two seats are free.", 1), ChatLine(names[7], "[b]hello[/b]", 2))
    return [welcome(), Tables(tables), Said(lines, earlier=True)]


def room(names: tuple[str, ...], me: int | None = 0, **changes: object) -> list[object]:
    """Return a room with people, bots, a lost player and a free seat."""
    seats = (
        SeatInfo(names[0], connected=True),
        SeatInfo(names[1], ready=True, connected=True),
        SeatInfo(bot="normal", ready=True, connected=True),
        SeatInfo(names[3], connected=False),
        SeatInfo(),
    )
    options = Options("base", 5, ("wardrobe",))
    table = TableInfo("KX7Q", Phase.ROOM, options, Terms(turn_seconds=60, pace=Pace.QUICK), seats, 0, 2, locked=True)
    lines = (ChatLine(names[1], "Shall we?", 1, 1), ChatLine(names[3], "[red]One moment[/red]", 2, 3))
    return [welcome(), Room(table, me), Said(lines, earlier=True)]


HOUSE = {
    "home": Scene(lambda _: []),
    "settings": Scene(lambda _: [], ("s", "down", "down")),
    "keys": Scene(lambda _: [], ("s", "end", "enter", "down")),
    "help": Scene(lambda _: [], ("question_mark",)),
    "replays": Scene(lambda _: [], ("r",)),
    "join": Scene(lambda _: [], ("j",)),
    "lobby": Scene(lobby, ("down",)),
    "lobby_empty": Scene(lambda _: [welcome(), Tables(())]),
    "room": Scene(room),
    "room_options": Scene(room, ("tab", "down", "down")),
    "room_refused": Scene(
        lambda names: [
            *room(names),
            Refused(9, Fault.BAD_OPTIONS, options=OptionsRefusal(OptionsFault.MODULES_EXCLUDE, "toll", "wardrobe")),
        ]
    ),
    "room_bot": Scene(room, ("b",)),
    "room_kick": Scene(lambda names: room(names)[:2], ("down", "enter")),
    "room_watching": Scene(lambda names: room(names, None)),
    "lost": Scene(lambda names: [*room(names), Lost(4.0, "refused")]),
    "how": Scene(lambda _: [welcome(), Tables(())], ("f2",)),
    "how_cards": Scene(lambda _: [welcome(), Tables(())], ("f2", "down", "down", "down", "down")),
    "how_roles": Scene(lambda _: [welcome(), Tables(())], ("f2", "down", "down", "down", "down", "down")),
    "untrusted": Scene(lambda _: [Untrusted(":".join(["A7"] * 32), "self-signed certificate", False)]),
    "failed": Scene(lambda _: [Ended("refused")]),
}
"""Home, lobby, room, settings, help, how to play, dialogs, and what goes wrong."""

NAMED = ("lobby", "room", "room_watching", "room_kick")
"""Scenes in which people are named."""
