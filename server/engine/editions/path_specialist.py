"""Path specialist (2022): two path cards laid one after the other in the same turn."""

from __future__ import annotations

from protocol.game import Action, Face, Lay, Play, Reason, Refusal, Target
from server.engine import changes, turn
from server.engine.card import Card
from server.engine.rules import Expansion, QuestionKind
from server.engine.state import Open, State

PATHS = 2


def lays(state: State, seat: int) -> list[Action]:
    """Return every way a seat may lay a card of its hand."""
    rules = state.rules
    return rules.hooks.lay_actions(state, seat, [card for card in rules.kinds_in(state.hands[seat]) if card.is_path])


def refuse_specialist(state: State, seat: int, _card: Card, targets: tuple[Target, ...]) -> Refusal | None:
    """Refuse it without the right to lay, without two path cards, and if none of them fits."""
    if targets:
        return Refusal(Reason.BAD_TARGET, targets)
    if not state.rules.hooks.may_lay(state, seat):
        return Refusal(Reason.HINDERED)
    if sum(state.rules.kinds[card].is_path for card in state.hands[seat]) < PATHS:
        return Refusal(Reason.WRONG_NUMBER)
    return None if lays(state, seat) else Refusal(Reason.FORBIDDEN_NOW)


def legal_specialist(state: State, seat: int, card: Card) -> list[Play]:
    """Return the one way to play it, if it may be played."""
    return [card.plays[()]] if refuse_specialist(state, seat, card, ()) is None else []


def begin_laying(state: State, seat: int, _action: Play) -> None:
    """Lay two path cards; only they count for what is drawn (C4)."""
    changes.discard_played(state)
    changes.set_draws(state, (seat, 0))
    changes.push(state, ("path_specialist", seat, 1))


def next_path(state: State, seat: int, count: int) -> None:
    """Ask for the next path card; if none fits any more the turn ends."""
    if lays(state, seat):
        changes.push(state, *((("path_specialist", seat, count + 1),) if count < PATHS else ()))
        changes.ask(state, "path_specialist", (seat,))
    else:
        changes.tell(state, "no_second_path", seat)


def legal_lay(state: State, seat: int, _asked: Open) -> list[Action]:
    """Return every way to lay a path card: one must be laid."""
    return lays(state, seat)


def refuse_other(state: State, seat: int, _asked: Open, action: Action) -> Refusal | None:
    """Tell why this is no path card that may be laid, or None."""
    return turn.refuse_lay(state, seat, action) if isinstance(action, Lay) else Refusal(Reason.NOT_AN_ANSWER)


def lay_path(state: State, asked: Open) -> None:
    """Lay the path card; it may be answered like any other, and one more card is drawn for it (C4)."""
    (seat,) = asked.seats
    (action,) = asked.answers
    assert isinstance(action, Lay)
    changes.set_draws(state, *((each, count + (each == seat)) for each, count in state.draws))
    turn.announce(state, seat, action)


CARD = Card(Face("path_specialist", "action"), legal=legal_specialist, refuse=refuse_specialist, effect=begin_laying)

PATH_SPECIALIST = Expansion(
    "path_specialist",
    editions=("base", "saboteur2"),
    cards=(CARD,),
    supplies={"deck": {CARD.id: 1}},
    steps={"path_specialist": next_path},
    questions={"path_specialist": QuestionKind(legal_lay, lay_path, refuse_other)},
)
