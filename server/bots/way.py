"""Finding the way: how far what is joined to the start is from a goal, in cards still to be laid.

A maze is read as sets of cells, each set one number with a bit a cell, so that a flood takes a few shifts a step.
"""

from __future__ import annotations

from math import log
from typing import NamedTuple

from server.engine.cell import number
from server.engine.maze import SIDES_OF, Laid, Maze, ways_past
from server.engine.shape import Shape

WIDTH, HEIGHT = 22, 17
WEST, NORTH = -6, -8
"""The part of the maze that is looked at, with a rim one cell wide: bots take no way that leaves it."""

BIT = {number(WEST + x, NORTH + y): 1 << (x * HEIGHT + y) for x in range(1, WIDTH - 1) for y in range(1, HEIGHT - 1)}
REGION = sum(BIT.values())

FAR = 16.0
"""How far a goal is that no way leads to."""
BEYOND = 3
"""How many steps longer than the shortest a way may be to count as another way."""
CHOICE = 4.0
"""A way one card longer counts this much less."""
WEIGHT = tuple(CHOICE**-step for step in range(64))
UNIT = log(CHOICE)


def beside(front: int, empty: int, loose: tuple[int, ...]) -> int:
    """Return the empty cells beside some cells, or joined to them by cards that no start reaches."""
    near = front << 1 | front >> 1 | front << HEIGHT | front >> HEIGHT
    for piece in loose:
        if piece & front:
            near |= piece
    return near & empty


class Ground(NamedTuple):
    """A maze as way-finding sees it."""

    empty: int
    live: int
    """The cells that an opening joined to the start points to."""
    loose: tuple[int, ...]
    """For each piece that is cut off from the start, the cells its openings point to."""

    def far(self, goal: int) -> float:
        """Return how far a goal is: a little less than the cards still needed if several ways lead there."""
        empty, live, loose = self
        if live & goal:
            return 0.0
        front = seen = goal
        step = 0
        last = 40
        total = 0.0
        while front and step < last:
            step += 1
            front = beside(front, empty, loose) & ~seen
            seen |= front
            met = front & live
            if met:
                if not total:
                    last = step + BEYOND
                total += met.bit_count() * WEIGHT[step]
        return -log(total) / UNIT if total else FAR


class Field(NamedTuple):
    """How far each empty cell is from one goal, for judging many lays quickly."""

    goal: int
    levels: tuple[int, ...]
    """The cells that are one card from the goal, then those two cards away, and so on."""
    total: float
    """The weight of all cells that are live."""

    def weight(self, cells: int) -> float:
        """Return how much these cells weigh: the nearer, the more."""
        total = 0.0
        for level, members in enumerate(self.levels):
            met = members & cells
            if met:
                total += met.bit_count() * WEIGHT[level]
        return total

    def far(self, before: Ground, after: Ground) -> float:
        """Return how far the goal is after a lay, not minding whose ways the new card blocks."""
        if after.live & self.goal:
            return 0.0
        total = self.total - self.weight(before.live & ~after.live) + self.weight(after.live & ~before.live)
        return -log(total) / UNIT if total > LEAST else FAR


LEAST = CHOICE**-FAR


def field(here: Ground, goal: int) -> Field:
    """Return how far each empty cell is from a goal."""
    empty, live, loose = here
    front = seen = goal
    levels = [goal]
    found = 0
    while front and len(levels) < 24 and (not found or len(levels) <= found + BEYOND):
        front = beside(front, empty, loose) & ~seen
        seen |= front
        levels.append(front)
        if not found and front & live:
            found = len(levels)
    reached = Field(goal, tuple(levels), 0.0)
    return reached._replace(total=reached.weight(live))


def ground(maze: Maze, traveller: int = 0) -> Ground:
    """Read a maze as one of its travellers meets it."""
    taken = 0
    cut_off = False
    reach = maze.reaches[traveller]
    for cell, laid in maze.cards.items():
        taken |= BIT.get(cell, 0)
        if laid.up and laid.shape.way & ~reach.get(cell, 0):
            cut_off = True
    joined = 0xF00 << 4 * traveller
    live = 0
    for cell, bits in maze.rim.items():
        if bits & joined:
            live |= BIT.get(cell, 0)
    return Ground(REGION & ~taken, live, _pieces(maze, traveller) if cut_off else ())


def _pieces(maze: Maze, traveller: int) -> tuple[int, ...]:
    """Return, for each piece of the maze that is cut off for a traveller, the cells it points to."""
    who, reach = maze.travellers[traveller], maze.reaches[traveller]
    ways = {cell: laid.shape.ways for cell, laid in maze.cards.items() if laid.up}
    if who.stopped:
        for cell, laid in maze.cards.items():
            if laid.up and laid.shape.barriers and cell not in maze.opened:
                ways[cell] = ways_past(laid.shape, who)
    pieces = []
    seen: set[tuple[int, int]] = set()
    for cell, found in ways.items():
        for way in set(found):
            if not way or reach.get(cell, 0) & way or (cell, way) in seen:
                continue
            outside = 0
            todo = [(cell, way)]
            while todo:
                node = todo.pop()
                if node in seen:
                    continue
                seen.add(node)
                for _, step, _, side in SIDES_OF[node[1]]:
                    beside = node[0] + step
                    there = ways.get(beside)
                    if there is None:
                        outside |= BIT.get(beside, 0)
                    elif there[side ^ 2]:
                        todo.append((beside, there[side ^ 2]))
            pieces.append(outside)
    return tuple(pieces)


def laid_on(maze: Maze, before: Ground, cell: int, laid: Laid, traveller: int = 0) -> Ground:
    """Return the ground after a card was laid on an empty cell."""
    joined = exits = 0
    shape: Shape = laid.shape
    plain = not shape.ladder and not (shape.barriers and maze.travellers[traveller].stopped)
    if plain:
        reach = maze.reaches[traveller]
        for _, _, _, side in SIDES_OF[shape.edges & maze.rim.get(cell, 0) >> 8 + 4 * traveller]:
            joined |= shape.ways[side]
        plain = not shape.way & ~joined
        for _, step, opposite, _ in SIDES_OF[joined]:
            beside = cell + step
            there = maze.cards.get(beside)
            if there is None or not there.up:
                exits |= BIT.get(beside, 0)
            elif not reach.get(beside, 0) & opposite:
                plain = False
    bit = BIT.get(cell, 0)
    for piece in before.loose:
        if piece & bit:
            plain = False  # the card joins what was cut off
    if not plain:
        after = ground(maze.put(cell, laid), traveller)
        return after._replace(live=after.live | exits)
    return Ground(before.empty & ~bit, before.live & ~bit | exits, before.loose)
