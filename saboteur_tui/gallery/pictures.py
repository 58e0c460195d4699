"""The pictures: which screens, of which games, at which size and in which colours."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import structs
from textual.pilot import Pilot
from textual.screen import Screen

from protocol.game import Options
from protocol.messages import ChatLine, Phase, Said, TableLine, Tables
from saboteur_tui.address import Address
from saboteur_tui.app import SaboteurApp
from saboteur_tui.errand import Errand
from saboteur_tui.gallery.book import CODE, PATIENCE, Book, game_file, lays, open_book
from saboteur_tui.screens.lobby import LobbyScreen
from saboteur_tui.screens.room import RoomScreen
from saboteur_tui.settings import Settings

Work = Callable[[SaboteurApp, Pilot[str]], Awaitable[None]]
"""Brings a client to the screen that is to be seen."""

SMALL, LARGE = (80, 24), (120, 36)
BLANK, CELL = "&#160;", 12.2
"""A blank and the width of a character in the pictures."""


FONT = "font-family: Fira Code, monospace;"
"""Its ligatures would join what are single letters of a maze."""


class Picture(NamedTuple):
    """One picture: what is to be seen, and how large."""

    game: str
    """The recorded game it is taken from, or none."""
    work: Callable[[Book], Work]
    size: tuple[int, int]
    theme: str = "mine"
    errand: Errand | None = None


def _news(book: Book, *news: object, keys: Sequence[str] = (), first: type[Screen[Any]] | None = None) -> Work:
    """Return what shows news of a book, on a screen of the server if it is not to be the table, and presses keys."""

    async def work(app: SaboteurApp, pilot: Pilot[str]) -> None:
        app.faces = book.faces
        app.errand = replace(app.errand, address=Address("mine.example.org"))
        if first is not None:
            app.show(first)
            await pilot.pause()
        for item in news:
            app.post_message(app.Received(item))  # type: ignore[arg-type]
            await pilot.pause()
        await pilot.press(*keys)

    return work


def laying(book: Book, number: int = 1) -> Work:
    """Show the full maze of a round with a path card about to be laid: the one that fits in most places."""
    page = book.fullest(number)
    cards = lays(page)
    card = max(dict.fromkeys(cards), key=cards.count)
    return _news(book, book.update(page), keys=(str(page.view.hand.index(card) + 1),))


def waiting(book: Book) -> Work:
    """Show a table at which somebody else is in turn."""
    at = book.pages.index(book.fullest())
    return _news(book, book.update(book.pages[at + 1]))


def round_over(book: Book) -> Work:
    """Show the end of the first round."""
    before = next(page for page in reversed(book.pages) if page.view.round == 1)
    after = next(page for page in book.pages if page.view.round == 2)
    return _news(book, book.update(before), book.update(after, story=False))


def game_over(book: Book) -> Work:
    """Show the end of the game."""
    before, last = book.pages[-2], book.pages[-1]
    return _news(book, book.update(before), book.update(last, story=False), keys=("enter",))


def help_page(book: Book) -> Work:
    """Show the help of the table."""
    return _news(book, book.update(book.fullest()), keys=("question_mark",))


def replay(*keys: str) -> Work:
    """Show a record with all cards up, some way into it."""

    async def work(app: SaboteurApp, pilot: Pilot[str]) -> None:
        from saboteur_tui.screens.replay import ReplayScreen

        await _until(pilot, lambda: isinstance(app.screen, ReplayScreen) and app.screen.shown is not None)
        for key in keys:
            await pilot.press(key)
            await pilot.pause(0.3)

    return work


def room() -> Work:
    """Show the room of a table of one's own."""

    async def work(app: SaboteurApp, pilot: Pilot[str]) -> None:
        await _until(pilot, lambda: app.room is not None)
        await pilot.press("b")
        await pilot.pause(0.3)
        await pilot.press("end", "enter")
        await pilot.pause(0.5)
        screen = app.screen
        assert isinstance(screen, RoomScreen)
        assert app.room is not None
        # The server draws a code by lot; the picture is to be the same every time.
        screen.take(structs.replace(app.room, table=structs.replace(app.room.table, code=CODE)))
        await pilot.pause(0.3)

    return work


def lobby(book: Book) -> Work:
    """Show a server with a few tables."""
    tables = (
        TableLine(CODE, Phase.ROOM, Options("base", 5), "Ben", 3),
        TableLine("BCDF", Phase.GAME, Options("saboteur2", 7, ("veto", "wardrobe")), "Cleo", 7, 2),
        TableLine("GHJK", Phase.ROOM, Options("duel", 2), "Dora", 1, locked=True),
    )
    lines = (ChatLine("Ben", f"Two seats are free at {CODE}.", 1), ChatLine("Dora", "Who plays the Duel?", 2))
    return _news(book, Tables(tables), Said(lines, earlier=True), first=LobbyScreen)


