"""Who is a saboteur: a running estimate over all splits of roles, from how each act fits each role."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from math import exp, log
from typing import NamedTuple

from protocol.game import AtCell, AtSeat, Options, View
from server.bots.story import Act, Past
from server.engine.cell import number
from server.engine.game import new

SABOTEUR = "saboteur"

STEPS = (-1.5, -0.7, -0.2, 0.2, 0.7, 1.5)
"""Bounds of the classes of how much farther a lay or a rockfall brought the gold."""

Evidence = dict[str, tuple[float, ...]]
"""Kind of act -> log of how much likelier a saboteur does it than another, by class; discards: free, hindered."""

EVIDENCE: Evidence = {
    "lay": (-1.5, -1.3, -0.4, 0.4, 1.1, 1.5, 1.6),
    "dead_end": (0.0, 0.0, 0.5, 1.2, 2.0, 2.5, 2.5),
    "lift": (-1.5, -1.5, -1.0, -0.4, 1.3, 2.5, 2.5),
    "discard": (-0.2, 0.1),
}
"""What acts tell where there are gold miners and saboteurs alone."""

MANY_ROLES: Evidence = {
    "lay": (-2.5, -2.5, -1.5, -0.2, 1.0, 1.3, 1.8),
    "dead_end": (0.0, 0.0, 0.0, 0.1, 1.5, 1.2, 1.7),
    "lift": (-2.0, -2.0, -1.3, 0.0, 0.8, 1.9, 2.5),
    "discard": (0.2, 0.5),
    "break": (0.8,),
}
"""What acts tell in Saboteur 2: few dig there who are not after the gold, and breaking alone is a sign."""

PAIRS: dict[str, tuple[tuple[float, float], tuple[float, float]]] = {
    "break": ((0.5, 1.7), (1.1, 0.8)),
    "mend": ((1.4, 0.4), (0.7, 1.2)),
}
"""Kind of act -> how gladly a miner does it to another miner and to a saboteur, and a saboteur to each of them."""

NOTHING = (0.0,)
"""What an act tells that is in no table."""

KNOWING = (0.0, 0.5, 1.0)
"""How far a seat is believed to have dug for a goal of its own, by how many goals it alone has looked at."""


class Estimate(NamedTuple):
    """What one seat believes of the roles of all."""

    splits: tuple[tuple[tuple[int, ...], float], ...]
    """Every set of seats that may be the saboteurs, with its probability."""
    chance: tuple[float, ...]
    """For each seat the probability that it is a saboteur."""


@lru_cache(maxsize=64)
def _pool(edition: str, seats: int, modules: tuple[str, ...], settings: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    state = new(Options(edition, seats, modules, dict(settings)), bytes(32)).state
    return tuple(state.id_of(card) for card in (*state.roles, *state.piles.get("unused", ())))


def pool(options: Options) -> tuple[str, ...]:
    """Return the roles that are shuffled at the beginning of a round."""
    return _pool(options.edition, options.seats, options.modules, tuple(sorted(options.settings.items())))


@lru_cache(maxsize=256)
def prior(
    seats: int, roles: int, saboteurs: int, known: tuple[bool | None, ...]
) -> tuple[tuple[tuple[int, ...], float], ...]:
    """Return every possible set of saboteurs with its probability before anybody has acted."""
    unknown = [seat for seat in range(seats) if known[seat] is None]
    sure = tuple(seat for seat in range(seats) if known[seat])
    left, others = saboteurs - len(sure), roles - saboteurs - (seats - len(unknown) - len(sure))
    found = []
    for count in range(max(0, len(unknown) - others), min(left, len(unknown)) + 1):
        weight = _falling(left, count) * _falling(others, len(unknown) - count)
        found += [(tuple(sorted((*sure, *chosen))), weight) for chosen in combinations(unknown, count)]
    total = sum(weight for _, weight in found) or 1.0
    return tuple((split, weight / total) for split, weight in found) or ((sure, 1.0),)


def _falling(number: int, count: int) -> float:
    product = 1.0
    for factor in range(number, number - count, -1):
        product *= factor
    return product


def seen_by_others(view: View, past: Past, *acts: Act) -> Estimate:
    """Return what everyone may believe who has only watched, after these further acts."""
    roles = pool(view.options)
    seats = len(view.seats)
    splits = prior(seats, len(roles), roles.count(SABOTEUR), (None,) * seats)
    return _summed(_weigh(splits, (*past.acts, *acts), {}, seats, evidence_of(roles)), seats)


def known_sides(view: View) -> tuple[bool | None, ...]:
    """Return for each seat whether it is a saboteur, where the viewer knows."""
    seen = {known.about.seat: known.card for known in view.known if isinstance(known.about, AtSeat) and not known.aged}
    roles = [seat.role or seen.get(at, "") for at, seat in enumerate(view.seats)]
    return tuple(role == SABOTEUR if role else None for role in roles)


def change_for(act: Act, goals: dict[int, str]) -> float:
    """Return how much farther an act brought the gold as the seat that did it may have meant it."""
    looked = [number(*cell) for cell in act.looked]
    treasure = [far for cell, far in act.changes if cell in looked and goals.get(cell) == "treasure"]
    if treasure:
        return treasure[0]
    possible = [far for cell, far in act.changes if not (cell in looked and cell in goals)]
    if not possible:
        return 0.0
    usual = sum(possible) / len(possible)
    unshared = len(set(looked) - goals.keys())
    return usual + KNOWING[min(unshared, 2)] * (min(possible) - usual)


def evidence_of(roles: Sequence[str]) -> Evidence:
    """Return what acts tell where these roles are dealt."""
    return MANY_ROLES if "profiteer" in roles else EVIDENCE


def evidence(act: Act, goals: dict[int, str], table: Evidence) -> float:
    """Return the log of how much likelier a saboteur does this than another."""
    row = table.get(act.kind)
    if row is None:
        return 0.0
    if act.kind == "discard":
        return row[act.hindered]
    return row[bisect(STEPS, change_for(act, goals))]


def estimate(view: View, past: Past, goals: dict[int, str], use_acts: bool = True) -> Estimate:
    """Return what a seat believes; `goals` are the goals whose face it knows."""
    roles = pool(view.options)
    seats = len(view.seats)
    splits = prior(seats, len(roles), roles.count(SABOTEUR), known_sides(view)) if roles else (((), 1.0),)
    if use_acts and len(splits) > 1:
        splits = _weigh(splits, past.acts, goals, seats, evidence_of(roles))
    return _summed(splits, seats)


def _summed(splits: tuple[tuple[tuple[int, ...], float], ...], seats: int) -> Estimate:
    """Return the estimate that these splits add up to."""
    chance = [0.0] * seats
    for split, weight in splits:
        for seat in split:
            chance[seat] += weight
    return Estimate(splits, tuple(chance))


def _weigh(
    splits: Sequence[tuple[tuple[int, ...], float]],
    acts: Iterable[Act],
    goals: dict[int, str],
    seats: int,
    table: Evidence,
) -> tuple[tuple[tuple[int, ...], float], ...]:
    alone = [0.0] * seats
    pairs: list[Act] = []
    for act in acts:
        if act.kind in PAIRS:
            if act.seat != act.target:
                pairs.append(act)
                alone[act.seat] += table.get(act.kind, NOTHING)[0]
        else:
            alone[act.seat] += evidence(act, goals, table)
    weighed = []
    for split, weight in splits:
        total = log(weight)
        for seat in split:
            total += alone[seat]
        for act in pairs:
            guilty = act.seat in split
            row = PAIRS[act.kind][guilty]
            saboteurs = len(split) - guilty
            among = row[0] * (seats - 1 - saboteurs) + row[1] * saboteurs
            total += log(row[act.target in split] / among)
        weighed.append((split, total))
    most = max(total for _, total in weighed)
    shares = [(split, exp(total - most)) for split, total in weighed]
    whole = sum(share for _, share in shares)
    return tuple((split, share / whole) for split, share in shares)


def cells_known(view: View) -> dict[int, str]:
    """Return the face-down cards of the maze whose face the viewer has seen, by cell number."""
    return {
        number(*known.about.cell): known.card
        for known in view.known
        if isinstance(known.about, AtCell) and not known.aged
    }
