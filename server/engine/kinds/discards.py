"""Things to do in a turn that discard hand cards face down."""

from __future__ import annotations

from itertools import combinations

from protocol.game import Action, AtCard, Discard, Reason, Refusal, Target
from server.engine import changes
from server.engine.kinds.seats import lying_before
from server.engine.rules import Choice
from server.engine.state import State
from server.engine.turn import held_all


class Discards(dict[tuple[str, ...], Discard]):
    """Cards -> the action of discarding them, made when first asked for."""

    def __init__(self, choice: str) -> None:
        super().__init__()
        self.choice = choice

    def __missing__(self, cards: tuple[str, ...]) -> Discard:
        action = self[cards] = Discard(cards, self.choice)
        return action


def hand_ids(state: State, seat: int) -> list[str]:
    """Return the ids of a hand in alphabetical order, in which an action names cards."""
    kinds = state.rules.kinds
    ids = [kinds[card].id for card in state.hands[seat]]
    ids.sort()
    return ids


def discard(state: State, seat: int, action: Action) -> tuple[int, ...]:
    """Put the named cards face down on the discard pile."""
    assert isinstance(action, Discard)
    cards = held_all(state, seat, action.cards)
    assert cards is not None
    changes.discard_cards(state, seat, cards, action.choice)
    return cards


# --- One card ---------------------------------------------------------------------------------------------------------


def legal_one(state: State, seat: int) -> list[Action]:
    """Return each kind of card in hand."""
    return [card.discard for card in state.rules.kinds_in(state.hands[seat])]


def refuse_one(_state: State, _seat: int, action: Action) -> Refusal | None:
    """Refuse more or fewer than one card."""
    if not isinstance(action, Discard):
        return Refusal(Reason.NOT_AN_ANSWER)
    if action.targets:
        return Refusal(Reason.BAD_TARGET, action.targets)
    return None if len(action.cards) == 1 else Refusal(Reason.WRONG_NUMBER)


def discard_one(state: State, seat: int, action: Action) -> None:
    """Discard one card."""
    discard(state, seat, action)


DISCARD_ONE = Choice(legal_one, refuse_one, discard_one)


# --- Pass -------------------------------------------------------------------------------------------------------------


def passing(most: int) -> Choice:
    """Return the choice to discard one to `most` cards and draw as many."""
    actions = Discards("pass")

    def legal(state: State, seat: int) -> list[Action]:
        ids = hand_ids(state, seat)
        distinct = len(set(ids)) == len(ids)
        found: list[Action] = []
        for count in range(1, most + 1):
            sets = combinations(ids, count)
            found += [actions[cards] for cards in (sets if distinct else dict.fromkeys(sets))]
        return found

    def refuse(_state: State, _seat: int, action: Action) -> Refusal | None:
        if not isinstance(action, Discard) or tuple(sorted(action.cards)) != action.cards:
            return Refusal(Reason.NOT_AN_ANSWER)
        if action.targets:
            return Refusal(Reason.BAD_TARGET, action.targets)
        return None if 1 <= len(action.cards) <= most else Refusal(Reason.WRONG_NUMBER)

    def perform(state: State, seat: int, action: Action) -> None:
        changes.set_draws(state, (seat, len(discard(state, seat, action))))

    return Choice(legal, refuse, perform)


# --- Two cards for one lying before oneself ---------------------------------------------------------------------------


def removal(removable: frozenset[str] | None = None) -> Choice:
    """Return the choice to discard two cards and with them one lying before oneself, any one if none are named."""

    def may_go(name: str) -> bool:
        return removable is None or name in removable

    def legal(state: State, seat: int) -> list[Action]:
        if not state.before[seat]:
            return []
        targets: list[tuple[Target, ...]] = [
            (AtCard(name),) for name in map(state.id_of, state.before[seat]) if may_go(name)
        ]
        pairs = dict.fromkeys(combinations(hand_ids(state, seat), 2))
        return [Discard(cards, "remove", target) for target in targets for cards in pairs]

    def refuse(state: State, seat: int, action: Action) -> Refusal | None:
        if not isinstance(action, Discard) or tuple(sorted(action.cards)) != action.cards:
            return Refusal(Reason.NOT_AN_ANSWER)
        if len(action.cards) != 2:
            return Refusal(Reason.WRONG_NUMBER)
        match action.targets:
            case (AtCard(card=name),) if may_go(name):
                if lying_before(state, seat, name) is None:
                    return Refusal(Reason.NOT_BEFORE, action.targets)
                return None
        return Refusal(Reason.BAD_TARGET, action.targets)

    def perform(state: State, seat: int, action: Action) -> None:
        discard(state, seat, action)
        (target,) = action.targets
        assert isinstance(target, AtCard)
        lying = lying_before(state, seat, target.card)
        assert lying is not None
        changes.take_away(state, seat, lying, seat)

    return Choice(legal, refuse, perform)
