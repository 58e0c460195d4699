"""Rounds: set-up, the end, and the next one."""

from __future__ import annotations

from protocol.game import Outcome
from server.engine import changes
from server.engine.cell import number
from server.engine.state import State


def begin(state: State, starter: int) -> None:
    """Begin a round."""
    changes.begin_round(state, starter)
    changes.push(state, ("turn", starter), *((step,) for step in reversed(state.rules.set_up)))


def gather(state: State) -> None:
    """Gather and shuffle all path and action cards that nobody took for good."""
    for pile in ("discard", "played", "offer", "aside"):
        changes.set_pile(state, pile, ())
    taken = {card for cards in (*state.purses, state.piles.get("gone", ())) for card in cards}
    deck = tuple(card for card in state.rules.supplies["deck"] if card not in taken)
    changes.set_pile(state, "draw", changes.shuffle(state, "deck", deck))


def lay_start(state: State) -> None:
    """Lay the start."""
    for card, cell in zip(state.rules.supplies["start"], state.rules.layout["start"], strict=True):
        changes.lay_out(state, number(*cell), card)


def lay_goals(state: State) -> None:
    """Shuffle the goals and lay them face down, as many as there are places."""
    cells = state.rules.layout["goals"]
    goals = changes.shuffle(state, "goals", state.rules.supplies["goals"])
    sure = state.rules.hooks.sure_goals(state.rules)
    if sure:
        others = tuple(card for card in goals if card not in sure)
        goals = changes.shuffle(state, "goals laid", (*sure, *others[: len(cells) - len(sure)]))
    for card, cell in zip(goals, cells, strict=False):
        changes.lay_out(state, number(*cell), card, up=False)


def lay_sites(state: State) -> None:
    """Lay each site face up on its cell."""
    for card in state.rules.supplies["sites"]:
        ((x, y),) = state.rules.layout[state.id_of(card)]
        changes.lay_out(state, number(x, y), card)


def deal_roles(state: State) -> None:
    """Shuffle the roles of the round and deal one to each seat; the rest stays unseen."""
    roles = changes.shuffle(state, "roles", state.rules.hooks.round_roles(state))
    changes.deal_roles(state, roles[: state.rules.seats], "deal", roles[state.rules.seats :])


def deal_hands(state: State) -> None:
    """Deal each seat its hand."""
    count = state.rules.hooks.hand_size(state.rules)
    for seat in range(state.rules.seats):
        changes.draw(state, seat, count)


def score(state: State, reason: str) -> None:
    """Settle who won the round and pay them."""
    changes.push(state, ("close_round",))
    state.rules.hooks.score(state, reason)


def close(state: State) -> None:
    """End a paid round: the next one begins, or the game ends."""
    hooks = state.rules.hooks
    gold = all_gold(state)
    changes.close_round(state, gold)
    if state.round == state.rules.rounds:
        changes.end_game(state, hooks.outcome(state))
    else:
        changes.push(state, ("begin_round", hooks.next_starter(state)))


def next_starter(state: State) -> int:
    """Return the seat to the left of the one from whose hand the last card left (R11)."""
    return (state.last_hand + 1) % state.rules.seats


def all_gold(state: State) -> tuple[int, ...]:
    """Return the gold of each seat."""
    return tuple(gold_of_seat(state, seat) for seat in range(state.rules.seats))


def gold_of_seat(state: State, seat: int) -> int:
    """Return all the gold a seat has: nuggets and gold cards (M2)."""
    return state.gold[seat] + sum(changes.gold_of(state, card) for card in state.purses[seat])


def outcome(state: State) -> Outcome:
    """Most gold wins; ties are shared wins (R12)."""
    gold = all_gold(state)
    totals = [result.gold for result in state.results]
    by_round = tuple(
        tuple(now - before for now, before in zip(total, earlier, strict=True))
        for total, earlier in zip(totals, [(0,) * len(gold), *totals], strict=False)
    )
    best = max(gold)
    return Outcome(gold, tuple(seat for seat, amount in enumerate(gold) if amount == best), by_round)
