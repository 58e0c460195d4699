"""Veto (2019): a card just played is answered, and has no effect.

Every path or action card played opens a window for all others who hold cards, whether or not anybody holds the veto:
the window itself tells nothing (C3). The card is announced before it, everything it does comes after.
"""

from __future__ import annotations

from protocol.game import Action, Answer, AtCard, AtCell, AtChoice, Face, Lay, Play, Reason, Refusal, Target
from server.engine import changes, turn
from server.engine.card import Card
from server.engine.rules import Expansion, QuestionKind
from server.engine.state import Open, State

PASS = Answer((AtChoice("pass"),))
VETO = Play("veto")


def open_window(state: State, seat: int, action: Lay | Play) -> None:
    """Ask all others who hold cards whether they let the card pass."""
    others = tuple(other for other, hand in enumerate(state.hands) if hand and other != seat)
    if others:
        changes.ask(state, "veto", others, about(action))


def about(action: Lay | Play) -> tuple[Target, ...]:
    """Return a played card with its public choices."""
    if isinstance(action, Play):
        return (AtCard(action.card), *action.targets)
    turned = (AtChoice("turned"),) if action.turned else ()
    return (AtCard(action.card), AtCell(action.cell), *turned, *action.targets)


def legal_answers(state: State, seat: int, _asked: Open) -> list[Action]:
    """Return to let the card pass, and the veto if the seat holds it."""
    return [PASS] if turn.held(state, seat, VETO.card) is None else [PASS, VETO]


def close_window(state: State, asked: Open) -> None:
    """Go on with the card, or remove it without effect if somebody vetoed."""
    if VETO in asked.answers:
        veto(state, asked.seats[asked.answers.index(VETO)])


def veto(state: State, seat: int) -> None:
    """Put the answered card under the veto; its player draws and ends the turn, then the vetoer draws one."""
    (answered,) = state.piles["played"]
    card = turn.held(state, seat, VETO.card)
    assert card is not None
    changes.discard_played(state)
    changes.play_card(state, seat, card, VETO)
    changes.discard_played(state)
    changes.tell(state, "vetoed", seat, (AtCard(state.id_of(answered)),))
    changes.drop_steps(state, ("end_turn",))
    changes.set_draws(state, *state.draws, (seat, 1))


def never_in_turn(_state: State, _seat: int, _card: Card) -> list[Play]:
    """Return nothing: in one's own turn it can only be discarded."""
    return []


def refuse_in_turn(_state: State, _seat: int, card: Card, _targets: tuple[Target, ...]) -> Refusal | None:
    """Refuse it: it answers the card of another."""
    return Refusal(Reason.FORBIDDEN_NOW, (AtCard(card.id),))


def no_effect(_state: State, _seat: int, _action: Play) -> None:
    """Do nothing: what the veto does is done when the window closes."""


CARD = Card(Face("veto", "action"), legal=never_in_turn, refuse=refuse_in_turn, effect=no_effect)

VETO_CARD = Expansion(
    "veto",
    editions=("base", "saboteur2"),
    cards=(CARD,),
    supplies={"deck": {CARD.id: 1}},
    steps={"veto_window": open_window},
    questions={"veto": QuestionKind(legal_answers, close_window, silence=PASS, window=True)},
    answering=("veto_window",),
)
