"""The maze: what fits where, and what is joined to a start. The hot file.

A Maze never changes; laying or lifting a card makes a new one. For every empty cell beside a card it keeps one number,
the *rim*: bits 0-3 the sides where a neighbour has an opening, 4-7 where it has rock, 8-11 where the opening is joined
to the first traveller's start, 12-15 to the second's, 16 whether a ladder must keep away.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from protocol.game import Action, AtCard, AtCell, LaidCard, Reason, Refusal
from server.engine.card import Card
from server.engine.cell import BITS, OPPOSITE, SIDES, STEPS, place
from server.engine.shape import Shape

AVOID = 1 << 16


class Laid(NamedTuple):
    """A card lying in the maze."""

    number: int
    """Which card of the box it is."""
    card: Card
    turned: bool
    up: bool
    shape: Shape


class Traveller(NamedTuple):
    """Someone for whom paths are open or closed: the colour of the start, and whether barriers count."""

    colour: str = ""
    """Ladders and starts of this colour, and of colour `any`, are roots; empty: all of them."""
    stopped: bool = False
    """Whether doors of another colour and trolls stop this traveller."""


EVERYONE = Traveller()

FITS = tuple(
    sum(
        1 << edges
        for edges in range(16)
        if edges & key & 15 == key & 15 and not edges & key >> 4 & 15 and edges & key >> 8 & 15
    )
    for key in range(1 << 12)
)
"""For the twelve rim bits of a traveller: the set of edges that may be laid there (R4), as bits."""

MATCHES = tuple(
    sum(1 << edges for edges in range(16) if edges & key & 15 == key & 15 and not edges & key >> 4 & 15)
    for key in range(1 << 8)
)
"""For the eight rim bits of edges: the set of edges that match, joined or not, as bits."""

SIDE_TABLE = tuple(zip(BITS, STEPS, OPPOSITE, range(4), strict=True))
SIDES_OF = tuple(tuple(row for row in SIDE_TABLE if row[0] & bits) for bits in range(16))
"""For a set of sides: the bit, the step to the neighbour, the neighbour's bit and the number of each side in it."""


def ways_past(shape: Shape, traveller: Traveller) -> tuple[int, int, int, int]:
    """Return the ways of a card with closed barriers as this traveller may use them."""
    closed = 0
    for barrier in shape.barriers:
        if barrier.colour != traveller.colour:
            closed |= barrier.arm
    if not closed:
        return shape.ways
    north, east, south, west = (
        way & ~closed if not bit & closed else way & bit for way, bit in zip(shape.ways, BITS, strict=True)
    )
    return north, east, south, west


