"""Change direction (2020): a card that reverses the order of play for the rest of the round."""

from __future__ import annotations

from protocol.game import Face, Play
from server.engine import changes
from server.engine.card import Card
from server.engine.kinds.alone import legal_always, refuse_targets
from server.engine.rules import Expansion
from server.engine.state import State


def reverse(state: State, seat: int, _action: Play) -> None:
    """Reverse the order of play at once; R8 follows it too."""
    changes.reverse(state)
    changes.tell(state, "against_clock" if state.direction < 0 else "with_clock", seat)


CARD = Card(Face("change_direction", "action"), legal=legal_always, refuse=refuse_targets, effect=reverse)

CHANGE_DIRECTION = Expansion(
    "change_direction", editions=("base", "saboteur2"), cards=(CARD,), supplies={"deck": {CARD.id: 1}}
)
