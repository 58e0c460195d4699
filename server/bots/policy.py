"""The rules by which bots choose: each a row with a name, what it speaks of, and what it finds an action worth.

Worth is counted in cards: an action that brings the gold one card nearer is worth 1 to a gold miner.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from typing import NamedTuple

from protocol.game import Action, AtCard, AtCell, AtChoice, AtSeat, Discard, Lay, Play, Target
from server.bots.estimate import EVIDENCE, STEPS
from server.bots.situation import GEOLOGIST, Digging, Situation
from server.bots.way import BIT
from server.bots.worth import keep
from server.engine.cell import number

Worth = Callable[[Situation, Action], float]

FIND = 10.0
"""What reaching the treasure is worth."""
ASIDE = -0.1
"""What a lay is worth that is not looked at because it is far from any way to the gold."""
FRESH = (0.0, 0.7)
"""What a further card is worth that is drawn for one that is discarded: time is lost, but for who has none to lose."""
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
ACCUSE = (4.0, 0.62)
"""How much breaking a suspect's tool is worth to a miner for what suspicion is over the bound."""
HARM = (1.5, 0.4)
"""The same for a saboteur and an innocent, and what it costs."""
AGAIN = 0.35
"""What a further broken tool is worth of the first."""
CRYSTAL = 3.0
"""What a crystal is worth to a geologist."""
THEFT = 1.6
"""What a theft before oneself is worth."""
FREE = 2.6
"""What it is worth no longer to be trapped."""
TRAP = 2.6
"""What trapping someone is worth for what suspicion is over the bound."""
LATE = 3
"""How many laps before the last card who cannot win traps whom it suspects most: few get free after that."""
TOO_EARLY = -0.5
"""What such a trap is worth before."""
BRIBE = 1.0
"""What bribing a troll costs."""
HIDING = (1.5, 4.0, 0.55)
"""How far the gold is where a saboteur stops hiding, over how many cards that fades, and what being told costs."""
UNSEEN = 2.0
"""How much of it counts, by how likely the saboteur still is a miner to those who watch."""
BLAME = 0.5
"""How much is told by breaking the tool of someone nobody suspects."""


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
    match action.targets:
        case (AtChoice(choice=choice), *_):
            return choice
    return "answer"


# --- Digging and sabotage ---------------------------------------------------------------------------------------------


def dig(situation: Situation, action: Action) -> float:
    """A path card is worth how much nearer it brings the likely treasure, and most if it gets there.

    A geologist is not paid for that, and no more crystals are laid in a round that has ended.
    """
    assert isinstance(action, Lay)
    if not BIT.get(number(*action.cell), 0) & situation.near:
        return ASIDE
    nearer, found = situation.laid(action)
    if situation.role == GEOLOGIST:
        return situation.eager * nearer
    if situation.want > 0:
        return situation.eager * nearer + FIND * found
    return -nearer - FIND * found


def hide(situation: Situation, action: Action) -> float:
    """A saboteur shuns what gives it away while the gold is far."""
    if not situation.watched:
        return 0.0
    seat = _seat(action)
    if seat >= 0:
        return -hiding(situation) * BLAME * (1.0 - situation.watched[seat])
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
    """How much a saboteur minds being found out: less if it is seen already, if the gold is near, or late."""
    until, over, cost = HIDING
    unseen = min(1.0, UNSEEN * (1.0 - situation.watched[situation.me]))
    return cost * unseen * max(0.0, min(1.0, (situation.far - until) / over)) * min(1.0, situation.turns / 40.0)


def clear(situation: Situation, action: Action) -> float:
    """A rockfall is worth how much nearer, or for a saboteur farther, the gold is after it."""
    assert isinstance(action, Play)
    return situation.want * situation.lifted(action) - ROCKFALL


# --- Maps -------------------------------------------------------------------------------------------------------------


def look(situation: Situation, action: Action) -> float:
    """A map is worth the doubt it takes away, if the goal may be the treasure."""
    assert isinstance(action, Play)
    (target,) = action.targets
    if isinstance(situation, Digging):
        return 0.3
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


# --- Gold and cards that lie before seats -----------------------------------------------------------------------------


def mine(situation: Situation, action: Action) -> float:
    """Gold on a path card is marked when it is joined; a geologist is paid for crystals."""
    assert isinstance(action, Lay)
    card = situation.rules.cards[action.card]
    worth = 0.0
    for mark in card.face.marks:
        if mark.kind == "crystal" and situation.role == GEOLOGIST:
            worth += CRYSTAL
        elif mark.kind == "gold":
            worth += 2.0 * mark.number
    return worth


def take(situation: Situation, action: Action) -> float:
    """A theft before oneself is gold; those before others are taken away, the own never."""
    if action.card == "theft":  # type: ignore[union-attr]
        return THEFT
    return -3.0 if _seat(action) == situation.me else 0.5


