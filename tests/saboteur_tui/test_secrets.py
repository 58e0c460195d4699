"""What others may not see, and what others may do: canaries in whole games, and hostile names on every screen."""

from __future__ import annotations

import asyncio
import logging
from random import Random

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from protocol.game import Face, Lay, Play
from saboteur_tui.app import SaboteurApp
from saboteur_tui.settings import Settings
from saboteur_tui.words import Words, words
from server.engine.game import Game, catalogue
from tests.engine.tables import choose
from tests.saboteur_tui.house_scenes import HOUSE, NAMED
from tests.saboteur_tui.scenes import SCENES
from tests.saboteur_tui.staging import NAMES, Wire, deal, staged, update_of

HOSTILE = (
    "[b]Eve[/b]",
    "\x1b[31mred\x1b]0;t\x07",
    "‮gnirts‬",
    "漢字漢字漢字漢字",
    "👩‍👩‍👧‍👦🏴‍☠️x",
    "[@click=app.quit]x",
    "a\u0301\u0302\u0303\u0304\u0305\u0306",
    "tab\tnew\nline",
    "[/]",
    "\\[",
    "{name}%s",
    "$HOME",
)
"""Markup, escape codes, reversed writing, wide letters, emoji, links, piled marks, line ends, fields."""


def shown(app: SaboteurApp) -> list[str]:
    """Return the lines on the screen."""
    return [strip.text for strip in app.screen._compositor.render_strips()]


@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", [*SCENES, *NAMED])
def test_a_hostile_name_is_shown_as_it_is_and_shears_nothing(name: str, size: tuple[int, int]) -> None:
    scene, lines, widths = {**SCENES, **HOUSE}[name], [], set()

    async def look(app: SaboteurApp, _pilot: Pilot[str]) -> None:
        lines.extend(shown(app))
        widths.update(strip.cell_length for strip in app.screen._compositor.render_strips())

    staged(look, *scene.news(HOSTILE), keys=scene.keys, size=size)
    text = "\n".join(lines)
    assert widths == {size[0]}
    assert not set(text) & set("\x1b\x07\t‮‬\u200d")
    if name in ("game_over", "replay", "replay_up"):
        # Elsewhere my own name is "you", and there is no room for a long one.
        assert "[b]Eve[/b]" in text or "[b]Eve[" in text


# --- Canaries ---------------------------------------------------------------------------------------------------------


CANARIES = {face.id: f"qz{at:03}zq" for at, face in enumerate(catalogue().faces)}
"""A name for every face that nothing else has, short enough to stand on a card."""


class CanaryWords(Words):
    """Calls every card and role by its canary, wherever it is named."""

    def __init__(self) -> None:
        super().__init__(words("en")._text)

    def name(self, kind: str, id_: str) -> str:
        """Return the canary of a card or role."""
        return CANARIES.get(id_, id_) if kind in ("card", "role") else super().name(kind, id_)

    def short(self, kind: str, id_: str) -> str:
        """Return the canary of a card or role."""
        return self.name(kind, id_) if kind in ("card", "role") else super().short(kind, id_)

    def lines(self, card: str) -> tuple[str, ...]:
        """Return the canary of a card."""
        return (CANARIES.get(card, card),)

    def has(self, key: str) -> bool:
        """Tell that every card has a name."""
        return key.startswith(("card.", "role.")) or super().has(key)


def singing(text: str) -> set[str]:
    """Return the faces whose canary occurs in a text."""
    return {face for face, canary in CANARIES.items() if canary in text.lower()}


def open_to(game: Game, seat: int | None) -> set[str]:
    """Return the faces that a seat may see now, read from the state and not from any View."""
    state = game.state
    cards = [card for before in state.before for card in before]
    names = {laid.card.id for laid in state.maze.cards.values() if laid.up}
    if seat is not None:
        cards += [*state.hands[seat], *state.purses[seat]]
        cards += [memory.card for memory in state.memory[seat]]
        if state.roles:
            cards.append(state.roles[seat])
    if state.open_roles:
        cards += state.roles
    for result in state.results:
        cards += result.roles
        names |= {laid.card.id for laid in result.maze.cards.values() if laid.up}
    asked = state.asked
    if asked is not None and asked.kind == "gold" and seat in asked.seats:
        cards += state.piles["offer"]
    return names | {state.id_of(card) for card in cards}


@pytest.mark.parametrize(("edition", "seats", "seat"), [("base", 5, 0), ("saboteur2", 7, 3), ("saboteur2", 4, None)])
def test_no_card_that_is_hidden_from_me_is_ever_on_the_screen_in_the_log_or_in_a_picture(
    edition: str, seats: int, seat: int | None, caplog: pytest.LogCaptureFixture
) -> None:
    """Every face gets a name of its own that nothing else has; a face I was not told of must never be named."""
    caplog.set_level(logging.DEBUG)
    game, random = deal(edition, seats), Random(seats)
    found: list[str] = []
    heard: set[str] = set()

    async def run() -> int:
        seen: set[str] = set()
        app = SaboteurApp(kept=Settings(name="Anna", bell=False, motion=False))
        app.words = CanaryWords()
        # Faces without drawings or marks: whatever is shown of a card is its name.
        app.faces = {face.id: Face(face.id, face.family) for face in catalogue().faces}
        looked = 0
        async with app.run_test(size=(120, 36)) as pilot:
            app.link = Wire()  # type: ignore[assignment]
            while game.outcome is None:
                seen |= open_to(game, seat)
                app.post_message(app.Received(update_of(game, seat, story=looked == 0)))
                await pilot.pause()
                if looked % 5 == 0:
                    text = "\n".join(shown(app)) + app.export_screenshot() + caplog.text
                    if app.table_screen is not None:
                        text += "\n".join(line.text for line in app.table_screen.lines)
                    found.extend(singing(text) - seen)
                    heard.update(singing(text))
                while not isinstance(app.screen, type(app.table_screen)):
                    await pilot.press("escape")
                looked += 1
                acting = game.waiting()[0]
                action = choose(game, acting, random, eager=True)
                if isinstance(action, Lay | Play):
                    seen.add(action.card)
                game.play(acting, action)
        return looked

    looked = asyncio.run(run())
    assert looked > 40
    assert len(heard) > 5
    assert found == []


def test_the_canary_sings_where_a_hidden_card_is_shown() -> None:
    """The check above can fail: a View of another seat shows what is hidden from me."""
    game = deal("base", 5)
    seen: list[str] = []

    async def look(app: SaboteurApp, pilot: Pilot[str]) -> None:
        app.words = CanaryWords()
        app.faces = {face.id: Face(face.id, face.family) for face in catalogue().faces}
        mine, other = update_of(game, 0), update_of(game, 1)
        leaking = replace(mine, view=replace(mine.view, hand=other.view.hand))
        app.post_message(app.Received(leaking))
        await pilot.pause()
        seen.extend(shown(app))

    staged(look, update_of(game, 0), size=(120, 36))
    hidden = set(game.view(1).hand) - open_to(game, 0)
    assert hidden
    assert hidden <= singing("\n".join(seen))


def test_names_in_the_scenes_are_those_of_people() -> None:
    assert len(HOSTILE) == len(NAMES)
