"""Gold at the end of a round, as far as more than one edition or module uses it."""

from __future__ import annotations

from protocol.game import Action, Answer, AtCard
from server.engine import changes
from server.engine.maze import EVERYONE, path
from server.engine.rules import QuestionKind
from server.engine.state import Open, State


def seats_with(state: State, *roles: str) -> tuple[int, ...]:
    """Return the seats that hold one of these roles."""
    return tuple(seat for seat, role in enumerate(state.roles) if state.id_of(role) in roles)


def clockwise(state: State, first: int) -> list[int]:
    """Return all seats, clockwise from the first."""
    return [(first + step) % state.rules.seats for step in range(state.rules.seats)]


def is_paid(_state: State, _seat: int) -> bool:
    """Tell whether a seat may get a share at the end of the round."""
    return True


def treasure_cell(state: State) -> int | None:
    """Return the cell of the treasure if it lies face up."""
    for cell, laid in state.maze.cards.items():
        if laid.up and any(mark.kind == "treasure" for mark in laid.card.face.marks):
            return cell
    return None


def winning_path(state: State) -> tuple[int, ...]:
    """Return the cells of a way to the treasure, doors ignored."""
    cell = treasure_cell(state)
    return () if cell is None else path(state.maze, EVERYONE, cell)


# --- Gold cards (R8, R9) ----------------------------------------------------------------------------------------------


def pick_from(state: State, seat: int) -> None:
    """Let the next seat that is due pick a gold card, from this seat on against the direction of play (R8)."""
    due = [miner for miner in seats_with(state, "goldminer") if state.rules.hooks.is_paid(state, miner)]
    if not state.piles["offer"] or not due:
        return
    while seat not in due:
        seat = (seat - state.direction) % state.rules.seats
    changes.ask(state, "gold", (seat,))


def legal_pick(state: State, _seat: int, _asked: Open) -> list[Action]:
    """Return each value on offer."""
    return [Answer((AtCard(card),)) for card in sorted({state.id_of(card) for card in state.piles["offer"]})]


def pick(state: State, asked: Open) -> None:
    """Take the gold card that was picked; the next seat follows."""
    (seat,) = asked.seats
    picked = asked.answers[0]
    assert isinstance(picked, Answer)
    (target,) = picked.targets
    assert isinstance(target, AtCard)
    card = next(card for card in state.piles["offer"] if state.id_of(card) == target.card)
    changes.pick_gold(state, seat, card)
    changes.push(state, ("pick", (seat - state.direction) % state.rules.seats))


GOLD = QuestionKind(legal_pick, pick, cards=lambda state, _seat, _asked: tuple(sorted(state.piles["offer"])))


def exact_pay(state: State, amount: int) -> tuple[int, ...]:
    """Return gold cards of the pile that make up an amount exactly, or the largest smaller one that can be made (R9).

    The fewest cards; of equal ways the one with the highest card.
    """
    pile: dict[int, list[int]] = {}
    for card in sorted(state.piles["gold"]):
        pile.setdefault(changes.gold_of(state, card), []).append(card)
    values = sorted(pile, reverse=True)

    def ways(due: int, at: int) -> list[tuple[int, ...]]:
        if due == 0:
            return [()]
        if at == len(values):
            return []
        value = values[at]
        return [
            (value,) * count + rest
            for count in range(min(due // value, len(pile[value])), -1, -1)
            for rest in ways(due - count * value, at + 1)
        ]

    for due in range(amount, 0, -1):
        found = ways(due, 0)
        if found:
            # Of equally few cards the way listed first has the highest card: high values are tried first.
            best = min(found, key=lambda way: (len(way), tuple(-value for value in way)))
            return tuple(pile[value].pop() for value in best)
    return ()


def pay_exactly(state: State, seats: tuple[int, ...], amount: int, why: str) -> None:
    """Pay seats from the pile of gold cards, clockwise from the next round's starter (R9)."""
    for seat in clockwise(state, state.rules.hooks.next_starter(state)):
        if seat in seats:
            cards = exact_pay(state, amount)
            if cards:
                changes.gain_gold_cards(state, seat, cards, why)
