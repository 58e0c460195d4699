"""The same game with all that a seat cannot know permuted, for the proof that nothing secret reaches it.

Written from the rules' knowledge table: what each change shows to whom, by card number. It shares nothing with view.py.
Where a seat has seen a card that may have moved since, the card stays as it is: the permutation is never too wide.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from protocol.game import Play
from server.engine import change as c
from server.engine import changes, steps
from server.engine.game import Game, new
from server.engine.state import State


class Chance(Protocol):
    """Where the permutation is drawn from."""

    def random(self) -> float:
        """Return a number from 0 up to 1."""
        ...


SHOWN: dict[type[c.Change], Callable[[Any, int | None], tuple[int, ...]]] = {
    c.BeganRound: lambda _change, _seat: (),
    c.DealtRole: lambda change, seat: (change.role,) if change.up or seat == change.seat else (),
    c.Drew: lambda change, seat: change.cards if seat in (change.seat, *change.seen_by) else (),
    c.Announced: lambda change, _seat: (change.card,),
    c.LaidDown: lambda change, _seat: (change.card,),
    c.Lifted: lambda change, _seat: (change.card,) if change.up else (),
    c.TurnedOver: lambda change, _seat: (change.card,),
    c.MovedGoal: lambda _change, _seat: (),
    c.ExchangedGoals: lambda _change, _seat: (),
    c.Placed: lambda change, _seat: (change.card,),
    c.Cleared: lambda change, _seat: (change.card,),
    c.Dropped: lambda change, seat: change.cards if seat == change.seat else (),
    c.Used: lambda change, _seat: (change.card,),
    c.Saw: lambda change, seat: change.cards if seat == change.seat else (),
    c.Swapped: lambda change, seat: (
        change.seat_cards + change.other_cards if seat in (change.seat, change.other) else ()
    ),
    c.MarkedCell: lambda _change, _seat: (),
    c.Gained: lambda _change, _seat: (),
    c.Offered: lambda _change, _seat: (),
    c.Picked: lambda change, seat: change.shown if seat == change.seat else (),
    c.PiledUp: lambda _change, _seat: (),
    c.Mixed: lambda _change, _seat: (),
    c.Showed: lambda change, _seat: (change.card,),
    c.EndedRound: lambda change, _seat: change.roles,
    c.EndedGame: lambda _change, _seat: (),
    c.Occurred: lambda _change, _seat: (),
}
"""The knowledge table: a kind of change -> the cards that it shows to a seat."""


def shown(news: list[c.Change], seat: int | None) -> set[int]:
    """Return the cards that changes show to a seat, or to a spectator."""
    return {card for change in news for card in SHOWN[type(change)](change, seat)}


def history(game: Game) -> list[c.Change]:
    """Return every change since the game began."""
    past = new(game.options, game.seed)
    found = list(past.state.news or ())
    for seat, action in game.actions:
        changes.listen(past.state, True)
        steps.play(past.state, seat, action)
        found += past.state.news or ()
    return found


def seen(game: Game, seat: int | None) -> set[int]:
    """Return the cards whose place a seat may know: all it was shown from this round's deal on; for good what stays."""
    past = history(game)
    began = max(at for at, change in enumerate(past) if isinstance(change, c.BeganRound))
    staying = {*game.state.rules.supplies.get("gold", ()), *game.state.piles.get("gone", ())}
    known = shown(past[began:], seat) | (shown(past, seat) & staying)
    # Gold paid openly is known in its sum; which cards made it up is nobody's secret to permute.
    picked = {change.card for change in past if isinstance(change, c.Picked)}
    held = {card for purse in game.state.purses for card in purse}
    # Who is to pick sees the cards still left.
    asked = game.state.asked
    if asked is not None and seat is not None and seat in asked.seats:
        kind = game.state.rules.questions[asked.kind]
        if kind.cards is not None:
            known |= set(kind.cards(game.state, seat, asked))
    # A card that was played in answer to an open question stays in its hand until all have answered.
    for other, answer in zip(asked.seats, asked.answers, strict=True) if asked is not None else ():
        if isinstance(answer, Play):
            known |= {card for card in game.state.hands[other] if game.state.id_of(card) == answer.card}
    # Whether a seat that paid out of its gold cards has any gold left is seen by everyone (M2).
    state = game.state
    paid_with = {card for purse, nuggets in zip(state.purses, state.gold, strict=True) if nuggets < 0 for card in purse}
    return known | (held - picked) | paid_with


def reshuffle(game: Game, seat: int | None, random: Chance) -> Game:
    """Return the same game with the cards that a seat cannot know permuted within deck, goals, roles and gold."""
    twin = game.copy()
    state = twin.state
    known = seen(game, seat)
    if seat is not None:
        known |= set(state.hands[seat]) | set(state.purses[seat]) | set(state.roles[seat : seat + 1])
    known |= {laid.number for laid in state.maze.cards.values() if laid.up}
    moved: dict[int, int] = {}
    for supply in state.rules.supplies.values():
        hidden = [card for card in supply if card not in known and _is_somewhere(state, card)]
        order = list(hidden)
        for place in range(len(order) - 1, 0, -1):
            other = int(random.random() * (place + 1))
            order[place], order[other] = order[other], order[place]
        moved |= dict(zip(hidden, order, strict=True))
    _permute(state, moved)
    twin._legal = {}
    return twin


def _is_somewhere(state: State, card: int) -> bool:
    """Tell whether a card is in play or on a pile: roles that are in the box for the round are not."""
    zones = (*state.hands, *state.before, *state.purses, *state.piles.values(), state.roles)
    return any(card in zone for zone in zones) or any(laid.number == card for laid in state.maze.cards.values())


def _permute(state: State, moved: dict[int, int]) -> None:
    """Put each card where the permutation sends it."""

    def cards(zone: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(moved.get(card, card) for card in zone)

    state.hands = tuple(map(cards, state.hands))
    state.purses = tuple(map(cards, state.purses))
    state.roles = cards(state.roles)
    state.piles = {name: cards(zone) for name, zone in state.piles.items()}
    maze = state.maze
    for cell, laid in maze.cards.items():
        if not laid.up:
            card = moved.get(laid.number, laid.number)
            kind = state.rules.kinds[card]
            maze = maze.put(cell, laid._replace(number=card, card=kind, shape=kind.shapes[laid.turned]))
    state.maze = maze
    state.memory = tuple(
        tuple(memory._replace(card=moved.get(memory.card, memory.card)) for memory in seat) for seat in state.memory
    )
