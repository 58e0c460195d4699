"""What holds of everything registered: faces, decks, and that random play reaches all of it."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import get_args

import pytest

from protocol.game import Action, Face, Options, Reason
from server.engine import changes
from server.engine.change import Change
from server.engine.game import Game, catalogue, check, new
from server.engine.rules import EXPANSIONS, Expansion, forget, register, rules_for
from server.engine.state import State, Step
from server.engine.telling import TELLING
from tests.engine.made_up import MADE_UP
from tests.engine.tables import MODULES, TABLES, choose, made_up_expansion, random_options, with_module
from tests.engine.test_properties import changed

CHANGES = get_args(Change)

QUESTIONS_TOO_RARE = frozenset({"orientation"})
"""Asked only if a goal is reached from two sides at once, which takes bridges laid just so."""

GAMES_AT_EACH_TABLE = 12


@pytest.fixture(autouse=True, scope="module")
def _made_up() -> Iterator[None]:
    with made_up_expansion():
        yield


# --- Random play reaches everything -----------------------------------------------------------------------------------


@dataclass
class Met:
    """What random play has met."""

    changes: set[type] = field(default_factory=set)
    steps: set[str] = field(default_factory=set)
    questions: set[str] = field(default_factory=set)
    choices: set[str] = field(default_factory=set)
    cards: set[str] = field(default_factory=set)
    reasons: set[Reason] = field(default_factory=set)


@pytest.fixture(scope="module")
def met() -> Met:
    """Play random games at every table and note what they meet."""
    found = Met()
    pop = changes.pop

    def noted(state: State) -> Step:
        step = pop(state)
        found.steps.add(str(step[0]))
        return step

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(changes, "pop", noted)
        for edition, seats in TABLES:
            for number in range(GAMES_AT_EACH_TABLE):
                random = Random(f"{edition} {seats} {number}")
                meet(new(random_options(edition, seats, random), random.randbytes(32)), random, found)
    return found


def meet(game: Game, random: Random, found: Met) -> None:
    """Play a game eagerly and note what it meets."""
    found.changes.update(map(type, game.state.news or ()))
    recent: deque[Action] = deque(maxlen=100)
    while game.outcome is None:
        seat = random.choice(game.waiting())
        asked = game.asked
        assert asked is not None
        found.questions.add(asked.kind)
        recent.extend(game.legal(seat))
        if random.random() < 0.1:
            meet_refusals(game, list(recent), random, found)
        action = choose(game, seat, random, eager=True)
        found.cards.update([action.card] if hasattr(action, "card") else getattr(action, "cards", ()))
        found.choices.add(getattr(action, "choice", "") or next((getattr(t, "choice", "") for t in action.targets), ""))
        game.play(seat, action)
        found.changes.update(map(type, game.state.news or ()))
    meet_refusals(game, list(recent), random, found)


def meet_refusals(game: Game, recent: list[Action], random: Random, found: Met) -> None:
    """Note why actions that were legal of late, as they are or with one field changed, are refused."""
    for action in random.sample(recent, min(8, len(recent))):
        for other in (action, *changed(action, game.state, random)):
            for seat in range(game.options.seats):
                refusal = game.why(seat, other)
                if refusal is not None:
                    found.reasons.add(refusal.reason)


def played(expansion: Expansion) -> bool:
    """Tell whether an expansion is part of some table: an edition, what editions extend, or a module of one."""
    return expansion.edition or not expansion.editions or any(name in EXPANSIONS for name in expansion.editions)


def test_every_change_is_told_by_a_row_of_the_table() -> None:
    assert set(TELLING) == set(CHANGES)


def test_random_play_makes_every_change(met: Met) -> None:
    assert set(CHANGES) == met.changes


def test_random_play_runs_every_step(met: Met) -> None:
    assert {name for expansion in EXPANSIONS.values() if played(expansion) for name in expansion.steps} <= met.steps


def test_random_play_asks_every_question(met: Met) -> None:
    kinds = {name for expansion in EXPANSIONS.values() if played(expansion) for name in expansion.questions}
    assert kinds - met.questions <= QUESTIONS_TOO_RARE


def test_random_play_makes_every_choice_of_a_turn(met: Met) -> None:
    names = {name for expansion in EXPANSIONS.values() for name, choice in expansion.choices.items() if choice}
    assert names <= met.choices


def test_random_play_plays_or_discards_every_card_of_every_deck(met: Met) -> None:
    decks = {card for expansion in EXPANSIONS.values() for card in expansion.supplies.get("deck", {})}
    assert decks <= met.cards


def test_random_play_is_refused_for_every_reason(met: Met) -> None:
    assert set(Reason) == met.reasons


# --- Faces and decks --------------------------------------------------------------------------------------------------


def test_the_same_face_id_always_means_the_same_face() -> None:
    faces: dict[str, Face] = {}
    for expansion in EXPANSIONS.values():
        for card in expansion.cards:
            assert faces.setdefault(card.id, card.face) == card.face, expansion.id
    assert set(faces) == {face.id for face in catalogue().faces}


def test_every_card_of_every_supply_has_a_face_and_does_something() -> None:
    tables = [Options(edition, seats) for edition, seats in TABLES]
    for options in (*tables, *(with_module(edition, module) for edition, module in MODULES)):
        for card in rules_for(options).kinds:
            if card.face.family == "action":
                assert None not in (card.legal, card.refuse, card.effect), card.id
            if card.is_path:
                assert card.face.groups or card.face.stubs, card.id


BASE_DECK = {
    "cross": 5,
    "T_NEW": 5,
    "T_NES": 5,
    "curve_NE": 5,
    "curve_NW": 4,
    "straight_NS": 4,
    "straight_EW": 3,
    "dead_N": 1,
    "dead_W": 1,
    "dead_NS": 1,
    "dead_EW": 1,
    "dead_NE": 1,
    "dead_NW": 1,
    "dead_NES": 1,
    "dead_NEW": 1,
    "dead_NESW": 1,
    "map": 6,
    "rockfall": 3,
    "break_pick": 3,
    "break_lamp": 3,
    "break_cart": 3,
    "fix_pick": 2,
    "fix_lamp": 2,
    "fix_cart": 2,
    "fix_pick_lamp": 1,
    "fix_pick_cart": 1,
    "fix_lamp_cart": 1,
}
SABOTEUR2_DECK = BASE_DECK | {
    "bridge": 2,
    "dbend_NW_ES": 1,
    "dbend_NE_SW": 1,
    "ladder_N": 1,
    "ladder_E": 1,
    "ladder_ES": 1,
    "ladder_NE": 1,
    "door_blue_NS": 1,
    "door_blue_EW": 1,
    "door_blue_NE": 1,
    "door_green_NS_stubE": 1,
    "door_green_EW": 1,
    "door_green_NW": 1,
    "cr_cross": 1,
    "cr_T_NEW": 3,
    "cr_T_NES": 1,
    "cr_ESW_stubN": 1,
    "cr_NSW_stubE": 1,
    "cr_EW_stubS": 1,
    "cr_dead_N": 1,
    "cr_dead_E": 1,
    "NE_stubW": 1,
    "NE_stubS": 1,
    "NW_stubE": 1,
    "NW_stubS": 1,
    "NS_stubEW": 1,
    "EW_stubNS": 1,
    "theft": 4,
    "hands_off": 3,
    "trapped": 3,
    "free": 4,
    "inspection": 2,
    "change_hats": 2,
    "swap_hands": 2,
}
DUEL_DECK = {
    "straight_EW": 4,
    "straight_NS": 3,
    "curve_NW": 2,
    "curve_NE": 2,
    "NS_stubW": 1,
    "NE_stubW": 1,
    "NE_stubS": 1,
    "NW_stubE": 1,
    "NW_stubS": 1,
    "bridge": 1,
    "bridge_gold": 1,
    "dbend_NE_SW": 1,
    "dbend_NW_ES_gold": 1,
    "NSW_stubE_gold": 1,
    "NEW_stubS_gold": 1,
    "EW_stubS_gold": 1,
    "cross_door_blue": 1,
    "cross_door_green": 1,
    "T_NEW_door_blue": 1,
    "T_NEW_door_green": 1,
    "T_NSW_door_blue": 1,
    "T_NSW_door_green": 1,
    "cross_troll": 1,
    "T_NEW_troll": 1,
    "T_NSW_troll": 1,
    "ladder_blue_NW": 1,
    "ladder_green_NE": 1,
    "break_pick": 2,
    "break_lamp": 2,
    "break_cart": 2,
    "fix_pick": 1,
    "fix_lamp": 1,
    "fix_cart": 1,
    "fix_pick_lamp": 1,
    "fix_pick_cart": 1,
    "fix_lamp_cart": 1,
    "map": 2,
    "rockfall": 2,
    "key": 2,
}
DUEL_GOALS = {
    "g0_cross": 1,
    "g0_dead_NESW": 1,
    "g0_dead_NSW": 1,
    "g0_dead_NEW": 1,
    "g1_NW_doorgreen": 1,
    "g1_NE_doorblue": 1,
    "g1_NSW_doorblue": 1,
    "g1_NEW_doorgreen": 1,
    "g1_NS_stubEW": 1,
    "g1_dead_NW": 1,
    "g2_NW": 1,
    "g2_NE": 1,
    "g2_EW_stubNS": 1,
    "g2_NSW_doorgreen": 1,
    "g2_NEW_doorblue": 1,
    "g3_NSW_doorblue": 1,
    "g3_NEW_doorgreen": 1,
    "g3_dead_NE": 1,
}
BOXES: dict[str, dict[str, dict[str, int]]] = {
    "base": {
        "deck": BASE_DECK,
        "start": {"start": 1},
        "goals": {"treasure": 1, "stone_NE": 1, "stone_NW": 1},
        "roles": {"goldminer": 7, "saboteur": 4},
        "gold": {"gold_1": 16, "gold_2": 8, "gold_3": 4},
    },
    "saboteur2": {
        "deck": SABOTEUR2_DECK,
        "start": {"start": 1},
        "goals": {"treasure": 1, "stone_NE": 1, "stone_NW": 1},
        "roles": {"blue": 4, "green": 4, "boss": 1, "profiteer": 1, "geologist": 2, "saboteur": 3},
        "gold": {},
    },
    "duel": {
        "deck": DUEL_DECK,
        "start": {"start_green": 1, "start_blue": 1},
        "goals": DUEL_GOALS,
        "roles": {"dwarf_green": 1, "dwarf_blue": 1},
    },
}
"""What the boxes hold, as the card lists have it."""
OBSTACLES_AND_GOLD = {
    # card of the Duel -> door or troll and its arm, gold and the openings that lead to it
    "bridge_gold": ("", "1 on NS"),
    "dbend_NW_ES_gold": ("", "1 on ES"),
    "NSW_stubE_gold": ("", "1 on E"),
    "NEW_stubS_gold": ("", "1 on S"),
    "EW_stubS_gold": ("", "1 on S"),
    "cross_door_blue": ("blue door S", ""),
    "cross_door_green": ("green door W", ""),
    "T_NEW_door_blue": ("blue door E", ""),
    "T_NEW_door_green": ("green door N", ""),
    "T_NSW_door_blue": ("blue door N", ""),
    "T_NSW_door_green": ("green door S", ""),
    "cross_troll": ("troll W", ""),
    "T_NEW_troll": ("troll E", ""),
    "T_NSW_troll": ("troll S", ""),
    "g1_NW_doorgreen": ("green door W", "1 on N"),
    "g1_NE_doorblue": ("blue door E", "1 on N"),
    "g1_NSW_doorblue": ("blue door W", "1 on NS"),
    "g1_NEW_doorgreen": ("green door E", "1 on NW"),
    "g1_NS_stubEW": ("", "1 on NS"),
    "g1_dead_NW": ("", "1 on W"),
    "g2_NW": ("", "2 on NW"),
    "g2_NE": ("", "2 on NE"),
    "g2_EW_stubNS": ("", "2 on EW"),
    "g2_NSW_doorgreen": ("green door S", "2 on NW"),
    "g2_NEW_doorblue": ("blue door N", "2 on EW"),
    "g3_NSW_doorblue": ("blue door N", "3 on SW"),
    "g3_NEW_doorgreen": ("green door N", "3 on EW"),
    "g3_dead_NE": ("", "3 on N"),
}
OPENINGS = {
    # card -> joined openings, stubs
    "bridge": (("NS", "EW"), ""),
    "dbend_NW_ES": (("NW", "ES"), ""),
    "dbend_NE_SW": (("NE", "SW"), ""),
    "door_green_NS_stubE": (("NS",), "E"),
    "cr_ESW_stubN": (("ESW",), "N"),
    "cr_NSW_stubE": (("NSW",), "E"),
    "NS_stubEW": (("NS",), "EW"),
    "dead_NESW": ((), "NESW"),
    "cross": (("NESW",), ""),
    "ladder_N": (("N",), ""),
}
"""The ways of the cards whose names could be misread."""


@pytest.mark.parametrize(("edition", "supply"), [(edition, supply) for edition, box in BOXES.items() for supply in box])
def test_the_box_holds_the_cards_of_the_card_list(edition: str, supply: str) -> None:
    rules = rules_for(Options(edition, min(5, EXPANSIONS[edition].seats[1])))
    assert Counter(rules.kinds[card].id for card in rules.supplies[supply]) == Counter(BOXES[edition][supply])


def test_path_cards_have_the_ways_of_the_card_list() -> None:
    cards = rules_for(Options("saboteur2", 5)).cards
    assert {name: (cards[name].face.groups, cards[name].face.stubs) for name in OPENINGS} == OPENINGS


def test_cards_of_the_duel_have_the_obstacles_and_gold_of_the_card_list() -> None:
    found = {}
    for card in rules_for(Options("duel", 2)).cards.values():
        marks = {mark.kind: mark for mark in card.face.marks if mark.at}
        if marks:
            door, troll, gold = (marks.get(kind) for kind in ("door", "troll", "gold"))
            barrier = f"{door.colour} door {door.at}" if door else f"troll {troll.at}" if troll else ""
            found[card.id] = (barrier, f"{gold.number} on {gold.at}" if gold else "")
    assert found == OBSTACLES_AND_GOLD


# --- The made-up expansion --------------------------------------------------------------------------------------------


def test_the_made_up_expansion_is_in_the_catalogue_and_can_be_switched_on() -> None:
    entries = {entry.id: entry.modules for entry in catalogue().editions}
    assert all(MADE_UP.id in entries[edition] for edition in MADE_UP.editions)
    assert all(check(Options(edition, 5, (MADE_UP.id,))) is None for edition in MADE_UP.editions)


def test_everything_of_the_made_up_expansion_is_met_in_random_play(met: Met) -> None:
    assert "tithe" in met.cards
    assert {"tithe", "objection"} <= met.questions
    assert "objecting" in met.steps
    assert "whistle" in met.choices


@pytest.mark.parametrize("edition", MADE_UP.editions)
def test_the_made_up_role_is_dealt_and_paid(edition: str) -> None:
    random = Random(5)
    paid = 0
    for seed in range(8):
        game = new(Options(edition, 5, (MADE_UP.id,)), bytes([seed]) * 32)
        while game.outcome is None:
            seat = game.waiting()[0]
            game.play(seat, choose(game, seat, random, eager=True))
        for result in game.view(None).results:
            jesters = [seat for seat, role in enumerate(result.roles) if role == "jester"]
            assert [payment.seat for payment in result.payments if payment.why == "jester"] == jesters
            paid += len(jesters)
    assert paid > 0


def test_two_modules_that_replace_the_same_thing_are_not_silently_combined() -> None:
    """One of them would lose its rule; modules that may meet wrap instead."""
    rival = Expansion("rival", editions=MADE_UP.editions, steps={"objecting": MADE_UP.steps["objecting"]})
    register(rival)
    try:
        with pytest.raises(ValueError, match="rival and made_up both replace the step objecting"):
            rules_for(Options("base", 5, (MADE_UP.id, rival.id)))
    finally:
        forget(rival.id)
