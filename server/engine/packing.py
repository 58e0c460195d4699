"""A position as bytes and back, for the digest of the journal and for whoever must carry a position elsewhere."""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple

from protocol.game import Argument, Options, Outcome, Target
from protocol.packing import pack, unpack
from server.engine.maze import Laid, Maze, build
from server.engine.rules import Rules, rules_for
from server.engine.state import PLAIN_FIELDS, Memory, Open, Payment, Result, State


class PackedMaze(NamedTuple):
    """A maze: (cell, card, turned, face up) of each card, and the cells whose barriers are open."""

    cards: tuple[tuple[int, int, bool, bool], ...]
    opened: tuple[int, ...]


class PackedResult(NamedTuple):
    """A Result with its maze packed."""

    round: int
    reason: str
    sides: tuple[str, ...]
    winners: tuple[int, ...]
    roles: tuple[int, ...]
    finisher: int | None
    path: tuple[int, ...]
    maze: PackedMaze
    payments: tuple[tuple[int, int, str, int | None, bool], ...]
    gold: tuple[int, ...]
    marks: tuple[tuple[int, str, int | None], ...]


class PackedMemory(NamedTuple):
    """What a seat remembers."""

    about: Target
    card: int
    aged: str


class PackedState(NamedTuple):
    """A State, field for field."""

    options: Options
    maze: PackedMaze
    results: tuple[PackedResult, ...]
    outcome: Outcome | None
    seed: bytes
    shuffles: int
    round: int
    starter: int
    turn: int
    direction: int
    hands: tuple[tuple[int, ...], ...]
    before: tuple[tuple[int, ...], ...]
    lying: tuple[int, ...]
    roles: tuple[int, ...]
    open_roles: bool
    gold: tuple[int, ...]
    purses: tuple[tuple[int, ...], ...]
    piles: dict[str, tuple[int, ...]]
    laid: tuple[tuple[int, int], ...]
    marks: tuple[tuple[int, str, int | None], ...]
    tokens: dict[str, int]
    turn_tokens: dict[str, int]
    seat_tokens: tuple[dict[str, int], ...]
    memory: tuple[tuple[PackedMemory, ...], ...]
    draws: tuple[tuple[int, int], ...]
    steps: tuple[tuple[Argument, ...], ...]
    asked: Open | None
    counts: tuple[int, ...]
    last_hand: int
    finisher: int | None


def _pack_maze(maze: Maze) -> PackedMaze:
    return PackedMaze(
        tuple((cell, laid.number, laid.turned, laid.up) for cell, laid in sorted(maze.cards.items())),
        tuple(sorted(maze.opened)),
    )


def _unpack_maze(packed: PackedMaze, rules: Rules) -> Maze:
    cards = {}
    for cell, number, turned, up in packed.cards:
        card = rules.kinds[number]
        cards[cell] = Laid(number, card, turned, up, card.shapes[turned])
    return build(cards, rules.travellers, frozenset(packed.opened))


def pack_state(state: State) -> bytes:
    """Return a position as bytes; equal positions give equal bytes."""
    return pack(
        (
            state.rules.options,
            _pack_maze(state.maze),
            tuple(result._replace(maze=_pack_maze(result.maze)) for result in state.results),  # type: ignore[arg-type]
            state.outcome,
            *(getattr(state, name) for name in PLAIN_FIELDS),
        )
    )


def unpack_state(data: bytes) -> State:
    """Return the position that bytes hold."""
    packed = unpack(data, PackedState)
    rules = rules_for(packed.options)
    state = State()
    state.rules = rules
    state.news = None
    state.maze = _unpack_maze(packed.maze, rules)
    state.results = tuple(
        Result(
            *result[:7],
            _unpack_maze(result.maze, rules),
            tuple(Payment(*payment) for payment in result.payments),
            result.gold,
            result.marks,
        )
        for result in packed.results
    )
    state.outcome = packed.outcome
    for name in PLAIN_FIELDS:
        setattr(state, name, getattr(packed, name))
    state.memory = tuple(tuple(Memory(*each) for each in seen) for seen in packed.memory)
    return state


def digest(state: State) -> bytes:
    """Return 16 bytes that tell positions apart."""
    return blake2b(pack_state(state), digest_size=16).digest()
