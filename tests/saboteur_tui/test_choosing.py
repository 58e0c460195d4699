"""Choosing as functions: every legal action can be reached, and nothing else is ever offered."""

from protocol.game import Answer, AtCard, AtCell, AtChoice, AtSeat, Discard, Lay, Play
from saboteur_tui.choosing import Choice, back, begin_discard, choose_card, offers, oriented, take, take_purpose

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


def reachable(choice: Choice, depth: int = 0) -> set:
    """Return every action that can be made by choosing what is offered."""
    offered = offers(LEGAL, HAND, choice)
    found = {offered.ready} if offered.ready is not None else set()
    if depth > 6:
        return found
    for target in offered.targets:
        following = take(choice, target)
        if isinstance(target, AtCell):
            following = oriented(LEGAL, HAND, following, target.cell)
        found |= reachable(following, depth + 1)
    if choice.discarding:
        for purpose in offered.purposes if not choice.purpose else ():
            found |= reachable(take_purpose(choice, purpose), depth + 1)
        for at in offered.cards if not choice.purpose else ():
            found |= reachable(choose_card(LEGAL, HAND, choice, at), depth + 1)
    elif not choice.hand and not choice.picks:
        for at in offered.cards:
            found |= reachable(choose_card(LEGAL, HAND, choice, at), depth + 1)
        found |= reachable(begin_discard(LEGAL, HAND, choice), depth + 1)
    return found


def test_exactly_the_legal_actions_can_be_reached():
    assert reachable(Choice()) == set(LEGAL)


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
