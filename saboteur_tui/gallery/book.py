"""A recorded game as one seat saw it, position by position, read over the wire from a private server."""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import dataclass
from pathlib import Path

from protocol.game import Face, Lay
from protocol.limits import MESSAGES_PER_SECOND
from protocol.messages import GameInfo, Phase, Replayed, SeatInfo, Show, TableInfo, Terms, Update, Welcome
from protocol.record import GameRecord, decode
from saboteur_tui import local
from saboteur_tui.link import Ended, Link, News

GAMES = Path(__file__).parent / "games"
ME = 0
"""The seat through whose eyes the pictures are."""
PATIENCE = 20.0
CODE = "KX7Q"
"""The code of the table in the pictures."""


@dataclass(frozen=True)
class Book:
    """Every position of a recorded game."""

    record: GameRecord
    faces: dict[str, Face]
    pages: tuple[Replayed, ...]

    def update(self, page: Replayed, *, story: bool = True) -> Update:
        """Return what the seat was sent then."""
        record, over = self.record, page.view.outcome is not None
        seats = tuple(SeatInfo(name, bot, connected=True) for name, bot in zip(record.names, record.bots, strict=True))
        game = GameInfo(1, record.commitment, record.names, *((record.secret, record.nonces) if over else ()))
        phase = Phase.OVER if over else Phase.GAME
        table = TableInfo(CODE, phase, record.options, Terms(), seats, ME, game=game)
        return Update(table, ME, page.view, page.story if story else page.events, story)

    def fullest(self, number: int = 1) -> Replayed:
        """Return the turn of the seat in which the maze of a round is fullest and a path card can be laid."""
        turns = [page for page in self.pages if page.view.round == number and lays(page)]
        return max(turns, key=lambda page: len(page.view.laid))


def lays(page: Replayed) -> list[str]:
    """Return the cards that can be laid, each as often as there are places for it."""
    return [action.card for action in page.view.legal if isinstance(action, Lay)]


def game_file(name: str) -> Path:
    """Return the file of a recorded game."""
    return GAMES / f"{name}.saboteur"


async def open_book(name: str) -> Book:
    """Read a recorded game."""
    file = game_file(name)
    record, heard = decode(file.read_bytes()), asyncio.Queue[News]()
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
