"""Solo: the Duel alone, with a longer way and a deck that plays against the player."""

from __future__ import annotations

from protocol.game import AtSeat, Outcome, Play, Setting
from server.engine import changes, rounds
from server.engine.cell import number
from server.engine.editions.duel_base import COLOURS, markers
from server.engine.kinds.seats import lying_before
from server.engine.maze import Traveller
from server.engine.rules import Expansion, Hooks, Rules
from server.engine.state import State

SET_ASIDE = 10
GRADES = {"poor": 0, "decent": 15, "good": 20, "best": 25}
"""The four grades, each with the gold from which on it is reached."""

# --- One colour -------------------------------------------------------------------------------------------------------


def of_colour(rules: Rules, supply: str) -> int:
    """Return the one of two cards that has the colour played."""
    return rules.supplies[supply][COLOURS.index(rules.settings["colour"])]


def take_dwarf(state: State) -> None:
    """Take the dwarf of the colour played; the other one stays in the box."""
    changes.deal_roles(state, (of_colour(state.rules, "roles"),), "deal", ())


def lay_own_start(state: State) -> None:
    """Lay the start of the colour played; the other one leaves the game."""
    own = of_colour(state.rules, "start")
    (cell,) = state.rules.layout["start"]
    changes.lay_out(state, number(*cell), own)
    if not state.results:
        changes.set_pile(state, "gone", tuple(card for card in state.rules.supplies["start"] if card != own))


# --- What the deck does (D4) ------------------------------------------------------------------------------------------


def deal_hand(state: State) -> None:
    """Deal the hand; what is dealt may strike at once."""
    draw_cards(state, 0, state.rules.hooks.hand_size(state.rules))


def draw(state: State) -> None:
    """Draw as many cards as were settled during the turn."""
    for seat, count in state.draws:
        draw_cards(state, seat, count)


def draw_cards(state: State, seat: int, count: int) -> None:
    """Draw cards one at a time; each that strikes is replaced by another while the pile lasts."""
    for _ in range(count):
        while state.piles["draw"]:
            changes.draw(state, seat, 1)
            if not strike(state, seat, state.hands[seat][-1]):
                break


def strike(state: State, seat: int, card: int) -> bool:
    """Carry out a broken tool or a rockfall that was drawn; tell whether it was one."""
    kind = state.rules.kinds[card]
    if kind.hinders:
        changes.play_card(state, seat, card, Play(kind.id, (AtSeat(seat),)))
        if lying_before(state, seat, kind.id) is None:
            changes.put_before(state, seat, seat)
        else:
            changes.discard_played(state)
        return True
    if kind.id == "rockfall":
        changes.play_card(state, seat, card, Play(kind.id))
        # What is taken away joins nothing, so that nothing can be reached by it.
        last = next((cell for cell, _ in reversed(state.laid) if not state.maze.cards[cell].card.fixed), None)
        if last is not None:
            changes.lift_card(state, seat, last)
        changes.discard_played(state)
        return True
    return False


def set_aside(state: State) -> None:
    """Set the top ten cards aside, unseen, for the round."""
    changes.pile_up(state, "draw", "aside", SET_ASIDE)


def outcome(state: State) -> Outcome:
    """Tell how well it went: nobody wins, but there are four grades."""
    ended = rounds.outcome(state)
    (gold,) = ended.gold
    grade = max((name for name, least in GRADES.items() if gold >= least), key=lambda name: GRADES[name])
    return Outcome(ended.gold, (), ended.gold_by_round, grade)


SOLO = Expansion(
    "solo",
    edition=True,
    extends="duel_base",
    seats=(1, 1),
    settings=(Setting("colour", COLOURS),),
    layout={"start": ((0, 0),), "goals": ((8, -2), (8, 0), (8, 2), (10, -1), (10, 1), (12, 0))},
    set_up={"set_aside": 65},
    steps={
        "take_dwarfs": take_dwarf,
        "lay_start": lay_own_start,
        "ready_markers": markers(6),
        "deal_hands": deal_hand,
        "set_aside": set_aside,
    },
    hooks=Hooks(
        travellers=lambda rules: (Traveller(rules.settings["colour"], stopped=True),),
        draw=draw,
        next_starter=lambda _state: 0,
        outcome=outcome,
    ),
)
