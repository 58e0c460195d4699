"""Every path card on every cell both ways up, against the rules of laying written a second time in plain sets."""

from __future__ import annotations

from random import Random

import pytest

from protocol.game import Options
from server.engine import notation
from server.engine.cell import number, place
from server.engine.game import Game, new
from server.engine.maze import Maze

# Openings in upper case, one word for each group of joined ones; stubs in lower case; an H for a ladder.
SHAPES = """
start NESW H | treasure NESW | stone_NE NE | stone_NW NW
cross NESW | T_NEW NEW | T_NES NES | curve_NE NE | curve_NW NW | straight_NS NS | straight_EW EW
dead_N n | dead_W w | dead_NS ns | dead_EW ew | dead_NE ne | dead_NW nw | dead_NES nes | dead_NEW new | dead_NESW nesw
bridge NS EW | dbend_NW_ES NW ES | dbend_NE_SW NE SW
ladder_N N H | ladder_E E H | ladder_ES ES H | ladder_NE NE H
door_blue_NS NS | door_blue_EW EW | door_blue_NE NE | door_green_NS_stubE NS e | door_green_EW EW | door_green_NW NW
cr_cross NESW | cr_T_NEW NEW | cr_T_NES NES | cr_ESW_stubN ESW n | cr_NSW_stubE NSW e | cr_EW_stubS EW s
cr_dead_N n | cr_dead_E e
NE_stubW NE w | NE_stubS NE s | NW_stubE NW e | NW_stubS NW s | NS_stubEW NS ew | EW_stubNS EW ns
"""
WORDS = {words[0]: words[1:] for row in SHAPES.split("\n") for part in row.split("|") if (words := part.split())}
STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OTHER = {"N": "S", "S": "N", "E": "W", "W": "E"}
DOORS = {name for name in WORDS if name.startswith("door")}

Cells = dict[tuple[int, int], tuple[str, bool, bool]]
"""Cell -> card, turned, face up."""


def groups(card: str, turned: bool) -> list[set[str]]:
    """Return the sets of joined openings."""
    ways = [set(word) for word in WORDS[card] if word.isupper() and word != "H"]
    return [{OTHER[side] for side in way} for way in ways] if turned else ways


def openings(card: str, turned: bool) -> set[str]:
    """Return all openings, stubs included."""
    found = {side for word in WORDS[card] if word != "H" for side in word.upper()}
    return {OTHER[side] for side in found} if turned else found


def looks_alike(card: str) -> bool:
    """Tell whether a card looks the same turned; a door lies nearer to one end of its way."""
    return (
        card not in DOORS
        and sorted(map(sorted, groups(card, False))) == sorted(map(sorted, groups(card, True)))
        and openings(card, False) == openings(card, True)
    )


def cells_of(maze: Maze) -> Cells:
    """Return a maze as plain data."""
    return {place(cell): (laid.card.id, laid.turned, laid.up) for cell, laid in maze.cards.items()}


def joined(maze: Cells) -> set[tuple[tuple[int, int], str]]:
    """Return every opening, as cell and side, that is joined to the start or a ladder."""
    found: set[tuple[tuple[int, int], str]] = set()
    todo = [
        (cell, side)
        for cell, (card, turned, up) in maze.items()
        if up and "H" in WORDS[card]
        for way in groups(card, turned)
        for side in way
    ]
    while todo:
        cell, side = opening = todo.pop()
        if opening in found:
            continue
        found.add(opening)
        beyond = (cell[0] + STEP[side][0], cell[1] + STEP[side][1])
        card, turned, up = maze.get(beyond, ("", False, False))
        if up:
            todo += [(beyond, other) for way in groups(card, turned) if OTHER[side] in way for other in way]
    return found


def reason(maze: Cells, open_sides: set[tuple[tuple[int, int], str]], card: str, x: int, y: int, turned: bool) -> str:
    """Tell why a card may not be laid, or nothing."""
    if turned and looks_alike(card):
        return "turned_alike"
    if (x, y) in maze:
        return "occupied"
    ladder = "H" in WORDS[card]
    own = openings(card, turned)
    beside = {
        side: ((x + dx, y + dy), maze[x + dx, y + dy]) for side, (dx, dy) in STEP.items() if (x + dx, y + dy) in maze
    }
    if not beside:
        return "no_neighbour" if ladder else "not_joined"
    for side in "NESW":
        if side in beside:
            other, other_turned, up = beside[side][1]
            if up and (side in own) != (OTHER[side] in openings(other, other_turned)):
                return f"mismatch {side}"
    if ladder:
        near_goal = any(other in ("treasure", "stone_NE", "stone_NW") for _, (other, _, _) in beside.values())
        return "beside_goal" if near_goal else ""
    meets = any(side in own and (cell, OTHER[side]) in open_sides for side, (cell, _) in beside.items())
    return "" if meets else "not_joined"


def positions(edition: str) -> list[Game]:
    """Return positions of random games, in which path cards are laid when they can be."""
    found = []
    random = Random(f"laying {edition}")
    for seed in range(3):
        game = new(Options(edition, 4), f"laying {edition} {seed}".encode())
        for step in range(45):
            if game.state.round > 1:
                break
            seat = game.waiting()[0]
            legal = game.legal(seat)
            lays = [action for action in legal if notation.action_text(action).startswith("lay")]
            actions = lays if lays and random.random() < 0.8 else legal
            game.play(seat, actions[int(random.random() * len(actions))])
            if step % 11 == 0:
                found.append(game.copy())
    return found


@pytest.mark.parametrize("edition", ["base", "saboteur2"])
def test_every_path_card_on_every_cell_is_laid_or_refused_by_the_rules(edition: str) -> None:
    laid = 0
    for game in positions(edition):
        state = game.state
        maze = cells_of(state.maze)
        open_sides = joined(maze)
        xs, ys = [x for x, _ in maze], [y for _, y in maze]
        for card in [card for card in state.rules.cards.values() if card.is_path]:
            listed = {(action.cell, action.turned) for action in state.maze.lays((card,))}
            for x in range(min(xs) - 2, max(xs) + 3):
                for y in range(min(ys) - 2, max(ys) + 3):
                    for turned in (False, True):
                        expected = reason(maze, open_sides, card.id, x, y, turned)
                        refusal = state.maze.refuse(card, number(x, y), turned)
                        given = f"{refusal.reason.value} {refusal.side}".strip() if refusal else ""
                        assert given == expected, f"{card.id} {x},{y} {turned}\n{notation.position(state)}"
                        assert (((x, y), turned) in listed) == (not expected)
                        laid += not expected
    assert laid > 500, "the positions leave hardly anything to lay"


@pytest.mark.parametrize("edition", ["base", "saboteur2"])
def test_what_is_joined_to_a_start_is_the_same_whichever_way_it_is_found(edition: str) -> None:
    sides = "NESW"
    for game in positions(edition):
        reach = game.state.maze.reaches[0]
        found = {(place(cell), sides[bit]) for cell, bits in reach.items() for bit in range(4) if bits >> bit & 1}
        assert found == joined(cells_of(game.state.maze)), notation.position(game.state)


def test_every_path_card_of_the_two_editions_has_its_shape_here() -> None:
    rules = new(Options("saboteur2", 2), b"").state.rules
    assert {card.id for card in rules.cards.values() if card.is_path} <= set(WORDS)