def trap(situation: Situation, action: Action) -> float:
    """Who is trapped gets nothing: rivals are trapped, late if only that counts, and oneself is freed first."""
    seat = _seat(action)
    guilt = situation.believed.chance[seat]
    foe = guilt if situation.want > 0 else 1.0 - guilt
    if action.card == "trapped":  # type: ignore[union-attr]
        if situation.want > 0 and situation.eager < 1.0:
            return TRAP * foe if situation.turns < LATE * len(situation.before) else TOO_EARLY
        return TRAP * (foe - 0.5)
    return FREE if seat == situation.me else 0.9 - 2.4 * foe


def cast_off(situation: Situation, action: Action) -> float:
    """Two cards are given up for a broken tool or a trap before oneself, never for a theft."""
    for target in action.targets:
        if isinstance(target, AtCard):
            if target.card == "theft":
                return -3.0
            last = situation.hinderers(situation.me) == 1
            return FREE if target.card == "trapped" else MEND_OWN[not last]
    return 0.0


def inspect(situation: Situation, action: Action) -> float:
    """A role is worth seeing while it is in doubt."""
    chance = situation.believed.chance[_seat(action)]
    return 0.4 + 0.8 * (0.5 - abs(chance - 0.5))


def change_hats(situation: Situation, action: Action) -> float:
    """A hat is changed for one that is lost: one's own, if the other side is about to win."""
    if _seat(action) != situation.me:
        return -0.6
    if situation.role == GEOLOGIST:
        return -1.0
    lost = situation.eager < 1.0 if situation.want > 0 else situation.far < 1.6
    return 2.0 if lost else -1.0


def swap_hands(situation: Situation, _action: Action) -> float:
    """A hand is swapped if it is worth less than most."""
    return 0.3 * len(situation.hand) - sum(max(0.0, keep(situation, card)) for card in situation.hand)


def unlock(situation: Situation, action: Action) -> float:
    """A key is worth the gold it brings nearer, a bribe that less the gold it costs."""
    cell = next(target.cell for target in action.targets if isinstance(target, AtCell))
    nearer = situation.far - situation.far_of(situation.after_opening(cell))
    return nearer - (0.4 if isinstance(action, Play) else BRIBE)


# --- Keeping cards ----------------------------------------------------------------------------------------------------


def save(situation: Situation, action: Action) -> float:
    """A card that is given up costs what it is worth to keep, a path card that is laid a part of it."""
    if isinstance(action, Lay):
        return -LAID * max(0.0, keep(situation, action.card))
    assert isinstance(action, Discard)
    return FRESH[situation.eager < 1.0] * (len(action.cards) - 1) - sum(keep(situation, card) for card in action.cards)


RULES: tuple[Rule, ...] = (
    Rule("dig", ("lay",), dig, "A path card is worth how much nearer it brings the likely treasure."),
    Rule("hide", ("lay", "rockfall", "broken"), hide, "A saboteur shuns what gives it away while the gold is far."),
    Rule("clear", ("rockfall",), clear, "Rockfall takes out what blocks the way; a saboteur's, what opens it."),
    Rule("look", ("map",), look, "A map is worth the doubt it takes away."),
    Rule("mend_own", ("repair",), mend_own, "One's own broken tools are mended first."),
    Rule("mend_others", ("repair",), mend_others, "Others are mended as far as they are trusted."),
    Rule("break", ("broken",), break_suspects, "Tools are broken of those likeliest to be of the other side."),
    Rule("mine", ("lay",), mine, "Gold on path cards counts, and crystals for a geologist."),
    Rule("take", ("theft", "hands_off"), take, "A theft before oneself is gold; those of others are taken away."),
    Rule("trap", ("trapped", "free"), trap, "Rivals are trapped; oneself and those trusted are freed."),
    Rule("cast_off", ("remove",), cast_off, "Two poor cards are given up for what hinders oneself."),
    Rule("inspect", ("inspection",), inspect, "Roles are inspected while they are in doubt."),
    Rule("hats", ("change_hats",), change_hats, "A role that is about to lose is changed."),
    Rule("swap", ("swap_hands",), swap_hands, "A poor hand is swapped."),
    Rule("unlock", ("key", "bribe"), unlock, "Doors and trolls are opened for what lies behind them."),
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


def cheapest(situation: Situation, legal: Sequence[Action]) -> list[Action]:
    """Return the actions, but of all ways to give up so many cards for the same only the one that costs least."""
    cost = {card: keep(situation, card) for card in situation.hand}
    found: list[Action] = []
    least: dict[tuple[str, int, tuple[Target, ...]], tuple[float, Action]] = {}
    for action in legal:
        if not isinstance(action, Discard):
            found.append(action)
            continue
        cards = action.cards
        total = 0.0
        for card in cards:
            total += cost[card]
        key = (action.choice, len(cards), action.targets)
        known = least.get(key)
        if known is None or total < known[0]:
            least[key] = (total, action)
    found += [action for _, action in least.values()]
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
