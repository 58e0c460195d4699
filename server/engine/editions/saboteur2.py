"""Saboteur 2 for 2-12 players, played with the cards of the base game."""

from __future__ import annotations

from protocol.game import Action, Answer, AtChoice, AtSeat, FaceMark
from server.engine import changes, rounds, score
from server.engine.card import Card
from server.engine.kinds.discards import passing, removal
from server.engine.kinds.faces import path, role
from server.engine.kinds.hats import CHANGE_HATS, INSPECTION, SWAP_HANDS
from server.engine.kinds.seats import lying_before
from server.engine.kinds.thefts import FREEDOM, HANDS_OFF, THEFT, TRAPPED
from server.engine.maze import Traveller, flood
from server.engine.rules import Expansion, Hooks, QuestionKind
from server.engine.state import Open, State

# --- Cards ------------------------------------------------------------------------------------------------------------

LADDER = FaceMark("ladder")
CRYSTAL = FaceMark("crystal")


def door(colour: str, at: str) -> FaceMark:
    """Return a door that lies on its card's one way, before the opening named."""
    return FaceMark("door", at, colour)


PATHS: dict[Card, int] = {
    path("bridge", "NS EW"): 2,
    path("dbend_NW_ES", "NW ES"): 1,
    path("dbend_NE_SW", "NE SW"): 1,
    path("ladder_N", "N", "", LADDER): 1,
    path("ladder_E", "E", "", LADDER): 1,
    path("ladder_ES", "ES", "", LADDER): 1,
    path("ladder_NE", "NE", "", LADDER): 1,
    path("door_blue_NS", "NS", "", door("blue", "S")): 1,
    path("door_blue_EW", "EW", "", door("blue", "E")): 1,
    path("door_blue_NE", "NE", "", door("blue", "E")): 1,
    path("door_green_NS_stubE", "NS", "E", door("green", "S")): 1,
    path("door_green_EW", "EW", "", door("green", "E")): 1,
    path("door_green_NW", "NW", "", door("green", "W")): 1,
    path("cr_cross", "NESW", "", CRYSTAL): 1,
    path("cr_T_NEW", "NEW", "", CRYSTAL): 3,
    path("cr_T_NES", "NES", "", CRYSTAL): 1,
    path("cr_ESW_stubN", "ESW", "N", CRYSTAL): 1,
    path("cr_NSW_stubE", "NSW", "E", CRYSTAL): 1,
    path("cr_EW_stubS", "EW", "S", CRYSTAL): 1,
    path("cr_dead_N", "", "N", CRYSTAL): 1,
    path("cr_dead_E", "", "E", CRYSTAL): 1,
    path("NE_stubW", "NE", "W", assumed=True): 1,
    path("NE_stubS", "NE", "S", assumed=True): 1,
    path("NW_stubE", "NW", "E", assumed=True): 1,
    path("NW_stubS", "NW", "S", assumed=True): 1,
    path("NS_stubEW", "NS", "EW", assumed=True): 1,
    path("EW_stubNS", "EW", "NS", assumed=True): 1,
}

ACTIONS: dict[Card, int] = {
    THEFT: 4,
    HANDS_OFF: 3,
    TRAPPED: 3,
    FREEDOM: 4,
    INSPECTION: 2,
    CHANGE_HATS: 2,
    SWAP_HANDS: 2,
}
"""Component lists print 21, the numbers of each card add up to 20: those are played."""

TEAMS = ("blue", "green")
ROLES = {"blue": 4, "green": 4, "boss": 1, "profiteer": 1, "geologist": 2, "saboteur": 3}

SET_ASIDE = 10
SHARES = {1: 5, 2: 4, 3: 3, 4: 2}
"""Number of those who share -> gold for each; from five on 1."""
LESS = {"boss": 1, "profiteer": 2}
"""How much less than the others a role gets."""


def set_aside(state: State) -> None:
    """Set the top ten cards aside, unseen, for the round."""
    changes.pile_up(state, "draw", "aside", SET_ASIDE)


# --- Who wins ---------------------------------------------------------------------------------------------------------


def open_to(state: State, team: str) -> bool:
    """Tell whether some path to the treasure passes through no door of the other colour."""
    treasure = score.treasure_cell(state)
    return treasure is not None and bool(flood(state.maze, Traveller(team, stopped=True)).get(treasure))


def winning_teams(state: State) -> tuple[str, ...]:
    """Return the teams that win a round whose treasure was reached."""
    assert state.finisher is not None
    finisher = state.id_of(state.roles[state.finisher])
    teams = tuple(team for team in TEAMS if open_to(state, team))
    return (finisher,) if finisher in teams else teams


