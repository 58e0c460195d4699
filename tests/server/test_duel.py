"""The Duel and Solo over a real socket: played, watched, taken up again after a restart, and replayed."""

from __future__ import annotations

from pathlib import Path

import pytest

from protocol.errors import Fault
from protocol.game import Options, OptionsFault
from protocol.messages import AskRecord, Create, Record, Refused, Return, Update, Watch
from protocol.record import decode
from server.replay import positions
from tests.server.people import QUICK, at_work

TABLES = [Options("duel", 2), Options("duel", 2, settings={"first": "lot"}), Options("solo", 1)]

every_table = pytest.mark.parametrize("options", TABLES, ids=lambda each: f"{each.edition} {each.settings}")


@every_table
async def test_a_game_is_played_and_watched_to_its_end_and_its_record_replays(options: Options, tmp_path: Path) -> None:
    async with at_work(tmp_path, sockets=True) as server:
        (anna,) = await server.game("Anna", options=options)
        zoe = await server.connect("Zoe")
        await zoe.do(Watch(anna.code))
        last = await anna.play_to_the_end()
        seen = await zoe.until(Update, lambda update: update.view.outcome is not None)
        assert seen.view.outcome == last.view.outcome
        for update in zoe.find(Update):
            assert (update.view.hand, update.view.legal, update.view.known) == ((), (), ())
            assert all(seat.role and seat.gold is not None for seat in update.view.seats)
            assert not any(laid.card for laid in update.view.maze if laid.back)
        answer = await anna.ask(AskRecord())
        assert isinstance(answer, Record)
        assert positions(decode(answer.data))[-1].outcome == last.view.outcome


def is_asked(update: Update, number: int) -> bool:
    """Tell whether a question of this number is open."""
    return update.view.question is not None and update.view.question.id == number


@every_table
async def test_a_game_goes_on_after_a_restart(options: Options, tmp_path: Path) -> None:
    async with at_work(tmp_path, sockets=True) as server:
        (anna,) = await server.game("Anna", options=options)
        for number in range(1, 7):
            await anna.until(Update, lambda update, number=number: is_asked(update, number))
            await anna.act()
        hand = (await anna.until(Update, lambda update: is_asked(update, 7))).view.hand
    async with at_work(tmp_path, sockets=True, seed=2) as server:
        again = await server.connect("Anna")
        await again.do(Return(anna.token))
        assert (await again.until(Update)).view.hand == hand
        assert (await again.play_to_the_end()).view.outcome is not None


@pytest.mark.parametrize(("edition", "seats"), [("duel", 1), ("duel", 3), ("solo", 2)])
async def test_another_number_of_seats_is_refused(edition: str, seats: int, tmp_path: Path) -> None:
    async with at_work(tmp_path) as server:
        anna = await server.connect("Anna")
        refused = await anna.ask(Create(Options(edition, seats), QUICK))
        assert isinstance(refused, Refused)
        assert refused.fault is Fault.BAD_OPTIONS
        assert refused.options is not None
        assert refused.options.fault in (OptionsFault.TOO_FEW_SEATS, OptionsFault.TOO_MANY_SEATS)
