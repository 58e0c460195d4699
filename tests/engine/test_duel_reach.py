"""Reach, laying, marking and bribing in the Duel and Solo, against their rules written a second time in plain sets."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from protocol.game import Answer, AtCell, AtChoice, Cell, Face, LaidCard, Lay, Options, View
from server.engine.cell import number, place, sides
from server.engine.game import Game, catalogue, new
from tests.engine.tables import choose

FACES = {face.id: face for face in catalogue().faces}
STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OTHER = {"N": "S", "S": "N", "E": "W", "W": "E"}

Node = tuple[Cell, str]
"""An opening by its side, or the middle of a way by the name of the way."""


def pointing(names: str, turned: bool) -> str:
    """Return sides as they point in the maze."""
    return "".join(OTHER[side] for side in names) if turned else names


def openings(face: Face, turned: bool) -> set[str]:
    """Return all openings, stubs too."""
    return set(pointing("".join(face.groups) + face.stubs, turned))


def links(view: View, colour: str) -> dict[Node, set[Node]]:
    """Return which openings and middles are joined to each other for a dwarf of a colour."""
    up = {laid.cell: laid for laid in view.maze if laid.card}
    opened = {mark.cell for mark in view.marks if mark.mark in ("key", "bribe")}
    found: dict[Node, set[Node]] = {}

    def join(one: Node, other: Node) -> None:
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)

    for cell, laid in up.items():
        face = FACES[laid.card]
        closed = {
            pointing(mark.at, laid.turned)
            for mark in face.marks
            if mark.kind in ("door", "troll") and mark.colour != colour and cell not in opened
        }
        for way in face.groups:
            for side in pointing(way, laid.turned):
                if side not in closed:
                    join((cell, way), (cell, side))
        for side in openings(face, laid.turned):
            beyond = (cell[0] + STEP[side][0], cell[1] + STEP[side][1])
            other = up.get(beyond)
            if other is not None and OTHER[side] in openings(FACES[other.card], other.turned):
                join((cell, side), (beyond, OTHER[side]))
    return found


def reach(view: View, colour: str) -> set[Node]:
    """Return all openings and middles that are joined to the start or a ladder of a colour."""
    joined = links(view, colour)
    todo = [
        (laid.cell, way)
        for laid in view.maze
        if laid.card
        for mark in FACES[laid.card].marks
        if mark.kind == "ladder" and mark.colour == colour
        for way in FACES[laid.card].groups
    ]
    found: set[Node] = set()
    while todo:
        node = todo.pop()
        if node not in found:
            found.add(node)
            todo += joined.get(node, ())
    return found


def may_lie(view: View, own: set[Node], face: Face, cell: Cell, turned: bool) -> bool:
    """Tell whether a dwarf of this reach may lay a card."""
    laid_at = {laid.cell: laid for laid in view.maze}
    beside = {
        side: laid_at[cell[0] + x, cell[1] + y]
        for side, (x, y) in STEP.items()
        if (cell[0] + x, cell[1] + y) in laid_at
    }
    if cell in laid_at or not beside:
        return False
    mine = openings(face, turned)
    for side, laid in beside.items():
        if laid.card and (side in mine) != (OTHER[side] in openings(FACES[laid.card], laid.turned)):
            return False
    if any(mark.kind == "ladder" for mark in face.marks):
        return not any(is_goal(laid) or has_gold(laid) for laid in beside.values())
    return any(side in mine and (laid.cell, OTHER[side]) in inside(view, own) for side, laid in beside.items())


def inside(view: View, own: set[Node]) -> set[Node]:
    """Return the openings of a reach that are no stubs."""
    stubs = {(laid.cell, s) for laid in view.maze if laid.card for s in pointing(FACES[laid.card].stubs, laid.turned)}
    return own - stubs


def is_goal(laid: LaidCard) -> bool:
    """Tell whether a card is a goal, face up or down."""
    return laid.back == "goal" or (bool(laid.card) and FACES[laid.card].family == "goal")


def has_gold(laid: LaidCard) -> bool:
    """Tell whether gold is to be seen on a card."""
    return bool(laid.card) and any(mark.kind == "gold" for mark in FACES[laid.card].marks)


def gold_in(view: View, own: set[Node]) -> set[Cell]:
    """Return the cells whose gold is in a reach."""
    return {
        laid.cell
        for laid in view.maze
        if laid.card
        for mark in FACES[laid.card].marks
        if mark.kind == "gold"
        for side in pointing(mark.at, laid.turned)
        if (laid.cell, side) in own
    }


def trolls_in(view: View, own: set[Node]) -> set[Cell]:
    """Return the cells of trolls not bribed that a reach touches."""
    bribed = {mark.cell for mark in view.marks if mark.mark == "bribe"}
    trolls = {
        laid.cell for laid in view.maze if laid.card and any(mark.kind == "troll" for mark in FACES[laid.card].marks)
    }
    return {cell for cell in trolls - bribed if any(at == cell for at, _ in own)}


def turns(edition: str, seats: int) -> Iterator[tuple[Game, int]]:
    """Yield random games whenever a seat is in turn."""
    for seed in range(10):
        random = Random(f"again {edition} {seed}")
        colour = {"colour": random.choice(("green", "blue"))} if edition == "solo" else {}
        game = new(Options(edition, seats, settings=colour), random.randbytes(32))
        while game.outcome is None:
            seat = game.waiting()[0]
            if game.asked is not None and game.asked.kind == "turn":
                yield game, seat
            game.play(seat, choose(game, seat, random, eager=random.random() < 0.8))


@pytest.mark.parametrize(("edition", "seats"), [("duel", 2), ("solo", 1)])
def test_reach_marks_goals_and_trolls_are_as_the_rules_have_them(edition: str, seats: int) -> None:
    marked, bribes, met = 0, 0, 0
    for game, seat in turns(edition, seats):
        view = game.view(seat)
        colours = [each.role.removeprefix("dwarf_") for each in view.seats]
        reaches = [reach(view, colour) for colour in colours]
        for at, own in enumerate(reaches):
            kept = game.state.maze.reaches[game.state.rules.hooks.traveller(game.state, at)]
            listed = {(place(cell), side) for cell, bits in kept.items() for side in sides(bits)}
            assert listed == {node for node in inside(view, own) if node[1] in STEP and is_opening(view, node)}
        gold = set().union(*(gold_in(view, own) for own in reaches))
        assert gold <= {mark.cell for mark in view.marks if mark.mark == "marker"}
        marked += len(gold)
        for laid in view.maze:
            if laid.back:
                around = {((laid.cell[0] + x, laid.cell[1] + y), OTHER[side]) for side, (x, y) in STEP.items()}
                assert not any(around & inside(view, own) for own in reaches)
                met += 1
        offered = {
            target.cell
            for action in view.legal
            if isinstance(action, Answer) and action.targets[0] == AtChoice("bribe")
            for target in action.targets
            if isinstance(target, AtCell)
        }
        assert offered == trolls_in(view, reaches[seat])
        bribes += len(offered)
    assert min(marked // 10, bribes, met // 100) > 20


def is_opening(view: View, node: Node) -> bool:
    """Tell an opening from the middle of a way that has the name of one side."""
    laid = next(laid for laid in view.maze if laid.cell == node[0])
    return node[1] in openings(FACES[laid.card], laid.turned)


@pytest.mark.parametrize(("edition", "seats"), [("duel", 2), ("solo", 1)])
def test_a_card_is_laid_wherever_the_rules_allow_and_nowhere_else(edition: str, seats: int) -> None:
    laid_cards = 0
    for at, (game, seat) in enumerate(turns(edition, seats)):
        view = game.view(seat)
        if at % 9 or view.seats[seat].before:
            continue
        own = reach(view, view.seats[seat].role.removeprefix("dwarf_"))
        cells = {(x + dx, y + dy) for x, y in (laid.cell for laid in view.maze) for dx, dy in STEP.values()}
        allowed = {
            (card, cell, turned)
            for card in set(view.hand)
            if FACES[card].family == "path"
            for cell in cells
            for turned in (False, True)[: 1 if game.state.rules.cards[card].alike else 2]
            if may_lie(view, own, FACES[card], cell, turned)
        }
        assert allowed == {(each.card, each.cell, each.turned) for each in view.legal if isinstance(each, Lay)}
        assert all(number(*cell) not in game.state.maze.cards for _, cell, _ in allowed)
        laid_cards += len(allowed)
    assert laid_cards > 300
