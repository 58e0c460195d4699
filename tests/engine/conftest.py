"""A small kit for positions: a fresh game whose cards are laid out as a test wants them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from protocol.game import Action, Answer, AtCard, AtCell, AtChoice, AtSeat, Discard, Lay, Options, Play, Target
from server.engine import changes, notation
from server.engine.cell import number
from server.engine.game import Game, new
from server.engine.maze import Laid, build
from server.engine.state import Open

SEED = bytes(32)
GOALS = {
    "base": "stone_NE?@8,-2 treasure?@8,0 stone_NW?@8,2",
    "saboteur2": "stone_NE?@8,-2 treasure?@8,0 stone_NW?@8,2",
    "duel": "g0_cross?@5,-2 g2_EW_stubNS?@5,0 g1_NS_stubEW?@5,2 g0_dead_NESW?@7,-1 g0_dead_NSW?@7,1 g0_dead_NEW?@9,0",
    "solo": "g0_cross?@8,-2 g2_EW_stubNS?@8,0 g1_NS_stubEW?@8,2 g0_dead_NESW?@10,-1 g0_dead_NSW?@10,1",
}
"""What lies on the cells of the goals unless a position says otherwise."""


class Box:
    """The cards of a box, each of which can be taken out once."""

    def __init__(self, game: Game) -> None:
        self.rules = game.state.rules
        self.taken: set[int] = set()

    def take(self, name: str) -> int:
        """Take a card of this kind."""
        for card, kind in enumerate(self.rules.kinds):
            if kind.id == name and card not in self.taken:
                self.taken.add(card)
                return card
        raise ValueError(f"no {name} is left in the box")

    def take_all(self, names: str) -> tuple[int, ...]:
        """Take all cards named, apart by spaces."""
        return tuple(self.take(name) for name in names.split())

    def rest(self, supply: str) -> list[int]:
        """Return what is left of a supply."""
        return [card for card in self.rules.supplies[supply] if card not in self.taken]


def lay_out(
    edition: str,
    seats: int,
    *,
    maze: str = "",
    goals: str | None = None,
    hands: Mapping[int, str] | None = None,
    before: Mapping[int, str] | None = None,
    purses: Mapping[int, str] | None = None,
    guards: str = "",
    chests: str = "",
    roles: str = "",
    unused: str = "",
    gold: str = "",
    gold_pile: str | None = None,
    draw: str | None = None,
    discard: str | None = None,
    turn: int = 0,
    direction: int = 1,
    modules: tuple[str, ...] = (),
    settings: Mapping[str, str] | None = None,
    marked: str = "",
    markers: int | None = None,
    last_round: bool = False,
) -> Game:
    """Return a game in a position: what is not named lies where a fresh deal would leave it, or in the draw pile.

    Hands not named hold two cards each. `draw` names the draw pile, its top card last; all else is then discarded, or
    set aside if `discard` names the discard pile.
    Roles not named stay as dealt. `gold_pile` names the gold cards not yet handed out. `marked` is what lies on cells,
    each `mark/seat@x,y`; `markers` is the stock that is left, else what was used is taken from it.
    """
    game = new(Options(edition, seats, modules, dict(settings or {})), SEED)
    state, box = game.state, Box(game)
    rules = state.rules
    starts = {cell: laid for cell, laid in state.maze.cards.items() if laid.card.face.family == "start"}
    box.taken |= {laid.number for laid in starts.values()}
    cards = dict(starts)
    for entry in f"{GOALS[edition] if goals is None else goals} {maze}".split():
        name, x, y, turned, up = notation.read_entry(entry)
        card = box.take(name)
        cards[number(x, y)] = Laid(card, rules.kinds[card], turned, up, rules.kinds[card].shapes[turned])
    state.marks = tuple(map(read_mark, marked.split()))
    opened = frozenset(cell for cell, mark, _ in state.marks if mark in rules.opening)
    state.maze = build(cards, rules.travellers, opened)
    if "markers" in state.tokens:
        used = sum(mark != "key" for _, mark, _ in state.marks)
        state.tokens = {**state.tokens, "markers": state.tokens["markers"] - used if markers is None else markers}
    state.purses = tuple(box.take_all((purses or {}).get(seat, "")) for seat in range(seats))
    state.laid = tuple((cell, 0) for cell, laid in cards.items() if laid.card.is_path and not laid.card.set_aside)
    state.before = tuple(box.take_all((before or {}).get(seat, "")) for seat in range(seats))
    state.lying = tuple(card for seat in state.before for card in seat)
    named = {seat: box.take_all(hand) for seat, hand in (hands or {}).items()}
    pile = None if draw is None else box.take_all(draw)
    discarded = None if discard is None else box.take_all(discard)
    rest = box.rest("deck")
    state.hands = tuple(named[seat] if seat in named else (rest.pop(0), rest.pop()) for seat in range(seats))
    state.piles = {**state.piles, "draw": tuple(rest) if pile is None else pile, "discard": (), "aside": ()}
    if pile is not None:
        state.piles = {**state.piles, "aside" if discarded is not None else "discard": tuple(rest)}
    if discarded is not None:
        state.piles = {**state.piles, "discard": discarded}
    if "goals" in state.piles:
        state.piles = {**state.piles, "goals": tuple(box.rest("goals"))}
    if "chests" in rules.supplies:
        changes.clear_under(state)
        for entry in chests.split():
            name, x, y, _, _ = notation.read_entry(entry)
            changes.set_pile(state, changes.under(number(x, y)), (box.take(name),))
    if roles:
        state.roles = box.take_all(roles)
        left = box.take_all(unused)
        over = len(rules.hooks.round_roles(state)) - seats
        state.piles = {**state.piles, "unused": (*box.rest("roles"), *left)[-over:] if over else ()}
    if "gold" in state.piles:
        left_over = tuple(card for card in state.piles["gold"] if card not in box.taken)
        state.piles = {**state.piles, "gold": left_over}
    if gold_pile is not None:
        state.piles = {**state.piles, "gold": box.take_all(gold_pile)}
    if gold:
        state.gold = tuple(map(int, gold.split()))
    for guard in guards.split(";"):
        if guard:
            where, owner = map(read_target, guard.split())
            assert isinstance(where, AtCell)
            assert isinstance(owner, AtSeat)
            state.marks += ((number(*where.cell), "guard", owner.seat),)
            state.tokens = {**state.tokens, "guards": state.tokens["guards"] - 1}
    if last_round:
        state.round = rules.rounds
    state.turn, state.direction, state.last_hand = turn, direction, turn
    state.draws = ((turn, 1),)
    state.steps = (("end_turn",),)
    state.asked = Open("turn", (turn,), (), (None,))
    game._legal = {}
    return game


def read_mark(text: str) -> tuple[int, str, int]:
    """Return the mark that a word names: `mark/seat@x,y`."""
    mark, x, y, _, _ = notation.read_entry(text)
    kind, _, seat = mark.partition("/")
    return number(x, y), kind, int(seat)


def read_target(text: str) -> Target:
    """Return the target that a word names: `@x,y`, `seatN`, `=choice` or a card."""
    if text.startswith("@"):
        x, _, y = text[1:].partition(",")
        return AtCell((int(x), int(y)))
    if text.startswith("seat"):
        return AtSeat(int(text[4:]))
    return AtChoice(text[1:]) if text.startswith("=") else AtCard(text)


def read_action(text: str) -> Action:
    """Return the action that words name, as notation.action_text writes it; a slash parts cards from targets."""
    verb, *words = text.split()
    if verb == "lay":
        card, x, y, turned, _ = notation.read_entry(words[0])
        return Lay(card, (x, y), turned, tuple(map(read_target, words[1:])))
    if verb == "play":
        return Play(words[0], tuple(map(read_target, words[1:])))
    if verb == "answer":
        return Answer(tuple(map(read_target, words)))
    cards, _, targets = " ".join(words).partition("/")
    return Discard(tuple(cards.split()), verb, tuple(map(read_target, targets.split())))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the written games be written anew."""
    parser.addoption("--write-golden", action="store_true", help="write tests/engine/golden and perft.txt anew")


@pytest.fixture
def position() -> Callable[..., Game]:
    """Lay out positions."""
    return lay_out


@pytest.fixture
def action() -> Callable[[str], Action]:
    """Read actions."""
    return read_action
