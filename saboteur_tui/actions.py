"""One table of everything that can be done by a key; bindings, footer and help are made from it."""

from __future__ import annotations

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
    Deed("table.cover", "c"),
    Deed("table.larger", "plus,equals_sign", show=False),
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
