"""The levels of bots that can be put on seats, the weakest first."""

from __future__ import annotations

from server.bots.bot import Bot, Enough, never
from server.bots.chance import Chance
from server.bots.hard import Hard
from server.bots.normal import Normal
from server.bots.policy import NAMES

LEVELS: dict[str, Bot] = {"chance": Chance(), "easy": Normal(unsteady=1.2), "normal": Normal(), "hard": Hard()}


def level(name: str, playouts: int = 0, enough: Enough = never) -> Bot:
    """Return the bot of a level; `normal-look` is normal without its rule `look`."""
    base, *without = name.split("-")
    if base not in LEVELS or not set(without) <= set(NAMES) or (without and base != "normal"):
        raise ValueError(f"unknown bot: {name} (there are {', '.join(LEVELS)}, and rules {', '.join(NAMES)})")
    if base == "hard":
        return Hard(playouts, enough)
    return Normal(frozenset(without)) if without else LEVELS[base]
