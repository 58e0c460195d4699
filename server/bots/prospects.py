"""What a position promises a seat: what came of those like it in rounds between bots."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from server.bots.estimate import Estimate
from server.bots.network import read
from server.bots.playout import Outlook, Scenes, over, treasure_of, turns_left
from server.bots.signs import position, signs
from server.bots.situation import Situation
from server.engine.editions.saboteur2 import SHARES, thieves
from server.engine.state import State

EXPOSED, EARLY = (0.08, 0.26), 40
"""How much less often saboteurs won who were found out than those nobody suspected, the position being the same: with
few cards left, and with more than so many."""
POOR = 0.3
"""What a seat without gold counts when it is guessed who will be robbed."""


class Winning(Outlook):
    """The outlook where two sides play against each other: the chance that the own side wins."""

    network = read("winning.network")

    def promise(self, state: State) -> float:
        """Return what the position promises."""
        if over(state, self.round):
            return self.came(state)
        treasure = treasure_of(state)
        here = position(state, self.scenes.of(state, treasure), treasure, turns_left(state))
        return self.network.expect(signs(here, self.now.me))

    def came(self, state: State) -> float:
        """Return what came of a round that is over."""
        return won(state, self.round)[self.now.me]


def exposure(now: Situation, seen: Estimate) -> float:
    """Return what it costs saboteurs that others believe this of them: much while there is time to act on it."""
    guilty = now.believed.chance
    suspected = sum(one * two for one, two in zip(guilty, seen.chance, strict=True)) / sum(guilty)
    return EXPOSED[now.turns > EARLY] * suspected


class Shares(Winning):
    """The outlook where roles share differently: the gold of a seat less that of the others, in highest shares."""

    network = read("shares.network")

    def __init__(self, now: Situation, state: State, scenes: Scenes, random: Random) -> None:
        super().__init__(now, state, scenes, random)
        self.depth = len(state.hands)

    def came(self, state: State) -> float:
        """Return what came of a round that is over."""
        return ahead(paid(state, self.round))[self.now.me]


def won(state: State, round_number: int) -> list[float]:
    """Return for each seat whether its side won a round that is over."""
    winners = state.results[round_number - 1].winners
    return [float(seat in winners) for seat in range(len(state.hands))]


def ahead(gold: Sequence[float]) -> list[float]:
    """Return for each seat how much more gold it has than the others on the mean, as a part of the highest share."""
    total = sum(gold)
    return [(each - (total - each) / (len(gold) - 1)) / SHARES[1] for each in gold]


def paid(state: State, round_number: int) -> list[float]:
    """Return the gold that came to each seat in a round that is over, the thefts still to come guessed."""
    gold = [0.0] * len(state.hands)
    for payment in state.results[round_number - 1].payments:
        gold[payment.seat] += payment.amount
    rob(gold, thieves(state))
    return gold


def rob(gold: list[float], robbers: Sequence[int]) -> None:
    """Let robbers take one each, most likely from who has most."""
    rich = [POOR + max(0.0, amount) for amount in gold]
    for thief in robbers:
        others = sum(rich) - rich[thief]
        for at, weight in enumerate(rich):
            gold[at] += 1.0 if at == thief else -weight / others
