"""What a bot weighs: the maze, where the gold may be, who may be a saboteur, and what its seat is after."""

from __future__ import annotations

from protocol.game import AtCell, Cell, Lay, Play, View
from server.bots.estimate import SABOTEUR, Estimate, cells_known, estimate, seen_by_others
from server.bots.story import Past, laid_card, maze_of
from server.bots.way import BIT, REGION, Field, Ground, field, ground, laid_on
from server.engine.cell import number
from server.engine.maze import EVERYONE, Maze, Traveller, build
from server.engine.rules import Rules

TEAMS = ("blue", "green")
"""Roles for which doors of the other colour are closed when the round is scored."""

WANTS = {SABOTEUR: -1.0, "profiteer": -1.0}
"""Role -> -1 if it gains more where the gold is not reached; the profiteer shares with fewer then."""

GEOLOGIST = "geologist"

DIGS = {GEOLOGIST: 0.3}
"""Role -> how much of digging is worth while, where it is not all."""

HOPE = (1.4, 10.0)
"""Before anything is dug it is taken for granted that so many cards dug come of so many played."""
LOST = 0.15
"""How much of digging is worth while where the gold will hardly be reached in time."""


class Situation:
    """One decision of one seat."""

    def __init__(
        self,
        rules: Rules,
        me: int,
        role: str,
        maze: Maze,
        traveller: int,
        goals: dict[int, float],
        before: tuple[tuple[str, ...], ...],
        believed: Estimate,
        turns: int,
        hand: tuple[str, ...],
        here: Ground | None = None,
    ) -> None:
        self.rules = rules
        self.me = me
        self.role = role
        self.want = WANTS.get(role, 1.0)
        """1 for a seat that wants the gold reached, -1 for one that does not."""
        self.maze = maze
        self.traveller = traveller
        self.here = here or ground(maze, traveller)
        self.goals = [(BIT.get(cell, 0), weight) for cell, weight in goals.items() if weight > 0.0]
        """The goals that may hold the treasure, with the chance that they do."""
        self.sure = max(goals.values(), default=1.0)
        """How sure the seat is where the treasure lies."""
        self.before = before
        self.believed = believed
        self.turns = turns
        """How many cards are left to be played by all."""
        self.hand = hand
        self.eager = DIGS.get(role, 1.0)
        """How much of digging is worth while: little for a geologist, or where the gold will not be reached."""
        self.watched: tuple[float, ...] = ()
        """For each seat how likely a saboteur it is to who has only watched; only a saboteur asks."""
        self.near = REGION
        """Where lays are looked at."""
        self.kept: dict[str, float] = {}
        """What cards are worth to keep, as far as it was asked."""
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
        return laid_on(self.maze, self.here, number(*action.cell), laid, self.traveller)

    def after_lift(self, action: Play) -> Ground:
        """Return the ground after a card was taken out of the maze."""
        (target,) = action.targets
        assert isinstance(target, AtCell)
        return ground(self.maze.lift(number(*target.cell)), self.traveller)

    def after_opening(self, cell: Cell) -> Ground:
        """Return the ground after a door or a troll was opened."""
        return ground(self.maze.open(number(*cell)), self.traveller)

    def laid(self, action: Lay) -> tuple[float, float]:
        """Return how much nearer a lay brings the gold, and the chance that it reaches the treasure."""
        there = self.after_lay(action)
        return self.far - self.far_of(there), self.found(there)

    def lifted(self, action: Play) -> float:
        """Return how much nearer the gold is after a card was taken out of the maze."""
        return self.far - self.far_of(self.after_lift(action))

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


class Scene:
    """What is found out about one maze and one goal: it is the same in all imagined worlds that have them."""

    def __init__(self, maze: Maze, goal: int) -> None:
        self.here = ground(maze)
        self.field: Field = field(self.here, goal)
        self.far = self.field.far(self.here, self.here)
        self.near = 0
        """Where lays are looked at."""
        for level in self.field.levels:
            self.near |= level
        self.lays: dict[Lay, tuple[float, float]] = {}
        self.lifts: dict[Play, float] = {}

        self._farther: dict[str, float] | None = None

    def farther(self, maze: Maze) -> dict[str, float]:
        """Return for each team how much farther the gold is for those whom doors of the other colour stop."""
        if self._farther is None:
            self._farther = dict.fromkeys(TEAMS, 0.0)
            if any(laid.up and laid.shape.barriers for laid in maze.cards.values()):
                for team in TEAMS:
                    closed = build(maze.cards, (Traveller(team, stopped=True),), maze.opened)
                    self._farther[team] = ground(closed).far(self.field.goal) - self.far
        return self._farther

    def far_of(self, there: Ground) -> float:
        """Return about how far the gold is on some ground that is this one but for a lay."""
        if there.loose != self.here.loose:
            return there.far(self.field.goal)
        return self.field.far(self.here, there)


