"""Every edition and module: one file each, one line each."""

from __future__ import annotations

from server.engine.editions.base import BASE
from server.engine.editions.change_direction import CHANGE_DIRECTION
from server.engine.editions.core import CORE
from server.engine.editions.diversion import DIVERSION
from server.engine.editions.duel import DUEL
from server.engine.editions.duel_base import DUEL_BASE
from server.engine.editions.goal_swap import GOAL_SWAP
from server.engine.editions.greedy_dwarf import GREEDY_DWARF
from server.engine.editions.master_craftsman import MASTER_CRAFTSMAN
from server.engine.editions.new_goals import NEW_GOALS
from server.engine.editions.path_specialist import PATH_SPECIALIST
from server.engine.editions.sabotaged_dwarf import SABOTAGED_DWARF
from server.engine.editions.saboteur2 import SABOTEUR2
from server.engine.editions.solo import SOLO
from server.engine.editions.toll import TOLL
from server.engine.editions.tournament import TOURNAMENT
from server.engine.editions.treasure_chests import TREASURE_CHESTS
from server.engine.editions.treasure_trove import TREASURE_TROVE
from server.engine.editions.tunnel_feast import TUNNEL_FEAST
from server.engine.editions.veto import VETO_CARD
from server.engine.editions.wardrobe import WARDROBE
from server.engine.rules import register

EDITIONS = (CORE, BASE, SABOTEUR2, DUEL_BASE, DUEL, SOLO)
CHAMPIONSHIP = (
    GREEDY_DWARF,
    GOAL_SWAP,
    TREASURE_TROVE,
    VETO_CARD,
    CHANGE_DIRECTION,
    MASTER_CRAFTSMAN,
    PATH_SPECIALIST,
    DIVERSION,
)
"""In the order of their years."""
MINI = (TOLL, WARDROBE, TUNNEL_FEAST, NEW_GOALS, TREASURE_CHESTS)
VARIANTS = (SABOTAGED_DWARF, TOURNAMENT)

for expansion in (*EDITIONS, *CHAMPIONSHIP, *MINI, *VARIANTS):
    register(expansion)
