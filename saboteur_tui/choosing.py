"""From the legal actions and a half-made choice to what may be chosen next, and to the action meant.

Nothing here knows a rule: an action is a way through its parts (cards of the hand, then targets), and what is offered
are the next parts of all legal actions that begin with the parts chosen so far.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from protocol.game import Action, Answer, AtCard, AtCell, AtChoice, AtSeat, Cell, Discard, Lay, Play, Target

Legal = tuple[Action, ...]


@dataclass(frozen=True)
class Choice:
    """What has been chosen so far."""

    hand: tuple[int, ...] = ()
    """Positions in the hand, in the order chosen."""
    discarding: bool = False
    purpose: str = ""
    """What is discarded for, once that is chosen."""
    turned: bool = False
    picks: tuple[Target, ...] = ()
    """Targets; the cell of a path card comes first."""

    @property
    def begun(self) -> bool:
        """Tell whether there is anything to take back."""
        return self != Choice(turned=self.turned)


@dataclass(frozen=True)
class Offers:
    """What may be chosen next."""

    cards: frozenset[int] = frozenset()
    """Positions in the hand."""
    cells: tuple[Cell, ...] = ()
    seats: tuple[int, ...] = ()
    listed: tuple[AtCard | AtChoice, ...] = ()
    """Cards that do not lie in the hand and named possibilities, to be shown as a list."""
    purposes: tuple[str, ...] = ()
    """What the chosen cards can be discarded for."""
    ready: Action | None = None
    """The action meant, if what is chosen so far is complete."""
    can_discard: bool = False
    laying: bool = False
    """A path card is chosen and its cell is to be chosen next."""

    @property
    def targets(self) -> tuple[Target, ...]:
        """All targets that may be chosen next, places first."""
        cells = tuple(AtCell(cell) for cell in self.cells)
        return (*cells, *(AtSeat(seat) for seat in self.seats), *self.listed)


NO_OFFERS = Offers()


def targets_of(action: Action) -> tuple[Target, ...]:
    """Return the targets of an action, the cell of a path card first."""
    return (AtCell(action.cell), *action.targets) if isinstance(action, Lay) else action.targets


def offers(legal: Legal, hand: tuple[str, ...], choice: Choice) -> Offers:
    """Return what may be chosen next."""
    if choice.discarding:
        return _discard_offers(legal, hand, choice)
    if choice.hand:
        card = hand[choice.hand[0]]
        of_card = [action for action in legal if isinstance(action, Lay | Play) and action.card == card]
        can_discard = any(isinstance(action, Discard) and card in action.cards for action in legal)
        return replace(_target_offers(of_card, choice), can_discard=can_discard, cards=_usable(legal, hand))
    answers = [action for action in legal if isinstance(action, Answer)]
    can_discard = any(isinstance(action, Discard) for action in legal)
    cards = _usable(legal, hand) if not choice.picks else frozenset()
    return replace(_target_offers(answers, choice), cards=cards, can_discard=can_discard and not choice.picks)


def _usable(legal: Legal, hand: tuple[str, ...]) -> frozenset[int]:
    named: set[str] = set()
    for action in legal:
        if isinstance(action, Discard):
            named.update(action.cards)
        elif not isinstance(action, Answer):
            named.add(action.card)
    return frozenset(at for at, card in enumerate(hand) if card in named)


def _matching(actions: Iterable[Action], choice: Choice) -> list[Action]:
    """Return the actions that begin with the targets picked."""
    depth = len(choice.picks)
    found = []
    for action in actions:
        if targets_of(action)[:depth] != choice.picks:
            continue
        if isinstance(action, Lay) and depth and action.turned != choice.turned:
            continue
        found.append(action)
    return found


def _target_offers(actions: Iterable[Action], choice: Choice) -> Offers:
    depth = len(choice.picks)
    matching = _matching(actions, choice)
    cells: dict[Cell, None] = {}
    seats: dict[int, None] = {}
    listed: dict[AtCard | AtChoice, None] = {}
    ready: Action | None = None
    for action in matching:
        targets = targets_of(action)
        if len(targets) == depth:
            ready = action
            continue
        match targets[depth]:
            case AtCell(cell=cell):
                cells[cell] = None
            case AtSeat(seat=seat):
                seats[seat] = None
            case AtCard() | AtChoice() as target:
                listed[target] = None
    return Offers(
        cells=tuple(sorted(cells, key=lambda cell: (cell[0], cell[1]))),
        seats=tuple(sorted(seats)),
        listed=tuple(listed),
        ready=ready,
        laying=not depth and any(isinstance(action, Lay) for action in matching),
    )


def _discard_offers(legal: Legal, hand: tuple[str, ...], choice: Choice) -> Offers:
    chosen = Counter(hand[at] for at in choice.hand)
    discards = [action for action in legal if isinstance(action, Discard)]
    if choice.purpose:
        discards = [action for action in discards if action.choice == choice.purpose]
    exact = [action for action in discards if Counter(action.cards) == chosen]
    cards: set[int] = set()
    if not choice.picks:
        for at, card in enumerate(hand):
            with_it = chosen + Counter((card,))
            if at not in choice.hand and any(with_it <= Counter(action.cards) for action in discards):
                cards.add(at)
    purposes = tuple(dict.fromkeys(action.choice for action in exact))
    found = Offers()
    if len(purposes) == 1:
        found = _target_offers([action for action in exact if action.choice == purposes[0]], choice)
    return replace(found, cards=frozenset(cards), purposes=purposes, can_discard=True)


def choose_card(legal: Legal, hand: tuple[str, ...], choice: Choice, at: int) -> Choice:
    """Return the choice after a card of the hand was pointed at: chosen, marked for discarding, or unmarked."""
    if not 0 <= at < len(hand):
        return choice
    if choice.discarding:
        if at in choice.hand:
            return replace(choice, hand=tuple(other for other in choice.hand if other != at), purpose="", picks=())
        if at in offers(legal, hand, replace(choice, picks=())).cards:
            return replace(choice, hand=(*choice.hand, at), purpose="", picks=())
        # As many as may be discarded are marked: the first gives way.
        shorter = replace(choice, hand=(*choice.hand[1:], at), purpose="", picks=())
        return shorter if choice.hand else choice
    chosen = Choice(hand=(at,))
    ways = orientations(legal, hand, chosen, None)
    return replace(chosen, turned=ways == {True})


def orientations(legal: Legal, hand: tuple[str, ...], choice: Choice, cell: Cell | None) -> set[bool]:
    """Return the ways up in which the chosen path card fits on a cell, or (None) anywhere."""
    if not choice.hand or choice.discarding:
        return set()
    card = hand[choice.hand[0]]
    return {
        action.turned
        for action in legal
        if isinstance(action, Lay) and action.card == card and (cell is None or action.cell == cell)
    }


def oriented(legal: Legal, hand: tuple[str, ...], choice: Choice, cell: Cell) -> Choice:
    """Return the choice with the card the way up that fits on a cell; unchanged if both do or neither does."""
    ways = orientations(legal, hand, choice, cell)
    return replace(choice, turned=next(iter(ways))) if len(ways) == 1 else choice


def begin_discard(legal: Legal, hand: tuple[str, ...], choice: Choice) -> Choice:
    """Return the choice as one of discarding, with the chosen card marked if it can be discarded."""
    marked = choice.hand[:1]
    if marked and not any(isinstance(action, Discard) and hand[marked[0]] in action.cards for action in legal):
        marked = ()
    return Choice(hand=marked, discarding=True)


def take(choice: Choice, target: Target) -> Choice:
    """Return the choice with one more target."""
    return replace(choice, picks=(*choice.picks, target))


def take_purpose(choice: Choice, purpose: str) -> Choice:
    """Return the choice with what the cards are discarded for."""
    return replace(choice, purpose=purpose)


def back(choice: Choice) -> Choice:
    """Return the choice without its last part."""
    if choice.picks:
        return replace(choice, picks=choice.picks[:-1])
    if choice.purpose:
        return replace(choice, purpose="")
    if choice.discarding and len(choice.hand) > 1:
        return replace(choice, hand=choice.hand[:-1])
    return Choice()


def tried(hand: tuple[str, ...], choice: Choice, target: Target) -> Action | None:
    """Return the action that an illegal target would make, to ask the server why it is none."""
    if choice.discarding:
        return None
    if not choice.hand:
        return Answer((*choice.picks, target))
    card = hand[choice.hand[0]]
    picks = (*choice.picks, target)
    return Play(card, picks)


def tried_lay(hand: tuple[str, ...], choice: Choice, cell: Cell) -> Lay:
    """Return the laying that an illegal cell would make, to ask the server why it is none."""
    return Lay(hand[choice.hand[0]], cell, choice.turned)
