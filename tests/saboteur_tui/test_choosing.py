"""Choosing as functions: every legal action can be reached, and nothing else is ever offered."""

from dataclasses import replace
from random import Random

import pytest

from protocol.game import Action, Answer, AtCard, AtCell, AtChoice, AtSeat, Discard, Lay, Play
from saboteur_tui.choosing import (
    Choice,
    back,
    begin_discard,
    choose_card,
    offers,
    orientations,
    oriented,
    take,
    take_purpose,
)
from server.engine.game import new
from server.engine.rules import EXPANSIONS, editions
from tests.engine.tables import choose as choose_at_random
from tests.engine.tables import with_everything

MOST = 60
"""Longer lists of legal actions are not gone through: they hold no other kind of choice."""

HAND = ("cross", "map", "break_pick", "cross", "veto")
LEGAL = (
    Lay("cross", (1, 0)),
    Lay("cross", (0, 1), True),
    Lay("cross", (2, 0), False, (AtSeat(1),)),
    Play("map", (AtCell((8, 0)),)),
    Play("map", (AtCell((8, 2)),)),
    Play("break_pick", (AtSeat(1),)),
    Play("break_pick", (AtSeat(2),)),
    *(Discard((card,), "pass") for card in dict.fromkeys(HAND)),
    Discard(("cross", "cross"), "pass"),
    Discard(("cross", "map"), "pass"),
    Discard(("cross", "map"), "remove", (AtCard("trapped"),)),
    Discard(("cross", "map"), "remove", (AtCard("theft"),)),
    Answer((AtChoice("guard"), AtCell((3, 3)))),
    Answer((AtChoice("rest"),)),
)


def reachable(legal: tuple[Action, ...], hand: tuple[str, ...], choice: Choice = Choice()) -> set[Action]:  # noqa: B008
    """Return every action that can be made by choosing what is offered."""
    offered = offers(legal, hand, choice)
    found = {offered.ready} if offered.ready is not None else set()
    following = []
    for target in offered.targets:
        taken = take(choice, target)
        ways = orientations(legal, hand, choice, target.cell) if isinstance(target, AtCell) and offered.laying else ()
        following += [replace(taken, turned=turned) for turned in ways] or [taken]
    if choice.discarding:
        following += [take_purpose(choice, purpose) for purpose in offered.purposes if not choice.purpose]
        # Cards are marked from left to right: any other order marks the same.
        last = max(choice.hand, default=-1)
        following += [choose_card(legal, hand, choice, at) for at in offered.cards if not choice.purpose and at > last]
    elif not choice.hand and not choice.picks:
        following += [choose_card(legal, hand, choice, at) for at in offered.cards]
        following.append(begin_discard(legal, hand, choice))
    return found.union(*(reachable(legal, hand, each) for each in following))


def test_exactly_the_legal_actions_can_be_reached():
    assert reachable(LEGAL, HAND) == set(LEGAL)


@pytest.mark.parametrize("edition", [edition.id for edition in editions()])
def test_exactly_the_legal_actions_can_be_reached_in_games_with_every_module(edition):
    """Whatever a card asks for, targets of any kind in any order, it can be chosen by keys."""
    least, most = EXPANSIONS[edition].seats
    random = Random(edition)
    game = new(with_everything(edition, min(max(4, least), most)), random.randbytes(32))
    kinds = set()
    while game.outcome is None:
        seat = random.choice(game.waiting())
        view = game.view(seat)
        if len(view.legal) <= MOST:
            assert reachable(view.legal, view.hand) == set(view.legal)
            kinds.add(view.question.kind)
        game.play(seat, choose_at_random(game, seat, random, eager=True))
    assert "turn" in kinds


def test_a_path_card_offers_places_for_both_ways_up_and_lies_as_it_fits():
    choice = choose_card(LEGAL, HAND, Choice(), 0)
    assert offers(LEGAL, HAND, choice).cells == ((0, 1), (1, 0), (2, 0))
    assert oriented(LEGAL, HAND, choice, (0, 1)).turned is True
    assert oriented(LEGAL, HAND, choice, (1, 0)).turned is False


def test_a_card_without_use_is_offered_for_discarding_only():
    offered = offers(LEGAL, HAND, choose_card(LEGAL, HAND, Choice(), 4))
    assert offered.can_discard
    assert not offered.targets
    assert offered.ready is None


def test_going_back_undoes_one_part_after_the_other():
    choice = begin_discard(LEGAL, HAND, choose_card(LEGAL, HAND, Choice(), 0))
    choice = choose_card(LEGAL, HAND, choice, 1)
    choice = take(take_purpose(choice, "remove"), AtCard("theft"))
    steps = 0
    while choice.begun:
        choice, steps = back(choice), steps + 1
    assert steps == 4
    assert choice == Choice()


def test_a_card_marked_for_discarding_is_unmarked_by_pointing_at_it_again():
    choice = choose_card(LEGAL, HAND, begin_discard(LEGAL, HAND, Choice()), 1)
    assert choice.hand == (1,)
    assert choose_card(LEGAL, HAND, choice, 1).hand == ()
