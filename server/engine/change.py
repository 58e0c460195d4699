"""What may change in a game: one record a kind of change, complete, naming cards by number, whoever may see them."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from protocol.game import Lay, Outcome, Play, Target


class BeganRound(NamedTuple):
    """A round began."""

    round: int
    starter: int


class DealtRole(NamedTuple):
    """A seat got a role; `old` is the one it gave away."""

    seat: int
    role: int
    old: int | None
    why: str
    up: bool
    """Whether it lies face up."""


class Drew(NamedTuple):
    """A seat took cards into its hand; `seen_by` are other seats that saw them."""

    seat: int
    cards: tuple[int, ...]
    source: str
    seen_by: tuple[int, ...]


class Announced(NamedTuple):
    """A seat played a card openly."""

    seat: int
    card: int
    action: Lay | Play


class LaidDown(NamedTuple):
    """A path card came to lie in the maze."""

    seat: int
    card: int
    cell: int
    turned: bool
    source: int | None


class Lifted(NamedTuple):
    """A card was taken out of the maze."""

    seat: int
    card: int
    cell: int
    up: bool


class TurnedOver(NamedTuple):
    """A face-down card of the maze was turned up."""

    seat: int
    card: int
    cell: int
    turned: bool


class MovedGoal(NamedTuple):
    """A face-down goal moved to another cell."""

    seat: int
    card: int
    cell: int
    to: int


class ExchangedGoals(NamedTuple):
    """Two face-down goals were handled; only the seat knows whether they were exchanged."""

    seat: int
    first: int
    second: int
    exchanged: bool


class Placed(NamedTuple):
    """An action card came to lie before a seat."""

    seat: int
    card: int
    by: int


class Cleared(NamedTuple):
    """An action card lying before a seat was discarded."""

    seat: int
    card: int
    by: int


class Dropped(NamedTuple):
    """A seat discarded hand cards face down."""

    seat: int
    cards: tuple[int, ...]
    choice: str


class Used(NamedTuple):
    """The played card went on the discard pile."""

    card: int


class Saw(NamedTuple):
    """A seat looked at something in secret."""

    seat: int
    at: Target
    cards: tuple[int, ...]


class Swapped(NamedTuple):
    """Two seats exchanged their hands."""

    seat: int
    other: int
    seat_cards: tuple[int, ...]
    other_cards: tuple[int, ...]


class MarkedCell(NamedTuple):
    """A mark was put on a cell, or taken off it."""

    cell: int
    mark: str
    seat: int | None
    on: bool


class Gained(NamedTuple):
    """Gold came to a seat, or left it."""

    seat: int
    amount: int
    why: str
    source: int | None


class Offered(NamedTuple):
    """Gold cards were drawn to be picked from."""

    cards: tuple[int, ...]


class Picked(NamedTuple):
    """A seat picked a gold card of those on offer."""

    seat: int
    card: int
    left: tuple[int, ...]
    shown: tuple[int, ...]
    """The cards it could pick from."""


class PiledUp(NamedTuple):
    """Cards moved from one shared pile to another, in this order, unseen."""

    source: str
    target: str
    cards: tuple[int, ...]


class Mixed(NamedTuple):
    """A shared pile was shuffled."""

    pile: str
    cards: tuple[int, ...]


class Showed(NamedTuple):
    """A seat showed a hidden card to all without playing it; the kind says what for."""

    seat: int
    card: int
    kind: str
    targets: tuple[Target, ...]


class EndedRound(NamedTuple):
    """The round ended and all roles were shown."""

    round: int
    reason: str
    sides: tuple[str, ...]
    winners: tuple[int, ...]
    roles: tuple[int, ...]
    finisher: int | None


class EndedGame(NamedTuple):
    """The game ended."""

    outcome: Outcome


class Occurred(NamedTuple):
    """Anything else; `to` are the seats told of it, None for everyone."""

    kind: str
    seat: int | None
    targets: tuple[Target, ...]
    number: int
    to: tuple[int, ...] | None


Change: TypeAlias = (
    BeganRound
    | DealtRole
    | Drew
    | Announced
    | LaidDown
    | Lifted
    | TurnedOver
    | MovedGoal
    | ExchangedGoals
    | Placed
    | Cleared
    | Dropped
    | Used
    | Saw
    | Swapped
    | MarkedCell
    | Gained
    | Offered
    | Picked
    | PiledUp
    | Mixed
    | Showed
    | EndedRound
    | EndedGame
    | Occurred
)
