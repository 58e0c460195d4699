"""The symbol of every mark: one ASCII letter each, so that no meaning hangs on colour and no width is in doubt."""

from __future__ import annotations

from typing import NamedTuple


class Symbol(NamedTuple):
    """A letter and the name of its colour in the palette."""

    letter: str
    colour: str = "mark"
    filled: bool = False
    """Whether the colour is that of the ground behind the letter."""


FACE_SYMBOLS = {
    "ladder": Symbol("H", "mark"),
    "crystal": Symbol("*", "crystal", filled=True),
    "treasure": Symbol("$", "gold", filled=True),
    "stone": Symbol("o", "mark"),
    "coal": Symbol("o", "mark"),
    "gold": Symbol("$", "gold", filled=True),
    "bag": Symbol("$", "gold", filled=True),
    "dragon": Symbol("D", "wrong", filled=True),
    "spider": Symbol("S", "wrong", filled=True),
    "troll": Symbol("T", "wrong", filled=True),
    "wardrobe": Symbol("W", "looking", filled=True),
    "tunnel_feast": Symbol("F", "looking", filled=True),
}
"""What is printed on faces, by the kind of mark."""

DOOR_LETTERS = {"blue": "B", "green": "G"}

CELL_SYMBOLS = {
    "guard": Symbol("&", "harm", filled=True),
    "key": Symbol("k", "gold", filled=True),
    "bribe": Symbol("t", "gold", filled=True),
    "marker": Symbol("m", "fresh", filled=True),
    "used": Symbol("x", "mark"),
}
"""What lies on cells of the maze, by the mark's id."""

BEFORE_LETTERS = {
    "break_pick": "P",
    "break_lamp": "L",
    "break_cart": "C",
    "trapped": "#",
    "theft": "$",
}
"""Cards that lie before players, where there is room for one letter only."""


BACK_WORDS = {"path": "chest"}
"""What has words to stand on the back of a card that is no goal: a path card over a chest."""


def face_symbol(kind: str, colour: str) -> Symbol:
    """Return the symbol of a mark on a face; an unknown kind shows its first letter."""
    if kind == "door":
        return Symbol(DOOR_LETTERS.get(colour, colour[:1].upper() or "D"), colour or "mark", filled=True)
    if kind == "ladder" and colour:
        return Symbol("H", colour, filled=True)
    return FACE_SYMBOLS.get(kind) or Symbol(kind[:1].upper() or "?", "mark")


def cell_symbol(mark: str) -> Symbol:
    """Return the symbol of a mark on a cell; an unknown one shows its first letter."""
    return CELL_SYMBOLS.get(mark) or Symbol(mark[:1] or "?", "fresh", filled=True)


def before_letter(card: str) -> str:
    """Return the letter of a card before a seat; an unknown one shows its first letter."""
    return BEFORE_LETTERS.get(card) or card[:1].upper() or "?"
