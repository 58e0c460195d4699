"""What a round promises each seat where roles share differently: shares, crystals and thefts, in gold."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from server.bots.estimate import SABOTEUR
from server.bots.playout import RIVAL, Outlook, before, over, treasure_of, turns_left
from server.bots.situation import GEOLOGIST, TEAMS, Situation
from server.bots.way import BIT, ground
from server.engine.editions.saboteur2 import LESS, SHARES, crystals
from server.engine.maze import Traveller, build
from server.engine.state import State

FINISHERS = {"blue": 1.0, "green": 1.0, "boss": 1.0, GEOLOGIST: 0.3}
"""Role -> how likely a seat with it is to be the one that reaches the treasure, beside the others."""
NO_DOOR, A_DOOR = 0.92, 0.4
"""How likely a team's way is open at the end if no door lies on it now, and if one does."""
STILL_LAID = 0.02
"""How many more crystals come of a card still to be played."""
TAKEN_AWAY = 0.002
"""How likely a theft is taken away again for each card still to be played."""
POOR = 0.3
"""What a seat without gold counts when it is guessed who will be robbed."""


class Shares(Outlook):
    """The outlook where roles share differently: the gold of the seat itself, less that of the others."""

    def __init__(self, now: Situation, state: State) -> None:
        super().__init__(now, state)
        self.depth = len(state.hands)

    def promise(self, state: State) -> float:
        """Return what the position promises: a part of the most gold there is for a seat."""
        seats = seats_of(state)
        if over(state, self.round):
            gold = [0.0] * len(seats)
            for paid in state.results[self.round - 1].payments:
                gold[paid.seat] += paid.amount
        else:
            gold = expected(state, seats)
        rob(gold, seats, turns_left(state))
        mine = gold[self.now.me]
        return (mine - RIVAL * (sum(gold) - mine) / (len(gold) - 1)) / SHARES[1]


class Seat(NamedTuple):
    """A seat as it will be paid."""

    role: str
    free: float
    """The chance that it is not trapped when the round ends: most free themselves in time."""
    hindered: bool
    thief: bool


def seats_of(state: State) -> list[Seat]:
    """Return all seats."""
    cards = state.rules.cards
    trapped = 1.0 / (1.0 + turns_left(state) / len(state.hands))
    return [
        Seat(
            state.id_of(role),
            1.0 - trapped * ("trapped" in lying),
            any(cards[card].hinders for card in lying),
            "theft" in lying,
        )
        for role, lying in zip(state.roles, before(state), strict=True)
    ]


def expected(state: State, seats: Sequence[Seat]) -> list[float]:
    """Return about how much gold each seat gets before thefts."""
    treasure = BIT.get(treasure_of(state), 0)
    far = ground(state.maze).far(treasure)
    turns = turns_left(state)
    reached = reaching(seats, far, turns)
    gold = [0.0] * len(seats)
    for teams, chance in winning_teams(state, seats, far, treasure).items():
        share(gold, seats, (*teams, *LESS), reached * chance)
    share(gold, seats, (SABOTEUR, "profiteer"), 1.0 - reached)
    geologists = sum(seat.free for seat in seats if seat.role == GEOLOGIST)
    each = (crystals(state) + STILL_LAID * turns) / max(1.0, geologists)
    for at, seat in enumerate(seats):
        if seat.role == GEOLOGIST:
            gold[at] += seat.free * each
    return gold


def reaching(seats: Sequence[Seat], far: float, turns: int) -> float:
    """Return the chance that the gold is reached: how rounds of Saboteur 2 between bots ended that stood like this."""
    roles = [seat.role for seat in seats]
    diggers = sum(seat.hindered for seat in seats if seat.role in FINISHERS)
    others = sum(seat.hindered for seat in seats if seat.role not in FINISHERS)
    there = (
        -12.8 * roles.count(SABOTEUR)
        - 14.4 * roles.count("profiteer")
        - 5.9 * roles.count(GEOLOGIST)
        - 0.2 * diggers
        + 2.74 * others
    )
    odds = 3.14 - 1.1 * far + 0.227 * min(far, 3.0) + 0.083 * turns + there / len(seats)
    return 1.0 / (1.0 + exp(-odds))


def winning_teams(state: State, seats: Sequence[Seat], far: float, treasure: int) -> dict[tuple[str, ...], float]:
    """Return how likely these teams win, if the gold is reached: by who may reach it, and by the doors."""
    one, two = TEAMS
    doors = any(laid.up and laid.shape.barriers for laid in state.maze.cards.values())
    open_one, open_two = (open_to(state, team, far, treasure) if doors else NO_DOOR for team in TEAMS)
    weight = dict.fromkeys((*TEAMS, ""), 0.0)
    for seat in seats:
        weight[seat.role if seat.role in TEAMS else ""] += FINISHERS.get(seat.role, 0.02)
    total = sum(weight.values())
    both = weight[""] * open_one * open_two
    first = open_one * (weight[one] + (1.0 - open_two) * (weight[two] + weight[""]))
    second = open_two * (weight[two] + (1.0 - open_one) * (weight[one] + weight[""]))
    return {(one, two): both / total, (one,): first / total, (two,): second / total}


def open_to(state: State, team: str, far: float, treasure: int) -> float:
    """Return the chance that a team has a way to the treasure that leads through no door of the other."""
    maze = build(state.maze.cards, (Traveller(team, stopped=True),), state.maze.opened)
    return NO_DOOR if ground(maze).far(treasure) - far < 0.3 else A_DOOR


def share(gold: list[float], seats: Sequence[Seat], winning: tuple[str, ...], chance: float) -> None:
    """Give the winners their shares, as far as it is likely that they win."""
    among = sum(seat.free for seat in seats if seat.role in winning)
    amount = max(1.0, SHARES[1] + 1.0 - max(1.0, among))
    for at, seat in enumerate(seats):
        if seat.role in winning:
            gold[at] += chance * seat.free * max(0.0, amount - LESS.get(seat.role, 0))


def rob(gold: list[float], seats: Sequence[Seat], turns: int) -> None:
    """Let those take who have a theft before them, most from who has most."""
    rich = [POOR + max(0.0, amount) for amount in gold]
    for thief, seat in enumerate(seats):
        if seat.thief:
            taken = (1.0 - TAKEN_AWAY * turns) * seat.free
            others = sum(rich) - rich[thief]
            for at, weight in enumerate(rich):
                gold[at] += taken if at == thief else -taken * weight / others