class Maze:
    """The laid cards with what follows from them."""

    __slots__ = (
        *("_face_down", "_lays", "_live", "_loose"),
        *("cards", "opened", "reaches", "rim", "shown", "touched", "travellers"),
    )

    def __init__(
        self,
        cards: dict[int, Laid],
        travellers: tuple[Traveller, ...],
        reaches: tuple[dict[int, int], ...],
        rim: dict[int, int],
        opened: frozenset[int],
        touched: frozenset[int],
    ) -> None:
        self.cards = cards
        self.travellers = travellers
        self.reaches = reaches
        """For each traveller: cell -> the openings of its card that are joined to a start."""
        self.rim = rim
        self.opened = opened
        """The cells whose door or troll lets everyone pass."""
        self.touched = touched
        """Cells of face-down cards that an opening joined to any start points to: those are reached (R2)."""
        self._live: dict[int, list[tuple[int, int]]] = {}
        self.shown: tuple[LaidCard, ...] | None = None
        """The cards as everyone sees them, once someone has looked (view.py)."""
        self._face_down: list[int] | None = None
        self._loose: list[int] | None = None
        self._lays: dict[int, dict[Card, list[Action]]] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Maze) and self.cards == other.cards and self.opened == other.opened

    __hash__ = None  # type: ignore[assignment]

    # --- Changes: each makes a new maze --------------------------------------------------------------------------

    def put(self, cell: int, laid: Laid) -> Maze:
        """Return the maze with a card put on a cell, or turned up there."""
        cards = self.cards.copy()
        rim = self.rim.copy()
        cards[cell] = laid
        rim.pop(cell, None)
        _border(cards, rim, cell, laid)
        if not laid.up:
            touched = self.touched | {cell} if self.reached_from(cell) else self.touched
            return Maze(cards, self.travellers, self.reaches, rim, self.opened, touched)
        touched = self.touched - {cell} if self.touched else self.touched
        face_down = self._face_down if cell not in self.cards else None
        reaches = []
        for index, traveller in enumerate(self.travellers):
            reach = self.reaches[index].copy()
            ways = laid.shape.ways
            if traveller.stopped and laid.shape.barriers and cell not in self.opened:
                ways = ways_past(laid.shape, traveller)
            joined = 0
            if laid.shape.ladder and _is_root(laid.shape, traveller):
                joined = laid.shape.way
            else:
                for _, step, opposite, side in SIDES_OF[laid.shape.edges]:
                    if reach.get(cell + step, 0) & opposite:
                        joined |= ways[side]
            if joined:
                met = _flood(cards, reach, rim, index, traveller, self.opened, [(cell, joined)])
                if met:
                    touched = touched.union(met)
            reaches.append(reach)
        maze = Maze(cards, self.travellers, tuple(reaches), rim, self.opened, touched)
        maze._face_down = face_down
        return maze

    def lift(self, cell: int) -> Maze:
        """Return the maze without the card on a cell."""
        cards = self.cards.copy()
        del cards[cell]
        return build(cards, self.travellers, self.opened - {cell})

    def open(self, cell: int) -> Maze:
        """Return the maze with the door or troll on a cell open."""
        return build(self.cards, self.travellers, self.opened | {cell})

    # --- What fits -----------------------------------------------------------------------------------------------

    def fitting(self, traveller: int) -> list[tuple[int, int]]:
        """Return the empty cells where any card fits, sorted, each with the set of edges that do."""
        found = self._live.get(traveller)
        if found is None:
            table = FITS
            joined = 0xF00 << 4 * traveller
            live = [(cell, bits) for cell, bits in self.rim.items() if bits & joined]
            live.sort()
            if traveller:
                found = [(cell, table[bits & 0xFF | bits >> 4 * traveller & 0xF00]) for cell, bits in live]
            else:
                found = [(cell, table[bits & 0xFFF]) for cell, bits in live]
            self._live[traveller] = found
        return found

    def ladder_fits(self, edges: int) -> list[int]:
        """Return the empty cells where a ladder with these openings may be laid, sorted."""
        bit = 1 << edges
        return sorted(cell for cell, bits in self.rim.items() if not bits & AVOID and MATCHES[bits & 0xFF] & bit)

    def lays(self, cards: Iterable[Card], traveller: int = 0) -> list[Action]:
        """Return every way to lay one of these cards."""
        known = self._lays.get(traveller)
        if known is None:
            known = self._lays[traveller] = {}
        live = self.fitting(traveller)
        found: list[Action] = []
        for card in cards:
            lays = known.get(card)
            if lays is None:
                lays = known[card] = []
                for actions, shape in card.orientations:
                    if shape.ladder:
                        lays += [actions[cell] for cell in self.ladder_fits(shape.edges)]
                    else:
                        bit = 1 << shape.edges
                        lays += [actions[cell] for cell, fitting in live if fitting & bit]
            found += lays
        return found

    # --- What is reached -----------------------------------------------------------------------------------------

    def reached_from(self, cell: int) -> int:
        """Return the sides of a cell at which a card that is joined to any start has an opening, no stub (R2)."""
        found = 0
        for reach in self.reaches:
            for bit, step, opposite, _ in SIDE_TABLE:
                if reach.get(cell + step, 0) & opposite:
                    found |= bit
        return found

    def joins(self, cell: int, openings: int, traveller: int) -> bool:
        """Tell whether a traveller's reach touches one of these openings of a card; a stub is touched from outside."""
        reach = self.reaches[traveller]
        if reach.get(cell, 0) & openings:
            return True
        return any(reach.get(cell + step, 0) & opposite for _, step, opposite, _ in SIDES_OF[openings])

    def face_down(self) -> list[int]:
        """Return the cells of face-down cards, sorted."""
        if self._face_down is None:
            self._face_down = sorted(cell for cell, laid in self.cards.items() if not laid.up)
        return self._face_down

    def loose(self) -> list[int]:
        """Return the cells of cards that may be removed, sorted."""
        if self._loose is None:
            self._loose = sorted(cell for cell, laid in self.cards.items() if not laid.card.fixed)
        return self._loose

    # --- Why a card does not fit ---------------------------------------------------------------------------------

    def refuse(self, card: Card, cell: int, turned: bool, traveller: int = 0) -> Refusal | None:
        """Tell why a card may not be laid on a cell, or None."""
        at = (AtCell(place(cell)),)
        if turned and card.alike:
            return Refusal(Reason.TURNED_ALIKE, (AtCard(card.id),))
        if cell in self.cards:
            return Refusal(Reason.OCCUPIED, at)
        shape = card.shapes[turned]
        bits = self.rim.get(cell)
        if bits is None:
            return Refusal(Reason.NO_NEIGHBOUR if shape.ladder else Reason.NOT_JOINED, at)
        for bit, _, _, side in SIDE_TABLE:
            if (bits & bit and not shape.edges & bit) or (bits >> 4 & bit and shape.edges & bit):
                return Refusal(Reason.MISMATCH, at, SIDES[side])
        if shape.ladder:
            return Refusal(Reason.BESIDE_GOAL, at) if bits & AVOID else None
        return None if shape.edges & bits >> (8 + 4 * traveller) & 15 else Refusal(Reason.NOT_JOINED, at)


