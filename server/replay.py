"""A replay server: a record, shown position by position to whoever connects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol.errors import Fault
from protocol.game import LaidCard
from protocol.messages import Refused, Replayed, Show
from protocol.record import BadRecord, GameRecord, check_deal
from server.engine import game as engine
from server.engine.cell import place

if TYPE_CHECKING:
    from server.peer import Peer


def positions(record: GameRecord) -> list[engine.Game]:
    """Every position of a recorded game, the deal first; BadRecord if it does not replay to its digests."""
    seed = check_deal(record)
    if record.rules != engine.RULES_VERSION:
        raise BadRecord(
            f"the game was played under rules {record.rules}, this program has rules {engine.RULES_VERSION}"
        )
    try:
        games = [engine.new(record.options, seed)]
        for n, move in enumerate(record.moves):
            game = games[-1].copy()
            game.play(move.seat, move.action)
            if game.digest() != move.digest:
                raise BadRecord(f"the position after action {n + 1} differs from the recorded one")
            games.append(game)
    except engine.Refused as refused:
        raise BadRecord(f"action {n + 1} is against the rules: {refused.refusal.reason.value}") from None
    except engine.OptionsError as error:
        raise BadRecord(f"the options are refused: {error.refusal.fault.value}") from None
    if record.finished and games[-1].outcome is None:
        raise BadRecord("the record ends before the game does")
    return games


class Replay:
    """A record with all its positions."""

    def __init__(self, record: GameRecord) -> None:
        self._record = record
        self._games = positions(record)
        rounds: dict[int, int] = {}
        for position, game in enumerate(self._games):
            rounds.setdefault(game.view(None).round, position)
        self._rounds = tuple(rounds.values())

    def answer(self, peer: Peer, message: Show) -> None:
        """Show a position."""
        seats = self._record.options.seats
        if message.position >= len(self._games):
            peer.send(Refused(message.re, Fault.NO_SUCH_POSITION))
        elif message.eyes is not None and message.eyes >= seats:
            peer.send(Refused(message.re, Fault.NO_SUCH_SEAT))
        else:
            peer.send(self.show(message))

    def show(self, message: Show) -> Replayed:
        """The position as the eyes asked for see it."""
        record, game, eyes = self._record, self._games[message.position], message.eyes
        move = record.moves[message.position - 1] if message.position else None
        views = [game.view(seat) for seat in range(record.options.seats)] if message.cards_up else []
        told = message.cards_up or (move is not None and move.seat == eyes)
        return Replayed(
            re=message.re,
            name=record.name,
            names=record.names,
            position=message.position,
            length=len(self._games) - 1,
            rounds=self._rounds,
            view=game.view(eyes),
            events=game.news(eyes) if move else (),
            story=game.story(eyes),
            seat=move.seat if move else None,
            action=move.action if move and told else None,
            hands=tuple(view.hand for view in views),
            roles=tuple(view.seats[seat].role for seat, view in enumerate(views)),
            hidden=face_down(game) if message.cards_up else (),
        )


def face_down(game: engine.Game) -> tuple[LaidCard, ...]:
    """The cards that lie face down in the maze, with their faces."""
    return tuple(
        LaidCard(place(cell), laid.card.id, laid.turned, laid.card.face.family)
        for cell, laid in sorted(game.state.maze.cards.items())
        if not laid.up
    )
