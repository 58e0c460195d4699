"""Master craftsman (2021): a repair card for any one of the three tools."""

from __future__ import annotations

from server.engine.kinds.tools import TOOLS, repair
from server.engine.rules import Expansion

CARD = repair(*TOOLS, name="master_craftsman")

MASTER_CRAFTSMAN = Expansion(
    "master_craftsman", editions=("base", "saboteur2"), cards=(CARD,), supplies={"deck": {CARD.id: 1}}
)