async def _until(pilot: Pilot[str], holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await pilot.pause(0.05)


async def take(
    path: Path,
    work: Work,
    size: tuple[int, int],
    *,
    theme: str = "mine",
    errand: Errand | None = None,
) -> None:
    """Take one picture."""
    app = SaboteurApp(errand, kept=Settings(name="Anna", theme=theme, bell=False, motion=False))
    async with app.run_test(size=size) as pilot:
        await work(app, pilot)
        await pilot.pause(0.2)
        picture = app.export_screenshot(title=app.words.say("app.title"))
    write(path, picture)


def aligned(picture: str) -> str:
    """Return a picture whose texts begin with no blank: some viewers swallow those and shear the line."""

    def moved(found: re.Match[str]) -> str:
        blanks = len(found["blanks"]) // len(BLANK)
        x, length = float(found["x"]) + blanks * CELL, float(found["length"]) - blanks * CELL
        return f'x="{x:g}" y="{found["y"]}" textLength="{length:g}"{found["rest"]}>'

    pattern = (
        r'x="(?P<x>[\d.]+)" y="(?P<y>[\d.]+)" textLength="(?P<length>[\d.]+)"(?P<rest>[^>]*)>(?P<blanks>(&#160;)+)'
    )
    return re.sub(pattern, moved, picture)


def write(path: Path, picture: str) -> None:
    """Write a picture and say so."""
    path.write_text(aligned(picture).replace(FONT, f"{FONT} font-variant-ligatures: none;"))
    sys.stdout.write(f"{path}\n")


async def rules(app: SaboteurApp, pilot: Pilot[str]) -> None:
    """Show how to play."""
    app.show_rules("base")
    await _until(pilot, lambda: app.catalogue is not None)
    await pilot.pause(1)


def _keys(*keys: str) -> Callable[[Book | None], Work]:
    """Return what presses keys on the home screen."""

    async def work(_app: SaboteurApp, pilot: Pilot[str]) -> None:
        await pilot.press(*keys)

    return lambda _: work


def _without(work: Work) -> Callable[[Book | None], Work]:
    return lambda _: work


PICTURES = {
    "home_80x24": Picture("", _keys(), SMALL),
    "settings_80x24": Picture("", _keys("s", "down", "down"), SMALL),
    "lobby_80x24": Picture("base", lobby, SMALL),
    "room_80x24": Picture("", _without(room()), SMALL, errand=Errand("room", edition="saboteur2", seats=6)),
    "how_to_play_80x24": Picture("", _without(rules), SMALL),
    "help_80x24": Picture("base", help_page, SMALL),
    "table_base_80x24": Picture("base", laying, SMALL),
    "table_base_120x36": Picture("base", waiting, LARGE),
    "table_saboteur2_80x24": Picture("saboteur2", waiting, SMALL),
    "table_saboteur2_120x36": Picture("saboteur2", laying, LARGE),
    "table_modules_80x24": Picture("modules", laying, SMALL),
    "table_modules_120x36": Picture("modules", laying, LARGE),
    "table_duel_80x24": Picture("duel", laying, SMALL),
    "table_duel_120x36": Picture("duel", laying, LARGE),
    "table_solo_80x24": Picture("solo", laying, SMALL),
    "table_plain_80x24": Picture("saboteur2", laying, SMALL, "plain"),
    "table_colour_blind_80x24": Picture("saboteur2", laying, SMALL, "colour-blind"),
    "table_daylight_80x24": Picture("base", laying, SMALL, "daylight"),
    "round_over_base_80x24": Picture("base", round_over, SMALL),
    "round_over_saboteur2_120x36": Picture("saboteur2", round_over, LARGE),
    "game_over_80x24": Picture("saboteur2", game_over, SMALL),
    "replay_120x36": Picture(
        "",
        _without(replay("n", "pagedown", "pagedown", "u")),
        LARGE,
        errand=Errand("replay", file=game_file("saboteur2")),
    ),
}
"""Name of the file -> the picture."""


async def take_all(folder: Path, only: str = "") -> None:
    """Take all pictures whose names contain a word."""
    wanted = {name: picture for name, picture in PICTURES.items() if only in name}
    books = {game: await open_book(game) for game in sorted({picture.game for picture in wanted.values()} - {""})}
    for name, picture in wanted.items():
        work = picture.work(books.get(picture.game))  # type: ignore[arg-type]
        await take(folder / f"{name}.svg", work, picture.size, theme=picture.theme, errand=picture.errand)
