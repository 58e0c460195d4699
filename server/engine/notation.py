"""Mazes and positions as text: a list that can be read back, and a drawing for people.

A maze is a list of cards apart by white space, each `card@x,y`; a quote after the card says that it lies turned, a
question mark that it lies face down: `start@0,0 curve_NE'@1,0 treasure?@8,0`.
"""

from __future__ import annotations

from collections.abc import Callable

from protocol.game import Action, Answer, AtCard, AtCell, AtChoice, AtSeat, Discard, Lay, Play, Target
from server.engine.cell import place
from server.engine.maze import Laid, Maze
from server.engine.state import State

# --- Mazes as lists ---------------------------------------------------------------------------------------------------


def maze_list(maze: Maze) -> str:
    """Return a maze as a list of its cards."""
    return " ".join(card_entry(cell, laid) for cell, laid in sorted(maze.cards.items()))


def card_entry(cell: int, laid: Laid) -> str:
    """Return one card of a maze."""
    x, y = place(cell)
    return f"{laid.card.id}{'' if laid.up else '?'}{chr(39) if laid.turned else ''}@{x},{y}"


def read_entry(entry: str) -> tuple[str, int, int, bool, bool]:
    """Return card, x, y, turned and face up of an entry."""
    card, at, cell = entry.partition("@")
    x, comma, y = cell.partition(",")
    if not (at and comma):
        raise ValueError(f"not an entry of a maze: {entry!r}")
    turned = card.endswith("'")
    card = card.removesuffix("'")
    return card.removesuffix("?"), int(x), int(y), turned, not card.endswith("?")


# --- Mazes as drawings ------------------------------------------------------------------------------------------------

LINES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""The character of a set of joined openings."""


def draw_card(laid: Laid) -> tuple[str, str, str]:
    """Return the three lines of a card: openings at the edges, `x` for a stub's end, letters for what lies on it."""
    if not laid.up:
        return "░░░", "░?░", "░░░"
    edges, way = laid.shape.edges, laid.shape.way
    groups = {group for group in laid.shape.ways if group}
    middle = LINES[way] if len(groups) == 1 else "╳" if groups else "x"
    marks = {mark.kind: mark for mark in laid.card.face.marks}
    for kind, letter in (("treasure", "$"), ("stone", "o"), ("ladder", "H"), ("door", "D"), ("troll", "T")):
        if kind in marks:
            middle = marks[kind].colour[:1].upper() or letter if kind == "door" else letter

    def arm(bit: int, line: str) -> str:
        return " " if not edges & bit else line if way & bit else "x"

    return (
        f"·{arm(1, '│')}{'*' if 'crystal' in marks else '·'}",
        f"{arm(8, '─')}{middle}{arm(2, '─')}",
        f"·{arm(4, '│')}·",
    )


def draw_maze(maze: Maze) -> str:
    """Return a maze as a drawing with columns and rows numbered."""
    if not maze.cards:
        return "(empty maze)"
    places = [place(cell) for cell in maze.cards]
    columns = range(min(x for x, _ in places), max(x for x, _ in places) + 1)
    rows = range(min(y for _, y in places), max(y for _, y in places) + 1)
    cards = {place(cell): draw_card(laid) for cell, laid in maze.cards.items()}
    blank = ("   ",) * 3
    lines = ["     " + "".join(f"{x:^3}" for x in columns)]
    for y in rows:
        for line in range(3):
            label = f"{y:>4} " if line == 1 else "     "
            lines.append((label + "".join(cards.get((x, y), blank)[line] for x in columns)).rstrip())
    return "\n".join(lines)


# --- Positions --------------------------------------------------------------------------------------------------------


def position(state: State) -> str:
    """Return a whole position, secrets included, as text for a failing test or an error."""
    ids: Callable[[tuple[int, ...]], str] = lambda cards: " ".join(map(state.id_of, cards)) or "-"  # noqa: E731
    options = state.rules.options
    lines = [
        f"{options.edition} {' '.join(options.modules)}".rstrip()
        + f", {options.seats} seats, round {state.round}/{state.rules.rounds}, seed {state.seed.hex()}",
        f"turn: seat {state.turn}, direction {state.direction:+}, started by {state.starter}",
    ]
    for seat in range(options.seats):
        role = state.id_of(state.roles[seat]) if state.roles else "-"
        lines.append(
            f"seat {seat}: {role}, gold {state.gold[seat]}, purse {ids(state.purses[seat])}; "
            f"hand {ids(state.hands[seat])}; before {ids(state.before[seat])}"
            + (f"; tokens {state.seat_tokens[seat]}" if state.seat_tokens[seat] else "")
            + (f"; knows {' '.join(map(_memory(state), state.memory[seat]))}" if state.memory[seat] else "")
        )
    for name, cards in sorted(state.piles.items()):
        if cards:
            lines.append(f"{name} {len(cards)}: {ids(cards)}")
    for name, values in (("tokens", state.tokens), ("this turn", state.turn_tokens)):
        if values:
            lines.append(f"{name}: {values}")
    if state.marks:
        lines.append("marks: " + " ".join(f"{mark}/{owner}@{place(cell)}" for cell, mark, owner in state.marks))
    lines += [f"maze: {maze_list(state.maze)}", draw_maze(state.maze)]
    lines.append("to come: " + (" < ".join(map(_step, state.steps)) or "-"))
    if state.asked is not None:
        about = " ".join(map(target_text, state.asked.about))
        lines.append(f"asked: {state.asked.kind} of seat {', '.join(map(str, state.asked.seats))} {about}".rstrip())
    if state.outcome is not None:
        lines.append(f"outcome: gold {state.outcome.gold}, winners {state.outcome.winners}")
    return "\n".join(lines)


def _memory(state: State) -> Callable[..., str]:
    def text(memory: tuple[Target, int, str]) -> str:
        about, card, aged = memory
        return f"{target_text(about)}={state.id_of(card)}{f'({aged})' if aged else ''}"

    return text


def _step(step: tuple[object, ...]) -> str:
    arguments = (action_text(part) if isinstance(part, Lay | Play | Discard | Answer) else str(part) for part in step)
    return " ".join(arguments)


def target_text(target: Target) -> str:
    """Return a target as text."""
    match target:
        case AtCell(cell=(x, y)):
            return f"@{x},{y}"
        case AtSeat(seat=seat):
            return f"seat{seat}"
        case AtCard(card=card):
            return card
        case AtChoice(choice=choice):
            return f"={choice}"


def action_text(action: Action) -> str:
    """Return an action as text."""
    targets = "".join(f" {target_text(target)}" for target in action.targets)
    match action:
        case Lay(card=card, cell=(x, y), turned=turned):
            return f"lay {card}{chr(39) if turned else ''}@{x},{y}{targets}"
        case Play(card=card):
            return f"play {card}{targets}"
        case Discard(cards=cards, choice=choice):
            return f"{choice} {' '.join(cards)}{targets}"
        case Answer():
            return f"answer{targets}"
