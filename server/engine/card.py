"""A kind of card: its face, and for an action card its targets and its effect."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from protocol.game import AtCell, AtSeat, Discard, Face, Lay, Play, Refusal, Target
from server.engine.cell import place
from server.engine.shape import Shape, alike, shape

if TYPE_CHECKING:
    from server.engine.state import State

MOST_SEATS = 12

Legal = Callable[["State", int, "Card"], Iterable[Play]]
Refuse = Callable[["State", int, "Card", tuple[Target, ...]], Refusal | None]
Effect = Callable[["State", int, Play], None]
Reached = Callable[["State", int, int], None]
Laying = Callable[["State", tuple[Target, ...]], Lay | None]


class LayActions(dict[int, Lay]):
    """Cell number -> the action of laying one card there one way up, made when first asked for."""

    def __init__(self, card: str, turned: bool) -> None:
        super().__init__()
        self.card = card
        self.turned = turned

    def __missing__(self, cell: int) -> Lay:
        action = self[cell] = Lay(self.card, place(cell), self.turned)
        return action


class CellPlays(dict[int, Play]):
    """Cell number -> the action of playing one card on it, made when first asked for."""

    def __init__(self, card: str) -> None:
        super().__init__()
        self.card = card

    def __missing__(self, cell: int) -> Play:
        action = self[cell] = Play(self.card, (AtCell(place(cell)),))
        return action


class PlayActions(dict[tuple[Target, ...], Play]):
    """Targets -> the action of playing one card on them, made when first asked for."""

    def __init__(self, card: str) -> None:
        super().__init__()
        self.card = card

    def __missing__(self, targets: tuple[Target, ...]) -> Play:
        action = self[targets] = Play(self.card, targets)
        return action


class Card:
    """One kind of card; two cards of a kind are the same to everyone."""

    __slots__ = (
        "alike",
        "assumed",
        "avoided",
        "discard",
        "effect",
        "face",
        "face_up",
        "fixed",
        "gold",
        "hinders",
        "id",
        "is_path",
        "laying",
        "legal",
        "on_cells",
        "on_seats",
        "orientations",
        "plays",
        "reached",
        "refuse",
        "set_aside",
        "shapes",
    )

    def __init__(
        self,
        face: Face,
        *,
        assumed: bool = False,
        fixed: bool = False,
        avoided: bool = False,
        set_aside: bool = False,
        hinders: bool = False,
        face_up: bool = False,
        legal: Legal | None = None,
        refuse: Refuse | None = None,
        effect: Effect | None = None,
        reached: Reached | None = None,
        laying: Laying | None = None,
    ) -> None:
        self.face = face
        self.id = face.id
        self.assumed = assumed
        """No source is known for this card's shape or number: this project's choice."""
        self.fixed = fixed
        """Never removed from the maze."""
        self.avoided = avoided
        """No ladder may be laid beside it."""
        self.set_aside = set_aside
        """Taken out of the maze it is set aside for the round, never on the discard pile."""
        self.hinders = hinders
        """Lying before a seat it forbids laying path cards."""
        self.face_up = face_up
        """A role that lies face up."""
        self.legal = legal
        """Lists every way a seat may play it."""
        self.refuse = refuse
        """Tells why it may not be played on these targets, or None."""
        self.effect = effect
        self.reached = reached
        """What happens when it is turned up, or as a site joined to a start."""
        self.laying = laying
        """For an action card that lays a card of the maze anew: the lay that its targets mean."""
        self.gold = sum(mark.number for mark in face.marks if mark.kind == "gold")
        """What it is worth in gold."""
        self.is_path = face.family == "path"
        self.alike = alike(face)
        self.shapes: tuple[Shape, Shape] = (shape(face, False), shape(face, True))
        self.orientations = tuple(
            (LayActions(face.id, turned), self.shapes[turned]) for turned in (False, True)[: 1 if self.alike else 2]
        )
        self.plays = PlayActions(face.id)
        self.on_seats = tuple(Play(face.id, (AtSeat(seat),)) for seat in range(MOST_SEATS))
        self.on_cells = CellPlays(face.id)
        self.discard = Discard((face.id,))

    def __repr__(self) -> str:
        return f"<{self.id}>"
