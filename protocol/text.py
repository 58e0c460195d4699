"""Text from people: cleaned before anyone else sees it, and never read as markup."""

from __future__ import annotations

import unicodedata

COMBINING_MARKS = 2
"""Per base: enough for every living script that needs them at all, too few to climb over other lines."""

INVISIBLE = frozenset(
    chr(point)
    for points in (
        (0x034F,),
        range(0x115F, 0x1161),
        range(0x17B4, 0x17B6),
        range(0x180B, 0x1810),
        (0x2800, 0x3164),
        range(0xFE00, 0xFE10),
        (0xFFA0,),
        range(0xE0100, 0xE01F0),
    )
    for point in points
)
"""Fillers, joiners, selectors and the empty Braille cell: letters and marks by category, but nothing is seen of them.

A name of nothing else would look empty, one with such a character more would look like another's, and a selector can
make the character before it twice as wide.
"""


def clean(text: str, cells: int) -> str:
    """The text in NFC without control, format and invisible characters and piled-up marks, cut to so many cells."""
    kept: list[str] = []
    width = marks = 0
    for character in unicodedata.normalize("NFC", "".join(filter(_is_seen, text))):
        category = unicodedata.category(character)
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


def _is_seen(character: str) -> bool:
    category = unicodedata.category(character)
    return category[0] != "C" and category not in ("Zl", "Zp") and character not in INVISIBLE


def cell_width(character: str) -> int:
    """How many terminal cells a character takes; in doubt two, so that nothing overflows."""
    return 2 if unicodedata.east_asian_width(character) in "WFA" else 1


def same_name(name: str) -> str:
    """Two names are the same name if this is equal."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
