"""Fit what hard expects of a position to rounds between normals: python tests/bench/fit.py saboteur2 (or base).

Needs numpy (`pip install -e '.[fit]'`). Says how far the network is off on deals it was not fitted to, and writes it.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from protocol.game import Options  # noqa: E402
from server.bots.levels import LEVELS  # noqa: E402
from server.bots.match import seed_of  # noqa: E402
from server.bots.playout import Scenes, treasure_of, turns_left  # noqa: E402
from server.bots.prospects import ahead, won  # noqa: E402
from server.bots.signs import position, signs  # noqa: E402
from server.engine.game import new  # noqa: E402


class Fitted(NamedTuple):
    """What a network is fitted to."""

    file: str
    seats: int
    """How many play in most deals; the others have any number that the edition allows."""
    most: int
    deals: int


NETWORKS = {
    "base": Fitted("winning.network", 5, 10, 4000),
    "saboteur2": Fitted("shares.network", 6, 10, 5000),
}
LOOKED_AT = 0.15
"""The share of decisions whose position is looked at."""
UNITS, ROUNDS, BATCH, RATE, DECAY = 16, 16, 512, 2e-3, 1e-5
KEPT_BACK = 0.15
"""The share of deals that nothing is fitted to."""
SEEDS = 3
"""How many networks are fitted; the best is taken."""


def played(edition: str, deal: int) -> tuple[list[list[float]], list[float]]:
    """Play a deal between normals; return what was counted of positions, seat by seat, and what came of it."""
    fitted = NETWORKS[edition]
    seats = fitted.seats if deal % 4 else 3 + deal // 4 % (fitted.most - 2)
    normal, random, lot = LEVELS["normal"], Random(deal), Random(deal + 1)
    game = new(Options(edition, seats), seed_of(deal))
    counted: list[list[float]] = []
    came: list[float] = []
    before = (0,) * seats
    looked_at = 0
    while game.outcome is None:
        state = game.state
        if state.asked.kind == "turn" and not state.open_roles and lot.random() < LOOKED_AT:
            treasure = treasure_of(state)
            here = position(state, Scenes().of(state, treasure), treasure, turns_left(state))
            counted += [signs(here, seat) for seat in range(seats)]
            looked_at += 1
        seat, played_round = game.waiting()[0], state.round
        game.play(seat, normal.choose(game.view(seat), game.story(seat), random))
        if game.outcome is not None or game.state.round > played_round:
            after = game.state.results[played_round - 1].gold
            gold = [now - then for now, then in zip(after, before, strict=True)]
            came += (won(game.state, played_round) if edition == "base" else ahead(gold)) * looked_at
            before, looked_at = after, 0
    return counted, came


def fit(counted: np.ndarray, came: np.ndarray, seed: int) -> list[np.ndarray]:
    """Fit a network of one layer by Adam, as Kingma and Ba describe it; return its weights."""
    rng = np.random.default_rng(seed)
    wide = counted.shape[1]
    weights = [
        rng.normal(0, (2 / wide) ** 0.5, (wide, UNITS)).astype(np.float32),
        np.zeros(UNITS, np.float32),
        rng.normal(0, UNITS**-0.5, UNITS).astype(np.float32),
        np.zeros(1, np.float32),
    ]
    slow = [np.zeros_like(each) for each in weights]
    square = [np.zeros_like(each) for each in weights]
    step = 0
    steps = ROUNDS * (len(came) // BATCH)
    for _ in range(ROUNDS):
        order = rng.permutation(len(came))
        for at in range(0, len(order) - BATCH + 1, BATCH):
            some = order[at : at + BATCH]
            x = counted[some]
            units = x @ weights[0] + weights[1]
            live = np.maximum(units, 0)
            off = (live @ weights[2] + weights[3] - came[some]) / BATCH
            back = np.outer(off, weights[2]) * (units > 0)
            slopes = [x.T @ back, back.sum(0), live.T @ off, off.sum(keepdims=True)]
            step += 1
            rate = RATE * (1 - step / steps) + RATE / 50
            for each, slope, one, two in zip(weights, slopes, slow, square, strict=True):
                one += 0.1 * (slope + DECAY * each - one)
                two += 0.001 * ((slope + DECAY * each) ** 2 - two)
                each -= rate * (one / (1 - 0.9**step)) / (np.sqrt(two / (1 - 0.999**step)) + 1e-8)
    return weights


def expected(weights: list[np.ndarray], counted: np.ndarray) -> np.ndarray:
    """Return what a network expects."""
    return np.maximum(counted @ weights[0] + weights[1], 0) @ weights[2] + weights[3]


def text(weights: list[np.ndarray], middle: np.ndarray, spread: np.ndarray) -> str:
    """Return a network as server/bots/network.py reads it."""
    rows = weights[0] / spread[:, None]
    bounds = middle @ rows - weights[1]
    units = [(weights[2][at], bounds[at], *rows[:, at]) for at in range(UNITS)]
    return "".join(" ".join(f"{each:.4f}" for each in line) + "\n" for line in ((weights[3][0],), *units))


def main() -> None:
    """Play, fit, say how good it is, and write the network."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("edition", choices=sorted(NETWORKS))
    parser.add_argument("--deals", type=int, default=0)
    parser.add_argument("--first-deal", type=int, default=400000)
    parser.add_argument("--keep", default="", help="a file in which what was counted is kept, or found (.npz)")
    given = parser.parse_args()
    fitted = NETWORKS[given.edition]
    if given.keep and Path(given.keep).exists():
        stored = np.load(given.keep)
        counted, came, deals = stored["counted"], stored["came"], stored["deals"]
    else:
        numbers = range(given.first_deal, given.first_deal + (given.deals or fitted.deals))
        with Pool() as pool:
            found = pool.map(partial(played, given.edition), numbers, chunksize=20)
        counted = np.array([row for rows, _ in found for row in rows], np.float32)
        came = np.array([each for _, all_came in found for each in all_came], np.float32)
        deals = np.repeat(numbers, [len(rows) for rows, _ in found])
        if given.keep:
            np.savez(given.keep, counted=counted, came=came, deals=deals)
    back = deals >= deals.min() + (1 - KEPT_BACK) * (deals.max() - deals.min())
    middle, spread = counted[~back].mean(0), counted[~back].std(0) + 1e-6
    scaled = (counted - middle) / spread
    found_best: list[tuple[float, list[np.ndarray]]] = []
    for seed in range(SEEDS):
        weights = fit(scaled[~back], came[~back], seed)
        off = float(((expected(weights, scaled[back]) - came[back]) ** 2).mean())
        print(f"{len(came)} positions: mean square {off:.4f}; a constant guess {came[back].var():.4f}")
        found_best.append((off, weights))
    _, best = min(found_best, key=lambda each: each[0])
    (ROOT / "server" / "bots" / fitted.file).write_text(text(best, middle, spread), encoding="utf-8")


if __name__ == "__main__":
    main()
