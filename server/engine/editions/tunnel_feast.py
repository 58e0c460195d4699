"""Tunnel feast: when this site is first joined to the start, the roles of all players are dealt anew."""

from __future__ import annotations

from server.engine import changes
from server.engine.kinds.sites import and_site, site
from server.engine.rules import Expansion
from server.engine.state import State


def feast(state: State, _seat: int, _cell: int) -> None:
    """Gather the roles of all players, shuffle and deal them again; those unused stay so."""
    changes.deal_roles(state, changes.shuffle(state, "feast", state.roles), "tunnel_feast")


TUNNEL_FEAST = Expansion(
    "tunnel_feast",
    editions=("base", "saboteur2"),
    cards=(site("tunnel_feast", feast),),
    supplies={"sites": {"tunnel_feast": 1}},
    # Assumed: the rulebooks show it in a picture only.
    layout={"tunnel_feast": ((4, 2),)},
    set_up={"lay_sites": 42},
    wraps={"reachable": and_site("tunnel_feast")},
)
