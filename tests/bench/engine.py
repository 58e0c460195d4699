"""How fast the rules are, against python-chess in the same run: `python tests/bench/engine.py`.

Both are timed by the processor time they use, so that what else the machine does hardly counts.
"""

from __future__ import annotations

import pathlib
import statistics
import sys
from random import Random
from time import process_time

import chess

sys.path.insert(0, str(pathlib.Path(__file__).parents[2]))

from protocol.game import Options
from server.engine import steps
from server.engine.game import new

SLICES = 5
SECONDS = 1.0
"""Of processor time, for each slice."""


def chess_moves(seconds: float) -> float:
    """Return random moves per second of python-chess, the full legal list at every move."""
    random = Random(1)
    moves, began = 0, process_time()
    while process_time() - began < seconds:
        board = chess.Board()
        for _ in range(120):
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(legal[int(random.random() * len(legal))])
            moves += 1
    return moves / (process_time() - began)


def actions(seconds: float, edition: str, listening: bool) -> float:
    """Return random actions per second with five seats, the full legal list at every step."""
    random = Random(1)
    played, began, deal = 0, process_time(), 0
    while process_time() - began < seconds:
        deal += 1
        game = new(Options(edition, 5), deal.to_bytes(32, "big"))
        state = game.state
        state.news = None
        questions = state.rules.questions
        while state.asked is not None:
            asked = state.asked
            seat = asked.seats[0]
            legal = questions[asked.kind].legal(state, seat, asked)
            action = legal[int(random.random() * len(legal))]
            if listening:
                game.play(seat, action)
            else:
                steps.play(state, seat, action)
            played += 1
    return played / (process_time() - began)


def positions(edition: str, wanted: int = 200) -> list:
    """Return positions with at least 25 laid cards and whole tools for the seat in turn."""
    found, deal = [], 0
    while len(found) < wanted:
        deal += 1
        random = Random(deal)
        state = new(Options(edition, 5), deal.to_bytes(32, "big")).state
        state.news = None
        while state.asked is not None and len(found) < wanted:
            asked = state.asked
            seat = asked.seats[0]
            if asked.kind == "turn" and len(state.laid) >= 25 and not state.before[seat]:
                found.append(state.copy())
                break
            legal = state.rules.questions[asked.kind].legal(state, seat, asked)
            lays = [action for action in legal if hasattr(action, "cell")] or legal
            steps.play(state, seat, lays[int(random.random() * len(lays))])
    return found


def legal_lists(seconds: float, states: list) -> float:
    """Return full legal lists per second, nothing remembered from one list to the next."""
    made, began = 0, process_time()
    while process_time() - began < seconds:
        for state in states:
            state.maze._live.clear()
            state.maze._lays.clear()
            asked = state.asked
            state.rules.questions["turn"].legal(state, asked.seats[0], asked)
            made += 1
    return made / (process_time() - began)


def chess_positions() -> list[chess.Board]:
    """Return 200 positions from the middle of random games."""
    found = []
    for seed in range(200):
        random = Random(seed)
        board = chess.Board()
        for _ in range(30):
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(legal[int(random.random() * len(legal))])
        found.append(board)
    return found


def chess_lists(seconds: float, boards: list[chess.Board]) -> float:
    """Return full legal lists per second of python-chess."""
    made, began = 0, process_time()
    while process_time() - began < seconds:
        for board in boards:
            list(board.legal_moves)
            made += 1
    return made / (process_time() - began)


def copies(seconds: float) -> float:
    """Return copies of a game per second."""
    game = new(Options("base", 5), bytes(32))
    made, began = 0, process_time()
    while process_time() - began < seconds:
        for _ in range(1000):
            game.copy()
        made += 1000
    return made / (process_time() - began)


def figure(name: str, ratios: list[float], unit: str) -> None:
    print(f"{name:<58}{statistics.median(ratios):7.2f} {unit}  ({min(ratios):.2f} to {max(ratios):.2f})")


def main() -> None:
    states, boards = positions("base"), chess_positions()
    rows: dict[str, list[float]] = {}
    for _ in range(SLICES):
        yardstick = chess_moves(SECONDS)
        quiet = actions(SECONDS, "base", False)
        rows.setdefault("(a) base, 5 seats, random play", []).append(quiet / yardstick)
        rows.setdefault("    the same with checks, news and story", []).append(
            actions(SECONDS, "base", True) / yardstick
        )
        rows.setdefault("    Saboteur 2, 5 seats, random play", []).append(
            actions(SECONDS, "saboteur2", False) / yardstick
        )
        rows.setdefault("(b) legal list, 25 and more cards laid", []).append(
            legal_lists(SECONDS, states) / chess_lists(SECONDS, boards)
        )
        rows.setdefault("(c) a copy of a game, in steps of play", []).append(quiet / copies(SECONDS / 2))
    for name, ratios in rows.items():
        figure(name, ratios, "steps" if name.startswith("(c)") else "x python-chess")


if __name__ == "__main__":
    main()
