"""What a bot answers when it is asked something else than what to do in its turn: one row a kind of question."""

from __future__ import annotations

from collections.abc import Callable

from protocol.game import Action, Answer, AtCard, AtCell, AtChoice, AtSeat, Lay, Play, View
from server.bots.policy import Worth, judge, unlock
from server.bots.situation import Situation
from server.bots.way import BIT, ground
from server.bots.worth import keep
from server.engine.cell import number

Reply = Callable[[Situation, View, Action, dict[str, tuple[Worth, ...]]], float]
"""What an answer is worth, by the rules that are switched on."""


def first_target(action: Action) -> object:
    """Return what an answer names first."""
    return action.targets[0] if action.targets else None


def gold(situation: Situation, _view: View, action: Action, _table: dict[str, tuple[Worth, ...]]) -> float:
    """Pick the gold card of most gold."""
    match first_target(action):
        case AtCard(card=card):
            return float(sum(mark.number for mark in situation.rules.cards[card].face.marks))
    return 0.0


def order(situation: Situation, _view: View, action: Action, _table: dict[str, tuple[Worth, ...]]) -> float:
    """Turn up first what may be the treasure, or last."""
    match first_target(action):
        case AtCell(cell=cell):
            bit = BIT.get(number(*cell), 0)
            return situation.want * sum(weight for goal, weight in situation.goals if goal == bit)
    return 0.0


def orientation(situation: Situation, view: View, action: Action, _table: dict[str, tuple[Worth, ...]]) -> float:
    """Turn a goal whose face is known so that it leads on, or does not."""
    question = view.question
    if question is None or not question.about or not isinstance(question.about[0], AtCell):
        return 0.0
    cell = question.about[0]
    face = next((known.card for known in view.known if known.about == cell and not known.aged), "")
    if not face:
        return 0.0
    card = situation.rules.cards[face]
    turned = first_target(action) == AtChoice("turned")
    laid = situation.maze.cards[number(*cell.cell)]._replace(
        card=card, turned=turned, up=True, shape=card.shapes[turned]
    )
    there = ground(situation.maze.put(number(*cell.cell), laid), situation.traveller)
    return -situation.want * situation.far_of(there)


def theft(_situation: Situation, view: View, action: Action, _table: dict[str, tuple[Worth, ...]]) -> float:
    """Rob the seat that is known to have got most."""
    match first_target(action):
        case AtSeat(seat=seat):
            return 1.0 + sum(
                paid.amount or 1 for result in view.results for paid in result.payments if paid.seat == seat
            )
    return 0.0


def goal_swap(situation: Situation, view: View, action: Action, _table: dict[str, tuple[Worth, ...]]) -> float:
    """Exchange two goals if that brings the treasure, as far as it is known, nearer, or farther."""
    question = view.question
    if question is None or len(question.about) < 2:
        return 0.0
    far = []
    for target in question.about:
        assert isinstance(target, AtCell)
        bit = BIT.get(number(*target.cell), 0)
        weight = sum(weight for goal, weight in situation.goals if goal == bit)
        far.append((weight, situation.here.far(bit)))
    (one, one_far), (two, two_far) = far
    nearer = (one - two) * (one_far - two_far)
    return situation.want * nearer if first_target(action) == AtChoice("exchange") else 0.0


VETO_FROM = 1.1
"""How much an action must be worth to the other side to be vetoed."""


def veto(situation: Situation, view: View, action: Action, table: dict[str, tuple[Worth, ...]]) -> float:
    """Veto what harms most; the card just played is in the agenda."""
    if not isinstance(action, Play):
        return 0.0
    played = next(
        (
            each
            for step in reversed(view.agenda)
            if step.kind == "effect"
            for each in step.arguments
            if isinstance(each, Lay | Play)
        ),
        None,
    )
    if played is None:
        return -1.0
    match played.targets:
        case (AtSeat(seat=seat), *_) if seat == situation.me and situation.rules.cards[played.card].hinders:
            return 0.5
    if isinstance(played, Lay) or played.card == "rockfall":
        (worth,) = judge(situation, (played,), table)
        return -worth - VETO_FROM
    return -1.0


def toll(situation: Situation, _view: View, action: Action, _table: dict[str, tuple[Worth, ...]]) -> float:
    """Pay for another only if the gold is near and wanted."""
    pays = first_target(action) == AtChoice("pay")
    return (0.5 if situation.want > 0 and situation.far < 2.5 else -0.5) if pays else 0.0


def bribe(situation: Situation, _view: View, action: Action, _table: dict[str, tuple[Worth, ...]]) -> float:
    """Bribe a troll for what lies behind it."""
    return unlock(situation, action) if isinstance(first_target(action), AtCell) else 0.0


def sensible(situation: Situation, view: View, action: Action, table: dict[str, tuple[Worth, ...]]) -> float:
    """Judge any other answer: what is played as in a turn, and a card that is named by whether it comes or goes."""
    if not isinstance(action, Answer):
        (worth,) = judge(situation, (action,), table)
        return worth
    match first_target(action):
        case AtCard(card=card) if view.question is not None and card in view.question.cards:
            return keep(situation, card)
        case AtCard(card=card) if card in view.hand:
            return -keep(situation, card)
    return 0.0


ANSWERS: dict[str, Reply] = {
    "gold": gold,
    "order": order,
    "orientation": orientation,
    "theft": theft,
    "goal_swap": goal_swap,
    "veto": veto,
    "toll": toll,
    "bribe": bribe,
}
"""Kind of question -> how its answers are judged; all others, known or not, are answered sensibly."""


def reply(situation: Situation, view: View, table: dict[str, tuple[Worth, ...]]) -> list[float]:
    """Return what each answer to the open question is worth."""
    assert view.question is not None
    judging = ANSWERS.get(view.question.kind, sensible)
    return [judging(situation, view, action, table) for action in view.legal]
