"""One table of everything that can be done by a key; bindings, footer and help are made from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from textual.binding import Binding, BindingType


class Deed(NamedTuple):
    """Something a key does on a screen."""

    id: str
    """`screen.action`; the name under which settings give it other keys."""
    keys: str
    show: bool = True

    @property
    def screen(self) -> str:
        """The screen it belongs to."""
        return self.id.partition(".")[0]

    @property
    def action(self) -> str:
        """The action of the screen that does it."""
        return self.id.partition(".")[2]


DEEDS = (
    Deed("any.help", "question_mark,f1"),
    Deed("home.quit", "q"),
    Deed("lobby.leave", "escape,q"),
    Deed("room.ready", "r,space"),
    Deed("room.add_bot", "b"),
    Deed("room.remove_bot", "x"),
    Deed("room.edition", "e"),
    Deed("room.more_seats", "plus,equals_sign"),
    Deed("room.fewer_seats", "minus"),
    Deed("room.leave", "q"),
    Deed("table.next", "tab"),
    Deed("table.previous", "shift+tab", show=False),
    Deed("table.confirm", "enter"),
    Deed("table.turn", "r"),
    Deed("table.discard", "d"),
    Deed("table.back", "escape"),
    Deed("table.up", "up", show=False),
    Deed("table.down", "down", show=False),
    Deed("table.left", "left", show=False),
    Deed("table.right", "right", show=False),
    *(Deed(f"table.card({number})", str((number + 1) % 10), show=False) for number in range(10)),
    Deed("table.log", "l"),
    Deed("table.talk", "t"),
    Deed("table.know", "k"),
    Deed("table.cover", "c"),
    Deed("table.larger", "plus,equals_sign"),
    Deed("table.smaller", "minus", show=False),
    Deed("table.leave", "q"),
)


def bindings(screen: str, text: dict[str, str]) -> list[BindingType]:
    """Return the bindings of a screen; `text` has the words for the footer."""
    return [
        Binding(deed.keys, deed.action, text.get(f"deed.{deed.id}", deed.action), show=deed.show, id=deed.id)
        for deed in DEEDS
        if deed.screen in (screen, "any")
    ]


KEY_NAMES = {
    "enter": "Enter", "escape": "Esc", "tab": "Tab", "shift+tab": "Shift+Tab", "question_mark": "?", "plus": "+",
    "minus": "-", "equals_sign": "=", "space": "Space", "left": "Left", "right": "Right", "up": "Up", "down": "Down",
    "left_square_bracket": "[", "right_square_bracket": "]", "comma": ",", "full_stop": ".", "home": "Home",
    "end": "End", "pageup": "PgUp", "pagedown": "PgDn", "delete": "Del", "backspace": "Backspace",
}  # fmt: skip


def key_name(key: str) -> str:
    """Return a key as people call it."""
    return KEY_NAMES.get(key) or (key.upper() if len(key) == 1 else key.capitalize())


def first_key(deed: str, given: Mapping[str, str]) -> str:
    """Return the name of the first key that does a deed; `given` are the keys of the settings."""
    keys = given.get(deed) or next((known.keys for known in DEEDS if known.id == deed), "")
    return key_name(keys.partition(",")[0].strip())
