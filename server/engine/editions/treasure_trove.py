"""Treasure trove (2018): one of the top five cards of the discard pile instead of a card from the draw pile."""

from __future__ import annotations

from protocol.game import Face, Play
from server.engine import changes
from server.engine.card import Card
from server.engine.kinds.alone import legal_always, refuse_targets
from server.engine.kinds.discard_pile import TAKE_ONE, look_through
from server.engine.rules import Expansion
from server.engine.state import State


def open_trove(state: State, seat: int, _action: Play) -> None:
    """Show the seat the cards; nothing is drawn, even if there are none to take (C6)."""
    changes.set_draws(state)
    look_through(state, seat, "treasure_trove")


CARD = Card(Face("treasure_trove", "action"), legal=legal_always, refuse=refuse_targets, effect=open_trove)

TREASURE_TROVE = Expansion(
    "treasure_trove",
    editions=("base", "saboteur2"),
    cards=(CARD,),
    supplies={"deck": {CARD.id: 1}},
    questions={"treasure_trove": TAKE_ONE},
)
