"""The key card: it opens a door of the other colour."""

from __future__ import annotations

from protocol.game import Face, Play, Reason, Refusal, Target
from server.engine import changes
from server.engine.card import Card
from server.engine.kinds.cells import laid_at
from server.engine.maze import Laid
from server.engine.state import State


def is_closed_to(state: State, seat: int, laid: Laid) -> bool:
    """Tell whether a card has a door that is not of the seat's own colour."""
    colour = state.rules.travellers[state.rules.hooks.traveller(state, seat)].colour
    return laid.up and any(barrier.kind == "door" and barrier.colour != colour for barrier in laid.shape.barriers)


def legal_key(state: State, seat: int, card: Card) -> list[Play]:
    """Return every door of the other colour that has no key yet, wherever it lies face up."""
    maze = state.maze
    doors = sorted(cell for cell, laid in maze.cards.items() if laid.shape.barriers and cell not in maze.opened)
    return [card.on_cells[cell] for cell in doors if is_closed_to(state, seat, maze.cards[cell])]


def refuse_key(state: State, seat: int, _card: Card, targets: tuple[Target, ...]) -> Refusal | None:
    """Refuse what is no door of the other colour, and a second key."""
    laid = laid_at(state, targets)
    if isinstance(laid, Refusal):
        return laid
    if not is_closed_to(state, seat, laid):
        return Refusal(Reason.BAD_TARGET, targets)
    return Refusal(Reason.ALREADY_THERE, targets) if changes.cell_of(targets[0]) in state.maze.opened else None


def unlock(state: State, seat: int, action: Play) -> None:
    """Put a key on the door; what can be reached then is looked at anew."""
    changes.mark(state, changes.cell_of(action.targets[0]), "key", seat)
    changes.discard_played(state)
    changes.push(state, ("reach",))


KEY = Card(Face("key", "action"), legal=legal_key, refuse=refuse_key, effect=unlock)
