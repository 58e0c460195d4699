"""Whole games as text: the position when a round begins, then each question, its answer and what each audience is told.

A rule that changes on purpose changes these files: `pytest tests/engine/test_golden.py --write-golden` writes them
anew, and the difference is read before it is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from protocol.game import Action, Answer, AtCard, AtCell, AtChoice, AtSeat, Cell, Discard, Event, Lay, Options, Play
from server.engine import notation
from server.engine.game import Game, new
from server.engine.rules import EXPANSIONS, editions
from tests.engine.tables import MODULES, with_everything, with_module

FOLDER = Path(__file__).parent / "golden"
TABLES = [
    Options(edition.id, seats) for edition in editions() for seats in range(edition.seats[0], edition.seats[1] + 1)
]
TABLES += [with_module(edition, module) for module, edition in {module: ed for ed, module in MODULES[::-1]}.items()]
TABLES += [with_everything("base", 5), with_everything("saboteur2", 6)]
TABLES += [
    Options("base", 3, ("new_goals",), {"first": "lot", "goals_laid": "any_five"}),
    Options("saboteur2", 4, ("treasure_chests",), {"chests_laid": "lot"}),
    Options("duel", 2, settings={"first": "lot"}),
    Options("solo", 1, settings={"colour": "blue"}),
]


def choose(game: Game, seat: int, random: Random) -> Action:
    """Choose mostly a path card as far east as can be, dead ends last, else any kind of action and any of that kind.

    The cards of a module are played as soon as they can be, and what a module lays in the maze is dug for first.
    """
    kinds: dict[type, list[Action]] = {}
    brought = {card.id for module in game.options.modules for card in EXPANSIONS[module].cards}
    for action in game.legal(seat):
        kinds.setdefault(type(action), []).append(action)
    new = [action for action in game.legal(seat) if isinstance(action, Lay | Play) and action.card in brought]
    if new:
        return new[int(random.random() * len(new))]
    # Only random() is the same in every version of Python.
    lays = [action for action in kinds.get(Lay, []) if isinstance(action, Lay)]
    if lays and random.random() < 0.75:
        wanted = module_cells(game)
        far = [(not lay.card.startswith("dead"), -distance(lay.cell, wanted)) for lay in lays]
        if not wanted:
            far = [(not lay.card.startswith("dead"), min(lay.cell[0], 8), -abs(lay.cell[1])) for lay in lays]
        return next(lay for lay, distance in zip(lays, far, strict=True) if distance == max(far))
    actions = list(kinds.values())[int(random.random() * len(kinds))]
    return actions[int(random.random() * len(actions))]


def module_cells(game: Game) -> list[Cell]:
    """Return the cells of what modules have laid that was not reached yet."""
    cells = [
        cell
        for module in game.options.modules
        for name, cells in EXPANSIONS[module].layout.items()
        for cell in cells
        if name != "goals"
    ]
    used = {mark.cell for mark in game.view(None).marks}
    lying = {laid.cell for laid in game.view(None).maze if laid.back or laid.card in game.options.modules}
    return [cell for cell in cells if cell in lying - used]


def distance(cell: Cell, others: list[Cell]) -> int:
    """Return how far a cell is from the nearest of others."""
    return min((abs(cell[0] - x) + abs(cell[1] - y) for x, y in others), default=0)


def words(value: object) -> str:
    """Return a part of an event as words."""
    match value:
        case Lay() | Play() | Discard() | Answer():
            return notation.action_text(value)
        case AtCell() | AtSeat() | AtCard() | AtChoice():
            return notation.target_text(value)
        case tuple():
            return "(" + " ".join(map(words, value)) + ")"
    return str(value)


def event_text(event: Event) -> str:
    """Return an event as words; parts that have their default are left out."""
    parts = [str(event.__struct_config__.tag)]
    for field in msgspec.structs.fields(event):
        value = getattr(event, field.name)
        if field.required or value != field.default:
            parts.append(f"{field.name}={words(value)}")
    return " ".join(parts)


def lines_told(game: Game) -> Iterator[str]:
    """Return what the last play told spectators, and for each seat the events in which it differs from that."""
    everyone = tuple(map(event_text, game.news(None)))
    yield from (f"  all: {event}" for event in everyone)
    for seat in range(game.options.seats):
        own = tuple(map(event_text, game.news(seat)))
        if len(own) != len(everyone):
            yield from (f"  seat {seat} instead: {event}" for event in own)
        else:
            yield from (f"  seat {seat}: {mine}" for mine, theirs in zip(own, everyone, strict=True) if mine != theirs)


def name_of(options: Options) -> str:
    """Return the name of the file that holds a game of this table."""
    modules = options.modules if len(options.modules) < 2 else ("everything",)
    return "_".join((options.edition, f"{options.seats:02}", *modules, *options.settings.values()))


def written(options: Options) -> str:
    """Play a game and return it as text."""
    settings = [f"{name}={value}" for name, value in options.settings.items()]
    name = " ".join((f"golden {options.edition} {options.seats}", *options.modules, *settings))
    game = new(options, name.encode())
    random = Random(name)
    played = " ".join((options.edition, *options.modules, *settings))
    lines = [f"{played}, {options.seats} seats, seed {game.seed.hex()}", *lines_told(game)]
    begun = 0
    while game.outcome is None:
        if game.state.round != begun:
            begun = game.state.round
            lines += ["", f"=== round {begun} ===", *notation.position(game.state).splitlines(), ""]
        asked = game.asked
        assert asked is not None
        seat = game.waiting()[0]
        question = game.question(seat)
        assert question is not None
        action = choose(game, seat, random)
        about = "".join(f" {notation.target_text(each)}" for each in question.about)
        shown = f" shown {' '.join(question.cards)}" if question.cards else ""
        count = len(game.legal(seat))
        game.play(seat, action)
        lines.append(
            f"seat {seat}, {question.kind} {question.id}{about}{shown}, {count} ways: {notation.action_text(action)}"
        )
        lines += lines_told(game)
    lines += ["", *notation.position(game.state).splitlines()]
    return "\n".join(line.rstrip() for line in lines) + "\n"


@pytest.mark.parametrize("options", TABLES, ids=name_of)
def test_a_whole_game_is_told_as_written(options: Options, request: pytest.FixtureRequest) -> None:
    file = FOLDER / f"{name_of(options)}.txt"
    text = written(options)
    if request.config.getoption("--write-golden", default=False):
        file.write_text(text, "utf-8")
    assert file.exists(), f"{file.name} is missing: see the head of this file"
    expected = file.read_text("utf-8").splitlines()
    for number, (line, wanted) in enumerate(zip(text.splitlines(), expected, strict=False), 1):
        assert line == wanted, f"{file.name}, line {number}"
    assert len(text.splitlines()) == len(expected)


def test_the_games_hold_both_ways_a_round_can_end() -> None:
    for edition in ("base", "saboteur2"):
        text = "".join(file.read_text("utf-8") for file in FOLDER.glob(f"{edition}_*.txt"))
        assert "reason=treasure" in text
        assert "reason=hands_empty" in text


def test_every_written_game_is_of_a_known_table() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.txt")) == sorted(map(name_of, TABLES))


@pytest.mark.parametrize("module", dict.fromkeys(module for _, module in MODULES))
def test_the_written_game_of_a_module_shows_what_it_brings(module: str) -> None:
    (file,) = FOLDER.glob(f"*_{module}.txt")
    told = "\n".join(line for line in file.read_text("utf-8").splitlines() if line.startswith("  all:"))
    brought = {card.id for card in EXPANSIONS[module].cards}
    shown = {card for card in brought if re.search(rf"\b{card}\b", told)}
    assert sorted(brought & set(EXPANSIONS[module].supplies.get("deck", {})) - shown) == []
    assert shown or not brought
