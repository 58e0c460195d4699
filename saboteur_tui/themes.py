"""The palettes as themes of Textual."""

from __future__ import annotations

from textual.theme import Theme

from saboteur_tui.drawing.palette import PALETTES, Palette

DEFAULT = "mine"
PLAIN = "plain"


def theme_of(palette: Palette) -> Theme:
    """Return the theme that gives screens the colours of a palette."""
    return Theme(
        name=palette.name,
        primary=palette.tunnel,
        secondary=palette.legal,
        accent=palette.gold,
        warning=palette.fresh,
        error=palette.wrong,
        success=palette.legal,
        foreground=palette.text,
        background=palette.ground,
        surface=palette.ground,
        panel=palette.panel if not palette.ascii else palette.ground,
        dark=palette.name != "daylight",
        variables={"footer-key-foreground": palette.gold} if not palette.ascii else {},
    )


THEMES = tuple(theme_of(palette) for palette in PALETTES.values())
