"""What a bot weighs: the maze, where the gold may be, who may be a saboteur, and what its seat is after."""

from __future__ import annotations

from protocol.game import AtCell, Lay, Play, View
from server.bots.estimate import SABOTEUR, Estimate, cells_known, estimate
from server.bots.story import Past, laid_card, maze_of
from server.bots.way import BIT, REGION, Field, Ground, field, ground, laid_on
from server.engine.cell import number
from server.engine.maze import Maze
from server.engine.rules import Rules


class Situation:
    """One decision of one seat."""

    def __init__(
        self,
        rules: Rules,
        me: int,
        role: str,
        maze: Maze,
        goals: dict[int, float],
        before: tuple[tuple[str, ...], ...],
        believed: Estimate,
        turns: int,
        hand: tuple[str, ...],
    ) -> None:
        self.rules = rules
        self.me = me
        self.role = role
        self.want = -1.0 if role == SABOTEUR else 1.0
        """1 for a seat that wants the gold reached, -1 for one that does not."""
        self.maze = maze
        self.here: Ground = ground(maze)
        self.goals = [(BIT.get(cell, 0), weight) for cell, weight in goals.items() if weight > 0.0]
        """The goals that may hold the treasure, with the chance that they do."""
        self.sure = max(goals.values(), default=1.0)
        """How sure the seat is where the treasure lies."""
        self.before = before
        self.believed = believed
        self.turns = turns
        """How many cards are left to be played by all."""
        self.hand = hand
        self.near = REGION
        """Where lays are looked at."""
        self._far: dict[Ground, float] = {}
        self.far = self.far_of(self.here)
        """How far the gold is."""

    def far_of(self, there: Ground) -> float:
        """Return how far the gold is on some ground."""
        found = self._far.get(there)
        if found is None:
            found = 0.0
            for goal, weight in self.goals:
                found += weight * there.far(goal)
            self._far[there] = found
        return found

    def after_lay(self, action: Lay) -> Ground:
        """Return the ground after a card was laid."""
        laid = laid_card(self.rules, action.card, action.turned)
        return laid_on(self.maze, self.here, number(*action.cell), laid)

    def after_lift(self, action: Play) -> Ground:
        """Return the ground after a card was taken out of the maze."""
        (target,) = action.targets
        assert isinstance(target, AtCell)
        return ground(self.maze.lift(number(*target.cell)))

    def found(self, there: Ground) -> float:
        """Return the chance that the treasure is reached on some ground."""
        live = there.live
        for goal, _ in self.goals:
            if live & goal:
                return sum(weight for goal, weight in self.goals if live & goal)
        return 0.0

    def hinderers(self, seat: int) -> int:
        """Return how many cards before a seat keep it from laying path cards."""
        cards = self.rules.cards
        return sum(cards[card].hinders for card in self.before[seat])


class Quick(Situation):
    """A decision judged quickly: one goal, and a lay blocks nobody's way."""

    field: Field | None = None

    def far_of(self, there: Ground) -> float:
        """Return about how far the gold is on some ground that is the one before it but for a lay."""
        if self.field is None:
            (goal, _), *_ = self.goals
            self.field = field(self.here, goal)
            self.near = 0
            for level in self.field.levels:
                self.near |= level
        if there.loose != self.here.loose:
            return there.far(self.field.goal)
        return self.field.far(self.here, there)


def goal_chances(view: View, known: dict[int, str]) -> dict[int, float]:
    """Return for each goal lying face down the chance that it is the treasure."""
    down = [number(*laid.cell) for laid in view.maze if laid.back == "goal"]
    for cell in down:
        if known.get(cell) == "treasure":
            return {other: float(other == cell) for other in down}
    possible = [cell for cell in down if cell not in known] or down
    return {cell: (cell in possible) / len(possible) for cell in down}


def situation(rules: Rules, view: View, past: Past, use_acts: bool = True) -> Situation:
    """Return what a seat has to weigh."""
    assert view.me is not None
    known = cells_known(view)
    return Situation(
        rules,
        view.me,
        view.seats[view.me].role,
        maze_of(view, rules),
        goal_chances(view, known),
        tuple(seat.before for seat in view.seats),
        estimate(view, past, known, use_acts),
        view.piles.get("draw", 0) + sum(seat.hand for seat in view.seats),
        view.hand,
    )
