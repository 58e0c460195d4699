"""A position: every value in it is immutable, so a copy is one shallow copy of the record."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from protocol.game import Action, Outcome, Target

if TYPE_CHECKING:
    from server.engine.change import Change
    from server.engine.maze import Maze
    from server.engine.rules import Rules

Step = tuple[object, ...]
"""A kind of step and its plain arguments; everyone may know them, so nothing secret goes in."""


class Open(Struct, frozen=True, gc=False, array_like=True):
    """The open question: put to one seat, or to several that answer at once."""

    kind: str
    seats: tuple[int, ...]
    about: tuple[Target, ...]
    answers: tuple[Action | None, ...]

    def answer(self, seat: int) -> Action | None:
        """Return what a seat answered."""
        return self.answers[self.seats.index(seat)]


class Memory(NamedTuple):
    """What a seat once saw, and what has happened since that makes it doubtful."""

    about: Target
    card: int
    aged: str = ""


class Payment(NamedTuple):
    """Gold that came to a seat at the end of a round."""

    seat: int
    amount: int
    why: str
    source: int | None
    secret: bool


class Result(NamedTuple):
    """How a round ended."""

    round: int
    reason: str
    sides: tuple[str, ...]
    winners: tuple[int, ...]
    roles: tuple[int, ...]
    finisher: int | None
    path: tuple[int, ...]
    maze: Maze
    payments: tuple[Payment, ...]
    gold: tuple[int, ...]
    """What each seat had in all when the round was closed."""
    marks: tuple[tuple[int, str, int | None], ...]
    """What lay on cells when the round ended."""


class State:
    """The whole position. Cards are numbers into `rules.kinds`; only changes.py assigns to these fields."""

    rules: Rules
    seed: bytes
    shuffles: int
    """How many shuffles were made this round."""
    round: int
    starter: int
    turn: int
    direction: int
    hands: tuple[tuple[int, ...], ...]
    before: tuple[tuple[int, ...], ...]
    lying: tuple[int, ...]
    """All cards lying before seats, in the order in which they were put there."""
    roles: tuple[int, ...]
    open_roles: bool
    """Whether the roles lie open, as they do from the end of a round to the next deal."""
    gold: tuple[int, ...]
    """Nuggets of each seat."""
    purses: tuple[tuple[int, ...], ...]
    """Gold cards of each seat."""
    piles: dict[str, tuple[int, ...]]
    """Shared piles by name, the top card last."""
    maze: Maze
    laid: tuple[tuple[int, int], ...]
    """(cell, seat) of the cards laid by players that are still in the maze, the last one last."""
    marks: tuple[tuple[int, str, int | None], ...]
    """(cell, mark, seat) of what lies on cells."""
    tokens: dict[str, int]
    """Counters of the round, by name."""
    turn_tokens: dict[str, int]
    """Counters of the turn, by name."""
    seat_tokens: tuple[dict[str, int], ...]
    """Counters of each seat, by name; what begins with `round_` is cleared for each round."""
    memory: tuple[tuple[Memory, ...], ...]
    draws: tuple[tuple[int, int], ...]
    """(seat, number of cards) to be drawn at the end of the turn."""
    steps: tuple[Step, ...]
    """What is still to happen, the next step last."""
    asked: Open | None
    counts: tuple[int, ...]
    """How many questions each seat was asked."""
    last_hand: int
    """The seat from whose hand a card was last played or discarded (R11)."""
    finisher: int | None
    results: tuple[Result, ...]
    outcome: Outcome | None
    news: list[Change] | None
    """The changes of this play, or None where nobody listens (playouts)."""

    def copy(self) -> State:
        """Return a position that can be played on without touching this one."""
        twin = State.__new__(State)
        twin.__dict__ = self.__dict__.copy()
        return twin

    def id_of(self, number: int) -> str:
        """Return the face id of a card."""
        return self.rules.kinds[number].id


FIELDS = tuple(State.__annotations__)
PLAIN_FIELDS = tuple(name for name in FIELDS if name not in ("rules", "maze", "results", "outcome", "news"))
