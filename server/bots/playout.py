"""Playing on in an imagined world with a fast policy, and how well it stands there for those who want the gold."""

from __future__ import annotations

from math import exp
from random import Random

from server.bots.estimate import SABOTEUR, Estimate
from server.bots.policy import Worth, judge
from server.bots.situation import Quick
from server.bots.way import BIT, ground
from server.engine import steps
from server.engine.state import State

UNSTEADY = 0.3
"""How far players misjudge in an imagined world: none is quite like another."""


def treasure_of(state: State) -> int:
    """Return the cell of the treasure, or one that is nowhere."""
    for cell, laid in state.maze.cards.items():
        if laid.card.id == "treasure":
            return cell
    return -1


def over(state: State, round_number: int) -> bool:
    """Tell whether the round has ended."""
    return state.open_roles or state.round != round_number or state.outcome is not None


def choose_fast(
    state: State, seat: int, believed: Estimate, table: dict[str, tuple[Worth, ...]], random: Random
) -> None:
    """Let a seat decide by the rules alone, as one who knows where the treasure lies."""
    asked = state.asked
    assert asked is not None
    legal = state.rules.questions[asked.kind].legal(state, seat, asked)
    if asked.kind != "turn" or len(legal) == 1:
        steps.play(state, seat, legal[int(random.random() * len(legal))])
        return
    now = seen_by(state, seat, believed)
    worth = judge(now, legal, table)
    worth = [each + UNSTEADY * random.random() for each in worth]
    steps.play(state, seat, legal[worth.index(max(worth))])


def seen_by(state: State, seat: int, believed: Estimate) -> Quick:
    """Return the situation of a seat in an imagined world."""
    rules = state.rules
    kinds = rules.kinds
    return Quick(
        rules,
        seat,
        kinds[state.roles[seat]].id if state.roles else "",
        state.maze,
        0,
        {treasure_of(state): 1.0},
        tuple(tuple(kinds[card].id for card in lying) for lying in state.before),
        believed,
        turns_left(state),
        tuple(kinds[card].id for card in state.hands[seat]),
    )


def turns_left(state: State) -> int:
    """Return how many cards are left to be played."""
    return len(state.piles["draw"]) + sum(map(len, state.hands))


def standing(state: State, round_number: int) -> float:
    """Return the chance that the gold is reached: how rounds between bots ended that stood like this."""
    if over(state, round_number):
        return float("saboteurs" not in state.results[round_number - 1].sides)
    kinds = state.rules.kinds
    far = ground(state.maze).far(BIT.get(treasure_of(state), 0))
    turns = turns_left(state)
    hindered = [any(kinds[card].hinders for card in lying) for lying in state.before]
    guilty = [kinds[role].id == SABOTEUR for role in state.roles]
    seats, saboteurs = len(guilty), sum(guilty)
    miners_held = sum(held and not bad for held, bad in zip(hindered, guilty, strict=True)) / max(1, seats - saboteurs)
    saboteurs_held = sum(held and bad for held, bad in zip(hindered, guilty, strict=True)) / max(1, saboteurs)
    near = min(far, 3.0)
    odds = (
        3.84
        - 0.116 * far
        + 0.359 * near
        + 0.0428 * turns
        - 22.06 * far / (turns + 5)
        - (0.533 + 0.237 * near) * miners_held
        - 10.73 * saboteurs / seats
        + 0.722 * saboteurs_held
    )
    return 1.0 / (1.0 + exp(-odds))
