"""One table of everything that can be done by a key; bindings, footer, help and palette are made from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from textual.binding import Binding, BindingType
from textual.screen import Screen

from saboteur_tui.words.en import TEXT


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
    Deed("any.rules", "f2", show=False),
    Deed("any.command_palette", "ctrl+p", show=False),
    Deed("any.suspend_process", "ctrl+z", show=False),
    Deed("any.quit", "ctrl+q", show=False),
    Deed("any.settings", "f3", show=False),
    Deed("home.go_on", "g", show=False),
    Deed("home.play", "p", show=False),
    Deed("home.room", "o", show=False),
    Deed("home.host", "h", show=False),
    Deed("home.join", "j", show=False),
    Deed("home.watch", "w", show=False),
    Deed("home.replays", "r", show=False),
    Deed("home.how", "l", show=False),
    Deed("home.settings", "s", show=False),
    Deed("home.leave", "q"),
    Deed("lobby.create", "c"),
    Deed("lobby.code", "j"),
    Deed("lobby.watch", "w"),
    Deed("lobby.talk", "t"),
    Deed("lobby.people", "p", show=False),
    Deed("lobby.leave", "escape,q"),
    Deed("room.ready", "r"),
    Deed("room.add_bot", "b"),
    Deed("room.remove", "x"),
    Deed("room.next_value", "right", show=False),
    Deed("room.previous_value", "left", show=False),
    Deed("room.talk", "t"),
    Deed("room.people", "p", show=False),
    Deed("room.leave", "q"),
    Deed("settings.leave", "escape,q"),
    Deed("settings.next_value", "right", show=False),
    Deed("settings.previous_value", "left", show=False),
    Deed("keys.default", "delete,backspace"),
    Deed("keys.leave", "escape,q"),
    Deed("how.leave", "escape,q"),
    Deed("replays.file", "f"),
    Deed("replays.leave", "escape,q"),
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
    Deed("table.always", "a"),
    Deed("table.more_time", "m"),
    Deed("table.people", "p"),
    Deed("table.larger", "plus,equals_sign"),
    Deed("table.smaller", "minus", show=False),
    Deed("table.leave", "q"),
    Deed("round_over.close", "enter,escape,space"),
    Deed("game_over.again", "r"),
    *(Deed(f"game_over.round({number})", str(number + 1), show=number == 0) for number in range(9)),
    Deed("game_over.replay", "p"),
    Deed("game_over.close", "enter,escape"),
    Deed("game_over.leave", "q"),
    Deed("replay.next", "right,enter"),
    Deed("replay.previous", "left"),
    Deed("replay.play", "space"),
    Deed("replay.next_round", "n"),
    Deed("replay.previous_round", "b"),
    Deed("replay.eyes", "e"),
    Deed("replay.up", "u"),
    Deed("replay.far_next", "pagedown", show=False),
    Deed("replay.far_previous", "pageup", show=False),
    Deed("replay.first", "home", show=False),
    Deed("replay.last", "end", show=False),
    Deed("replay.larger", "plus,equals_sign", show=False),
    Deed("replay.smaller", "minus", show=False),
    Deed("replay.leave", "q,escape"),
)


def bindings(screen: str, text: Mapping[str, str] = TEXT) -> list[BindingType]:
    """Return the bindings of a screen, or of `any`; `text` has the words for the footer."""
    return [
        Binding(deed.keys, deed.action, text.get(f"deed.{deed.id}", deed.action), show=deed.show, id=deed.id)
        for deed in DEEDS
        if deed.screen == screen
    ]


def screen_of(screen: Screen[Any]) -> str:
    """Return the name under which the deeds of a screen stand in the table."""
    for binding in type(screen).BINDINGS:
        if isinstance(binding, Binding) and binding.id:
            return binding.id.partition(".")[0]
    return "any"


def deeds_of(screen: str) -> list[Deed]:
    """Return what can be done on a screen: what is its own, then what can be done anywhere."""
    return [deed for name in dict.fromkeys((screen, "any")) for deed in DEEDS if deed.screen == name]


def sound_keys(keys: Mapping[str, str]) -> dict[str, str]:
    """Return the keys that people gave to deeds, without those of deeds that there are not."""
    known = {deed.id for deed in DEEDS}
    return {id_: given for id_, given in keys.items() if id_ in known and given.strip()}


def keys_of(deed: Deed, given: Mapping[str, str]) -> tuple[str, ...]:
    """Return the keys that do a deed."""
    return tuple(key.strip() for key in (given.get(deed.id) or deed.keys).split(","))


def clash(deed: Deed, key: str, given: Mapping[str, str]) -> Deed | None:
    """Return the deed that has this key already where the deed would want it."""
    for other in DEEDS:
        together = other.screen == deed.screen or "any" in (other.screen, deed.screen)
        if other.id != deed.id and together and key in keys_of(other, given):
            return other
    return None


KEY_NAMES = {
    "enter": "Enter", "escape": "Esc", "tab": "Tab", "shift+tab": "Shift+Tab", "question_mark": "?", "plus": "+",
    "minus": "-", "equals_sign": "=", "space": "Space", "left": "Left", "right": "Right", "up": "Up", "down": "Down",
    "left_square_bracket": "[", "right_square_bracket": "]", "comma": ",", "full_stop": ".", "home": "Home",
    "end": "End", "pageup": "PgUp", "pagedown": "PgDn", "delete": "Del", "backspace": "Backspace",
}  # fmt: skip


def key_name(key: str) -> str:
    """Return a key as people call it."""
    if key in KEY_NAMES:
        return KEY_NAMES[key]
    return "-".join(part.upper() if len(part) == 1 else part.capitalize() for part in key.split("+"))


def first_key(deed: str, given: Mapping[str, str]) -> str:
    """Return the name of the first key that does a deed; `given` are the keys of the settings."""
    return next((key_name(keys_of(known, given)[0]) for known in DEEDS if known.id == deed), "")


def offer(screen: Screen[Any], name: str) -> None:
    """Show the keys of a screen in its last line."""
    from saboteur_tui.widgets.hints import Hints

    app: Any = screen.app
    given, colour = app.settings.keys, "" if app.palette.ascii else app.palette.gold
    deeds = [
        (deed.action, first_key(deed.id, given), app.words.say(f"deed.{deed.id}"))
        for place in (name, "any")
        for deed in DEEDS
        if deed.show and deed.screen == place and screen.check_action(deed.action, ()) is not False
    ]
    screen.query_one(Hints).offer(deeds, colour)
