"""Everything that can be played has words: cards, roles, modules, questions, choices, events and reasons."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import pytest

from protocol.errors import Closing, Fault, Parting
from protocol.game import (
    Answer,
    AtChoice,
    Discarded,
    Face,
    Happened,
    Marked,
    Options,
    OptionsFault,
    Paid,
    Reason,
    RoundEnded,
    Target,
)
from saboteur_tui.actions import DEEDS
from saboteur_tui.drawing.symbols import CELL_SYMBOLS
from saboteur_tui.naming import card_help
from saboteur_tui.words import words
from server.engine.game import Game, catalogue, new
from server.engine.rules import EXPANSIONS, editions
from tests.engine.tables import MODULES, choose, random_options, with_module

WORDS = words("en")
CATALOGUE = catalogue()
HELP_CELLS = 51
"""The room beside the keys on a page of help."""
LINES, LETTERS = 3, 7
"""What an action card has room for."""


def lacking(kind: str, ids: set[str]) -> list[str]:
    """Return the ids that have no words."""
    return sorted(each for each in ids if not WORDS.has(f"{kind}.{each}"))


# --- The catalogue ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", CATALOGUE.faces, ids=lambda face: face.id)
def test_every_face_is_named_and_explained(face: Face) -> None:
    named = WORDS.has(f"card.{face.id}") or WORDS.has(f"role.{face.id}")
    if face.family in ("action", "role", "gold"):
        assert named
    if face.family not in ("gold", "start"):
        assert card_help(WORDS, face)


@pytest.mark.parametrize(
    "face", [face for face in CATALOGUE.faces if face.family == "action"], ids=lambda face: face.id
)
def test_what_stands_on_an_action_card_fits_on_it(face: Face) -> None:
    assert WORDS.has(f"card.{face.id}.lines")
    lines = WORDS.lines(face.id)
    assert len(lines) <= LINES
    assert max(map(len, lines)) <= LETTERS


def test_no_two_action_cards_look_alike() -> None:
    shown = [WORDS.lines(face.id) for face in CATALOGUE.faces if face.family == "action"]
    assert len(set(shown)) == len(shown)


def test_every_edition_and_module_has_a_name_an_explanation_of_one_line_and_a_page() -> None:
    entries = [("edition", entry.id) for entry in CATALOGUE.editions]
    entries += [("module", entry.id) for entry in CATALOGUE.modules]
    keys = [key for kind, name in entries for key in (f"{kind}.{name}", f"{kind}.{name}.help", f"rules.{name}")]
    assert [key for key in keys if not WORDS.has(key)] == []
    assert [name for kind, name in entries if len(WORDS.help(kind, name)) > 100] == []


def test_every_setting_and_value_has_words() -> None:
    settings = [setting for entry in (*CATALOGUE.editions, *CATALOGUE.modules) for setting in entry.settings]
    assert lacking("setting", {setting.id for setting in settings}) == []
    assert lacking("value", {value for setting in settings for value in setting.values}) == []


CLOSED = {"reason": Reason, "fault": Fault, "parted": Parting, "closing": Closing, "option": OptionsFault}
"""The closed lists of the wire, by the words they are told in."""


@pytest.mark.parametrize("kind", CLOSED)
def test_every_member_of_a_closed_list_has_words(kind: str) -> None:
    assert lacking(kind, {member.value for member in CLOSED[kind]}) == []


def test_every_deed_has_a_word_and_a_sentence_of_its_own() -> None:
    # The other digits are told of with the first.
    deeds = [deed for deed in DEEDS if "(" not in deed.id or deed.id.endswith("(0)")]
    assert lacking("deed", {deed.id for deed in deeds}) == []
    assert [deed.id for deed in deeds if not 0 < len(WORDS.help("deed", deed.id)) <= HELP_CELLS] == []


def test_every_question_has_words_for_who_is_asked_and_for_those_who_wait() -> None:
    kinds = {kind for expansion in EXPANSIONS.values() for kind in expansion.questions}
    assert lacking("ask", kinds) == []
    assert lacking("wait", kinds) == []


# --- What is met in play ----------------------------------------------------------------------------------------------


@dataclass
class Met:
    """The ids that games have shown."""

    choices: set[str] = field(default_factory=set)
    purposes: set[str] = field(default_factory=set)
    happened: set[str] = field(default_factory=set)
    paid: set[str] = field(default_factory=set)
    marks: set[str] = field(default_factory=set)
    sides: set[str] = field(default_factory=set)
    ended: set[str] = field(default_factory=set)
    aged: set[str] = field(default_factory=set)

    def see(self, game: Game) -> None:
        """Take in the news of the last play for everyone, and what may be answered now."""
        targets: list[Target] = []
        for audience in (None, *range(game.options.seats)):
            for event in game.news(audience):
                match event:
                    case Happened(kind=kind):
                        self.happened.add(kind)
                        targets += event.targets
                    case Paid(why=why):
                        self.paid.add(why)
                    case Marked(mark=mark):
                        self.marks.add(mark)
                    case Discarded(choice=choice):
                        self.purposes.add(choice)
                    case RoundEnded(sides=sides, reason=reason):
                        self.sides.update(sides)
                        self.ended.add(reason)
        for seat in game.waiting():
            self.aged.update(memory.aged for memory in game.state.memory[seat] if memory.aged)
            for action in game.legal(seat):
                if isinstance(action, Answer) or any(isinstance(target, AtChoice) for target in action.targets):
                    targets += action.targets
        self.choices.update(target.choice for target in targets if isinstance(target, AtChoice))


@pytest.fixture(scope="module")
def met() -> Met:
    """Play games of every edition, with each module alone and with many."""
    tables = [Options(edition.id, 5) for edition in editions() if edition.seats[0] <= 5 <= edition.seats[1]]
    tables += [with_module(edition, module) for edition, module in MODULES] * 4
    tables += [
        random_options(edition.id, edition.seats[0], Random(seed)) for edition in editions() for seed in range(12)
    ]
    found = Met()
    for at, options in enumerate(tables):
        random = Random(at)
        game = new(options, random.randbytes(32))
        found.see(game)
        while game.outcome is None:
            seat = random.choice(game.waiting())
            game.play(seat, choose(game, seat, random, eager=True))
            found.see(game)
    return found


def test_all_that_games_show_has_words(met: Met) -> None:
    assert lacking("choice", met.choices) == []
    assert lacking("purpose", met.purposes) == []
    assert lacking("happened", met.happened) == []
    assert lacking("why", met.paid) == []
    assert lacking("side", met.sides) == []
    assert lacking("ended", met.ended) == []
    assert lacking("aged", met.aged) == []


def test_every_mark_on_a_cell_has_words_and_a_symbol(met: Met) -> None:
    assert lacking("mark", met.marks) == []
    assert met.marks <= set(CELL_SYMBOLS)
