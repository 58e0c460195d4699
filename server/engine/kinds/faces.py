"""Rows of a card list made into cards."""

from __future__ import annotations

from protocol.game import Face, FaceMark
from server.engine.card import Card, Reached


def path(
    name: str,
    ways: str,
    stubs: str = "",
    *marks: FaceMark,
    assumed: bool = False,
    avoided: bool = False,
    fixed: bool = False,
    reached: Reached | None = None,
) -> Card:
    """Return a path card; `ways` are groups of joined openings, apart by spaces."""
    face = Face(name, "path", tuple(ways.split()), stubs, marks)
    return Card(face, assumed=assumed, avoided=avoided, fixed=fixed, reached=reached)


def goal(
    name: str, ways: str, stubs: str = "", *marks: FaceMark, assumed: bool = False, reached: Reached | None = None
) -> Card:
    """Return a goal: never removed, and no ladder may lie beside it."""
    face = Face(name, "goal", tuple(ways.split()), stubs, marks)
    return Card(face, fixed=True, avoided=True, assumed=assumed, reached=reached)


def role(name: str) -> Card:
    """Return a role."""
    return Card(Face(name, "role"))


def dwarf(colour: str) -> Card:
    """Return the dwarf of a colour, a role that lies face up."""
    return Card(Face(f"dwarf_{colour}", "role", marks=(FaceMark("dwarf", colour=colour),)), face_up=True)


def gold_card(value: int) -> Card:
    """Return a gold card."""
    return Card(Face(f"gold_{value}", "gold", marks=(FaceMark("gold", number=value),)))
