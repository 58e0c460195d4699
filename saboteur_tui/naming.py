"""Names of cards, seats and places in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from msgspec.structs import replace

from protocol.game import AtCard, AtCell, AtChoice, AtSeat, Cell, Face, Target
from protocol.limits import NAME_CELLS
from protocol.text import clean
from saboteur_tui.words import Words

PATH_FAMILIES = ("path", "goal", "start", "site", "chest")


def shape_of(face: Face) -> str:
    """Return the word for the shape of a path card."""
    marks = {mark.kind for mark in face.marks}
    if "ladder" in marks:
        return "ladder"
    if "door" in marks:
        return "door"
    if "troll" in marks:
        return "troll"
    if not face.groups:
        return "dead_end" if face.stubs else "other"
    if face.stubs:
        return "other"
    if len(face.groups) == 2:
        return "bridge" if "NS" in face.groups or "SN" in face.groups else "double_bend"
    sides = set(face.groups[0])
    if len(sides) == 2:
        return "straight" if sides in ({"N", "S"}, {"E", "W"}) else "bend"
    return {4: "crossing", 3: "junction"}.get(len(sides), "other")


def card_name(words: Words, faces: Mapping[str, Face], card: str) -> str:
    """Return the name of a card, by its own words or by its shape."""
    face = faces.get(card)
    if words.has(f"card.{card}") or face is None:
        return words.name("card", card)
    if face.family == "role":
        return words.name("role", card)
    if face.family == "start":
        return words.say("start")
    if face.family == "goal" and _gold(face) is not None:
        return _goal_name(words, face)
    if face.family != "path":
        named = [mark.kind for mark in face.marks if words.has(f"mark.{mark.kind}")]
        if named:
            return words.name("mark", named[0])
        return words.name("card", card)
    branching = bool(face.groups and face.stubs)
    shape = shape_of(replace(face, stubs="") if branching else face)
    colour = next((mark.colour for mark in face.marks if mark.kind in ("door", "ladder")), "")
    name = words.say("path.coloured_ladder" if shape == "ladder" and colour else f"path.{shape}", colour=colour)
    for kind in ("crystal", "gold"):
        if any(mark.kind == kind for mark in face.marks):
            name = words.say(f"path.with_{kind}", path=name)
    return name


def _gold(face: Face) -> int | None:
    """Return the gold printed on a goal, nothing where all that could be printed on it is gold."""
    if any(mark.kind not in ("gold", "door") for mark in face.marks):
        return None
    return sum(mark.number for mark in face.marks if mark.kind == "gold")


def _goal_name(words: Words, face: Face) -> str:
    number = _gold(face)
    name = words.say("goal.gold", number=number) if number else words.say("goal.empty")
    colour = next((mark.colour for mark in face.marks if mark.kind == "door"), "")
    return words.say("goal.with_door", goal=name, colour=colour) if colour else name


def card_word(words: Words, faces: Mapping[str, Face], card: str) -> str:
    """Return one short word for a card, its own or that of what is printed on it."""
    face = faces.get(card)
    if words.has(f"card.{card}.short") or face is None:
        return words.short("card", card)
    if face.family == "goal" and (number := _gold(face)) is not None:
        return words.say("goal.gold.short" if number else "goal.empty.short", number=number)
    named = [mark.kind for mark in face.marks if words.has(f"mark.{mark.kind}.short")]
    return words.short("mark", named[0]) if named else words.short("card", card)


def card_help(words: Words, face: Face, edition: str = "") -> str:
    """Return a sentence that explains a card, as it is played in an edition."""
    own = words.help("card", f"{face.id}.{edition}") or words.help("card", face.id) or words.help("role", face.id)
    if own:
        return own
    if face.family in ("path", "start") and (face.groups or face.stubs):
        texts = [words.help("path", shape_of(face))]
        texts += [
            words.say(f"path.{kind}.help")
            for kind in ("crystal", "gold")
            if any(mark.kind == kind for mark in face.marks)
        ]
        return " ".join(texts)
    if face.family == "goal" and _gold(face) is not None:
        return words.say("goal.gold.help" if _gold(face) else "goal.empty.help")
    for mark in face.marks:
        if words.has(f"card.{mark.kind}.help"):
            return words.help("card", mark.kind)
    return ""


@dataclass(frozen=True)
class Cast:
    """Who is who at a table, for sentences as one seat reads them."""

    words: Words
    names: tuple[str, ...] = ()
    me: int | None = None
    faces: Mapping[str, Face] = field(default_factory=dict)
    letters: Mapping[Cell, str] = field(default_factory=dict)
    bots: frozenset[int] = frozenset()
    edition: str = ""

    def who(self, seat: int | None) -> str:
        """Return a seat as the one who does something."""
        if seat is None:
            return self.words.say("who.nobody")
        if seat == self.me:
            return self.words.say("who.you")
        return self.name(seat)

    def title(self, seat: int) -> str:
        """Return a seat as it stands in a list: a name as its owner writes it."""
        return sentence(self.who(seat)) if seat == self.me else self.name(seat)

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        # The server cleans names; one that does not would otherwise write to the terminal past us.
        named = clean(self.names[seat], NAME_CELLS) if seat < len(self.names) else ""
        return named or self.words.say("who.bot" if seat in self.bots else "who.seat", number=seat + 1)

    def whose(self, seat: int, by: int | None = None) -> str:
        """Return a seat as an owner, as against the one who does something."""
        if seat == by:
            return self.words.say("whose.yourself" if seat == self.me else "whose.self")
        if seat == self.me:
            return self.words.say("whose.you")
        return self.words.say("whose.other", name=self.name(seat))

    def card(self, card: str) -> str:
        """Return the name of a card."""
        return card_name(self.words, self.faces, card)

    def cards(self, cards: Iterable[str]) -> str:
        """Return the names of several cards."""
        return self.all(self.card(card) for card in cards)

    def all(self, parts: Iterable[str]) -> str:
        """Return parts of a sentence joined by commas and an `and`."""
        parts = list(parts)
        if len(parts) < 2:
            return "".join(parts)
        return self.words.say("and", first=", ".join(parts[:-1]), last=parts[-1])

    def where(self, cell: Cell) -> str:
        """Return the name of a place."""
        letter = self.letters.get(cell)
        if letter:
            return self.words.say("where.goal", letter=letter)
        return self.place(cell)

    def place(self, cell: Cell) -> str:
        """Return a place by the way from the start: mazes have no coordinates to be read off."""
        x, y = cell
        ways = {"right": x, "left": -x, "up": -y, "down": y}
        steps = [self.words.say(f"where.{side}", number=number) for side, number in ways.items() if number > 0]
        return self.words.say("where.cell", steps=", ".join(steps)) if steps else self.words.say("start")

    def target(self, target: Target) -> str:
        """Return the name of any target."""
        match target:
            case AtCell(cell=cell):
                return self.where(cell)
            case AtSeat(seat=seat):
                return self.who(seat)
            case AtCard(card=card):
                return self.card(card)
            case AtChoice(choice=choice):
                return self.words.name("choice", choice)


def sentence(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]
