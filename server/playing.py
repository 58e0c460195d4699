"""During a game: actions of people, bots and standing answers, and what may be asked besides."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

import trio
from msgspec.structs import replace

from protocol import limits
from protocol.errors import Fault
from protocol.game import Action
from protocol.messages import Act, Because, Done, EndWait, MoreTime, Phase, Standing, Why
from server import seating as seatings
from server.archive import StoredAction
from server.clock import Clock
from server.engine import game as engine
from server.journal import NotStored
from server.seating import Refuse
from server.statements import add_action, finish_game, put_table, strike_actions
from server.telling import show, tell_news, tell_room

if TYPE_CHECKING:
    from server.peer import Peer
    from server.table import Table

log = logging.getLogger("saboteur.table")


async def act(table: Table, peer: Peer, message: Act) -> None:
    """Answer a question; the same answer again is acknowledged again."""
    seat, game = table.own_seat(peer), table.playing()
    question = game.question(seat)
    if question is None or question.id != message.question:
        if table.answered.get(seat) != (message.question, message.action):
            raise Refuse(Fault.STALE)
        peer.send(Done(message.re))
        return
    try:
        await _play(table, seat, message.action, lambda: peer.send(Done(message.re)))
    except engine.Refused as refused:
        raise Refuse(Fault.ILLEGAL, refusal=refused.refusal) from None


async def why(table: Table, peer: Peer, message: Why) -> None:
    """Say why an action would be refused."""
    peer.send(Because(message.re, table.playing().why(table.own_seat(peer), message.action)))


async def stand(table: Table, peer: Peer, message: Standing) -> None:
    """Keep an answer for every question of a kind, or no longer."""
    number = table.own_seat(peer)
    seat = table.seating.seats[number]
    standing = {kind: answer for kind, answer in seat.standing.items() if kind != message.kind}
    if message.answer is not None:
        standing[message.kind] = message.answer
    if len(standing) > limits.STANDING_ANSWERS:
        raise Refuse(Fault.TOO_MANY_ANSWERS)
    await table.store(seatings.with_seat(table.seating, number, replace(seat, standing=standing)))
    peer.send(Done(message.re))
    show(table, peer)


async def more_time(table: Table, peer: Peer, message: MoreTime) -> None:
    """Give the same time again for the open question, once; not for a window, where it would tell who hesitates."""
    seat, game = table.own_seat(peer), table.playing()
    question = game.question(seat)
    if question is None or table.clock.deadline is None or game.is_window:
        raise Refuse(Fault.NO_CLOCK)
    if table.seating.extended is not None and table.seating.extended in table.clock.window.items():
        raise Refuse(Fault.NO_CLOCK)
    await table.store(replace(table.seating, extended=(seat, question.id)))
    table.clock = table.clock.extended()
    peer.send(Done(message.re))
    tell_room(table)


async def end_wait(table: Table, peer: Peer, message: EndWait) -> None:
    """The host ends the wait for someone who is away."""
    token = table.taken_seat(message.seat).token
    if not table.absence.waits_for(token):
        raise Refuse(Fault.NOT_AWAY)
    table.absence.begin(token, until=trio.current_time())
    peer.send(Done(message.re))


async def settle(table: Table) -> None:
    """Set the clock and give standing answers, as the position asks for it."""
    while table.seating.phase is Phase.GAME and table.present and not table.stalled:
        table.clock = table.clock.wound(table.playing(), table.seating.terms, trio.current_time())
        standing = _standing_answer(table)
        if standing is None:
            return
        await play_alone(table, *standing)
    table.clock = table.clock.stopped()


def _standing_answer(table: Table) -> tuple[int, Action] | None:
    game = table.playing()
    for seat in game.waiting():
        question = game.question(seat)
        answer = table.standing_of(seat).get(question.kind) if question else None
        if answer is not None and answer in game.legal(seat):
            return seat, answer
    return None


async def play_alone(table: Table, seat: int, action: Action) -> None:
    """Play what nobody has just sent: a bot's, a stand-in's or a standing answer."""
    try:
        await _play(table, seat, action)
    except NotStored as error:
        table.stall(error)


async def _play(table: Table, seat: int, action: Action, acknowledge: Callable[[], None] = lambda: None) -> None:
    """Play an action on a copy, store it, put the copy in place, tell everyone."""
    stored = table.storing()
    game = table.playing().copy()
    question = game.question(seat)
    game.play(seat, action)
    left = table.clock.left_of_turn(game, trio.current_time())
    done = StoredAction(seat, action, game.digest(), left)
    n = len(stored.actions)
    statements = [strike_actions(table.code, stored.number, n)] if stored.stale else []
    statements.append(add_action(table.code, stored.number, n, done))
    seating = table.seating
    if game.outcome is not None:
        seating = seatings.finish(seating, table.house.entropy(32))
        statements += [finish_game(table.code, stored.number), put_table(seating)]
    await table.house.journal.commit(statements)
    table.game, table.seating = game, seating
    stored.actions.append(done)
    stored.stale = False
    if question is not None:
        table.answered[seat] = (question.id, action)
    if game.outcome is not None:
        stored.finished = True
        table.clock = Clock()
        log.info("table %s: game %d is over", table.code, stored.number)
    else:
        table.clock = table.clock.wound(game, seating.terms, trio.current_time())
    acknowledge()
    tell_news(table)
    if game.outcome is not None:
        table.lobby.changed(table)
