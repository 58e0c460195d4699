"""The levels of bots that can be put on seats, the weakest first."""

from __future__ import annotations

from server.bots.bot import Bot
from server.bots.chance import Chance

LEVELS: dict[str, Bot] = {"chance": Chance()}
