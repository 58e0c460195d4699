"""Treasure trove (2018): one of the top five cards of the discard pile instead of a card from the draw pile."""

from __future__ import annotations

from protocol.game import Action, Answer, AtCard, AtChoice, Face, Play
from server.engine import changes
from server.engine.card import Card
from server.engine.kinds.alone import legal_always, refuse_targets
from server.engine.rules import Expansion, QuestionKind
from server.engine.state import Open, State

SHOWN = 5
DISCARD_PILE = AtChoice("discard_pile")


def top(state: State) -> tuple[int, ...]:
    """Return the cards that are looked at, the top one first."""
    return state.piles["discard"][: -SHOWN - 1 : -1]


def open_trove(state: State, seat: int, _action: Play) -> None:
    """Show the seat the cards; nothing is drawn, even if there are none to take (C6)."""
    changes.set_draws(state)
    if top(state):
        changes.look(state, seat, DISCARD_PILE, top(state))
        changes.ask(state, "treasure_trove", (seat,))


def legal_takings(state: State, _seat: int, _asked: Open) -> list[Action]:
    """Return each kind of card shown."""
    return [Answer((AtCard(card),)) for card in dict.fromkeys(map(state.id_of, top(state)))]


def take(state: State, asked: Open) -> None:
    """Take the chosen card; the others stay in their order."""
    match asked.answers[0]:
        case Answer(targets=(AtCard(card=name),)):
            card = next(card for card in top(state) if state.id_of(card) == name)
            changes.take_into_hand(state, asked.seats[0], card, "discard")


CARD = Card(Face("treasure_trove", "action"), legal=legal_always, refuse=refuse_targets, effect=open_trove)

TREASURE_TROVE = Expansion(
    "treasure_trove",
    editions=("base", "saboteur2"),
    cards=(CARD,),
    supplies={"deck": {CARD.id: 1}},
    questions={
        "treasure_trove": QuestionKind(legal_takings, take, cards=lambda state, _seat, _asked: top(state)),
    },
)
