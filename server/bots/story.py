"""What a story tells of each seat: its acts, with how much nearer or farther each brought every goal."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from protocol.game import (
    Action,
    AtCell,
    AtSeat,
    CardLaid,
    CardLifted,
    Cell,
    Discard,
    Discarded,
    Event,
    GoalMoved,
    Lay,
    Looked,
    Play,
    PutBefore,
    RoleDealt,
    TakenAway,
    TurnedUp,
    View,
)
from server.bots.way import BIT, ground
from server.engine.cell import number
from server.engine.maze import EVERYONE, Laid, Maze, Traveller, build
from server.engine.rules import Rules, rules_for


class Act(NamedTuple):
    """One thing that a seat did."""

    seat: int
    kind: str
    """lay, dead_end, lift, break, mend, discard."""
    target: int = -1
    """The seat it was done to."""
    hindered: bool = False
    """Whether the seat could not lay path cards."""
    changes: tuple[tuple[int, float], ...] = ()
    """For each goal lying face down: its cell, and how much farther it is now."""
    looked: tuple[Cell, ...] = ()
    """The cells whose card the seat had looked at."""


class Past:
    """What came of a story so far; it is read on from where it was left."""

    def __init__(self, view: View, story: tuple[Event, ...]) -> None:
        self.rules = rules_for(view.options)
        self.maze = first_maze(view, story, self.rules)
        self.far = self._far()
        self.acts: list[Act] = []
        self.looks: list[tuple[int, Cell]] = []
        self.before: list[list[str]] = [[] for _ in view.seats]

    def _far(self, maze: Maze | None = None) -> dict[int, float]:
        maze = maze or self.maze
        here = ground(maze)
        return {cell: here.far(BIT.get(cell, 0)) for cell in maze.face_down()}

    def _hindered(self, seat: int) -> bool:
        return any(self.rules.cards[card].hinders for card in self.before[seat])

    def _moved(self, seat: int, kind: str, maze: Maze) -> None:
        """Note a change of the maze."""
        earlier = self.far
        self.maze = maze
        self.far = self._far()
        self.acts.append(self._change(seat, kind, earlier, self.far))

    def _change(self, seat: int, kind: str, before: dict[int, float], after: dict[int, float]) -> Act:
        """Return a change of the maze as an act: how much farther every goal was after it."""
        changes = tuple((cell, after[cell] - far) for cell, far in before.items() if cell in after)
        looked = tuple(cell for by, cell in self.looks if by == seat)
        return Act(seat, kind, changes=changes, looked=looked)

    def act_of(self, seat: int, action: Action) -> Act | None:
        """Return what everyone would see a seat do if it did this now, or None if it tells nothing."""
        match action:
            case Lay(card=card, cell=cell, turned=turned):
                laid = laid_card(self.rules, card, turned)
                kind = "lay" if any(laid.shape.ways) else "dead_end"
                return self._change(seat, kind, self.far, self._far(self.maze.put(number(*cell), laid)))
            case Play(card="rockfall", targets=(AtCell(cell=cell),)):
                return self._change(seat, "lift", self.far, self._far(self.maze.lift(number(*cell))))
            case Play(targets=(AtSeat(seat=other), *_), card=card) if self.rules.cards[card].hinders:
                return Act(seat, "break", other)
            case Play(targets=(AtSeat(seat=other), *_), card=card) if self.marked(card, "repair"):
                return Act(seat, "mend", other)
            case Discard():
                return Act(seat, "discard", -1, self._hindered(seat))
        return None

    def marked(self, card: str, kind: str) -> bool:
        """Tell whether this is what is printed on a card."""
        return any(mark.kind == kind for mark in self.rules.cards[card].face.marks)

    def read(self, event: Event) -> None:
        """Read one event."""
        match event:
            case CardLaid(seat=seat, card=card, cell=cell, turned=turned):
                laid = laid_card(self.rules, card, turned)
                kind = "lay" if any(laid.shape.ways) else "dead_end"
                self._moved(seat, kind, self.maze.put(number(*cell), laid))
            case CardLifted(seat=seat, cell=cell):
                if number(*cell) in self.maze.cards:
                    self._moved(seat, "lift", self.maze.lift(number(*cell)))
            case TurnedUp(card=card, cell=cell, turned=turned):
                self.maze = self.maze.put(number(*cell), laid_card(self.rules, card, turned))
                self.far = self._far()
            case GoalMoved(cell=cell, to=to):
                moved = self.maze.cards.get(number(*cell))
                if moved is not None:
                    self.maze = self.maze.lift(number(*cell)).put(number(*to), moved)
                    self.far = self._far()
            case PutBefore(seat=seat, card=card, by=by):
                if by != seat:
                    self.acts.append(Act(by, "break", seat))
                self.before[seat].append(card)
            case TakenAway(seat=seat, card=card, by=by):
                self.acts.append(Act(by, "mend", seat))
                if card in self.before[seat]:
                    self.before[seat].remove(card)
            case Discarded(seat=seat):
                self.acts.append(Act(seat, "discard", -1, self._hindered(seat)))
            case Looked(seat=seat, at=AtCell(cell=cell)):
                self.looks.append((seat, cell))
            case Looked(seat=seat, at=AtSeat(seat=other)):
                self.acts.append(Act(seat, "inspect", other))
            case RoleDealt(seat=seat, why=why) if why != "deal":
                self.acts = [act for act in self.acts if act.seat != seat]


@lru_cache(maxsize=4096)
def laid_card(rules: Rules, card: str, turned: bool) -> Laid:
    """Return a card lying face up."""
    kind = rules.cards[card]
    return Laid(0, kind, turned, True, kind.shapes[turned])


def back(rules: Rules) -> Laid:
    """Return a card lying face down: what it is does not matter until it is turned up."""
    kind = next(card for card in rules.cards.values() if card.face.family == "start")
    return Laid(0, kind, False, False, kind.shapes[False])


def maze_of(view: View, rules: Rules, travellers: tuple[Traveller, ...] = (EVERYONE,)) -> Maze:
    """Return the maze a view shows, as these travellers meet its doors and trolls."""
    opened = frozenset(number(*mark.cell) for mark in view.marks if mark.mark in rules.opening)
    return build(
        {
            number(*laid.cell): laid_card(rules, laid.card, laid.turned) if laid.card else back(rules)
            for laid in view.maze
        },
        travellers,
        opened,
    )


def first_maze(view: View, story: tuple[Event, ...], rules: Rules) -> Maze:
    """Return the maze as the round began, worked out backwards: what no player laid, goals face down."""
    by_players = {entry.cell for entry in view.laid}
    found = {laid.cell: laid.card for laid in view.maze if laid.cell not in by_players}
    laid_since = set()
    for event in story:
        if isinstance(event, CardLaid):
            laid_since.add(event.cell)
        elif isinstance(event, CardLifted) and event.cell not in laid_since:
            found[event.cell] = event.card
    for event in reversed(story):
        if isinstance(event, GoalMoved) and event.to in found:
            found[event.cell] = found.pop(event.to)
    return build({number(*cell): _laid_out(rules, card) for cell, card in found.items()}, (EVERYONE,))


def _laid_out(rules: Rules, card: str) -> Laid:
    """Return a card as it lay at set-up: one that can be reached lay face down."""
    face_up = card and rules.cards[card].face.family in ("start", "site", "path")
    return laid_card(rules, card, False) if face_up else back(rules)


KEPT: dict[int, tuple[tuple[Event, ...], Past]] = {}
"""Stories read not long ago, so that the next one is read on from there; it saves time and changes no answer."""
MOST_KEPT = 64


def past_of(view: View, story: tuple[Event, ...]) -> Past:
    """Return what a story tells."""
    key = hash((view.me, story[: 2 * len(view.seats) + 2]))
    known, past = KEPT.pop(key, ((), None))
    if past is None or story[: len(known)] != known:
        known, past = (), Past(view, story)
    for event in story[len(known) :]:
        past.read(event)
    KEPT[key] = (story, past)
    if len(KEPT) > MOST_KEPT:
        del KEPT[next(iter(KEPT))]
    return past
