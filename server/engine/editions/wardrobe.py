"""Wardrobe: who first joins this site to the start exchanges the role."""

from __future__ import annotations

from server.engine import changes
from server.engine.kinds.sites import and_site, site
from server.engine.rules import Expansion
from server.engine.state import State


def change_clothes(state: State, seat: int, _cell: int) -> None:
    """Exchange the role for the one left over, or for the top of the unused pile."""
    changes.exchange_role(state, seat, "wardrobe")


WARDROBE = Expansion(
    "wardrobe",
    editions=("base", "saboteur2"),
    cards=(site("wardrobe", change_clothes),),
    supplies={"sites": {"wardrobe": 1}},
    # Assumed: the rulebooks show it in a picture only.
    layout={"wardrobe": ((4, -2),)},
    set_up={"lay_sites": 42},
    wraps={"reachable": and_site("wardrobe")},
)
