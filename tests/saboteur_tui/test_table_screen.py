"""The table screen on hand-made Views: what is offered, what a key sends, and what is never shown."""

import asyncio

import pytest

from protocol.game import (
    AtCell,
    AtSeat,
    CardLaid,
    Discard,
    Face,
    FaceMark,
    Known,
    LaidBy,
    LaidCard,
    Lay,
    Options,
    Play,
    Question,
    SeatView,
    View,
)
from protocol.messages import Act, Phase, SeatInfo, TableInfo, Terms, Update, Why
from saboteur_tui.app import SaboteurApp
from saboteur_tui.settings import Settings

HOSTILE = "[b]Eve[/b]\x1b[31m"
FACES = (
    Face("start", "start", ("NESW",), "", (FaceMark("ladder"),)),
    Face("cross", "path", ("NESW",)),
    Face("NE_stubW", "path", ("NE",), "W"),
    Face("bridge", "path", ("NS", "EW")),
    Face("dbend", "path", ("NW", "ES")),
    Face("door_blue", "path", ("EW",), "", (FaceMark("door", "E", "blue"),)),
    Face("cr_T", "path", ("NEW",), "", (FaceMark("crystal"),)),
    Face("dead_NESW", "path", (), "NESW"),
    Face("treasure", "goal", ("NESW",), "", (FaceMark("treasure"),)),
    Face("map", "action"),
    Face("break_pick", "action"),
    Face("fix_lamp", "action"),
)
HAND = ("cross", "NE_stubW", "map", "break_pick", "fix_lamp", "bridge")


def update(names: tuple[str, ...] = ("Anna", "Ben", "Cleo", "Dora", "Emil")) -> Update:
    """Return an Update in the middle of a round with my question open."""
    view = View(
        options=Options("base", 5),
        me=0,
        round=2,
        rounds=3,
        starter=1,
        turn=0,
        direction=1,
        seats=(
            SeatView(6, ("break_lamp",), "goldminer", 3),
            SeatView(6, ("break_pick", "break_cart")),
            SeatView(5),
            SeatView(6),
            SeatView(6),
        ),
        hand=HAND,
        maze=(
            LaidCard((0, 0), "start"),
            LaidCard((1, 0), "cross"),
            LaidCard((2, 0), "bridge"),
            LaidCard((2, 1), "dbend"),
            LaidCard((1, -1), "cr_T", True),
            LaidCard((3, 0), "door_blue"),
            LaidCard((2, -1), "dead_NESW"),
            LaidCard((8, -2), back="goal"),
            LaidCard((8, 0), back="goal"),
            LaidCard((8, 2), back="goal"),
        ),
        laid=(LaidBy((1, 0), 0), LaidBy((3, 0), 1)),
        marks=(),
        piles={"draw": 34},
        tokens={},
        turn_tokens={},
        draws=(),
        known=(Known(AtCell((8, 0)), "treasure"),),
        asked=None,
        question=Question(4, "turn"),
        legal=(
            Lay("cross", (4, 0)),
            Lay("cross", (0, 1)),
            Play("map", (AtCell((8, -2)),)),
            Play("map", (AtCell((8, 2)),)),
            Play("break_pick", (AtSeat(2),)),
            Play("break_pick", (AtSeat(3),)),
            *(Discard((card,)) for card in HAND),
        ),
        agenda=(),
        results=(),
    )
    seats = tuple(SeatInfo(name, connected=True) for name in names)
    table = TableInfo("KX7Q", Phase.GAME, view.options, Terms(), seats, 0)
    events = (CardLaid(1, "door_blue", (3, 0), False),)
    return Update(table, 0, view, events, True)


class Wire:
    """Stands for the link and keeps what is sent."""

    token = ""

    def __init__(self) -> None:
        self.sent: list[object] = []

    def number(self) -> int:
        """Return the number of the next message."""
        return len(self.sent) + 1

    def send(self, message: object) -> None:
        """Keep a message."""
        self.sent.append(message)


def played(*keys: str, shown: Update | None = None, size: tuple[int, int] = (80, 24), theme: str = "mine"):
    """Return what the keys sent and the text on the screen."""

    async def run() -> tuple[list[object], str]:
        app = SaboteurApp(kept=Settings(name="Anna", theme=theme))
        app.faces = {face.id: face for face in FACES}
        async with app.run_test(size=size) as pilot:
            wire = Wire()
            app.link = wire  # type: ignore[assignment]
            app.post_message(app.Received(shown or update()))
            await pilot.pause()
            await pilot.press(*keys)
            await pilot.pause()
            strips = app.screen._compositor.render_strips()
            return wire.sent, "\n".join(strip.text for strip in strips)

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("keys", "action"),
    [
        (("1", "enter"), Lay("cross", (4, 0))),
        (("1", "tab", "enter"), Lay("cross", (0, 1))),
        (("3", "tab", "enter"), Play("map", (AtCell((8, 2)),))),
        (("4", "tab", "tab", "enter"), Play("break_pick", (AtSeat(3),))),
        (("5", "d", "enter"), Discard(("fix_lamp",))),
        (("1", "escape", "d", "2", "enter"), Discard(("NE_stubW",))),
    ],
)
def test_keys_send_the_action_meant(keys, action):
    sent, _ = played(*keys)
    assert sent == [Act(4, action, 1)]


@pytest.mark.parametrize("key", ["enter", "d", "r", "tab", "1", "escape", "c", "up", "q"])
def test_no_single_key_makes_a_move(key):
    sent, _ = played(key)
    assert sent == []


def test_an_illegal_place_asks_the_server_why():
    sent, _ = played("1", "up", "up", "up", "enter")
    assert len(sent) == 1
    assert isinstance(sent[0], Why)


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
@pytest.mark.parametrize("theme", ["mine", "colour-blind", "plain"])
def test_the_table_shows_players_question_log_and_goals(size, theme):
    _, text = played(size=size, theme=theme)
    for shown in ("KX7Q", "You", "Emil", "Your turn", "draw pile 34", "GOLD MINER", "BREAK", "Ben laid"):
        assert shown in " ".join(text.split()), shown


def test_a_hostile_name_is_shown_as_it_is():
    _, text = played(shown=update((HOSTILE, "[/]", "[@click=quit]x", "Dora", "Emil")))
    assert "[/]" in text
    assert "\x1b" not in text


def test_one_key_covers_hand_and_role():
    _, text = played("c")
    assert "MINER" not in text
    assert "BREAK" not in text