class Quick(Situation):
    """A decision judged quickly: one goal, a lay blocks nobody's way, and nothing is found out twice."""

    def __init__(
        self,
        rules: Rules,
        me: int,
        role: str,
        maze: Maze,
        scene: Scene,
        before: tuple[tuple[str, ...], ...],
        believed: Estimate,
        turns: int,
        hand: tuple[str, ...],
    ) -> None:
        self.scene = scene
        super().__init__(rules, me, role, maze, 0, {}, before, believed, turns, hand, scene.here)
        self.near = scene.near

    def far_of(self, there: Ground) -> float:
        """Return about how far the gold is on some ground that is the one before it but for a lay."""
        return self.scene.far if there is self.here else self.scene.far_of(there)

    def found(self, there: Ground) -> float:
        """Tell whether the treasure is reached on some ground."""
        return float(there.live & self.scene.field.goal != 0)

    def laid(self, action: Lay) -> tuple[float, float]:
        """Return how much nearer a lay brings the gold, and whether it reaches the treasure."""
        known = self.scene.lays.get(action)
        if known is None:
            known = self.scene.lays[action] = super().laid(action)
        return known

    def lifted(self, action: Play) -> float:
        """Return how much nearer the gold is after a card was taken out of the maze."""
        known = self.scene.lifts.get(action)
        if known is None:
            known = self.scene.lifts[action] = super().lifted(action)
        return known


class Digging(Situation):
    """A decision where every goal may hold gold: each draws the more, the nearer it is."""

    def far_of(self, there: Ground) -> float:
        """Return how far the gold is, in gold: what all goals promise, with the sign turned."""
        found = self._far.get(there)
        if found is None:
            found = 0.0
            for goal, gold in self.goals:
                found -= 10.0 * gold * FADES ** there.far(goal)
            self._far[there] = found
        return found


FADES = 0.72
"""What a goal one card farther away promises of what it would."""


def goal_chances(view: View, known: dict[int, str]) -> dict[int, float]:
    """Return for each goal lying face down the chance that it is the treasure."""
    down = [number(*laid.cell) for laid in view.maze if laid.back == "goal"]
    for cell in down:
        if known.get(cell) == "treasure":
            return {other: float(other == cell) for other in down}
    possible = [cell for cell in down if cell not in known] or down
    return {cell: (cell in possible) / len(possible) for cell in down}


def goal_gold(view: View, rules: Rules, known: dict[int, str]) -> dict[int, float]:
    """Return for each goal lying face down a tenth of the gold it may hold: what is seen, else what is usual."""
    goals = [card for card in rules.cards.values() if card.face.family == "goal"]
    usual = sum(card.gold for card in goals) / len(goals)
    return {
        number(*laid.cell): 0.1 * (rules.cards[seen].gold if (seen := known.get(number(*laid.cell))) else usual)
        for laid in view.maze
        if laid.back == "goal"
    }


def pace(far: float, turns: int, deck: int) -> float:
    """Return how much nearer the gold will come, at the pace of the round so far, before the cards are gone."""
    dug, played = HOPE
    return turns * (dug + FIRST_FAR - far) / (played + deck - turns)


def is_lost(far: float, turns: int, deck: int) -> bool:
    """Tell whether the gold will not be reached in time if all goes on as so far."""
    return far > pace(far, turns, deck)


FIRST_FAR = 7.8
"""How far the gold is when a round begins."""


def situation(rules: Rules, view: View, past: Past, use_acts: bool = True) -> Situation:
    """Return what a seat has to weigh."""
    assert view.me is not None
    known = cells_known(view)
    role = view.seats[view.me].role
    turns = view.piles.get("draw", 0) + sum(seat.hand for seat in view.seats)
    before = tuple(seat.before for seat in view.seats)
    if "treasure" in rules.cards:
        team = role in TEAMS
        maze = maze_of(view, rules, (Traveller(role, stopped=True),) if team else (EVERYONE,))
        believed = estimate(view, past, known, use_acts)
        now = Situation(rules, view.me, role, maze, 0, goal_chances(view, known), before, believed, turns, view.hand)
        if role == SABOTEUR:
            now.watched = seen_by_others(view, past).chance
        deck = len(rules.supplies["deck"]) - view.piles.get("aside", 0)
        if "theft" in rules.cards and is_lost(now.far, turns, deck):
            now.eager = min(LOST, now.eager)
        return now
    colour = rules.cards[role].face.marks[0].colour if role else ""
    colours = [traveller.colour for traveller in rules.travellers]
    traveller = colours.index(colour) if colour in colours else 0
    rivals = Estimate((), tuple(float(seat != view.me) for seat in range(len(view.seats))))
    maze = maze_of(view, rules, rules.travellers)
    gold = goal_gold(view, rules, known)
    return Digging(rules, view.me, role, maze, traveller, gold, before, rivals, turns, view.hand)
