"""Playing on in an imagined world with a fast policy, and what a position there promises a seat."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random

from protocol.game import AtCell
from server.bots.estimate import Estimate
from server.bots.policy import Worth, cheapest, judge
from server.bots.situation import Quick, Scene, Situation
from server.bots.way import BIT
from server.engine import steps
from server.engine.cell import place
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


class Scenes:
    """What was found out about mazes for one decision: imagined worlds have many of them in common."""

    def __init__(self) -> None:
        self.known: dict[tuple[object, ...], Scene] = {}

    def of(self, state: State, goal: int) -> Scene:
        """Return what is found out about the maze of an imagined world and one of its goals."""
        key: list[object] = [goal]
        for cell, laid in state.maze.cards.items():
            key += (cell, laid.card.id, laid.turned) if laid.up else (cell,)
        found = tuple(key)
        scene = self.known.get(found)
        if scene is None:
            scene = self.known[found] = Scene(state.maze, BIT.get(goal, 0))
        return scene


class Outlook(ABC):
    """How the seats of an imagined world judge, and what it promises the seat that imagines it."""

    def __init__(self, now: Situation, state: State, scenes: Scenes, random: Random) -> None:
        self.now = now
        self.scenes = scenes
        self.round = state.round
        self.depth = 6
        """How many decisions are played on."""
        self.trust = 0.02
        """How much the worth that the rules found counts beside what playouts promise."""
        self.cost = 1
        """How many playouts of the base game one of these takes the time of."""
        self.seen: Estimate | None = None
        """What the others believe, where that is not what the seat itself believes: a saboteur is seen from without."""
        goals = [cell for cell, laid in state.maze.cards.items() if laid.card.face.family == "goal"]
        self.aims = [sorted(goals, key=lambda _goal: random.random()) for _ in state.hands]
        """For each seat the goals, in the order in which it tries them until it knows where the treasure lies."""

    def aim(self, state: State, seat: int) -> int:
        """Return the goal that a seat has in mind: the treasure if it has seen it, else one that it has not seen."""
        treasure = treasure_of(state)
        seen = {memory.about for memory in state.memory[seat]}
        if seen and AtCell(place(treasure)) in seen:
            return treasure
        cards = state.maze.cards
        for goal in self.aims[seat]:
            laid = cards.get(goal)
            if laid is not None and not laid.up and not (seen and AtCell(place(goal)) in seen):
                return goal
        return treasure

    def see(self, state: State, seat: int) -> Situation:
        """Return the situation of a seat that digs for the goal it has in mind."""
        role = state.id_of(state.roles[seat])
        scene = self.scenes.of(state, self.aim(state, seat))
        lying = before(state)
        believed = self.now.believed if seat == self.now.me or self.seen is None else self.seen
        return Quick(state.rules, seat, role, state.maze, scene, lying, believed, turns_left(state), hand(state, seat))

    @abstractmethod
    def promise(self, state: State) -> float:
        """Return what the position promises the seat that imagines it."""


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
            now = outlook.see(state, seat)
            legal = cheapest(now, legal)
            worth = judge(now, legal, table)
            worth = [each + UNSTEADY * random.random() for each in worth]
            chosen = legal[worth.index(max(worth))]
        steps.play(state, seat, chosen)
    return outlook.promise(state)
