"""No secret is ever logged: no token, password, secret of a deal, nonce, hand or role, whatever goes wrong."""

from __future__ import annotations

import base64
import re
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest
import trio

from protocol.game import Options
from protocol.messages import Act, Create, Hello, Join, Leave, Ready, Return, Say, Update, Watch
from server import table
from server.archive import StoredGame
from server.engine.game import Game, catalogue
from server.journal import Journal
from tests.server.people import QUICK, at_work
from tests.server.test_secrecy_wire import logged

SERVER_PASSWORD = "open-sesame-server"
TABLE_PASSWORD = "open-sesame-table"
FACES = re.compile(r"\b(" + "|".join(re.escape(face.id) for face in catalogue().faces) + r")\b")
"""Card, role and gold ids: none of them has any business in a log line."""


def forms(secret: bytes) -> set[str]:
    """The ways in which bytes could be written."""
    return {secret.hex(), base64.b64encode(secret).decode(), base64.urlsafe_b64encode(secret).decode(), str(secret)}


class Leaky(Exception):
    """An error whose text carries a whole position, as those of the rules do."""


def leaky(game: Game | None) -> Leaky:
    assert game is not None
    return Leaky(" ".join(game.state.id_of(card) for hand in game.state.hands for card in hand))


class LeakyThinker:
    """A bot that fails with all it knows."""

    levels = ("chance",)

    async def run(self) -> None:
        """Nothing to do."""

    async def choose(self, level: str, view: Any, story: Any, seed: bytes, seconds: float) -> Any:  # noqa: ARG002
        raise Leaky(f"{view.hand} {seed.hex()}")


def disk_full(journal: Journal) -> None:
    """Let every commit fail with a text that carries what was to be stored."""

    def transact(statements: list[Any]) -> None:
        raise sqlite3.OperationalError(f"cannot store {statements}")

    journal.transact = transact  # type: ignore[method-assign]


async def test_no_secret_is_logged_whatever_goes_wrong(
    tmp_path: Path, autojump_clock: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    secrets: set[str] = {SERVER_PASSWORD, TABLE_PASSWORD}
    with logged() as lines:
        async with at_work(tmp_path, password=SERVER_PASSWORD, serving={"thinker": LeakyThinker()}) as running:
            # Passwords, right, wrong and in frames that are no messages.
            stranger = await running.line("stranger")
            await stranger.send(Hello(1, 0, "Mallory", "open-sesame-wrong"))
            await trio.sleep(5)
            broken = await running.line("broken")
            body = msgspec.msgpack.encode(
                {"type": "hello", "major": 1, "minor": 0, "name": 3, "password": SERVER_PASSWORD}
            )
            await broken.stream.send_all(len(body).to_bytes(4, "big") + body)
            await trio.sleep(5)
            anna = await running.connect("Anna", SERVER_PASSWORD)
            await anna.do(Create(Options("base", 3), QUICK, TABLE_PASSWORD))
            ben = await running.connect("Ben", SERVER_PASSWORD)
            await ben.refused(Join(anna.code, "open-sesame-other"))
            await ben.do(Join(anna.code, TABLE_PASSWORD))
            cleo = await running.connect("Cleo", SERVER_PASSWORD)
            await cleo.do(Join(anna.code, TABLE_PASSWORD))
            dora = await running.connect("Dora", SERVER_PASSWORD)
            await dora.do(Watch(anna.code, TABLE_PASSWORD))
            await dora.refused(Return(anna.token[::-1]))
            # A game, a bot that fails, chat, a journal that fails, an action that breaks the table.
            for number, person in enumerate((anna, ben, cleo)):
                nonce = bytes([77 + number]) * 32
                secrets |= forms(nonce)
                await person.do(Ready(nonce))
            await anna.do(Say("a-whispered-word"))
            await cleo.do(Leave())
            at_table = running.server.lobby.tables[anna.code]
            await act_somehow(at_table, [anna, ben])
            await trio.sleep(10)
            stored = at_table.stored
            assert stored is not None
            secrets |= forms(stored.secret) | forms(at_table.seating.secret or b"none yet")
            secrets |= {person.token for person in (anna, ben, cleo, dora)} | {"a-whispered-word"}
            transact = running.journal.transact
            disk_full(running.journal)
            await act_somehow(at_table, [anna, ben])
            running.journal.transact = transact  # type: ignore[method-assign]

            async def break_down(at: table.Table, *_: object) -> None:
                raise leaky(at.game)

            monkeypatch.setitem(table.HANDLERS, Act, break_down)
            await act_somehow(at_table, [anna, ben])
        log = [text for _, text in lines]
    assert any("broke" in text for text in log)
    assert any("bot" in text for text in log)
    assert any("not stored" in text for text in log)
    assert any("bad_frame" in text for text in log)
    for text in log:
        assert not [secret for secret in secrets if secret in text], text
        assert "open-sesame" not in text
        assert not FACES.search(text), text


async def act_somehow(at_table: table.Table, people: list[Any]) -> None:
    """Let people act, whatever comes of it."""
    for person in people:
        view = person.last(Update).view
        action = view.legal[0] if view.legal else playing_anything(at_table)
        await person.send(Act(view.question.id if view.question else 1, action))
        await trio.sleep(2)


def playing_anything(at_table: table.Table) -> Any:
    game = at_table.game
    assert game is not None
    return game.legal(game.waiting()[0])[0]


async def test_a_journal_that_cannot_be_restored_is_reported_without_its_secrets(
    tmp_path: Path, autojump_clock: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_work(tmp_path) as running:
        people = await running.game("Anna", "Ben", "Cleo")
        stored = running.server.lobby.tables[people[0].code].stored
        assert stored is not None

    def resume(again: StoredGame) -> Any:
        raise Leaky(again.secret.hex())

    monkeypatch.setattr(table, "resume", resume)
    with logged() as lines:
        async with at_work(tmp_path) as running:
            await trio.sleep(1)
    log = [text for _, text in lines]
    assert any("cannot be restored" in text for text in log)
    assert not [text for text in log if stored.secret.hex() in text]
