"""Toll: guards on path ends, and who lays a card there pays."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from protocol.game import Action, Answer, AtCard, AtCell, AtChoice, AtSeat, Discard, Lay, Play, Reason, Refusal
from server.engine import changes
from server.engine.card import Card
from server.engine.cell import number, place
from server.engine.kinds.discards import discard
from server.engine.rounds import gold_of_seat
from server.engine.rules import Choice, Expansion, QuestionKind
from server.engine.state import Open, State
from server.engine.turn import held

GUARD = "guard"
GUARDS_LEFT = "guards"
GUARDS = 2
"""How many there are in a round, each placed once."""


def get_ready(state: State) -> None:
    """Lay the guards ready; for the first round everyone gets 1 gold."""
    changes.count(state, GUARDS_LEFT, GUARDS)
    if state.round == 1:
        for seat in range(state.rules.seats):
            changes.gain(state, seat, 1, "start")


# --- Placing a guard --------------------------------------------------------------------------------------------------


def free_ends(state: State) -> list[int]:
    """Return the empty cells without a guard that an opening joined to a start, no stub, points to."""
    guarded = {cell for cell, mark, _ in state.marks if mark == GUARD}
    cells = {cell for traveller in range(len(state.maze.travellers)) for cell, _ in state.maze.fitting(traveller)}
    return sorted(cells - guarded)


def legal_guard(state: State, seat: int) -> list[Action]:
    """Return each kind of card in hand with each free end, as long as there are guards; nothing hinders it."""
    if not state.tokens.get(GUARDS_LEFT):
        return []
    ends = free_ends(state)
    return [guard_action(card.id, cell) for card in state.rules.kinds_in(state.hands[seat]) for cell in ends]


@lru_cache(maxsize=1 << 14)
def guard_action(card: str, cell: int) -> Discard:
    """Return the action of placing a guard on a cell for a card; listed at every step, and made once."""
    return Discard((card,), GUARD, (AtCell(place(cell)),))


def refuse_guard(state: State, _seat: int, action: Action) -> Refusal | None:
    """Refuse more than one card, a third guard, and what is no free end of a path."""
    if not isinstance(action, Discard):
        return Refusal(Reason.NOT_AN_ANSWER)
    if len(action.cards) != 1:
        return Refusal(Reason.WRONG_NUMBER)
    match action.targets:
        case (AtCell(cell=cell),):
            if not state.tokens.get(GUARDS_LEFT):
                return Refusal(Reason.FORBIDDEN_NOW)
            if number(*cell) in state.maze.cards:
                return Refusal(Reason.OCCUPIED, action.targets)
            if guard_on(state, number(*cell)) is not None:
                return Refusal(Reason.ALREADY_THERE, action.targets)
            return None if number(*cell) in free_ends(state) else Refusal(Reason.NOT_JOINED, action.targets)
    return Refusal(Reason.BAD_TARGET, action.targets)


def place_guard(state: State, seat: int, action: Action) -> None:
    """Discard the card, place the guard, and draw nothing."""
    discard(state, seat, action)
    changes.mark(state, changes.cell_of(action.targets[0]), GUARD, seat)
    changes.count(state, GUARDS_LEFT, -1)
    changes.set_draws(state)


def guard_on(state: State, cell: int) -> int | None:
    """Return the owner of the guard on a cell, or None."""
    for guarded, mark, owner in state.marks:
        if guarded == cell and mark == GUARD:
            return owner
    return None


# --- Laying where a guard stands --------------------------------------------------------------------------------------


def may_pay(state: State, seat: int) -> bool:
    """Tell whether a seat has gold, nuggets or cards (M2)."""
    return gold_of_seat(state, seat) > 0


def was_asked(state: State, seat: int) -> bool:
    """Tell whether a seat was asked to pay this turn: each is asked at most once (T1)."""
    return f"asked_{seat}" in state.turn_tokens


LayActions = Callable[[State, int, list[Card]], list[Action]]


def with_toll(lay_actions: LayActions) -> LayActions:
    """Offer to lay on a guarded cell for one's own gold, if one has any, or for that of another who is asked."""

    def listed(state: State, seat: int, cards: list[Card]) -> list[Action]:
        lays = lay_actions(state, seat, cards)
        closed = {place(cell) for cell, mark, owner in state.marks if mark == GUARD and owner != seat}
        if not closed:
            return lays
        others = [AtSeat(other) for other in range(state.rules.seats) if other != seat and not was_asked(state, other)]
        found: list[Action] = []
        for lay in lays:
            assert isinstance(lay, Lay)
            if lay.cell not in closed:
                found.append(lay)
                continue
            if may_pay(state, seat):
                found.append(lay)
            found += [replace(lay, targets=(*lay.targets, other)) for other in others]
        return found

    return listed


RefuseLay = Callable[[State, int, Lay], Refusal | None]


