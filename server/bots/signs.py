"""What is counted of a position to judge it by: numbers about a seat, its friends and rivals, and the maze."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from protocol.game import AtCell
from server.bots.estimate import SABOTEUR
from server.bots.situation import GEOLOGIST, TEAMS, Scene, pace
from server.engine.cell import E, W, place
from server.engine.editions.saboteur2 import crystals
from server.engine.maze import SIDE_TABLE
from server.engine.rules import Rules
from server.engine.state import State

SORTS = ("way", "rockfall", "broken", "theft", "free", "dead_end", "crystal")
"""What is counted of hands: ways lead from west to east."""
WAY, ROCKFALL, BROKEN, THEFT, FREE, DEAD_END, CRYSTAL = range(len(SORTS))


DIGGERS = {"goldminer": TEAMS[0]}
"""Roles that are counted as one of the teams: gold miners are a team without a rival."""


class Seat(NamedTuple):
    """A seat of a position."""

    role: str
    hindered: bool
    trapped: bool
    thief: bool
    """Whether a theft lies before it."""
    hand: int
    held: tuple[int, ...]
    """How many cards of each of SORTS it holds."""
    wait: int
    """How many turns of others come before its own."""
    ends: bool
    """Whether it holds a card that reaches the treasure."""
    knows: bool
    """Whether it has seen where the treasure lies."""


class Position(NamedTuple):
    """What is counted of a position, whoever asks."""

    seats: tuple[Seat, ...]
    far: float
    """How far the treasure is."""
    turns: int
    """How many cards are left to be played."""
    deck: int
    """How many cards there were in the round."""
    farther: dict[str, float]
    """Team -> how much farther the treasure is for those whom the doors of the other colour stop."""
    crystals: int


@lru_cache(maxsize=64)
def sorts_of(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """Return for each card what it is counted as."""
    found = []
    for card in rules.kinds:
        way = card.shapes[False].way
        kind = card.face.marks[0].kind if card.face.marks and not card.is_path else card.id
        sorts = [SORTS.index(kind)] if kind in SORTS else []
        if card.is_path:
            sorts += [WAY] if way & E and way & W else [] if way else [DEAD_END]
            sorts += [CRYSTAL for mark in card.face.marks if mark.kind == "crystal"]
        found.append(tuple(sorts))
    return tuple(found)


def position(state: State, scene: Scene, treasure: int, turns: int) -> Position:
    """Count what there is to count of a position in which someone is in turn."""
    rules, count = state.rules, len(state.hands)
    kinds, sorts = rules.kinds, sorts_of(rules)
    spots = last_spots(state, treasure)
    about = AtCell(place(treasure))
    seats = []
    for seat, hand in enumerate(state.hands):
        held = [0] * len(SORTS)
        for card in hand:
            for sort in sorts[card]:
                held[sort] += 1
        lying = [kinds[card].id for card in state.before[seat]]
        hindered = any(kinds[card].hinders for card in state.before[seat])
        seats.append(
            Seat(
                kinds[state.roles[seat]].id,
                hindered,
                "trapped" in lying,
                "theft" in lying,
                len(hand),
                tuple(held),
                (seat - state.turn) * state.direction % count,
                bool(spots) and not hindered and ends(state, seat, spots),
                any(memory.about == about and not memory.aged for memory in state.memory[seat]),
            )
        )
    deck = len(rules.supplies["deck"]) - len(state.piles.get("aside", ()))
    return Position(tuple(seats), scene.far, turns, deck, scene.farther(state.maze), crystals(state))


def last_spots(state: State, treasure: int) -> list[tuple[int, int, int]]:
    """Return the empty cells beside the treasure that are joined to a start: cell, side towards it, rim."""
    maze = state.maze
    found = []
    for _, step, towards, _ in SIDE_TABLE:
        rim = maze.rim.get(treasure + step, 0)
        if rim >> 8 & 15:
            found.append((treasure + step, towards, rim))
    return found


def ends(state: State, seat: int, spots: Sequence[tuple[int, int, int]]) -> bool:
    """Tell whether a seat holds a card that leads on to the treasure from one of these cells."""
    for card in state.rules.kinds_in(state.hands[seat]):
        for _, shape in card.orientations if card.is_path else ():
            edges = 0 if shape.ladder else shape.edges  # never beside a goal
            for _, towards, rim in spots:
                if rim & 15 & ~edges or rim >> 4 & edges & 15:
                    continue
                for side in range(4):
                    if rim >> 8 & edges & 1 << side and shape.ways[side] & towards:
                        return True
    return False


def signs(here: Position, me: int) -> list[float]:
    """Return the numbers by which a position is judged for one seat, each about one where it is much."""
    seats, far, turns, deck, farther, laid_crystals = here
    share = 6.0 / len(seats)
    mine = seats[me]
    sides: dict[str, list[Seat]] = {}
    for seat in seats:
        sides.setdefault(DIGGERS.get(seat.role, seat.role), []).append(seat)
    role = DIGGERS.get(mine.role, mine.role)
    own, other = (role, TEAMS[role == TEAMS[0]]) if role in TEAMS else TEAMS
    found = [
        float(role in TEAMS),
        float(mine.role == GEOLOGIST),
        float(mine.role == "boss"),
        float(mine.role == "profiteer"),
        float(mine.role == SABOTEUR),
        float(mine.hindered),
        float(mine.trapped),
        float(mine.trapped and mine.held[FREE] > 0),
        float(mine.thief),
        min(mine.held[THEFT], 2.0),
        mine.held[CRYSTAL] * float(mine.role == GEOLOGIST),
        mine.held[WAY] / 2.0,
        mine.hand / 3.0,
        float(mine.ends),
        float(mine.ends and mine.knows),
        mine.wait * share / 2.0,
        far,
        min(far, 3.0),
        min(far, 1.5),
        turns / 20.0,
        min(turns, 30.0) / 10.0,
        min(turns, 12.0) / 4.0,
        5.0 * far / (turns + 5.0),
        max(-3.0, min(pace(far, turns, deck) - far, 3.0)),
        1.0 / share,
        min(farther[own], 4.0),
        min(farther[other], 4.0),
        laid_crystals / 3.0,
    ]
    for team in (own, other):
        members = sides.get(team, [])
        found += [
            *lying(members, share),
            share / 3.0 * sum([seat.held[WAY] for seat in members]),
            share * sum([seat.knows for seat in members]),
            share / 2.0 * min([seat.wait for seat in members if seat.ends], default=len(seats)),
            share / 2.0 * min([seat.wait for seat in members if seat.ends and seat.knows], default=len(seats)),
        ]
    for others in ("boss", GEOLOGIST, "profiteer", SABOTEUR):
        found += lying(sides.get(others, []), share)
    against = sides.get(SABOTEUR, []) + sides.get("profiteer", [])
    found += [share / 2.0 * sum([seat.held[sort] for seat in against]) for sort in (ROCKFALL, BROKEN, DEAD_END)]
    found.append(share / 2.0 * sum([seat.thief for seat in seats]))
    found.append(share / 2.0 * sum([seat.held[THEFT] for seat in seats]))
    return found


def lying(members: Sequence[Seat], share: float) -> list[float]:
    """Return how many these seats are, and how many of them are hindered and trapped."""
    return [
        share * len(members),
        share * sum([seat.hindered for seat in members]),
        share * sum([seat.trapped for seat in members]),
    ]
