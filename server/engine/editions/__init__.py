"""Every edition and module: one file each, one line each."""

from __future__ import annotations

from server.engine.editions.base import BASE
from server.engine.editions.core import CORE
from server.engine.editions.saboteur2 import SABOTEUR2
from server.engine.rules import register

for expansion in (CORE, BASE, SABOTEUR2):
    register(expansion)
