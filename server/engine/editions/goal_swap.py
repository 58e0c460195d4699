"""Goal swap (2017): two face-down goals change places or not, and only the one who played it knows."""

from __future__ import annotations

from itertools import combinations

from protocol.game import Answer, AtCell, AtChoice, Face, Play, Reason, Refusal, Target
from server.engine import changes
from server.engine.card import Card
from server.engine.cell import place
from server.engine.kinds.cells import laid_at
from server.engine.rules import Expansion, QuestionKind
from server.engine.state import Open, State

EXCHANGE = Answer((AtChoice("exchange"),))
KEEP = Answer((AtChoice("keep"),))


def legal_swap(state: State, _seat: int, card: Card) -> list[Play]:
    """Return every pair of face-down goals."""
    cards = state.maze.cards
    goals = [AtCell(place(cell)) for cell in state.maze.face_down() if cards[cell].card.face.family == "goal"]
    return [card.plays[pair] for pair in combinations(goals, 2)]


def refuse_swap(state: State, _seat: int, _card: Card, targets: tuple[Target, ...]) -> Refusal | None:
    """Refuse what are not two face-down goals, named from left to right and from top to bottom (L4)."""
    for target in targets:
        laid = laid_at(state, (target,))
        if isinstance(laid, Refusal):
            return laid
        if laid.card.face.family != "goal":
            return Refusal(Reason.BAD_TARGET, (target,))
        if laid.up:
            return Refusal(Reason.NOT_FACE_DOWN, (target,))
    match targets:
        case (AtCell(cell=one), AtCell(cell=other)) if one < other:
            return None
    return Refusal(Reason.BAD_TARGET, targets)


def handle(state: State, seat: int, action: Play) -> None:
    """Ask in secret whether the two goals change places."""
    changes.ask(state, "goal_swap", (seat,), action.targets)


def decide(state: State, asked: Open) -> None:
    """Exchange the two goals, or only seem to."""
    first, second = map(changes.cell_of, asked.about)
    changes.exchange_goals(state, asked.seats[0], first, second, asked.answers[0] == EXCHANGE)


CARD = Card(Face("goal_swap", "action"), legal=legal_swap, refuse=refuse_swap, effect=handle)

GOAL_SWAP = Expansion(
    "goal_swap",
    editions=("base", "saboteur2"),
    cards=(CARD,),
    supplies={"deck": {CARD.id: 1}},
    questions={"goal_swap": QuestionKind(lambda _state, _seat, _asked: [EXCHANGE, KEEP], decide)},
)
