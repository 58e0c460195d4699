"""Real games brought onto the client's screens without a server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from random import Random

from textual.pilot import Pilot

from protocol.game import Options
from protocol.messages import GameInfo, Phase, SeatInfo, TableInfo, Terms, Update
from protocol.record import BOT_NONCE, commitment, seed
from saboteur_tui.address import Address
from saboteur_tui.app import SaboteurApp
from saboteur_tui.settings import Settings
from server.engine.game import Game, catalogue, new
from tests.engine.tables import choose

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz", "Greta", "Hugo", "Ida", "Jon", "Kim", "Lea")
SECRET = bytes(range(32))


class Wire:
    """Stands for the link and keeps what is sent."""

    token = ""
    up = True
    address = Address("example.org")

    def __init__(self) -> None:
        self.sent: list[object] = []

    def number(self) -> int:
        """Return the number of the next message."""
        return len(self.sent) + 1

    def send(self, message: object) -> None:
        """Keep a message."""
        self.sent.append(message)


def deal(edition: str, seats: int, modules: tuple[str, ...] = ()) -> Game:
    """Begin a game whose deal can be checked."""
    return new(Options(edition, seats, modules), seed(SECRET, (BOT_NONCE,) * seats))


def play(game: Game, until: Callable[[Game], bool], random: Random, *, eager: bool = True) -> Game:
    """Play at random until something holds, or the game is over."""
    while game.outcome is None and not until(game):
        seat = game.waiting()[0]
        game.play(seat, choose(game, seat, random, eager))
    return game


def asked(kind: str, seat: int = 0, actions: int = 0) -> Callable[[Game], bool]:
    """Return what holds when a seat is asked a kind of question, after so many actions."""

    def holds(game: Game) -> bool:
        question = game.question(seat)
        return len(game.actions) >= actions and question is not None and question.kind == kind

    return holds


def table_of(game: Game, names: Sequence[str] = NAMES, clock: int | None = 42_000) -> TableInfo:
    """Return a table at which people, the first seat among them, and two bots play a game; all are connected."""
    seats = game.options.seats
    infos = tuple(
        SeatInfo("", "normal", connected=True) if at and at >= seats - 2 else SeatInfo(names[at], connected=True)
        for at in range(seats)
    )
    over = game.outcome is not None
    nonces = (BOT_NONCE,) * seats
    info = GameInfo(1, commitment(SECRET), (), SECRET if over else b"", nonces if over else ())
    phase = Phase.OVER if over else Phase.GAME
    return TableInfo("KX7Q", phase, game.options, Terms(), infos, 0, 1, game=info, clock=None if over else clock)


def update_of(
    game: Game,
    me: int | None = 0,
    *,
    names: Sequence[str] = NAMES,
    story: bool = True,
    clock: int | None = 42_000,
) -> Update:
    """Return what a seat, or a spectator, is sent of a game."""
    events = game.story(me) if story else game.news(me)
    return Update(table_of(game, names, clock), me, game.view(me), events, story)


def staged(
    act: Callable[[SaboteurApp, Pilot[str]], Awaitable[object]],
    *news: object,
    keys: Sequence[str] = (),
    size: tuple[int, int] = (80, 24),
    theme: str = "mine",
) -> list[object]:
    """Show news in a client, press keys, let `act` look at it with the pilot, and return what was sent."""

    async def run() -> list[object]:
        app = SaboteurApp(kept=Settings(name="Anna", theme=theme, bell=False, motion=False))
        app.faces = {face.id: face for face in catalogue().faces}
        async with app.run_test(size=size) as pilot:
            wire = Wire()
            app.link = wire  # type: ignore[assignment]
            for item in news:
                app.post_message(app.Received(item))  # type: ignore[arg-type]
                await pilot.pause()
            if keys:
                await pilot.press(*keys)
            await pilot.pause()
            await act(app, pilot)
            return wire.sent

    return asyncio.run(run())
