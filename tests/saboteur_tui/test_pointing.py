"""The table by mouse, with remapped keys, while the window changes, and with questions undone."""

from __future__ import annotations

import asyncio
from random import Random

from msgspec import structs
from textual.pilot import Pilot

from protocol.game import AtSeat, Discard, Lay, Play, Reason, Refusal
from protocol.messages import Act, Because, Room, Why
from saboteur_tui.app import SaboteurApp
from saboteur_tui.drawing.maze import bounds
from saboteur_tui.screens.table import TableScreen
from saboteur_tui.settings import Settings
from saboteur_tui.widgets.hand import STEP
from saboteur_tui.widgets.maze import MazeView
from server.engine.game import Game, catalogue
from tests.saboteur_tui.staging import Wire, asked, deal, play, staged, update_of


def laying(edition: str = "base") -> tuple[Game, int]:
    """Return a game in which the first seat may lay a path card, and its place in the hand."""
    game = play(deal(edition, 5), asked("turn", actions=8), Random(4))
    card = next(action.card for action in game.legal(0) if isinstance(action, Lay))
    return game, game.view(0).hand.index(card)


async def click(pilot: Pilot[str], widget: str, x: int, y: int) -> None:
    """Click into a widget."""
    await pilot.click(f"#{widget}", offset=(x, y))
    await pilot.pause()


def test_a_card_is_laid_by_mouse_alone() -> None:
    game, at = laying()

    async def act(app: SaboteurApp, pilot: Pilot[str]) -> None:
        await click(pilot, "hand", at * STEP + 2, 1)
        screen = app.screen
        assert isinstance(screen, TableScreen)
        cell = next(cell for cell in screen.decision.offers().cells if cell != screen.decision.cursor)
        region = screen.query_one(MazeView)._region(cell)
        await click(pilot, "maze", region.x + 2, region.y + 1)
        assert screen.decision.cursor == cell
        await click(pilot, "maze", region.x + 2, region.y + 1)

    sent = staged(act, update_of(game), size=(120, 36))
    assert [type(message) for message in sent] == [Act]
    assert sent[0].action in game.legal(0)


def test_a_card_is_played_on_a_player_by_mouse_alone() -> None:
    def can_hit(game: Game) -> bool:
        return asked("turn")(game) and any(
            isinstance(action, Play) and isinstance(action.targets[0], AtSeat) for action in game.legal(0)
        )

    game = play(deal("base", 5), can_hit, Random(4))
    action = next(a for a in game.legal(0) if isinstance(a, Play) and isinstance(a.targets[0], AtSeat))
    at = game.view(0).hand.index(action.card)

    async def act(_app: SaboteurApp, pilot: Pilot[str]) -> None:
        await click(pilot, "hand", at * STEP + 2, 1)
        for _ in range(2):
            await click(pilot, "players", 4, action.targets[0].seat)

    sent = staged(act, update_of(game))
    assert [message.action.card for message in sent if isinstance(message, Act)] == [action.card]


def test_a_card_is_discarded_by_mouse_alone() -> None:
    game, _ = laying()

    async def act(_app: SaboteurApp, pilot: Pilot[str]) -> None:
        await click(pilot, "hand", 2, 1)
        for word in ("discard", "confirm"):
            line = _app.screen.query_one("#hints").plain
            await click(pilot, "hints", line.index(word), 0)

    sent = staged(act, update_of(game))
    assert [message.action for message in sent if isinstance(message, Act)] == [Discard((game.view(0).hand[0],))]