def build(cards: dict[int, Laid], travellers: tuple[Traveller, ...], opened: frozenset[int] = frozenset()) -> Maze:
    """Return the maze of these cards, everything worked out anew."""
    rim: dict[int, int] = {}
    for cell, laid in cards.items():
        _border(cards, rim, cell, laid)
    reaches = []
    touched: set[int] = set()
    for index, traveller in enumerate(travellers):
        reach: dict[int, int] = {}
        roots = [
            (cell, laid.shape.way)
            for cell, laid in cards.items()
            if laid.up and laid.shape.ladder and _is_root(laid.shape, traveller)
        ]
        touched.update(_flood(cards, reach, rim, index, traveller, opened, roots))
        reaches.append(reach)
    return Maze(cards, travellers, tuple(reaches), rim, opened, frozenset(touched))


def flood(maze: Maze, traveller: Traveller) -> dict[int, int]:
    """Return what a traveller reaches: cell -> the openings of its card joined to a start."""
    return build(maze.cards, (traveller,), maze.opened).reaches[0]


def path(maze: Maze, traveller: Traveller, goal: int) -> tuple[int, ...]:
    """Return the cells of a shortest way from a root to a goal that this traveller may use, or nothing."""
    cards = maze.cards
    came: dict[tuple[int, int], tuple[int, int] | None] = {}
    queue: list[tuple[int, int]] = []
    for cell in sorted(cards):
        laid = cards[cell]
        if laid.up and laid.shape.ladder and _is_root(laid.shape, traveller):
            node = (cell, laid.shape.way)
            came[node] = None
            queue.append(node)
    for node in queue:
        cell, way = node
        for _, step, opposite, side in SIDES_OF[way]:
            neighbour = cell + step
            laid_there = cards.get(neighbour)
            if laid_there is None or not laid_there.up or not laid_there.shape.edges & opposite:
                continue
            stopped = traveller.stopped and neighbour not in maze.opened
            ways = ways_past(laid_there.shape, traveller) if stopped else laid_there.shape.ways
            following = (neighbour, ways[(side + 2) % 4])
            if neighbour == goal:
                cells = [goal, cell]
                before = came[node]
                while before is not None:
                    cells.append(before[0])
                    before = came[before]
                return tuple(reversed(cells))
            if following[1] and following not in came:
                came[following] = node
                queue.append(following)
    return ()


def _is_root(shape: Shape, traveller: Traveller) -> bool:
    return shape.ladder == "any" or not traveller.colour or shape.ladder == traveller.colour


def _border(cards: dict[int, Laid], rim: dict[int, int], cell: int, laid: Laid) -> None:
    """Enter the edges of a card in the rim of the empty cells around it."""
    avoid = AVOID if laid.card.avoided else 0
    edges = laid.shape.edges
    for bit, step, opposite, _ in SIDE_TABLE:
        neighbour = cell + step
        if neighbour not in cards:
            seen = rim.get(neighbour, 0) | avoid
            if laid.up:
                seen |= opposite if edges & bit else opposite << 4
            rim[neighbour] = seen


def _flood(
    cards: dict[int, Laid],
    reach: dict[int, int],
    rim: dict[int, int],
    index: int,
    traveller: Traveller,
    opened: frozenset[int],
    joined: Iterable[tuple[int, int]],
) -> list[int]:
    """Join these openings to a start, and all that follows from it; return the face-down cards met on the way."""
    met: list[int] = []
    shift = 8 + 4 * index
    todo = list(joined)
    while todo:
        cell, openings = todo.pop()
        known = reach.get(cell, 0)
        fresh = openings & ~known
        if not fresh:
            continue
        reach[cell] = known | fresh
        for _, step, opposite, side in SIDES_OF[fresh]:
            neighbour = cell + step
            laid = cards.get(neighbour)
            if laid is None:
                rim[neighbour] |= opposite << shift
            elif laid.up:
                ways = laid.shape.ways
                if traveller.stopped and laid.shape.barriers and neighbour not in opened:
                    ways = ways_past(laid.shape, traveller)
                way = ways[side ^ 2]
                if way:
                    todo.append((neighbour, way))
            else:
                met.append(neighbour)
    return met
