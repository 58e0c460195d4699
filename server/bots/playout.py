"""Playing on in an imagined world with a fast policy, and what a position there promises a seat."""

from __future__ import annotations

from math import exp
from random import Random

from server.bots.estimate import SABOTEUR, Estimate
from server.bots.policy import Worth, judge
from server.bots.situation import Digging, Quick, Situation
from server.bots.way import BIT, ground
from server.engine import steps
from server.engine.rounds import gold_of_seat
from server.engine.state import State

UNSTEADY = 0.3
"""How far players misjudge in an imagined world: none is quite like another."""


def over(state: State, round_number: int) -> bool:
    """Tell whether the round has ended."""
    return state.open_roles or state.round != round_number or state.outcome is not None


def treasure_of(state: State) -> int:
    """Return the cell of the treasure, or one that is nowhere."""
    for cell, laid in state.maze.cards.items():
        if laid.card.id == "treasure":
            return cell
    return -1


def turns_left(state: State) -> int:
    """Return how many cards are left to be played."""
    return len(state.piles["draw"]) + sum(map(len, state.hands))


def before(state: State) -> tuple[tuple[str, ...], ...]:
    """Return the cards lying before each seat."""
    kinds = state.rules.kinds
    return tuple(tuple(kinds[card].id for card in lying) for lying in state.before)


def hand(state: State, seat: int) -> tuple[str, ...]:
    """Return the cards in a hand."""
    return tuple(state.id_of(card) for card in state.hands[seat])


class Outlook:
    """How the seats of an imagined world judge, and what it promises the seat that imagines it: the chance to win."""

    def __init__(self, now: Situation, state: State) -> None:
        self.now = now
        self.round = state.round
        self.depth = 6
        """How many decisions are played on."""
        self.cost = 1
        """How many playouts of the base game one of these takes the time of."""

    def see(self, state: State, seat: int) -> Situation:
        """Return the situation of a seat, as one who knows where the treasure lies."""
        role = state.id_of(state.roles[seat])
        goals = {treasure_of(state): 1.0}
        lying, believed = before(state), self.now.believed
        return Quick(
            state.rules, seat, role, state.maze, 0, goals, lying, believed, turns_left(state), hand(state, seat)
        )

    def promise(self, state: State) -> float:
        """Return what the position promises: the chance that the own side wins."""
        if over(state, self.round):
            reached = float("saboteurs" not in state.results[self.round - 1].sides)
        else:
            reached = reaching(state, ground(state.maze).far(BIT.get(treasure_of(state), 0)))
        return self.now.want * reached


class Race(Outlook):
    """The outlook where every goal may hold gold: what counts is the gold a seat has more than its rival."""

    def __init__(self, now: Situation, state: State, gold: dict[int, float]) -> None:
        super().__init__(now, state)
        self.depth = 2
        self.cost = 4
        self.gold = gold
        self.first = [gold_of_seat(state, seat) for seat in range(len(state.hands))]

    def see(self, state: State, seat: int) -> Situation:
        """Return the situation of a seat, which knows of the goals what the one that imagines it knows."""
        rules = state.rules
        down = {cell: self.gold.get(cell, 0.1) for cell in state.maze.face_down()}
        traveller = rules.hooks.traveller(state, seat)
        rivals = Estimate((), tuple(float(other != seat) for other in range(rules.seats)))
        role = state.id_of(state.roles[seat])
        lying, cards = before(state), hand(state, seat)
        return Digging(rules, seat, role, state.maze, traveller, down, lying, rivals, turns_left(state), cards)

    def promise(self, state: State) -> float:
        """Return the gold a seat has, has marked and may hope for, less that of its rival."""
        total = 0.0
        for seat in range(len(state.hands)):
            sign = 1.0 if seat == self.now.me else -RIVAL
            if over(state, self.round):
                total += sign * (gold_of_seat(state, seat) - self.first[seat])
                continue
            for cell, kind, by in state.marks:
                if by == seat:
                    total += sign * (state.maze.cards[cell].card.gold if kind == "marker" else -(kind == "bribe"))
            here = self.see(state, seat)
            total -= sign * HOPED * here.far * (HINDERED if here.hinderers(seat) else 1.0)
        return 0.25 * total


RIVAL = 0.8
"""How much the rival's gold counts against the own."""
HOPED = 0.7
"""How much the gold that goals promise counts beside gold that is marked."""
HINDERED = 0.8
"""What is left of it for who may not lay path cards."""


def reaching(state: State, far: float) -> float:
    """Return the chance that the gold is reached: how rounds between bots ended that stood like this."""
    kinds = state.rules.kinds
    turns = turns_left(state)
    hindered = [any(kinds[card].hinders for card in lying) for lying in state.before]
    guilty = [kinds[role].id == SABOTEUR for role in state.roles]
    seats, saboteurs = len(guilty), sum(guilty)
    miners_held = sum(held and not bad for held, bad in zip(hindered, guilty, strict=True)) / max(1, seats - saboteurs)
    saboteurs_held = sum(held and bad for held, bad in zip(hindered, guilty, strict=True)) / max(1, saboteurs)
    near = min(far, 3.0)
    odds = (
        3.84
        - 0.116 * far
        + 0.359 * near
        + 0.0428 * turns
        - 22.06 * far / (turns + 5)
        - (0.533 + 0.237 * near) * miners_held
        - 10.73 * saboteurs / seats
        + 0.722 * saboteurs_held
    )
    return 1.0 / (1.0 + exp(-odds))


def play_on(state: State, outlook: Outlook, table: dict[str, tuple[Worth, ...]], random: Random) -> float:
    """Play some decisions of an imagined world and return what it promises then."""
    for _ in range(outlook.depth):
        asked = state.asked
        if asked is None or over(state, outlook.round):
            break
        seat = next(seat for seat, given in zip(asked.seats, asked.answers, strict=True) if given is None)
        legal = state.rules.questions[asked.kind].legal(state, seat, asked)
        if asked.kind != "turn" or len(legal) == 1:
            chosen = legal[int(random.random() * len(legal))]
        else:
            worth = judge(outlook.see(state, seat), legal, table)
            worth = [each + UNSTEADY * random.random() for each in worth]
            chosen = legal[worth.index(max(worth))]
        steps.play(state, seat, chosen)
    return outlook.promise(state)
