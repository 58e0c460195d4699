"""Games that the journal has: taken up again after a restart, and given out as records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol import limits
from protocol.errors import Fault
from protocol.game import Action
from protocol.messages import AskRecord, Phase, Record
from protocol.record import encode, seed
from server.archive import StoredGame
from server.engine import game as engine
from server.seating import Refuse

if TYPE_CHECKING:
    from server.peer import Peer
    from server.table import Table


class RulesChanged(Exception):
    """A stored game does not replay to its digests."""


def resume(stored: StoredGame) -> tuple[engine.Game, dict[int, tuple[int, Action]]]:
    """Take a stored game up again; a window in which several are asked starts afresh, whoever had answered in it."""
    game, answered = _replay(stored)
    given = len(game.asked.seats) - len(game.waiting()) if game.asked else 0
    if not given:
        return game, answered
    del stored.actions[-given:]
    stored.stale = True
    return _replay(stored)


def _replay(stored: StoredGame) -> tuple[engine.Game, dict[int, tuple[int, Action]]]:
    """The position a stored game has come to, and each seat's last question and answer."""
    if stored.rules != engine.RULES_VERSION:
        raise RulesChanged(f"{stored.code}/{stored.number} was played under rules {stored.rules}")
    answered: dict[int, tuple[int, Action]] = {}
    try:
        game = engine.new(stored.options, seed(stored.secret, stored.nonces))
        for n, move in enumerate(stored.actions):
            question = game.question(move.seat)
            game.play(move.seat, move.action)
            if question is None or game.digest() != move.digest:
                raise RulesChanged(f"{stored.code}/{stored.number} differs after action {n + 1}")
            answered[move.seat] = (question.id, move.action)
    except (engine.Refused, engine.OptionsError):
        raise RulesChanged(f"{stored.code}/{stored.number} is no longer legal") from None
    return game, answered


async def ask_record(table: Table, peer: Peer, message: AskRecord) -> None:
    """Give anyone at the table the record of a game that is over."""
    seating = table.seating
    last = seating.number - (seating.phase is Phase.GAME)
    number = message.number or last
    if not 1 <= number <= last:
        raise Refuse(Fault.NOT_OVER)
    stored = await table.house.journal.fetch(table.code, number)
    data = encode(stored.record())
    if len(data) > limits.RECORD_BYTES:
        raise Refuse(Fault.TOO_LONG)
    peer.send(Record(message.re, f"{table.code}/{number}", data))
