"""What a player has chosen and points at so far, up to the action meant: knows a View, but no screen and no wire."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from protocol.game import Action, Asked, AtCard, AtCell, AtChoice, Cell, Face, Target, View
from saboteur_tui import choosing
from saboteur_tui.choosing import Choice, Offers
from saboteur_tui.drawing.maze import Faces, Ghost, Overlay, face_of

Item = AtCard | AtChoice | str
"""A line of the list to choose from: a target, or what cards are discarded for."""


class Confirmed(NamedTuple):
    """What came of a confirmation: an action to send, one to ask the reason against, or something that is missing."""

    act: Action | None = None
    why: Action | None = None
    missing: bool = False


PART = Confirmed()
"""A part of the choice was taken, and there is more to choose."""
MISSING = Confirmed(missing=True)


class Decision:
    """A half-made choice: cards, targets, the cursor, and whether Enter may complete it."""

    def __init__(self, faces: Faces) -> None:
        self.faces = faces
        self.view: View | None = None
        self.choice = Choice()
        self.cursor: Cell | None = None
        self.target: Target | str | None = None
        """The target, or the purpose of a discard, that is pointed at, where it is no place."""
        self.armed = False
        """Whether something was pointed at since the question came: Enter alone never answers."""

    def take(self, view: View) -> bool:
        """Take a new View, and tell whether the choice was begun anew because something else is asked."""
        before, self.view = self.view, view
        if before is not None and before.question == view.question and before.hand == view.hand:
            return False
        self.choice, self.target, self.armed, self.cursor = Choice(), None, False, None
        return True

    # --- What may be chosen ------------------------------------------------------------------------------------------

    @property
    def asked(self) -> View | None:
        """The View, if it asks something of me."""
        return self.view if self.view is not None and self.view.question is not None else None

    @property
    def asked_alone(self) -> bool:
        """Whether something is asked of me and of nobody else."""
        return self.asked is not None and self.asked.asked is not None and len(self.asked.asked.seats) == 1

    def offers(self) -> Offers:
        """Return what may be chosen next."""
        view = self.asked
        return choosing.NO_OFFERS if view is None else choosing.offers(view.legal, view.hand, self.choice)

    @staticmethod
    def items(offers: Offers) -> tuple[Item, ...]:
        """Return the list to choose from: what is neither card of the hand, place nor player."""
        return offers.purposes if len(offers.purposes) > 1 else offers.listed

    @staticmethod
    def numbered(offers: Offers) -> bool:
        """Tell whether digits choose from the list, because they choose no card."""
        return not offers.cards

    def face(self) -> Face | None:
        """Return the face of the card chosen first."""
        if self.view is None or not self.choice.hand:
            return None
        return face_of(self.faces, self.view.hand[self.choice.hand[0]])

    def holds_path(self) -> bool:
        """Tell whether a path card is chosen whose place comes next, even one that fits nowhere."""
        face = self.face()
        if face is None or self.choice.discarding or self.choice.picks:
            return False
        return bool(face.groups or face.stubs)

    def overlay(self, offers: Offers) -> Overlay:
        """Return what the choice adds to the maze: the cursor, legal places, the card where it would lie."""
        view, face, ghost, cursor = self.view, self.face(), None, self.cursor
        if view is not None and face is not None and offers.laying and cursor is not None:
            ways = choosing.orientations(view.legal, view.hand, self.choice, cursor)
            ghost = Ghost(face, self.choice.turned, self.choice.turned in ways)
        if cursor is None and view is not None and view.asked is not None:
            cursor, ghost = announced(view.asked, self.faces)
        return Overlay(frozenset(offers.cells), cursor, ghost)

    # --- Pointing ----------------------------------------------------------------------------------------------------

    def point_card(self, at: int) -> bool:
        """Point at a card, only to look at it where nothing is asked; tell whether there is such a card."""
        view = self.view
        if view is None or not 0 <= at < len(view.hand):
            return False
        self.armed, self.target = True, None
        self.choice = choosing.choose_card(view.legal, view.hand, self.choice, at)
        cells = self.offers().cells
        if cells and self.cursor not in cells:
            self.go(min(cells, key=self._distance))
        elif self.cursor is not None:
            self.go(self.cursor)
        return True

    def point_number(self, at: int) -> bool:
        """Point at a line of the list where no card is asked for, at a card of the hand otherwise."""
        offers = self.offers()
        if self.asked is not None and self.numbered(offers) and not self.choice.discarding:
            return self.point_line(at)
        return self.point_card(at)

    def point_line(self, at: int) -> bool:
        """Point at a line of the list, and tell whether there is such a line."""
        items = self.items(self.offers())
        if not 0 <= at < len(items):
            return False
        self.point(items[at])
        return True

    def point(self, item: Item | Target) -> None:
        """Point at anything that may be chosen."""
        self.armed = True
        if isinstance(item, AtCell):
            self.go(item.cell)
        else:
            self.target = item

    def go(self, cell: Cell) -> None:
        """Move the cursor to a cell; a path card turns the way up that fits there."""
        self.cursor, self.target = cell, None
        if self.view is not None:
            self.choice = choosing.oriented(self.view.legal, self.view.hand, self.choice, cell)

    def _distance(self, cell: Cell) -> tuple[int, Cell]:
        """Order places by how near they are to the cursor; without one, to what lies face down."""
        maze = self.view.maze if self.view is not None else ()
        near = [self.cursor] if self.cursor is not None else [card.cell for card in maze if not card.card]
        return min((abs(cell[0] - x) + abs(cell[1] - y) for x, y in near), default=0), cell

    def walk(self, step: int) -> bool:
        """Point at the next thing that may be chosen, or at the one before; tell whether there is any."""
        offers = self.offers()
        ways: tuple[Item | Target, ...] = offers.targets or self.items(offers)
        if not ways:
            return False
        now: Item | Target | None = self.target
        if now is None and self.cursor is not None:
            now = AtCell(self.cursor)
        at = ways.index(now) if now in ways else -1 if step > 0 else 0
        self.point(ways[(at + step) % len(ways)])
        return True

    def move(self, x: int, y: int) -> None:
        """Move the cursor; where players or lines alone are to be chosen, walk through them."""
        offers = self.offers()
        if not offers.cells and not self.holds_path() and (offers.targets or self.items(offers)):
            self.walk(x + y)
            return
        self.armed = True
        self.go((self.cursor[0] + x, self.cursor[1] + y) if self.cursor is not None else (0, 0))

    # --- Changing one's mind -----------------------------------------------------------------------------------------

    def turn(self) -> bool:
        """Turn the chosen path card upside down."""
        if not self.choice.hand or self.choice.discarding:
            return False
        self.choice = replace(self.choice, turned=not self.choice.turned)
        return True

    def discard(self) -> bool:
        """Begin to discard."""
        view = self.asked
        if view is None or self.choice.discarding or not self.offers().can_discard:
            return False
        self.choice = choosing.begin_discard(view.legal, view.hand, self.choice)
        self.target, self.armed, self.cursor = None, True, None
        return True

    def back(self) -> None:
        """Take back the last part of the choice, or the cursor."""
        self.choice = choosing.back(self.choice)
        self.target = None
        if not self.choice.begun:
            self.cursor, self.armed = None, False

    # --- Confirming --------------------------------------------------------------------------------------------------

    def confirm(self) -> Confirmed:
        """Take what is pointed at; if that completes an action, it is meant."""
        view, offers, pointed = self.asked, self.offers(), self.target
        if view is None:
            return PART
        if not self.armed:
            return MISSING
        if isinstance(pointed, str):
            self.choice, self.target = choosing.take_purpose(self.choice, pointed), None
            return self._complete()
        if pointed is None and self.cursor is not None and (offers.cells or self.holds_path()):
            pointed = AtCell(self.cursor)
        if offers.ready is not None and pointed not in offers.targets:
            return Confirmed(act=offers.ready)
        if pointed is None:
            return MISSING
        if not self._fits(view, offers, pointed):
            return Confirmed(why=self._tried(view, offers, pointed))
        self.choice, self.target = choosing.take(self.choice, pointed), None
        return self._complete()

    def _fits(self, view: View, offers: Offers, pointed: Target) -> bool:
        if isinstance(pointed, AtCell) and offers.laying and pointed in offers.targets:
            return self.choice.turned in choosing.orientations(view.legal, view.hand, self.choice, pointed.cell)
        return pointed in offers.targets

    def _tried(self, view: View, offers: Offers, pointed: Target) -> Action | None:
        if isinstance(pointed, AtCell) and (offers.laying or self.holds_path()):
            return choosing.tried_lay(view.hand, self.choice, pointed.cell)
        return choosing.tried(view.hand, self.choice, pointed)

    def _complete(self) -> Confirmed:
        offers = self.offers()
        return Confirmed(act=offers.ready) if offers.ready is not None and not offers.targets else PART


def announced(asked: Asked, faces: Faces) -> tuple[Cell | None, Ghost | None]:
    """Return the place that a question about a played card is about, and a path card as it would lie there."""
    match asked.about:
        case (AtCard(card=card), AtCell(cell=cell), *rest):
            face = faces.get(card)
            if face is None or face.family != "path":
                return cell, None
            return cell, Ghost(face, AtChoice("turned") in rest, fits=True)
    return None, None
