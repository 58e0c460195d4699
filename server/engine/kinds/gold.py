"""Gold in the maze: whose start it is joined to puts a marker on it, and takes the card when the round ends."""

from __future__ import annotations

from itertools import combinations

from server.engine import changes, reach
from server.engine.state import State


def use_marker(state: State, cell: int, kind: str, seat: int) -> None:
    """Put a marker from the stock on a cell; with the last one the round ends at once."""
    changes.mark(state, cell, kind, seat)
    changes.count(state, "markers", -1)
    if not state.tokens["markers"]:
        changes.drop_steps(state, ("score", "markers_used"))


# --- Marking ----------------------------------------------------------------------------------------------------------


def owner(state: State, cell: int) -> int | None:
    """Return who has the gold on a cell in reach: the seat in turn before any other (D2)."""
    openings = state.maze.cards[cell].shape.gold
    seats = (state.turn, *(seat for seat in range(state.rules.seats) if seat != state.turn))
    traveller = state.rules.hooks.traveller
    return next((seat for seat in seats if state.maze.joins(cell, openings, traveller(state, seat))), None)


def unmarked(state: State) -> list[int]:
    """Return the cells of gold that is in someone's reach and has no marker yet, sorted."""
    marked = {cell for cell, kind, _ in state.marks if kind == "marker"}
    gold = [cell for cell, laid in state.maze.cards.items() if laid.shape.gold and laid.up and cell not in marked]
    return sorted(cell for cell in gold if owner(state, cell) is not None)


def mark_gold(state: State, _seat: int, cell: int) -> None:
    """Put a marker on gold just turned up or chosen, if it is in someone's reach."""
    seat = owner(state, cell)
    if seat is not None:
        use_marker(state, cell, "marker", seat)


def mark_all(state: State) -> None:
    """Mark all gold that came into reach, unless markers are too few; then end the round if all goals are up."""
    found = unmarked(state)
    if len(found) <= state.tokens["markers"]:
        for cell in found:
            mark_gold(state, state.turn, cell)
        if state.tokens["markers"] and not state.maze.face_down():
            changes.drop_steps(state, ("score", "goals_up"))


def reachable(state: State) -> list[int]:
    """Return the gold to choose from where markers are too few for all of it, else the goals that are reached."""
    return unmarked(state) or reach.reachable(state)


# --- The end of a round -----------------------------------------------------------------------------------------------


def take_marked(state: State, seat: int) -> None:
    """Let a seat take the cards whose gold it marked."""
    cells = tuple(cell for cell, kind, by in state.marks if kind == "marker" and by == seat)
    if cells:
        changes.take_gold_cards(state, seat, cells, "marked")


def pay_trolls(state: State, seat: int) -> None:
    """Let a seat pay 1 gold for each troll it bribed, without change (D3)."""
    due = sum(kind == "bribe" and by == seat for _, kind, by in state.marks)
    if due and state.purses[seat]:
        changes.lose_gold_cards(state, seat, least_pay(state, state.purses[seat], due), "trolls")


def least_pay(state: State, purse: tuple[int, ...], due: int) -> tuple[int, ...]:
    """Return the cards of the smallest sufficient total, of equal totals the fewest; all of a purse that holds less."""

    def worth(cards: tuple[int, ...]) -> int:
        return sum(changes.gold_of(state, card) for card in cards)

    # Each card is worth something, so that no more than `due` of them are ever needed.
    ways = (cards for count in range(1, due + 1) for cards in combinations(purse, count) if worth(cards) >= due)
    return min(ways, key=lambda cards: (worth(cards), len(cards)), default=purse)
