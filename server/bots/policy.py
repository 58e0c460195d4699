"""The rules by which bots choose: each a row with a name, what it speaks of, and what it finds an action worth.

Worth is counted in cards: an action that brings the gold one card nearer is worth 1 to a gold miner.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from typing import NamedTuple

from protocol.game import Action, AtCell, AtSeat, Discard, Lay, Play, Target
from server.bots.estimate import EVIDENCE, STEPS
from server.bots.situation import Situation
from server.bots.way import BIT
from server.bots.worth import keep
from server.engine.cell import number

Worth = Callable[[Situation, Action], float]

FIND = 10.0
"""What reaching the treasure is worth."""
ASIDE = -0.1
"""What a lay is worth that is not looked at because it is far from any way to the gold."""
LAID = 0.45
"""What part of its worth a path card costs that is laid."""
ROCKFALL = 0.4
"""What a rockfall costs."""
DOUBT = {1.0: 1.8, -1.0: 0.9}
"""What it is worth to lose all doubt about the treasure, to those who want it reached and to those who do not."""
MEND_OWN = (2.0, 1.0)
"""What mending one's last broken tool is worth, and one of several."""
TRUST = (1.2, 3.0)
"""What mending a miner's tool is worth to a miner, and how much of it suspicion takes away."""
ACCUSE = (2.4, 0.5)
"""How much breaking a suspect's tool is worth to a miner for what suspicion is over the bound."""
HARM = (1.5, 0.4)
"""The same for a saboteur and an innocent, and what it costs."""
AGAIN = 0.35
"""What a further broken tool is worth of the first."""
HIDING = (3.0, 4.0, 0.4)
"""How far the gold is where a saboteur stops hiding, over how many cards that fades, and what being told costs."""


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
    if not BIT.get(number(*action.cell), 0) & situation.near:
        return ASIDE
    there = situation.after_lay(action)
    nearer = situation.far - situation.far_of(there)
    if situation.want > 0:
        return nearer + FIND * situation.found(there)
    return -nearer - FIND * situation.found(there)


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
    until, over, cost = HIDING
    return cost * max(0.0, min(1.0, (situation.far - until) / over)) * min(1.0, situation.turns / 40.0)


def clear(situation: Situation, action: Action) -> float:
    """A rockfall is worth how much nearer, or for a saboteur farther, the gold is after it."""
    assert isinstance(action, Play)
    there = situation.after_lift(action)
    return situation.want * (situation.far - situation.far_of(there)) - ROCKFALL


# --- Maps -------------------------------------------------------------------------------------------------------------


def look(situation: Situation, action: Action) -> float:
    """A map is worth the doubt it takes away, if the goal may be the treasure."""
    assert isinstance(action, Play)
    (target,) = action.targets
    if situation.sure > 0.99:
        return -0.5
    return DOUBT[situation.want] * (1.0 - situation.sure) * (_weight(situation, target) > 0.0)


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
    return MEND_OWN[situation.hinderers(situation.me) > 1]


def mend_others(situation: Situation, action: Action) -> float:
    """Another's tool is mended as far as that seat is trusted."""
    seat = _seat(action)
    if seat == situation.me:
        return 0.0
    guilt = situation.believed.chance[seat]
    worth = TRUST[0] - TRUST[1] * guilt if situation.want > 0 else 1.0 * guilt - 0.7
    return worth / situation.hinderers(seat) if worth > 0 else worth - 0.3


def break_suspects(situation: Situation, action: Action) -> float:
    """Miners break the tools of the likeliest saboteurs, saboteurs those of the likeliest miners."""
    seat = _seat(action)
    guilt = situation.believed.chance[seat]
    already = situation.hinderers(seat)
    worth = ACCUSE[0] * (guilt - ACCUSE[1]) if situation.want > 0 else HARM[0] * (1.0 - guilt) - HARM[1]
    return worth * (AGAIN if already and worth > 0 else 1.0)


# --- Keeping cards ----------------------------------------------------------------------------------------------------


def save(situation: Situation, action: Action) -> float:
    """A card that is given up costs what it is worth to keep, a path card that is laid a part of it."""
    if isinstance(action, Lay):
        return -LAID * max(0.0, keep(situation, action.card))
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
    Rule(
        "save",
        ("lay", "discard", "pass", "remove"),
        save,
        "Cards are kept by their worth; what leads east is not spent on little.",
    ),
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


def judge(situation: Situation, legal: Sequence[Action], table: dict[str, tuple[Worth, ...]]) -> list[float]:
    """Return what each action is worth."""
    found = []
    for action in legal:
        total = 0.0
        for worth in table.get(topic(situation, action), ()):
            total += worth(situation, action)
        found.append(total)
    return found
