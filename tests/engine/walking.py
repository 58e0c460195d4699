"""The maze walked from card to card, by the faces alone: an answer to check the engine's against."""

from __future__ import annotations

from protocol.game import Cell, LaidCard
from server.engine import view
from server.engine.state import State

SIDES = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
ACROSS = {"N": "S", "S": "N", "E": "W", "W": "E"}

Opening = tuple[Cell, str]


def face_up(state: State) -> dict[Cell, LaidCard]:
    """Return the cards of the maze that lie face up."""
    return {laid.cell: laid for laid in view.maze_view(state.maze) if laid.card}


def as_it_lies(sides: str, turned: bool) -> set[str]:
    """Return sides of a card as they point when it lies upright or turned."""
    return {ACROSS[side] if turned else side for side in sides}


def ways(state: State, laid: LaidCard) -> list[set[str]]:
    """Return the groups of openings that are joined inside a card as it lies."""
    return [as_it_lies(group, laid.turned) for group in state.rules.cards[laid.card].face.groups]


def openings(state: State, card: str, turned: bool) -> set[str]:
    """Return all openings of a card as it lies, stubs too."""
    face = state.rules.cards[card].face
    return as_it_lies("".join((*face.groups, face.stubs)), turned)


def marks(state: State, laid: LaidCard) -> dict[str, str]:
    """Return what is printed on a card, each with its colour."""
    return {mark.kind: mark.colour for mark in state.rules.cards[laid.card].face.marks} if laid.card else {}


def beside(opening: Opening) -> Opening:
    """Return the side of the neighbour that an opening points to."""
    (x, y), side = opening
    dx, dy = SIDES[side]
    return (x + dx, y + dy), ACROSS[side]


def joined(state: State, team: str = "") -> set[Opening]:
    """Return the openings joined to the start or a ladder, past all doors, or past those of one colour only."""
    cards = face_up(state)
    roots = [cell for cell, laid in cards.items() if "ladder" in marks(state, laid)]
    todo = [(cell, side) for cell in roots for way in ways(state, cards[cell]) for side in way]
    found = set(todo)
    while todo:
        cell, entry = beside(todo.pop())
        laid = cards.get(cell)
        if laid is None:
            continue
        way = next((way for way in ways(state, laid) if entry in way), set())
        door = marks(state, laid).get("door", "")
        onward = {(cell, out) for out in way if not (team and door) or door == team} - found
        found |= onward
        todo += onward
    return found


def is_open(state: State, team: str) -> bool:
    """Tell whether a way leads to the treasure from the start or a ladder through no door of the other colour."""
    cells = {cell for cell, _ in joined(state, team)}
    return any("treasure" in marks(state, laid) for cell, laid in face_up(state).items() if cell in cells)


def reached_from(state: State, cell: Cell) -> set[str]:
    """Return the sides of a cell that an opening, no stub, of a card joined to the start points to."""
    return {side for at, side in map(beside, joined(state)) if at == cell}
