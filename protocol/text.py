"""Text from people: cleaned before anyone else sees it, and never read as markup."""

from __future__ import annotations

import unicodedata

COMBINING_MARKS = 2
"""Per base: enough for every living script that needs them at all, too few to climb over other lines."""


def clean(text: str, cells: int) -> str:
    """The text in NFC without control and format characters and piled-up marks, cut to so many cells."""
    kept: list[str] = []
    width = marks = 0
    for character in unicodedata.normalize("NFC", text):
        category = unicodedata.category(character)
        if category[0] == "C" or category in ("Zl", "Zp"):
            continue
        if category[0] == "M":
            marks += 1
            # A mark without a base would sit on whatever is printed before the text.
            if kept and marks <= COMBINING_MARKS:
                kept.append(character)
            continue
        marks = 0
        width += cell_width(character)
        if width > cells:
            break
        kept.append(" " if category == "Zs" else character)
    return " ".join("".join(kept).split())


def cell_width(character: str) -> int:
    """How many terminal cells a character takes; in doubt two, so that nothing overflows."""
    return 2 if unicodedata.east_asian_width(character) in "WFA" else 1


def same_name(name: str) -> str:
    """Two names are the same name if this is equal."""
    return unicodedata.normalize("NFKC", name).casefold()
