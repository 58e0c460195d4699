"""A turn: the question what to do, its legal answers, and what they set going."""

from __future__ import annotations

from protocol.game import Action, Answer, AtCard, AtChoice, Discard, Lay, Play, Reason, Refusal
from server.engine import changes
from server.engine.card import Card
from server.engine.cell import number
from server.engine.reach import reach
from server.engine.rules import QuestionKind
from server.engine.state import Open, State


def begin(state: State, seat: int) -> None:
    """Give the turn to this seat, or to the next one that holds cards (R6)."""
    rules = state.rules
    if rules.hooks.round_is_over(state):
        changes.drop_steps(state, ("score", "hands_empty"))
        return
    while not state.hands[seat]:
        seat = (seat + state.direction) % rules.seats
    changes.begin_turn(state, seat)
    changes.push(state, ("end_turn",))
    changes.ask(state, "turn", (seat,))


def end(state: State) -> None:
    """Draw what is to be drawn and pass the turn on, after all that the drawing sets going."""
    before = state.steps
    state.rules.hooks.draw(state)
    if state.steps is before and state.asked is None:
        pass_on(state)
    else:
        changes.push_under(state, len(before), ("next_turn",))


def pass_on(state: State) -> None:
    """Give the turn to the next seat."""
    begin(state, (state.turn + state.direction) % state.rules.seats)


def hands_are_empty(state: State) -> bool:
    """Tell whether nobody holds a card (R6)."""
    return not any(state.hands)


def draw(state: State) -> None:
    """Draw as many cards as were settled during the turn."""
    for seat, count in state.draws:
        changes.draw(state, seat, count)


# --- What may be done -------------------------------------------------------------------------------------------------


def may_lay(state: State, seat: int) -> bool:
    """Tell whether a seat may lay path cards: nothing before it hinders."""
    kinds = state.rules.kinds
    for card in state.before[seat]:  # noqa: SIM110 - asked at every step; a generator costs three times as much
        if kinds[card].hinders:
            return False
    return True


def lay_actions(state: State, seat: int, cards: list[Card]) -> list[Action]:
    """Return every way the maze lets a seat lay one of these cards."""
    return state.maze.lays(cards, state.rules.hooks.traveller(state, seat))


def for_everyone(_state: State, _seat: int) -> int:
    """Return the one traveller of a maze that all seats share."""
    return 0


def card_actions(state: State, seat: int) -> list[Action]:
    """Return every way a seat may lay or play one of its cards."""
    hooks = state.rules.hooks
    paths: list[Card] = []
    plays: list[Action] = []
    for card in state.rules.kinds_in(state.hands[seat]):
        if card.is_path:
            paths.append(card)
        elif card.legal is not None:
            plays += card.legal(state, seat, card)
    if paths and hooks.may_lay(state, seat):
        return hooks.lay_actions(state, seat, paths) + plays
    return plays


def legal(state: State, seat: int, _asked: Open) -> list[Action]:
    """Return everything a seat may do in its turn."""
    found = card_actions(state, seat)
    for choice in state.rules.choices.values():
        found += choice.legal(state, seat)
    return found


def held(state: State, seat: int, card: str) -> int | None:
    """Return a card of this kind in a hand, or None."""
    kinds = state.rules.kinds
    for each in state.hands[seat]:
        if kinds[each].id == card:
            return each
    return None


def held_all(state: State, seat: int, cards: tuple[str, ...]) -> tuple[int, ...] | None:
    """Return cards of these kinds in a hand, or None if it lacks one."""
    left = list(state.hands[seat])
    found = []
    for card in cards:
        for each in left:
            if state.rules.kinds[each].id == card:
                left.remove(each)
                found.append(each)
                break
        else:
            return None
    return tuple(found)


# --- Why something may not be done ------------------------------------------------------------------------------------


def refuse_lay(state: State, seat: int, action: Lay) -> Refusal | None:
    """Tell why a seat may not lay this card there, or None."""
    hooks = state.rules.hooks
    found = held(state, seat, action.card)
    if found is None:
        return Refusal(Reason.NOT_HELD, (AtCard(action.card),))
    card = state.rules.kinds[found]
    if not card.is_path:
        return Refusal(Reason.NOT_A_PATH, (AtCard(action.card),))
    if not hooks.may_lay(state, seat):
        return Refusal(Reason.HINDERED)
    refusal = state.maze.refuse(card, number(*action.cell), action.turned, hooks.traveller(state, seat))
    return refusal or hooks.refuse_lay(state, seat, action)


def refuse_targets(_state: State, _seat: int, action: Lay) -> Refusal | None:
    """Refuse a lay that names targets besides its cell."""
    return Refusal(Reason.BAD_TARGET, action.targets) if action.targets else None


def refuse_play(state: State, seat: int, action: Play) -> Refusal | None:
    """Tell why a seat may not play this card on these targets, or None."""
    found = held(state, seat, action.card)
    if found is None:
        return Refusal(Reason.NOT_HELD, (AtCard(action.card),))
    card = state.rules.kinds[found]
    if card.is_path:
        return Refusal(Reason.NOT_AN_ACTION, (AtCard(action.card),))
    if card.refuse is None:
        return Refusal(Reason.FORBIDDEN_NOW, (AtCard(action.card),))
    return card.refuse(state, seat, card, action.targets)


def refuse(state: State, seat: int, _asked: Open, action: Action) -> Refusal | None:
    """Tell why this cannot be done in a turn, or None."""
    match action:
        case Lay():
            return refuse_lay(state, seat, action)
        case Play():
            return refuse_play(state, seat, action)
        case Discard(cards=cards, choice=name):
            choice = state.rules.choices.get(name)
            if choice is None:
                return Refusal(Reason.NOT_AN_ANSWER, (AtChoice(name),))
            if held_all(state, seat, cards) is None:
                return Refusal(Reason.NOT_HELD, tuple(AtCard(card) for card in cards))
            return choice.refuse(state, seat, action)
        case Answer(targets=(AtChoice(choice=name), *_)) if name in state.rules.choices:
            return state.rules.choices[name].refuse(state, seat, action)
    return Refusal(Reason.NOT_AN_ANSWER)


# --- Doing it ---------------------------------------------------------------------------------------------------------


def perform(state: State, asked: Open) -> None:
    """Do what the seat in turn chose."""
    (seat,) = asked.seats
    (action,) = asked.answers
    match action:
        case Lay() | Play():
            announce(state, seat, action)
        case Discard(choice=name) | Answer(targets=(AtChoice(choice=name), *_)):
            state.rules.choices[name].perform(state, seat, action)


def announce(state: State, seat: int, action: Lay | Play) -> None:
    """Play a card openly; its effect follows once nobody answers it any more."""
    card = held(state, seat, action.card)
    assert card is not None
    changes.play_card(state, seat, card, action)
    answering = state.rules.answering
    if answering:
        changes.push(state, ("effect", seat, action), *((step, seat, action) for step in reversed(answering)))
    else:
        effect(state, seat, action)


def effect(state: State, seat: int, action: Lay | Play) -> None:
    """Carry out a played card."""
    if isinstance(action, Lay):
        state.rules.hooks.before_laying(state, seat, action)
        changes.lay_card(state, seat, number(*action.cell), action.turned)
        reach(state)
    else:
        changes.push(state, ("used",))
        carry_out = state.rules.cards[action.card].effect
        assert carry_out is not None
        carry_out(state, seat, action)


TURN = QuestionKind(legal, perform, refuse)
