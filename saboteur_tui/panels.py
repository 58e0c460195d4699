"""The parts of the table that are text: pure, from a View to lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import StringIO

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from protocol.game import AtCell, AtSeat, Cell, Known, Target, View
from protocol.limits import NAME_CELLS as NAME
from protocol.limits import TEXT_CELLS
from protocol.messages import ChatLine, SeatInfo, TableInfo
from protocol.text import clean
from saboteur_tui.choosing import NO_OFFERS, Offers
from saboteur_tui.drawing.maze import face_of
from saboteur_tui.drawing.palette import Palette
from saboteur_tui.drawing.symbols import before_letter
from saboteur_tui.naming import Cast, card_help, sentence

_CONSOLE = Console(width=200, file=StringIO())
"""Only measures and breaks lines."""

NAME_CELLS = 7
WIDE_NAME_CELLS = 13
NAMED_MODULES = 1
"""So many modules are named in the head; more would leave no room for the rest of it."""


@dataclass(frozen=True)
class Told:
    """A line of the log: an event, or something said."""

    text: str
    said: bool = False
    secret: bool = False
    """Of my own cards, and hidden with them."""


def told_line(line: ChatLine) -> Told:
    """Return something said as a line of the log."""
    return Told(f"{clean(line.name, NAME)}: {clean(line.text, TEXT_CELLS)}", said=True)


def cut(text: str, cells: int) -> Text:
    """Return a text cut or filled up to a number of cells, whatever the width of its letters."""
    shown = Text(text, no_wrap=True)
    shown.truncate(cells, overflow="crop", pad=True)
    return shown


def broken(text: Text, width: int) -> list[Text]:
    """Return a text as lines of a width."""
    return list(text.wrap(_CONSOLE, max(1, width)))


def clock(milliseconds: int) -> str:
    """Return a time as minutes and seconds."""
    seconds = max(0, milliseconds + 999) // 1000
    return f"{seconds // 60}:{seconds % 60:02}"


def shortened(text: Text, cells: int, *, pad: bool = False) -> Text:
    """Return a text cut to a number of cells, with two dots where something was cut off."""
    line = text.copy()
    if line.cell_len > cells:
        line.truncate(max(0, cells - 2), overflow="crop", pad=True)
        line.append("..")
    elif pad:
        line.truncate(cells, pad=True)
    return line


def apart(left: Text, right: Text, width: int) -> Text:
    """Return a line with a text at either end; the left one gives way."""
    line = shortened(left, max(0, width - right.cell_len - 1), pad=True)
    line.append(" ")
    return line.append_text(right)


# --- The head ---------------------------------------------------------------------------------------------------------


def head(view: View, table: TableInfo, cast: Cast, width: int, left: int | None = None) -> Text:
    """Return the first line; `left` is what is left of the clock, in milliseconds."""
    words = cast.words
    parts = [table.code, words.name("edition", view.options.edition)]
    modules = view.options.modules
    if len(modules) > NAMED_MODULES:
        parts.append(words.say("table.modules", number=len(modules)))
    else:
        parts += [words.name("module", module) for module in modules]
    parts.append(words.say("table.round", round=view.round, rounds=view.rounds))
    if "draw" in view.piles:
        parts.append(words.say("table.draw", number=view.piles["draw"]))
    if view.direction < 0:
        parts.append(words.say("table.against_clock"))
    parts += tokens(view.tokens, cast)
    if table.spectators:
        parts.append(words.say("table.watching", number=table.spectators))
    right = Text(style="bold")
    if view.question is not None:
        right.append(words.say("table.your_turn" if view.turn == view.me else "table.asked"))
    elif view.outcome is not None:
        right.append(words.say("over.title"))
    elif view.turn is not None:
        right.append(sentence(words.say("table.turn", whose=cast.whose(view.turn))))
    if left is not None:
        right.append("  " + clock(left), style="reverse" if left < 10_000 else "")
    return apart(Text("  ".join(part for part in parts if part)), right, width)


def tokens(held: dict[str, int], cast: Cast) -> list[str]:
    """Return tokens that have words, with their number unless they are flags; counters of the rules have none."""
    words = cast.words
    flags = [words.say(f"flag.{token}") for token, number in held.items() if number and words.has(f"flag.{token}")]
    return flags + [
        f"{words.name('token', token)} {number}"
        for token, number in held.items()
        if number and words.has(f"token.{token}")
    ]


# --- The players ------------------------------------------------------------------------------------------------------


def players(
    view: View,
    table: TableInfo,
    cast: Cast,
    width: int,
    *,
    offers: Offers = NO_OFFERS,
    pointed: Target | None = None,
    elapsed: int = 0,
    palette: Palette | None = None,
) -> list[Text]:
    """Return a line for each seat; `elapsed` are the milliseconds since the table was told."""
    known = {item.about.seat: item for item in view.known if isinstance(item.about, AtSeat)}
    lines = []
    for seat in range(len(view.seats)):
        info = table.seats[seat] if seat < len(table.seats) else SeatInfo()
        line = _player(view, info, cast, seat, known.get(seat), width, elapsed, palette)
        if pointed == AtSeat(seat):
            line.stylize("reverse bold")
        elif seat in offers.seats:
            line.stylize("underline")
        lines.append(line)
    return lines


def _player(
    view: View,
    info: SeatInfo,
    cast: Cast,
    at: int,
    known: Known | None,
    width: int,
    elapsed: int,
    palette: Palette | None,
) -> Text:
    words, seat, wide = cast.words, view.seats[at], width >= 30
    longest = max(cell_len(cast.who(other)) for other in range(len(view.seats)))
    asked = view.asked is not None and at in view.asked.seats
    mark = ">" if view.turn == at else "?" if asked else " "
    line = Text(f"{mark}{at + 1:>{len(str(len(view.seats)))}} ", no_wrap=True)
    name = cast.title(at)
    line.append_text(cut(name, min(longest + wide, WIDE_NAME_CELLS if wide else NAME_CELLS)))
    line.append(f"{seat.hand:>2}")
    colour = "" if palette is None or palette.ascii else palette.fresh
    gone = _gone(info, cast, elapsed, wide)
    if gone:
        line.append(f" {gone}", style="bold")
    if seat.before:
        letters = " ".join(words.short("card", card) for card in seat.before)
        narrow = "".join(before_letter(card) for card in seat.before)
        line.append(f" {letters if wide else narrow}", style=f"bold {colour}")
    role = seat.role if at != view.me else ""
    gold = "" if seat.gold is None or at == view.me else f" {words.say('table.gold', gold=seat.gold)}"
    if gold and not wide:
        # There may be no room for the role, too.
        line.append(f" {seat.gold}g")
    rest = "".join(f" {token}" for token in tokens(seat.tokens, cast))
    if role or known is not None:
        short = words.short("role", role or (known.card if known else ""))
        aged = "?" if not role and known is not None and known.aged else ""
        left = width - line.cell_len - cell_len(rest) - len(aged) - 1
        line.append(f" {short if wide or cell_len(short) <= left else short[:3]}{aged}", style="italic")
    if wide:
        line.append(gold)
    line.append(rest)
    if wide and info.bot and not gone:
        line.append(" " + words.say("table.bot"), style="dim")
    if mark == ">":
        line.stylize("bold")
    return line


def _gone(info: SeatInfo, cast: Cast, elapsed: int, wide: bool) -> str:
    """Return how long someone who is gone is waited for, or that a stand-in plays."""
    if info.bot or info.connected or not info.name:
        return ""
    if info.stand_in:
        return cast.words.say("table.stand_in" if wide else "table.stand_in.short")
    if info.away is None:
        return cast.words.say("table.gone") if wide else "!"
    seconds = max(0, info.away - elapsed + 999) // 1000
    return cast.words.say("table.gone_for", seconds=seconds) if wide else f"!{seconds}"


# --- Myself -----------------------------------------------------------------------------------------------------------


def me(view: View, cast: Cast, width: int, *, covered: bool = False, always: Sequence[str] = ()) -> Text:
    """Return the line of my role and gold, what the table always answers for me, and what hinders me."""
    words = cast.words
    if view.me is None:
        return Text(words.say("table.spectator"))
    if covered:
        return Text(words.say("table.covered"), style="bold")
    seat = view.seats[view.me]
    line = Text(no_wrap=True)
    if seat.role:
        line.append(words.say("table.role", role=words.name("role", seat.role).upper()), style="bold")
    if seat.gold is not None:
        line.append("   " + words.say("table.gold", gold=seat.gold))
    if always:
        line.append("   " + words.say("table.always", answers=cast.all(always)), style="bold")
    if seat.before:
        line.append("   " + words.say("table.before_me", cards=cast.cards(seat.before)), style="bold")
    elif seat.role:
        line.append("   " + words.brief("role", seat.role), style="dim")
    return shortened(line, width)


def knowledge(view: View, cast: Cast) -> list[str]:
    """Return a sentence for everything I have seen in secret, with what has happened since."""
    words, told = cast.words, []
    for item in view.known:
        if isinstance(item.about, AtSeat):
            text = words.say("know.role", who=cast.name(item.about.seat), role=words.name("role", item.card))
        else:
            text = words.say("know.card", what=cast.target(item.about), card=cast.card(item.card))
        if item.aged:
            key = f"aged.{item.aged}"
            when = words.say(key) if words.has(key) else words.say("aged.other", what=words.name("aged", item.aged))
            text = f"{text} ({when})"
        told.append(sentence(text))
    return told


def about_card(card: str, cast: Cast, width: int, height: int) -> list[Text]:
    """Return what a card is and does."""
    face = face_of(cast.faces, card)
    title = Text(sentence(cast.card(card)), style="bold")
    lines = [title, *broken(Text(card_help(cast.words, face, cast.edition)), width)]
    return lines[:height]


def about_cell(view: View, cast: Cast, cell: Cell) -> str:
    """Return what lies on a cell and who laid it."""
    laid = next((card for card in view.maze if card.cell == cell), None)
    if laid is None:
        return ""
    known = next((item for item in view.known if item.about == AtCell(cell)), None)
    if not laid.card:
        return knowledge_of(known, cast) if known else sentence(cast.words.say("look.down", where=cast.where(cell)))
    by = next((item.seat for item in view.laid if item.cell == cell), None)
    if by is None:
        return sentence(cast.card(laid.card))
    return sentence(cast.words.say("look.laid", card=cast.card(laid.card), who=cast.who(by)))


def knowledge_of(known: Known, cast: Cast) -> str:
    """Return what I have seen of one face-down card."""
    return sentence(cast.words.say("know.card", what=cast.target(known.about), card=cast.card(known.card)))


# --- The log ----------------------------------------------------------------------------------------------------------


def log(lines: Sequence[Told], width: int, height: int) -> list[Text]:
    """Return the last lines of the log that there is room for, the newest at the bottom."""
    shown: list[Text] = []
    for line in reversed(lines):
        parts = broken(Text(line.text, style="italic" if line.said else ""), width)
        if len(shown) + len(parts) > height:
            break
        shown = [*parts, *shown]
    return shown


def choices(labels: Iterable[str], pointed: int | None, width: int, *, numbered: bool) -> list[Text]:
    """Return the lines of a list to choose from."""
    lines = []
    for at, label in enumerate(labels):
        mark = ">" if at == pointed else " "
        number = f"[{at + 1}] " if numbered and at < 9 else ""
        line = cut(f"{mark} {number}{sentence(label)}", width)
        line.stylize("reverse bold" if at == pointed else "bold")
        lines.append(line)
    return lines
