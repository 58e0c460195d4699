"""Cards played on a card of the maze: rockfall and map."""

from __future__ import annotations

from protocol.game import AtCell, Face, Play, Reason, Refusal, Target
from server.engine import changes
from server.engine.card import Card
from server.engine.cell import number
from server.engine.maze import Laid
from server.engine.state import State


def laid_at(state: State, targets: tuple[Target, ...]) -> Laid | Refusal:
    """Return the card of the maze that targets name, or why they do not."""
    match targets:
        case (AtCell(cell=cell),):
            laid = state.maze.cards.get(number(*cell))
            return Refusal(Reason.NOTHING_THERE, targets) if laid is None else laid
    return Refusal(Reason.BAD_TARGET, targets)


# --- Rockfall ---------------------------------------------------------------------------------------------------------


def legal_rockfall(state: State, _seat: int, card: Card) -> list[Play]:
    """Return every path card in the maze, never the start or a goal."""
    on_cells = card.on_cells
    return [on_cells[cell] for cell in state.maze.loose()]


def refuse_rockfall(state: State, _seat: int, _card: Card, targets: tuple[Target, ...]) -> Refusal | None:
    """Refuse an empty cell, the start and goals."""
    laid = laid_at(state, targets)
    if isinstance(laid, Refusal):
        return laid
    return Refusal(Reason.FIXED, targets) if laid.card.fixed else None


def collapse(state: State, seat: int, action: Play) -> None:
    """Remove the card; what is reached then is looked at anew, as after every change of the maze."""
    changes.lift_card(state, seat, changes.cell_of(action.targets[0]))
    changes.discard_played(state)
    changes.push(state, ("reach",))


ROCKFALL = Card(Face("rockfall", "action"), legal=legal_rockfall, refuse=refuse_rockfall, effect=collapse)


# --- Map --------------------------------------------------------------------------------------------------------------


def legal_map(state: State, _seat: int, card: Card) -> list[Play]:
    """Return every face-down card of the maze that may be looked at."""
    on_cells = card.on_cells
    return [on_cells[cell] for cell in state.rules.hooks.lookable(state)]


def refuse_map(state: State, _seat: int, _card: Card, targets: tuple[Target, ...]) -> Refusal | None:
    """Refuse what does not lie face down, and what nobody may look at."""
    laid = laid_at(state, targets)
    if isinstance(laid, Refusal):
        return laid
    if laid.up:
        return Refusal(Reason.NOT_FACE_DOWN, targets)
    lookable = changes.cell_of(targets[0]) in state.rules.hooks.lookable(state)
    return None if lookable else Refusal(Reason.FORBIDDEN_NOW, targets)


def look_at_cell(state: State, seat: int, action: Play) -> None:
    """Look at the face of the card in secret, and at what lies under it."""
    (target,) = action.targets
    cell = changes.cell_of(target)
    changes.look(state, seat, target, (state.maze.cards[cell].number, *state.piles.get(changes.under(cell), ())))


MAP = Card(Face("map", "action"), legal=legal_map, refuse=refuse_map, effect=look_at_cell)