def settle(state: State, reason: str) -> None:
    """Settle the winning group, then pay geologists, shares and thefts."""
    if reason == "treasure":
        teams = winning_teams(state)
        group = score.seats_with(state, *teams, *LESS)
        sides: tuple[str, ...] = teams or tuple(name for name in LESS if score.seats_with(state, name))
    else:
        group = score.seats_with(state, "saboteur", "profiteer")
        sides = ("saboteurs",) if score.seats_with(state, "saboteur") else ("profiteer",) if group else ()
    sharing = tuple(seat for seat in group if is_free(state, seat))
    changes.end_round(state, reason, sides, sharing, score.winning_path(state))
    pay_geologists(state)
    share(state, sharing)
    changes.push(state, ("thefts", *thieves(state)))


def is_free(state: State, seat: int) -> bool:
    """Tell whether a seat is not trapped."""
    return lying_before(state, seat, "trapped") is None


def crystals(state: State) -> int:
    """Return how many crystals lie in the maze, cut-off parts included."""
    return sum(
        mark.number
        for laid in state.maze.cards.values()
        if laid.up
        for mark in laid.card.face.marks
        if mark.kind == CRYSTAL.kind
    )


def pay_geologists(state: State) -> None:
    """Pay one gold for each crystal in the maze; two free geologists share it, rounded down (S2)."""
    geologists = [seat for seat in score.seats_with(state, "geologist") if is_free(state, seat)]
    amount = crystals(state) // max(1, len(geologists))
    for seat in geologists:
        if amount:
            changes.gain(state, seat, amount, "crystals")


def share(state: State, sharing: tuple[int, ...]) -> None:
    """Pay the winning group, the boss and the profiteer less than the others, never below nothing."""
    for seat in sharing:
        amount = SHARES.get(len(sharing), 1) - LESS.get(state.id_of(state.roles[seat]), 0)
        if amount > 0:
            changes.gain(state, seat, amount, "share")


# --- Thefts -----------------------------------------------------------------------------------------------------------


def thieves(state: State) -> list[int]:
    """Return who may rob: the owner of the theft played last, then clockwise, the trapped passed over."""
    last = next((card for card in reversed(state.lying) if state.id_of(card) == "theft"), None)
    if last is None:
        return []
    first = next(seat for seat, lying in enumerate(state.before) if last in lying)
    return [
        seat
        for seat in score.clockwise(state, first)
        if lying_before(state, seat, "theft") is not None and is_free(state, seat)
    ]


def rob(state: State, *seats: int) -> None:
    """Let the next thief choose whom to rob."""
    if seats:
        changes.push(state, ("thefts", *seats[1:]))
        if any(gold for seat, gold in enumerate(rounds.all_gold(state)) if seat != seats[0]):
            changes.ask(state, "theft", (seats[0],))


def legal_robbery(state: State, seat: int, _asked: Open) -> list[Action]:
    """Return every other seat that has gold, and to decline (S4)."""
    robbed = [Answer((AtSeat(other),)) for other, gold in enumerate(rounds.all_gold(state)) if gold and other != seat]
    return [*robbed, DECLINE]


DECLINE = Answer((AtChoice("decline"),))


def take_gold(state: State, asked: Open) -> None:
    """Take one gold from the seat that was chosen."""
    (thief,) = asked.seats
    (answer,) = asked.answers
    match answer:
        case Answer(targets=(AtSeat(seat=robbed),)):
            changes.gain(state, thief, 1, "theft", robbed)
        case _:
            changes.tell(state, "declined_theft", thief)


SABOTEUR2 = Expansion(
    "saboteur2",
    edition=True,
    extends="base",
    seats=(2, 12),
    cards=(*PATHS, *ACTIONS, *(role(name) for name in ROLES if name != "saboteur")),
    supplies={
        "deck": {card.id: count for card, count in (PATHS | ACTIONS).items()},
        "roles": ROLES,
        "gold": {},
    },
    replaces=frozenset({"roles", "gold"}),
    set_up={"set_aside": 55},
    steps={"set_aside": set_aside, "thefts": rob},
    questions={"theft": QuestionKind(legal_robbery, take_gold)},
    choices={"discard": None, "remove": removal(), "pass": passing(3)},
    hooks=Hooks(
        hand_size=lambda _rules: 6,
        round_roles=lambda state: state.rules.supplies["roles"],
        score=settle,
    ),
)
