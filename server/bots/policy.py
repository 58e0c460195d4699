"""The rules by which bots choose: each a row with a name, what it speaks of, and what it finds an action worth.

Worth is counted in cards: an action that brings the gold one card nearer is worth 1 to a gold miner.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable
from typing import NamedTuple

from protocol.game import Action, AtCell, AtSeat, Discard, Lay, Play, Target
from server.bots.estimate import EVIDENCE, STEPS
from server.bots.situation import Situation
from server.bots.way import BIT
from server.bots.worth import keep
from server.engine.cell import number

Worth = Callable[[Situation, Action], float]


class Rule(NamedTuple):
    """One thing that a bot knows."""

    name: str
    speaks_of: tuple[str, ...]
    """Topics of the actions it judges."""
    worth: Worth
    says: str
    """The rule in words."""


def topic(situation: Situation, action: Action) -> str:
    """Return what sort of action this is."""
    if isinstance(action, Lay):
        return "lay"
    if isinstance(action, Play):
        marks = situation.rules.cards[action.card].face.marks
        return marks[0].kind if marks else action.card
    if isinstance(action, Discard):
        return action.choice
    return "answer"


# --- Digging and sabotage ---------------------------------------------------------------------------------------------


def dig(situation: Situation, action: Action) -> float:
    """A path card is worth how much nearer it brings the likely treasure, and most if it gets there."""
    assert isinstance(action, Lay)
    there = situation.after_lay(action)
    nearer = situation.far - situation.far_of(there)
    if situation.want > 0:
        return nearer + 10.0 * situation.found(there)
    return -strength(situation) * nearer - 10.0 * situation.found(there)


def strength(situation: Situation) -> float:
    """How eagerly a saboteur harms: more the nearer the gold is."""
    return 1.0 if situation.far < 4.0 else 0.8


def hide(situation: Situation, action: Action) -> float:
    """A saboteur shuns what gives it away while the gold is far."""
    if situation.want > 0:
        return 0.0
    if isinstance(action, Lay):
        there = situation.after_lay(action)
        shape = situation.rules.cards[action.card].shapes[action.turned]
        kind = "lay" if any(shape.ways) else "dead_end"
    else:
        assert isinstance(action, Play)
        there = situation.after_lift(action)
        kind = "lift"
    told = EVIDENCE[kind][bisect(STEPS, situation.far_of(there) - situation.far)]
    return -hiding(situation) * told


def hiding(situation: Situation) -> float:
    """How much a saboteur minds being found out: less the nearer the gold is, and the fewer turns are left."""
    return max(0.0, min(1.0, (situation.far - 3.0) / 4.0)) * min(1.0, situation.turns / 40.0)


def clear(situation: Situation, action: Action) -> float:
    """A rockfall is worth how much nearer, or for a saboteur farther, the gold is after it."""
    assert isinstance(action, Play)
    there = situation.after_lift(action)
    return situation.want * (situation.far - situation.far_of(there)) - 0.4


# --- Maps -------------------------------------------------------------------------------------------------------------


def look(situation: Situation, action: Action) -> float:
    """A map is worth the doubt it takes away, if the goal may be the treasure."""
    assert isinstance(action, Play)
    (target,) = action.targets
    if situation.sure > 0.99:
        return -0.5
    doubt = 1.0 - situation.sure
    return (1.8 if situation.want > 0 else 0.9) * doubt * (_weight(situation, target) > 0.0)


def _weight(situation: Situation, target: Target) -> float:
    assert isinstance(target, AtCell)
    bit = BIT.get(number(*target.cell), 0)
    return next((weight for goal, weight in situation.goals if goal == bit), 0.0)


# --- Tools ------------------------------------------------------------------------------------------------------------


def _seat(action: Action) -> int:
    for target in action.targets:
        if isinstance(target, AtSeat):
            return target.seat
    return -1


def mend_own(situation: Situation, action: Action) -> float:
    """Mending one's own tool comes before all but the last lay."""
    if _seat(action) != situation.me:
        return 0.0
    return 2.0 if situation.hinderers(situation.me) == 1 else 1.0


def mend_others(situation: Situation, action: Action) -> float:
    """Another's tool is mended as far as that seat is trusted."""
    seat = _seat(action)
    if seat == situation.me:
        return 0.0
    guilt = situation.believed.chance[seat]
    worth = 1.2 - 3.0 * guilt if situation.want > 0 else 1.0 * guilt - 0.7
    return worth / situation.hinderers(seat) if worth > 0 else worth - 0.3


def break_suspects(situation: Situation, action: Action) -> float:
    """Miners break the tools of the likeliest saboteurs, saboteurs those of the likeliest miners."""
    seat = _seat(action)
    guilt = situation.believed.chance[seat]
    already = situation.hinderers(seat)
    worth = 2.4 * (guilt - 0.5) if situation.want > 0 else 1.5 * (1.0 - guilt) - 0.4
    return worth * (0.35 if already and worth > 0 else 1.0)


# --- Keeping cards ----------------------------------------------------------------------------------------------------


def save(situation: Situation, action: Action) -> float:
    """A card that is given up costs what it is worth to keep."""
    assert isinstance(action, Discard)
    return -sum(keep(situation, card) for card in action.cards)


RULES: tuple[Rule, ...] = (
    Rule("dig", ("lay",), dig, "A path card is worth how much nearer it brings the likely treasure."),
    Rule("hide", ("lay", "rockfall"), hide, "A saboteur shuns what gives it away while the gold is far."),
    Rule("clear", ("rockfall",), clear, "Rockfall takes out what blocks the way; a saboteur's, what opens it."),
    Rule("look", ("map",), look, "A map is worth the doubt it takes away."),
    Rule("mend_own", ("repair",), mend_own, "One's own broken tools are mended first."),
    Rule("mend_others", ("repair",), mend_others, "Others are mended as far as they are trusted."),
    Rule("break", ("broken",), break_suspects, "Tools are broken of those likeliest to be of the other side."),
    Rule("save", ("discard", "pass", "remove"), save, "The card that is worth least is discarded."),
)
NAMES = (*tuple(rule.name for rule in RULES), "suspect")


def rows(without: frozenset[str]) -> dict[str, tuple[Worth, ...]]:
    """Return the rules that are switched on, by topic."""
    found: dict[str, tuple[Worth, ...]] = {}
    for rule in RULES:
        if rule.name not in without:
            for each in rule.speaks_of:
                found[each] = (*found.get(each, ()), rule.worth)
    return found


def judge(situation: Situation, legal: tuple[Action, ...], table: dict[str, tuple[Worth, ...]]) -> list[float]:
    """Return what each action is worth."""
    return [sum(worth(situation, action) for worth in table.get(topic(situation, action), ())) for action in legal]
