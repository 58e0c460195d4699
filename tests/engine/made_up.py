"""A made-up expansion, all in this file: it shows that the engine takes what it was never told of.

The tithe: played on another seat, who hands in a card or bears a grudge, unless most others object to it at once.
The jester: a role that gets a nugget whenever a round ends. The whistle: once a round a seat may whistle for its turn.
"""

from __future__ import annotations

from collections.abc import Callable

from protocol.game import Action, Answer, AtCard, AtChoice, AtSeat, Face, Lay, Play, Reason, Refusal
from server.engine import changes, score
from server.engine.card import Card
from server.engine.kinds.faces import role
from server.engine.kinds.hats import legal_others, refuse_others, target_seat
from server.engine.rules import Choice, Expansion, QuestionKind
from server.engine.state import Open, State
from server.engine.turn import held

# --- A card with a new effect that asks another seat ------------------------------------------------------------------

BEAR = Answer((AtChoice("bear_grudge"),))


def take_tithe(state: State, seat: int, action: Play) -> None:
    """Ask the other seat for its tithe, unless the others forbade it."""
    if state.turn_tokens.get("forbidden"):
        changes.tell(state, "tithe_forbidden", seat)
    else:
        changes.ask(state, "tithe", (target_seat(action),), (AtSeat(seat),))


def legal_tithe(state: State, seat: int, _asked: Open) -> list[Action]:
    """Return each kind of card in the asked hand, and to bear a grudge."""
    ids = dict.fromkeys(state.id_of(card) for card in state.hands[seat])
    return [*(Answer((AtCard(card),)) for card in ids), BEAR]


def pay_tithe(state: State, asked: Open) -> None:
    """Discard the card that was handed in and draw another, or note the grudge."""
    (seat,) = asked.seats
    match asked.answers[0]:
        case Answer(targets=(AtCard(card=name),)):
            card = held(state, seat, name)
            assert card is not None
            changes.discard_cards(state, seat, (card,), "tithe")
            changes.draw(state, seat, 1)
        case _:
            changes.count_of_seat(state, seat, "round_grudge")
            changes.tell(state, "grudge", seat)


TITHE = Card(Face("tithe", "action"), legal=legal_others, refuse=refuse_others, effect=take_tithe)

# --- A window in which several seats answer at once -------------------------------------------------------------------

NOD = Answer((AtChoice("nod"),))
OBJECT = Answer((AtChoice("object"),))


def open_window(state: State, seat: int, action: Lay | Play) -> None:
    """Ask all but the player of a tithe whether they object to it."""
    if action.card == "tithe":
        others = tuple(other for other in range(state.rules.seats) if other != seat)
        changes.ask(state, "objection", others, (AtCard("tithe"), *action.targets))


def close_window(state: State, asked: Open) -> None:
    """Forbid the tithe if most of those asked object."""
    objecting = tuple(seat for seat, answer in zip(asked.seats, asked.answers, strict=True) if answer == OBJECT)
    changes.tell(state, "objected", targets=tuple(AtSeat(seat) for seat in objecting), number=len(objecting))
    if 2 * len(objecting) > len(asked.seats):
        changes.count_in_turn(state, "forbidden")


# --- An extra choice for a turn ---------------------------------------------------------------------------------------

WHISTLE = Answer((AtChoice("whistle"),))


def legal_whistle(state: State, seat: int) -> list[Action]:
    """Return the whistle, once a round."""
    return [] if state.seat_tokens[seat].get("round_whistled") else [WHISTLE]


def refuse_whistle(state: State, seat: int, action: Action) -> Refusal | None:
    """Refuse a second whistle, and one with more to it."""
    if action != WHISTLE:
        return Refusal(Reason.NOT_AN_ANSWER)
    return Refusal(Reason.FORBIDDEN_NOW) if state.seat_tokens[seat].get("round_whistled") else None


def whistle(state: State, seat: int, _action: Action) -> None:
    """Whistle; nothing is drawn, for nothing was played."""
    changes.count_of_seat(state, seat, "round_whistled")
    changes.tell(state, "whistled", seat)
    changes.set_draws(state)


# --- A new role -------------------------------------------------------------------------------------------------------


def with_jester(round_roles: Callable[[State], tuple[int, ...]]) -> Callable[[State], tuple[int, ...]]:
    """Shuffle the jester with the roles of the round."""

    def roles(state: State) -> tuple[int, ...]:
        jesters = tuple(card for card in state.rules.supplies["roles"] if state.id_of(card) == "jester")
        return tuple(dict.fromkeys((*round_roles(state), *jesters)))

    return roles


def and_pay_jester(settle: Callable[[State, str], None]) -> Callable[[State, str], None]:
    """Give the jester a nugget, however the round ended."""

    def score_round(state: State, reason: str) -> None:
        settle(state, reason)
        for seat in score.seats_with(state, "jester"):
            changes.gain(state, seat, 1, "jester")

    return score_round


MADE_UP = Expansion(
    "made_up",
    editions=("base", "saboteur2"),
    seats=(2, 12),
    cards=(TITHE, role("jester")),
    supplies={"deck": {"tithe": 4}, "roles": {"jester": 1}},
    steps={"objecting": open_window},
    questions={
        "tithe": QuestionKind(legal_tithe, pay_tithe),
        "objection": QuestionKind(lambda _state, _seat, _asked: [NOD, OBJECT], close_window),
    },
    choices={"whistle": Choice(legal_whistle, refuse_whistle, whistle)},
    answering=("objecting",),
    wraps={"round_roles": with_jester, "score": and_pay_jester},
)
