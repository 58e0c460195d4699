"""What every edition shares: turns, rounds and the reaching of goals, and the hooks as the base rules have them."""

from __future__ import annotations

from protocol.game import Lay, Setting
from server.engine import reach, rounds, score, turn
from server.engine.maze import EVERYONE
from server.engine.rules import Expansion, Hooks
from server.engine.state import State
from server.engine.steps import QUESTIONS, STEPS

FIRST = Setting("first", ("creator", "lot"))
"""Who begins the first round (R10): a setting of every edition for more than one."""


def nothing_before_laying(_state: State, _seat: int, _action: Lay) -> None:
    """Let a path card lie in the maze as soon as it is announced."""


def nothing_changed(_state: State) -> None:
    """Turn up what is reached right after a change of the maze."""


HOOKS = Hooks(
    travellers=lambda _rules: (EVERYONE,),
    traveller=turn.for_everyone,
    sure_goals=lambda _rules: (),
    may_lay=turn.may_lay,
    lay_actions=turn.lay_actions,
    refuse_lay=turn.refuse_targets,
    hold_back=None,
    before_laying=nothing_before_laying,
    reachable=reach.reachable,
    orientations=reach.orientations,
    lookable=lambda state: state.maze.face_down(),
    maze_changed=nothing_changed,
    draw=turn.draw,
    round_is_over=turn.hands_are_empty,
    next_starter=rounds.next_starter,
    gold_is_public=lambda _state: False,  # R7: totals are secret until the game ends
    is_paid=score.is_paid,
    outcome=rounds.outcome,
)

CORE = Expansion(
    "core",
    steps=STEPS,
    questions=QUESTIONS,
    rounds=3,
    hooks=HOOKS,
)
