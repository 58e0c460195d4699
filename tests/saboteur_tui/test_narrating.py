"""Narrating as functions: one row, one event, one sentence."""

import pytest

from protocol.game import (
    AtCell,
    AtSeat,
    CardLaid,
    CardPlayed,
    Discarded,
    Drawn,
    Face,
    FaceMark,
    GoldPicked,
    Happened,
    Lay,
    Looked,
    Paid,
    Play,
    PutBefore,
    RoleDealt,
    RoundBegun,
    RoundEnded,
    TakenAway,
    TurnedUp,
)
from saboteur_tui.naming import Cast
from saboteur_tui.narrating import narrate
from saboteur_tui.words import words

FACES = {
    "cross": Face("cross", "path", ("NESW",)),
    "treasure": Face("treasure", "goal", ("NESW",), "", (FaceMark("treasure"),)),
    "door_blue_NS": Face("door_blue_NS", "path", ("NS",), "", (FaceMark("door", "", "blue"),)),
}
CAST = Cast(words("en"), ("Anna", "Ben", "Cleo"), 0, FACES, {(8, 0): "B"})

ROWS = [
    (RoundBegun(1, 0), ["Round 1: you begin"]),
    (RoundBegun(2, 1), ["Round 2: Ben begins"]),
    (RoleDealt(0, "saboteur"), ["You are: saboteur"]),
    (RoleDealt(1), []),
    (RoleDealt(1, "", "hats"), ["Ben got a new role"]),
    (Drawn(0, 1, ("cross",)), ["You drew a crossing"]),
    (Drawn(1, 1), []),
    (CardLaid(1, "door_blue_NS", (1, 0), False), ["Ben laid a blue door"]),
    (CardLaid(1, "cross", (1, 0), False, (2, 0)), ["Ben moved a crossing"]),
    (TurnedUp(1, "treasure", (8, 0), False), ["Goal B is the treasure"]),
    (PutBefore(0, "break_lamp", 1), ["Ben broke your lamp"]),
    (PutBefore(1, "theft", 1), ["Ben laid a Theft card before themselves"]),
    (TakenAway(2, "break_pick", 0), ["You mended Cleo's pick"]),
    (TakenAway(2, "trapped", 1), ["Ben removed a Trap card before Cleo"]),
    (Discarded(1, 1), ["Ben discarded a card"]),
    (Discarded(1, 3), ["Ben discarded 3 cards"]),
    (Discarded(0, 1, ("cross",)), ["You discarded a crossing"]),
    (Looked(1, AtCell((8, 0))), ["Ben looked at goal B"]),
    (Looked(0, AtCell((8, 0)), ("treasure",)), ["You saw that goal B is the treasure"]),
    (Looked(1, AtSeat(0)), ["Ben looked at your role"]),
    (Looked(0, AtSeat(1), ("boss",)), ["You saw that Ben: boss"]),
    (Paid(2, 3, "share"), ["Cleo got 3 gold (share)"]),
    (Paid(2, -1, "dragon"), ["Cleo lost 1 gold (dragon)"]),
    (Paid(2, 1, "theft", 0), ["Cleo stole 1 gold from you"]),
    (GoldPicked(1, 3), ["Ben picked a gold card"]),
    (GoldPicked(0, 3, "gold_2"), ["You picked 2 gold"]),
    (RoundEnded(1, "treasure", ("blue",), (0,), ("blue",)), ["Round 1 is over: the blue team won"]),
    (
        RoundEnded(1, "spider", (), (), ()),
        ["Round 1 is over. The giant spider was woken: the treasure was not reached"],
    ),
    (Happened("brand_new", 1), ["Ben: brand new"]),
    (Happened("brand_new", None, (AtSeat(2),)), ["Brand new (Cleo)"]),
    (CardPlayed(1, Play("unheard_of", (AtSeat(0),))), ["Ben played unheard of on you"]),
    (CardPlayed(1, Lay("cross", (1, 0))), []),
]


@pytest.mark.parametrize(("event", "sentences"), ROWS, ids=lambda value: type(value).__name__)
def test_an_event_is_told_in_its_own_sentence(event, sentences):
    assert narrate([event], CAST) == sentences


def test_a_card_and_its_effect_are_told_once():
    assert narrate([CardPlayed(1, Play("map", (AtCell((8, 0)),))), Looked(1, AtCell((8, 0)))], CAST) == [
        "Ben looked at goal B"
    ]
