"""Looking through the discard pile: one of its top five cards is taken into the hand."""

from __future__ import annotations

from protocol.game import Action, Answer, AtCard, AtChoice
from server.engine import changes
from server.engine.rules import QuestionKind
from server.engine.state import Open, State

SHOWN = 5
DISCARD_PILE = AtChoice("discard_pile")


def top(state: State) -> tuple[int, ...]:
    """Return the cards that are looked at, the top one first."""
    return state.piles["discard"][: -SHOWN - 1 : -1]


def look_through(state: State, seat: int, question: str) -> None:
    """Show the seat the cards and ask which it takes, if there are any."""
    if top(state):
        changes.look(state, seat, DISCARD_PILE, top(state))
        changes.ask(state, question, (seat,))


def legal_takings(state: State, _seat: int, _asked: Open) -> list[Action]:
    """Return each kind of card shown."""
    return [Answer((AtCard(card),)) for card in dict.fromkeys(map(state.id_of, top(state)))]


def take(state: State, asked: Open) -> None:
    """Take the chosen card; the others stay in their order."""
    match asked.answers[0]:
        case Answer(targets=(AtCard(card=name),)):
            card = next(card for card in top(state) if state.id_of(card) == name)
            changes.take_into_hand(state, asked.seats[0], card, "discard")


TAKE_ONE = QuestionKind(legal_takings, take, cards=lambda state, _seat, _asked: top(state))
