"""What every edition shares: turns, rounds and the reaching of goals."""

from __future__ import annotations

from protocol.game import Setting
from server.engine.rules import Expansion
from server.engine.steps import QUESTIONS, STEPS

CORE = Expansion(
    "core",
    steps=STEPS,
    questions=QUESTIONS,
    settings=(Setting("first", ("creator", "lot")),),
    rounds=3,
)
