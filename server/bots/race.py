"""What a position of the Duel or of Solo promises: gold that is marked, and gold that goals may hold."""

from __future__ import annotations

from random import Random

from server.bots.estimate import Estimate
from server.bots.playout import Outlook, Scenes, before, hand, over, turns_left
from server.bots.situation import Digging, Situation
from server.engine.rounds import gold_of_seat
from server.engine.state import State


class Race(Outlook):
    """The outlook where every goal may hold gold: what counts is the gold a seat has more than its rival."""

    def __init__(self, now: Situation, state: State, scenes: Scenes, random: Random, gold: dict[int, float]) -> None:
        super().__init__(now, state, scenes, random)
        self.depth = 2
        self.trust = 0.04
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