def test_a_choice_half_made_survives_a_change_of_the_window_and_is_undone_by_escape() -> None:
    game, at = laying()

    async def act(app: SaboteurApp, pilot: Pilot[str]) -> None:
        screen = app.screen
        assert isinstance(screen, TableScreen)
        await pilot.press(str(at + 1), "tab")
        choice, cursor = screen.decision.choice, screen.decision.cursor
        for size in ((120, 36), (200, 60), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert (screen.decision.choice, screen.decision.cursor) == (choice, cursor)
        await pilot.press("escape")
        assert not screen.decision.choice.begun
        await pilot.press("enter")

    assert staged(act, update_of(game)) == []


def test_a_choice_half_made_survives_news_that_ask_nothing_new() -> None:
    game, at = laying()

    async def act(app: SaboteurApp, pilot: Pilot[str]) -> None:
        screen = app.screen
        assert isinstance(screen, TableScreen)
        await pilot.press(str(at + 1))
        choice = screen.decision.choice
        app.post_message(app.Received(structs.replace(update_of(game), events=(), story=False)))
        await pilot.pause()
        assert screen.decision.choice == choice

    assert staged(act, update_of(game)) == []


def test_an_illegal_place_says_why() -> None:
    game, at = laying()
    text: list[str] = []

    async def act(app: SaboteurApp, pilot: Pilot[str]) -> None:
        await pilot.press(str(at + 1), *["up"] * 9, "enter")
        asked_why = app.link.sent[-1]
        assert isinstance(asked_why, Why)
        app.post_message(app.Received(Because(asked_why.re, Refusal(Reason.MISMATCH, side="W"))))
        await pilot.pause()
        text.append(app.screen.query_one("#ask").plain)

    staged(act, update_of(game))
    assert text == [" It does not fit: tunnel meets rock to the west. "]


def test_keys_can_be_given_anew_and_are_named_so() -> None:
    game, at = laying()
    lines: list[str] = []

    async def run() -> list[object]:
        keys = {"table.confirm": "x", "table.next": "j"}
        app = SaboteurApp(kept=Settings(name="Anna", bell=False, keys=keys))
        app.faces = {face.id: face for face in catalogue().faces}
        async with app.run_test(size=(80, 24)) as pilot:
            wire = Wire()
            app.link = wire  # type: ignore[assignment]
            app.post_message(app.Received(update_of(game)))
            await pilot.pause()
            await pilot.press(str(at + 1), "j", "enter")
            lines.append(app.screen.query_one("#ask").plain + app.screen.query_one("#hints").plain)
            assert wire.sent == []
            await pilot.press("x")
            return wire.sent

    sent = asyncio.run(run())
    assert [type(message) for message in sent] == [Act]
    assert "J next" in lines[0]
    assert "X lays it" in lines[0]


def test_the_bell_rings_when_it_is_my_turn_unless_it_is_switched_off() -> None:
    game, _ = laying()

    async def run(bell: bool) -> int:
        app, rung = SaboteurApp(kept=Settings(name="Anna", bell=bell)), []
        app.faces = {face.id: face for face in catalogue().faces}
        async with app.run_test(size=(80, 24)) as pilot:
            app.bell = lambda: rung.append(1)  # type: ignore[method-assign]
            app.link = Wire()  # type: ignore[assignment]
            app.post_message(app.Received(update_of(game)))
            await pilot.pause()
        return len(rung)

    assert asyncio.run(run(True)) == 1
    assert asyncio.run(run(False)) == 0


def test_one_key_covers_all_that_is_mine_alone() -> None:
    game = play(deal("base", 5), lambda game: bool(game.view(0).known), Random(6))
    shown: list[str] = []

    async def act(app: SaboteurApp, pilot: Pilot[str]) -> None:
        screen = app.screen
        assert isinstance(screen, TableScreen)
        shown.append("\n".join(line.text for line in screen.told()))
        await pilot.press("c")
        strips = app.screen._compositor.render_strips()
        shown.append("\n".join(strip.text for strip in strips) + "\n".join(line.text for line in screen.told()))

    staged(act, update_of(game), size=(120, 36))
    assert "You saw" in shown[0]
    assert not any(word in shown[1] for word in ("You saw", "You drew", "GOLD!", "STONE", "MINER", "SABOTEUR", "BREAK"))


def test_someone_who_lost_the_connection_is_counted_down_at_once() -> None:
    game, _ = laying()
    shown: list[str] = []

    async def act(app: SaboteurApp, pilot: Pilot[str]) -> None:
        table = update_of(game).table
        gone = structs.replace(table.seats[1], connected=False, away=42_000)
        seats = (table.seats[0], gone, *table.seats[2:])
        app.post_message(app.Received(Room(structs.replace(table, seats=seats), 0)))
        await pilot.pause()
        shown.append(app.screen.query_one("#players").plain.splitlines()[1])

    staged(act, update_of(game), size=(120, 36))
    assert shown[0].split()[-3:] in (["gone,", "42", "s"], ["gone,", "41", "s"])


def test_only_cards_that_changed_are_drawn_again() -> None:
    game, _ = laying()
    drawn: list[object] = []

    async def act(app: SaboteurApp, pilot: Pilot[str]) -> None:
        maze = app.screen.query_one(MazeView)
        box = bounds(card.cell for card in game.view(0).maze)
        lays = [action for action in game.legal(0) if isinstance(action, Lay)]
        lay = min(lays, key=lambda lay: abs(lay.cell[1]))
        assert box.left <= lay.cell[0] <= box.right
        assert box.top <= lay.cell[1] <= box.bottom
        maze.refresh = lambda *regions, **_: drawn.append(regions)  # type: ignore[method-assign]
        game.play(0, lay)
        app.post_message(app.Received(update_of(game, story=False)))
        await pilot.pause()

    staged(act, update_of(game), size=(80, 24))
    assert drawn
    assert all(len(regions) == 1 for regions in drawn)
    assert len(drawn) <= 6
