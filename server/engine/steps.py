"""What happens next: the steps and questions every edition shares, and the loop that runs them."""

from __future__ import annotations

from protocol.game import Action
from server.engine import changes, reach, rounds, turn
from server.engine.rules import QuestionKind, StepFunction
from server.engine.state import State

STEPS: dict[str, StepFunction] = {
    "begin_round": rounds.begin,
    "gather": rounds.gather,
    "lay_start": rounds.lay_start,
    "lay_goals": rounds.lay_goals,
    "lay_sites": rounds.lay_sites,
    "deal_roles": rounds.deal_roles,
    "deal_hands": rounds.deal_hands,
    "turn": turn.begin,
    "effect": turn.effect,
    "used": changes.discard_played,
    "reach": reach.reach,
    "reached": reach.reached,
    "end_turn": turn.end,
    "next_turn": turn.pass_on,
    "score": rounds.score,
    "close_round": rounds.close,
}

QUESTIONS: dict[str, QuestionKind] = {"turn": turn.TURN, **reach.QUESTIONS}


def run(state: State) -> None:
    """Run steps until a question is open or nothing is left to happen."""
    steps = state.rules.steps
    while state.asked is None and state.steps:
        step = changes.pop(state)
        steps[step[0]](state, *step[1:])  # type: ignore[index]


def play(state: State, seat: int, action: Action) -> None:
    """Answer the open question, without asking whether that is legal, and run what follows."""
    answered = changes.answer(state, seat, action)
    if answered is not None:
        hold_back = state.rules.hooks.hold_back
        if hold_back is None or not hold_back(state, answered):
            state.rules.questions[answered.kind].answered(state, answered)
        run(state)
