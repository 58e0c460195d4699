"""Pictures of the real screens: `python -m saboteur_tui.gallery [FOLDER]` writes them as SVG.

The games are records in FOLDER/games, shown position by position by a private server.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from textual.pilot import Pilot

from protocol.game import Face, Lay
from protocol.limits import MESSAGES_PER_SECOND
from protocol.messages import GameInfo, Phase, Replayed, SeatInfo, Show, TableInfo, Terms, Update, Welcome
from protocol.record import GameRecord, decode
from saboteur_tui import local
from saboteur_tui.app import SaboteurApp
from saboteur_tui.errand import Errand
from saboteur_tui.link import Ended, Link, News
from saboteur_tui.settings import Settings

Work = Callable[[SaboteurApp, Pilot[str]], Awaitable[None]]
"""Brings a client to the screen that is to be seen."""

SMALL, LARGE = (80, 24), (120, 36)
ME = 0
"""The seat through whose eyes the pictures are."""
PATIENCE = 20.0
BLANK, CELL = "&#160;", 12.2
"""A blank and the width of a character in the pictures."""


@dataclass(frozen=True)
class Book:
    """Every position of a recorded game as one seat sees it."""

    record: GameRecord
    faces: dict[str, Face]
    pages: tuple[Replayed, ...]

    def update(self, page: Replayed, *, story: bool = True) -> Update:
        """Return what the seat was sent then."""
        record, over = self.record, page.view.outcome is not None
        seats = tuple(SeatInfo(name, bot, connected=True) for name, bot in zip(record.names, record.bots, strict=True))
        game = GameInfo(1, record.commitment, record.names, *((record.secret, record.nonces) if over else ()))
        phase = Phase.OVER if over else Phase.GAME
        table = TableInfo("KX7Q", phase, record.options, Terms(), seats, ME, game=game)
        return Update(table, ME, page.view, page.story if story else page.events, story)

    def fullest(self) -> Replayed:
        """Return the turn of the seat in which the maze of a first round is fullest and a path card can be laid."""
        turns = [page for page in self.pages if page.view.round == 1 and _can_lay(page)]
        return max(turns, key=lambda page: len(page.view.laid))


def _can_lay(page: Replayed) -> bool:
    return any(isinstance(action, Lay) for action in page.view.legal)


def _path_key(page: Replayed) -> str:
    """Return the key of the card that can be laid in most places."""
    lays = [action.card for action in page.view.legal if isinstance(action, Lay)]
    card = max(dict.fromkeys(lays), key=lays.count)
    return str(page.view.hand.index(card) + 1)


def read(file: Path) -> GameRecord:
    """Return the record in a file."""
    return decode(file.read_bytes())


async def open_book(file: Path) -> Book:
    """Read a record over the wire, position by position."""
    record, heard = read(file), asyncio.Queue[News]()
    with tempfile.TemporaryDirectory() as folder:
        server = await local.replaying(Path(folder), file)
        link = Link(server.address, "gallery", heard.put_nowait, server.secret)
        running = asyncio.create_task(link.run())
        faces: dict[str, Face] = {}
        pages: list[Replayed] = []
        try:
            while not pages or pages[-1].position < pages[-1].length:
                match await asyncio.wait_for(heard.get(), PATIENCE):
                    case Welcome(catalogue=catalogue):
                        faces = {face.id: face for face in catalogue.faces}
                        link.send(Show(0, ME, re=link.number()))
                    case Replayed() as page if page.view.me == ME:
                        pages.append(page)
                        # Whoever asks faster is taken for a flood.
                        await asyncio.sleep(1 / MESSAGES_PER_SECOND)
                        link.send(Show(page.position + 1, ME, re=link.number()))
                    case Ended() as ended:
                        raise RuntimeError(f"the replay ended: {ended}")
        finally:
            running.cancel()
            await server.stop()
    return Book(record, faces, tuple(pages))


# --- The pictures -----------------------------------------------------------------------------------------------------


async def _nothing(_app: SaboteurApp, _pilot: Pilot[str]) -> None:
    """Look at the screen as it is."""


def _news(book: Book, *news: object, keys: Sequence[str] = ()) -> Work:
    """Return what shows news of a book and presses keys."""

    async def work(app: SaboteurApp, pilot: Pilot[str]) -> None:
        app.faces = book.faces
        for item in news:
            app.post_message(app.Received(item))  # type: ignore[arg-type]
            await pilot.pause()
        await pilot.press(*keys)

    return work


def laying(book: Book) -> Work:
    """Show a full maze with a path card about to be laid."""
    page = book.fullest()
    return _news(book, book.update(page), keys=(_path_key(page),))


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


def replay(file: Path, *keys: str) -> tuple[Errand, Work]:
    """Show a record with all cards up, some way into it."""

    async def work(app: SaboteurApp, pilot: Pilot[str]) -> None:
        from saboteur_tui.screens.replay import ReplayScreen

        await _until(pilot, lambda: isinstance(app.screen, ReplayScreen) and app.screen.shown is not None)
        for key in keys:
            await pilot.press(key)
            await pilot.pause(0.3)

    return Errand("replay", file=file), work


def room() -> tuple[Errand, Work]:
    """Show the room of a table of one's own."""

    async def work(app: SaboteurApp, pilot: Pilot[str]) -> None:
        await _until(pilot, lambda: app.room is not None)
        await pilot.press("b")
        await pilot.pause(0.3)
        await pilot.press("end", "enter")
        await pilot.pause(0.5)

    return Errand("room", edition="saboteur2", seats=6), work


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
    path.write_text(aligned(picture))
    sys.stdout.write(f"{path}\n")


