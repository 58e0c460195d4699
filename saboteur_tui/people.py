"""What can be done about other people: not hear them, and, as the host, not wait for them or send them away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from protocol.limits import NAME_CELLS
from protocol.messages import EndWait, Kick, Mute, Phase, TableInfo
from protocol.text import clean

if TYPE_CHECKING:
    from saboteur_tui.app import SaboteurApp


class Measure(NamedTuple):
    """Something that can be done about somebody."""

    kind: str
    """`mute`, `hear`, `mute_for_all`, `end_wait` or `kick`."""
    name: str
    message: EndWait | Kick | Mute
    confirmed: bool = False
    """Whether it cannot be taken back, and is asked about first."""


def measures(
    table: TableInfo | None, me: int | None, own: str, muted: Mapping[str, bool], talkers: Iterable[str] = ()
) -> list[Measure]:
    """Return all that can be done at a table, or in the lobby.

    `own` is my name, `muted` who is not heard, by me alone or by all, and `talkers` those who have said something.
    """
    hosting = table is not None and me is not None and me == table.host
    seats = table.seats if table is not None else ()
    people = [(at, seat) for at, seat in enumerate(seats) if seat.name and not seat.bot and at != me]
    found: list[Measure] = []
    for at, seat in people:
        if hosting and seat.away is not None and not seat.stand_in:
            found.append(Measure("end_wait", seat.name, EndWait(at), confirmed=True))
    names = dict.fromkeys([*(seat.name for _, seat in people), *talkers])
    names.pop(own, None)
    for name in names:
        if name in muted:
            found.append(Measure("hear", name, Mute(name, False, muted[name])))
        else:
            found.append(Measure("mute", name, Mute(name)))
            if hosting:
                found.append(Measure("mute_for_all", name, Mute(name, for_all=True)))
    for at, seat in people:
        if hosting and table is not None and table.phase is Phase.GAME:
            found.append(Measure("kick", seat.name, Kick(at), confirmed=True))
    return found


def ask(app: SaboteurApp, table: TableInfo | None, me: int | None) -> None:
    """Show what can be done, and do what is chosen."""
    from saboteur_tui.screens.choose import ChooseScreen

    words = app.words
    own = table.seats[me].name if table is not None and me is not None else app.player_name
    talkers = [line.name for line in app.chat if line.seat is None]
    offered = measures(table, me, own, app.muted, talkers)
    if not offered:
        app.tell(words.say("people.none"))
        return

    def do(measure: Measure) -> None:
        if app.link is None:
            return
        app.link.send(replace(measure.message, re=app.link.number()))
        if measure.kind in ("mute", "mute_for_all"):
            app.muted[measure.name] = measure.kind == "mute_for_all"
        elif measure.kind == "hear":
            app.muted.pop(measure.name, None)

    def chosen(id_: str | None) -> None:
        if id_ is None:
            return
        measure = offered[int(id_[1:])]
        if measure.confirmed:
            name = clean(measure.name, NAME_CELLS)
            app.confirm(f"confirm.{measure.kind}", lambda: do(measure), name=name)
        else:
            do(measure)

    entries = [
        (f"m{at}", words.say(f"people.{measure.kind}", name=clean(measure.name, NAME_CELLS)))
        for at, measure in enumerate(offered)
    ]
    app.push_screen(ChooseScreen(words.say("people.title"), entries), chosen)
