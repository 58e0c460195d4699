"""The colours of the maze and the cards, one palette per theme."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Palette:
    """Colours by what they mean; `ascii` draws with letters alone and no colour."""

    name: str
    ground: str
    """Where no card lies."""
    text: str
    dim: str
    tunnel: str
    rubble: str
    """A stub: an opening that leads nowhere."""
    rock: str
    rock_other: str
    """Rock of every second card, so that the edges of cards can be seen."""
    way: str
    """The tunnels of the winning path."""
    back: str
    """The back of a face-down card."""
    back_text: str
    known: str
    """The back of a card whose face I have seen."""
    legal: str
    """Corners of a place that may be chosen."""
    cursor: str
    ghost: str
    """Rock of a card shown where it would lie."""
    wrong: str
    """Rock of a card shown where it does not fit."""
    fresh: str
    """The number of the seat that laid a card lately."""
    blue: str
    green: str
    gold: str
    crystal: str
    harm: str
    """Action cards that hinder."""
    help: str
    """Action cards that help."""
    looking: str
    """Action cards that look or change."""
    other: str
    """All other action cards."""
    ink: str
    """Text on action cards."""
    mark: str
    """Symbols on tunnels."""
    green_tunnel: str
    """Tunnels that are joined to the green start."""
    blue_tunnel: str
    unjoined: str
    """Tunnels that are joined to no start, where each colour has its own."""
    panel: str
    """Behind the lines above and below the maze."""
    ascii: bool = False


MINE = Palette(
    name="mine",
    ground="#14110e",
    text="#e8e0d4",
    dim="#8d8276",
    tunnel="#d0a869",
    rubble="#8a6a42",
    rock="#43362f",
    rock_other="#382d28",
    way="#ffd75f",
    back="#6b4a1e",
    back_text="#ffd75f",
    known="#875f00",
    legal="#5fd75f",
    cursor="#ffffff",
    ghost="#2f5f3a",
    wrong="#7a2230",
    fresh="#ff875f",
    blue="#3a7bff",
    green="#2fae4a",
    gold="#ffd75f",
    crystal="#00d7ff",
    harm="#5f1a1e",
    help="#1c4a28",
    looking="#263063",
    other="#4a3a5e",
    ink="#ffffff",
    mark="#1c1208",
    panel="#43362f",
    green_tunnel="#8fc46c",
    blue_tunnel="#86aef0",
    unjoined="#7d6c55",
)

# Blue, orange and yellow of the Okabe-Ito set: told apart with every common kind of colour blindness.
COLOUR_BLIND = replace(
    MINE,
    name="colour-blind",
    ground="#101014",
    tunnel="#d9d2c5",
    rubble="#8f8a80",
    rock="#3b3b45",
    rock_other="#30303a",
    way="#f0e442",
    back="#5a4a2a",
    back_text="#f0e442",
    known="#7a6410",
    legal="#56b4e9",
    cursor="#ffffff",
    ghost="#0f4c75",
    wrong="#8a3d00",
    fresh="#e69f00",
    blue="#0072b2",
    green="#d55e00",
    gold="#f0e442",
    crystal="#0072b2",
    harm="#7a3500",
    help="#0b4a72",
    looking="#4a4a58",
    other="#5c3a52",
    green_tunnel="#eda36a",
    blue_tunnel="#7cc0e8",
    unjoined="#7d7a74",
    panel="#3b3b45",
)

DAYLIGHT = replace(
    MINE,
    name="daylight",
    ground="#f4efe6",
    text="#241c14",
    dim="#7c7064",
    tunnel="#e9c98c",
    rubble="#b89a6a",
    rock="#7b6656",
    rock_other="#86715f",
    way="#ffb000",
    back="#b98a45",
    back_text="#2b1b05",
    known="#d8a53c",
    legal="#1f8a3a",
    cursor="#000000",
    ghost="#6fae7c",
    wrong="#c96a6a",
    fresh="#c2410c",
    gold="#8a6100",
    crystal="#00708a",
    harm="#e7a9a4",
    help="#a9d8b0",
    looking="#b3c0ee",
    other="#d3bfe6",
    ink="#1a140c",
    green_tunnel="#9ed08a",
    blue_tunnel="#a3bdf2",
    unjoined="#c4b8a4",
    panel="#dccdb6",
)

PLAIN = replace(MINE, name="plain", ascii=True, ground="#000000", text="#ffffff", dim="#ffffff", ink="#ffffff")

PALETTES = {palette.name: palette for palette in (MINE, COLOUR_BLIND, DAYLIGHT, PLAIN)}