async def rules(app: SaboteurApp, pilot: Pilot[str]) -> None:
    """Show how to play."""
    app.show_rules("base")
    await _until(pilot, lambda: app.catalogue is not None)
    await pilot.pause(1)


async def take_all(folder: Path) -> None:
    """Take all pictures."""
    base = await open_book(folder / "games" / "base.saboteur")
    two = await open_book(folder / "games" / "saboteur2.saboteur")
    await take(folder / "home_80x24.svg", _nothing, SMALL)
    await take(folder / "table_base_80x24.svg", laying(base), SMALL)
    await take(folder / "table_base_120x36.svg", waiting(base), LARGE)
    await take(folder / "table_saboteur2_80x24.svg", waiting(two), SMALL)
    await take(folder / "table_saboteur2_120x36.svg", laying(two), LARGE)
    await take(folder / "table_plain_80x24.svg", laying(two), SMALL, theme="plain")
    await take(folder / "table_colour_blind_80x24.svg", laying(two), SMALL, theme="colour-blind")
    await take(folder / "table_daylight_80x24.svg", laying(base), SMALL, theme="daylight")
    await take(folder / "round_over_base_80x24.svg", round_over(base), SMALL)
    await take(folder / "round_over_saboteur2_120x36.svg", round_over(two), LARGE)
    await take(folder / "game_over_80x24.svg", game_over(two), SMALL)
    errand, work = replay(folder / "games" / "saboteur2.saboteur", "n", "pagedown", "pagedown", "u")
    await take(folder / "replay_120x36.svg", work, LARGE, errand=errand)
    errand, work = room()
    await take(folder / "room_80x24.svg", work, SMALL, errand=errand)
    await take(folder / "how_to_play_80x24.svg", rules, SMALL)


def main(arguments: Sequence[str] | None = None) -> int:
    """Take all pictures, without touching anything of the user's own."""
    parser = argparse.ArgumentParser(prog="python -m saboteur_tui.gallery", description="Take pictures of the screens.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("screenshots"))
    folder = parser.parse_args(arguments).folder
    with tempfile.TemporaryDirectory() as home:
        for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
            os.environ[name] = home
        asyncio.run(take_all(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