def unless_paid(refuse_lay: RefuseLay) -> RefuseLay:
    """Refuse to lay on a guarded cell without gold, and asking oneself or the same seat twice (T1)."""

    def refuse(state: State, seat: int, action: Lay) -> Refusal | None:
        owner = guard_on(state, number(*action.cell))
        if owner is None or owner == seat:
            return refuse_lay(state, seat, action)
        match action.targets:
            case ():
                return refuse_lay(state, seat, action) if may_pay(state, seat) else Refusal(Reason.NO_GOLD)
            case (*rest, AtSeat(seat=other)) if other < state.rules.seats:
                if other == seat:
                    return Refusal(Reason.OWN_SEAT, action.targets)
                if was_asked(state, other):
                    return Refusal(Reason.FORBIDDEN_NOW, action.targets)
                return refuse_lay(state, seat, replace(action, targets=tuple(rest)))
        return Refusal(Reason.BAD_TARGET, action.targets)

    return refuse


class Asking(NamedTuple):
    """A lay for which another seat is asked to pay."""

    cell: int
    turned: bool
    payer: int


def asking(state: State, action: Action | None) -> Asking | None:
    """Return what an action asks of another seat, or None if it may be carried out at once."""
    lay: Lay | None = None
    if isinstance(action, Lay):
        lay = action
    elif isinstance(action, Play):
        laying = state.rules.cards[action.card].laying
        lay = None if laying is None else laying(state, action.targets)
    match lay:
        case Lay(cell=cell, turned=turned, targets=(*_, AtSeat(seat=payer))) if (
            guard_on(state, number(*cell)) is not None
        ):
            return Asking(number(*cell), turned, payer)
    return None


def ask_for_toll(_hold_back: Callable[[State, Open], bool] | None) -> Callable[[State, Open], bool]:
    """Ask the seat named to pay, before the card is announced (T1, T4)."""

    def hold_back(state: State, answered: Open) -> bool:
        if len(answered.answers) != 1:
            return False
        (action,) = answered.answers
        wanted = asking(state, action)
        if wanted is None:
            return False
        assert isinstance(action, Lay | Play)
        (seat,) = answered.seats
        card = held(state, seat, action.card)
        assert card is not None
        turned = (AtChoice("turned"),) if wanted.turned else ()
        about = (AtCard(action.card), AtCell(place(wanted.cell)), *turned)
        changes.count_in_turn(state, f"asked_{wanted.payer}")
        changes.show_card(state, seat, card, "asked_for_toll", (AtSeat(wanted.payer),))
        changes.push(state, ("held_back", seat, answered.kind, action))
        changes.ask(state, "toll", (wanted.payer,), about)
        return True

    return hold_back


PAY = Answer((AtChoice("pay"),))
REFUSE = Answer((AtChoice("refuse"),))


def legal_toll(state: State, seat: int, _asked: Open) -> list[Action]:
    """Return to pay and to refuse; one without gold can only refuse, in the same prompt (T1)."""
    return [PAY, REFUSE] if may_pay(state, seat) else [REFUSE]


def answer_toll(state: State, asked: Open) -> None:
    """Carry out what was held back, or ask again what the seat in turn wants to do."""
    (payer,) = asked.seats
    consented = asked.answers[0] == PAY
    changes.tell(state, "toll_granted" if consented else "toll_refused", payer)
    if not consented:
        changes.push(state, ("ask_again", *changes.pop(state)[1:3]))


def carry_out(state: State, seat: int, kind: str, action: Action) -> None:
    """Do what was answered before the toll was asked for."""
    state.rules.questions[kind].answered(state, Open(kind, (seat,), (), (action,)))


def ask_again(state: State, seat: int, kind: str) -> None:
    """Put the same question again, unless nothing is left that would answer it (T1)."""
    if state.rules.questions[kind].legal(state, seat, Open(kind, (seat,), (), (None,))):
        changes.ask(state, kind, (seat,))


BeforeLaying = Callable[[State, int, Lay], None]


def pay_toll(before_laying: BeforeLaying) -> BeforeLaying:
    """Pay the owner of the guard, who passes free, and let the guard leave for the round (T2, T4)."""

    def pay(state: State, seat: int, action: Lay) -> None:
        before_laying(state, seat, action)
        cell = number(*action.cell)
        owner = guard_on(state, cell)
        if owner is None:
            return
        match action.targets:
            case (*_, AtSeat(seat=payer)):
                changes.gain(state, owner, 1, "toll", payer)
            case _ if seat != owner:
                changes.gain(state, owner, 1, "toll", seat)
        changes.unmark(state, cell, GUARD, owner)

    return pay


TOLL = Expansion(
    "toll",
    editions=("base", "saboteur2"),
    set_up={"toll_ready": 5},
    steps={"toll_ready": get_ready, "held_back": carry_out, "ask_again": ask_again},
    questions={"toll": QuestionKind(legal_toll, answer_toll, silence=REFUSE)},
    choices={GUARD: Choice(legal_guard, refuse_guard, place_guard)},
    wraps={
        "lay_actions": with_toll,
        "refuse_lay": unless_paid,
        "hold_back": ask_for_toll,
        "before_laying": pay_toll,
    },
)
