"""What a change of the maze reaches: one thing after the other, in the order the player in turn chooses (R2, R3)."""

from __future__ import annotations

from protocol.game import Action, Answer, AtCell, AtChoice
from server.engine import changes
from server.engine.cell import BITS, OPPOSITE, STEPS, place
from server.engine.rules import QuestionKind
from server.engine.state import Open, State

UPRIGHT = Answer((AtChoice("upright"),))
TURNED = Answer((AtChoice("turned"),))


def reach(state: State) -> None:
    """List what is newly reached and carry out one entry; the list is made anew after it."""
    hooks = state.rules.hooks
    hooks.maze_changed(state)
    if state.steps and state.steps[-1][0] == "score":
        return
    found = hooks.reachable(state)
    if not found:
        return
    changes.push(state, ("reach",))
    if len(found) == 1:
        changes.push(state, ("reached", found[0]))
    else:
        changes.ask(state, "order", (state.turn,), tuple(AtCell(place(cell)) for cell in found))


def reachable(state: State) -> list[int]:
    """Return the cells of face-down cards that are reached, sorted."""
    return sorted(state.maze.touched)


def legal_order(_state: State, _seat: int, asked: Open) -> list[Action]:
    """Return the entries to choose from."""
    return [Answer((target,)) for target in asked.about]


def choose_order(state: State, asked: Open) -> None:
    """Carry out the entry that was chosen."""
    changes.push(state, ("reached", changes.cell_of(asked.answers[0].targets[0])))  # type: ignore[union-attr]


def reached(state: State, cell: int) -> None:
    """Turn a reached card up, or ask how it is to lie."""
    laid = state.maze.cards[cell]
    if laid.up:
        turned_up(state, cell)
        return
    possible = state.rules.hooks.orientations(state, cell)
    if len(possible) == 1:
        changes.turn_up(state, state.turn, cell, possible[0])
        turned_up(state, cell)
    else:
        changes.ask(state, "orientation", (state.turn,), (AtCell(place(cell)),))


def orientations(state: State, cell: int) -> list[bool]:
    """Return the ways up in which a reached card may come to lie (R2)."""
    maze = state.maze
    card = maze.cards[cell].card
    possible = [False] if card.alike else [False, True]
    sides = maze.reached_from(cell)
    opening = [turned for turned in possible if card.shapes[turned].edges & sides]
    possible = opening or possible
    matching = [turned for turned in possible if not mismatches(state, cell, card.shapes[turned].edges)]
    return matching or possible


def mismatches(state: State, cell: int, edges: int) -> int:
    """Return how many face-up neighbours of a cell do not match these openings."""
    found = 0
    for bit, step, opposite in zip(BITS, STEPS, OPPOSITE, strict=True):
        neighbour = state.maze.cards.get(cell + step)
        if neighbour is not None and neighbour.up and bool(edges & bit) != bool(neighbour.shape.edges & opposite):
            found += 1
    return found


def legal_orientation(_state: State, _seat: int, _asked: Open) -> list[Action]:
    """Return the two ways up."""
    return [UPRIGHT, TURNED]


def choose_orientation(state: State, asked: Open) -> None:
    """Turn the card up the way that was chosen."""
    cell = changes.cell_of(asked.about[0])
    changes.turn_up(state, state.turn, cell, asked.answers[0] == TURNED)
    turned_up(state, cell)


def turned_up(state: State, cell: int) -> None:
    """Let a card that was reached have its effect."""
    effect = state.maze.cards[cell].card.reached
    if effect is not None:
        effect(state, state.turn, cell)


QUESTIONS = {
    "order": QuestionKind(legal_order, choose_order),
    "orientation": QuestionKind(legal_orientation, choose_orientation),
}
