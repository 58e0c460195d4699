"""All words for people, by language; the wire carries ids alone.

A language is a folder with tables from keys to sentences. A key that a language lacks is taken from English, and an id
that nobody has words for is shown as it is, with blanks for underscores: a new card can be played before it is named.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module

LANGUAGES = {"en": "English"}
"""The languages that have words, each a module of this package with a mapping TEXT; its own name for itself."""


class Words:
    """The words of one language."""

    def __init__(self, text: Mapping[str, str]) -> None:
        self._text = text

    def say(self, key: str, **fields: object) -> str:
        """Return a sentence with its fields filled in."""
        return self._text[key].format(**fields)

    def has(self, key: str) -> bool:
        """Tell whether there are words for a key."""
        return key in self._text

    def ids(self, kind: str) -> list[str]:
        """Return all ids of a kind that have a name, in the order of the tables."""
        parts = (key.split(".") for key in self._text)
        return [part[1] for part in parts if len(part) == 2 and part[0] == kind]

    def name(self, kind: str, id_: str) -> str:
        """Return the name of a card, role, choice and so on."""
        return self._text.get(f"{kind}.{id_}") or plain(id_)

    def help(self, kind: str, id_: str) -> str:
        """Return a sentence that explains a card, role, option and so on, or nothing."""
        return self._text.get(f"{kind}.{id_}.help", "")

    def brief(self, kind: str, id_: str) -> str:
        """Return a short sentence that explains something, or the longer one, or nothing."""
        return self._text.get(f"{kind}.{id_}.brief") or self.help(kind, id_)

    def lines(self, card: str) -> tuple[str, ...]:
        """Return the few short lines that stand on an action card."""
        text = self._text.get(f"card.{card}.lines")
        return tuple(text.split("|")) if text else tuple(part.upper() for part in card.split("_") if part)[:3]

    def short(self, kind: str, id_: str) -> str:
        """Return a word of a few letters for narrow columns."""
        return self._text.get(f"{kind}.{id_}.short") or self.name(kind, id_)


def plain(id_: str) -> str:
    """Return an id as words."""
    return id_.replace("_", " ") or "?"


@cache
def words(language: str) -> Words:
    """Return the words of a language over those of English."""
    english = import_module("saboteur_tui.words.en").TEXT
    if language == "en" or language not in LANGUAGES:
        return Words(english)
    return Words({**english, **import_module(f"saboteur_tui.words.{language}").TEXT})
