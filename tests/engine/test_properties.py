"""What holds in every game of every edition, with any number of seats and any modules."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.game import (
    Action,
    AtCard,
    AtCell,
    AtChoice,
    AtSeat,
    Discard,
    Event,
    Lay,
    Options,
    Play,
    Question,
    RoundBegun,
    Target,
    View,
)
from protocol.packing import pack, unpack
from server.engine.change import Gained, Picked
from server.engine.changes import gold_of
from server.engine.game import Game, Refused, new, replay
from server.engine.maze import build
from server.engine.packing import pack_state, unpack_state
from server.engine.rounds import all_gold
from server.engine.state import State
from tests.engine.made_up import MADE_UP
from tests.engine.tables import MOST_ACTIONS, TABLES, choose, made_up_expansion, random_game

every_table = pytest.mark.parametrize(("edition", "seats"), TABLES)
seeds = st.integers(0, 2**64 - 1)


@pytest.fixture(autouse=True, scope="module")
def _made_up() -> Iterator[None]:
    with made_up_expansion():
        yield


def steps_of(game: Game, random: Random) -> Iterator[tuple[int, Action]]:
    """Play a game to its end; before each action is played, yield it with its seat."""
    eager = random.random() < 0.5
    while game.outcome is None:
        assert len(game.actions) < MOST_ACTIONS, "the game does not end"
        seat = random.choice(game.waiting())
        action = choose(game, seat, random, eager)
        yield seat, action
        game.play(seat, action)
    assert game.waiting() == ()
    assert game.asked is None


# --- Cards and gold ---------------------------------------------------------------------------------------------------


def places(state: State) -> Counter[int]:
    """Count in how many places each card lies."""
    found: Counter[int] = Counter(state.roles)
    for cards in (*state.hands, *state.before, *state.purses, *state.piles.values()):
        found.update(cards)
    found.update(laid.number for laid in state.maze.cards.values())
    return found


def check_cards(state: State) -> None:
    """Check that no card is in two places, and that none of the deck and of the gold is lost."""
    found = places(state)
    assert not [state.id_of(card) for card, count in found.items() if count > 1]
    for supply in ("deck", "gold", "start"):
        assert not [state.id_of(card) for card in state.rules.supplies.get(supply, ()) if card not in found]
    assert sorted(state.lying) == sorted(card for cards in state.before for card in cards)


def check_payments(state: State, before: tuple[int, ...]) -> None:
    """Check that gold changed by what the news tell of payments, and by nothing else."""
    gold = list(before)
    for change in state.news or ():
        match change:
            case Gained(seat=seat, amount=amount, source=source):
                gold[seat] += amount
                if source is not None:
                    gold[source] -= amount
            case Picked(seat=seat, card=card):
                gold[seat] += gold_of(state, card)
    assert all_gold(state) == tuple(gold)


@every_table
@given(seed=seeds)
def test_games_end_and_cards_and_gold_are_conserved(edition: str, seats: int, seed: int) -> None:
    random = Random(seed)
    game = random_game(edition, seats, random)
    gold = (0,) * seats
    for _ in steps_of(game, random):
        check_cards(game.state)
        check_payments(game.state, gold)
        gold = all_gold(game.state)
    check_cards(game.state)
    check_payments(game.state, gold)
    outcome = game.outcome
    assert outcome is not None
    assert outcome.gold == all_gold(game.state)
    assert min(outcome.gold) >= 0


def check_maze(state: State) -> None:
    """Check that what the maze keeps up from card to card is what follows from its cards."""
    kept = state.maze
    anew = build(kept.cards, kept.travellers, kept.opened)
    assert kept.reaches == anew.reaches
    assert {cell: bits for cell, bits in kept.rim.items() if bits} == {c: bits for c, bits in anew.rim.items() if bits}
    assert kept.touched == {cell for cell in kept.face_down() if kept.reached_from(cell)}
    assert kept.face_down() == anew.face_down()


@every_table
@given(seed=seeds)
def test_a_maze_kept_up_from_card_to_card_is_the_maze_of_its_cards(edition: str, seats: int, seed: int) -> None:
    random = Random(seed)
    game = random_game(edition, seats, random)
    laid = 0
    for _ in steps_of(game, random):
        check_maze(game.state)
        laid = max(laid, len(game.state.laid))
    assert laid > 0


# --- Legal and illegal actions ----------------------------------------------------------------------------------------


def other_targets(targets: tuple[Target, ...], state: State, random: Random) -> Iterator[tuple[Target, ...]]:
    """Return targets with one changed, one more, or one fewer."""
    some: list[Target] = [
        AtSeat(random.randrange(12)),
        AtCell((random.randint(-2, 10), random.randint(-4, 4))),
        AtCard(random.choice(state.rules.kinds).id),
        AtChoice(random.choice(["decline", "upright", *state.rules.choices])),
    ]
    for at, target in enumerate(targets):
        nearby: list[Target] = []
        if isinstance(target, AtCell):
            x, y = target.cell
            nearby = [AtCell((x + random.choice((-1, 1)), y)), AtCell((x, y + random.choice((-1, 1))))]
        for other in (*some, *nearby):
            yield (*targets[:at], other, *targets[at + 1 :])
    yield (*targets, random.choice(some))
    yield targets[:-1]


def changed(action: Action, state: State, random: Random) -> Iterator[Action]:
    """Return an action with one field changed, in several ways."""
    any_card = random.choice(state.rules.kinds).id
    match action:
        case Lay(cell=(x, y)):
            yield msgspec.structs.replace(action, card=any_card)
            yield msgspec.structs.replace(action, turned=not action.turned)
            for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1), (500, 500), (-500, -500)):
                yield msgspec.structs.replace(action, cell=cell)
        case Play():
            yield msgspec.structs.replace(action, card=any_card)
        case Discard(cards=cards):
            yield msgspec.structs.replace(action, choice=random.choice(["", "discard", *state.rules.choices]))
            yield msgspec.structs.replace(action, cards=cards[:-1])
            yield msgspec.structs.replace(action, cards=(*cards[:-1], any_card))
            yield msgspec.structs.replace(action, cards=(*cards, any_card))
            yield msgspec.structs.replace(action, cards=cards[::-1])
    for targets in other_targets(action.targets, state, random):
        yield msgspec.structs.replace(action, targets=targets)


def check_legality(game: Game, candidates: list[Action], random: Random) -> None:
    """Check that just the legal actions are accepted, and that a refusal changes nothing."""
    before = pack_state(game.state)
    for seat in range(game.options.seats):
        legal = game.legal(seat)
        listed = set(legal)
        assert len(listed) == len(legal)
        for action in legal:
            game.copy().play(seat, action)
        refused = []
        for action in candidates:
            refusal = game.why(seat, action)
            assert (refusal is None) == (action in listed), (seat, action, refusal, str(listed))
            if refusal is not None:
                refused.append(action)
        for action in random.sample(refused, min(2, len(refused))):
            with pytest.raises(Refused):
                game.play(seat, action)
    assert pack_state(game.state) == before


@every_table
@given(seed=seeds)
def test_just_the_legal_actions_are_accepted(edition: str, seats: int, seed: int) -> None:
    random = Random(seed)
    game = random_game(edition, seats, random)
    recent: deque[tuple[Action, ...]] = deque(maxlen=20)
    for _ in steps_of(game, random):
        now = tuple(action for seat in game.waiting() for action in game.legal(seat))
        assert all(game.legal(seat) for seat in game.waiting())
        recent.append(now)
        if random.random() < 0.04:
            candidates = dict.fromkeys(action for actions in recent for action in actions)
            candidates |= dict.fromkeys(other for action in now for other in changed(action, game.state, random))
            check_legality(game, list(candidates), random)
    check_legality(game, [action for actions in recent for action in actions], random)


# --- Copies, bytes, orders --------------------------------------------------------------------------------------------


@every_table
@given(seed=seeds)
def test_copies_and_decoded_positions_play_on_as_the_same_game(edition: str, seats: int, seed: int) -> None:
    random = Random(seed)
    game = random_game(edition, seats, random)
    decoded = game.copy()
    for seat, action in steps_of(game, random):
        before = pack_state(game.state)
        assert pack_state(decoded.state) == before
        copied = game.copy()
        decoded = Game(unpack_state(before))
        assert set(decoded.legal(seat)) == set(game.legal(seat))
        copied.play(seat, action)
        decoded.play(seat, action)
        assert pack_state(game.state) == before
        assert decoded.news(seat) == copied.news(seat)
        assert pack_state(copied.state) == pack_state(decoded.state)
    assert pack_state(decoded.state) == pack_state(game.state)
    assert replay(game.options, game.seed, game.actions).digest() == game.digest()


def windows_in(game: Game, random: Random) -> int:
    """Check each window of a random game: its answers in three orders; return how many there were."""
    windows = 0
    for _ in steps_of(game, random):
        asked = game.waiting()
        if len(asked) < 2:
            continue
        windows += 1
        answers = {seat: random.choice(game.legal(seat)) for seat in asked}
        questions = {seat: (game.question(seat), game.legal(seat)) for seat in asked}
        ends = set()
        for order in (asked, asked[::-1], random.sample(asked, len(asked))):
            twin = game.copy()
            for at, seat in enumerate(order):
                assert (twin.question(seat), twin.legal(seat)) == questions[seat]
                assert twin.asked == game.asked
                assert set(twin.waiting()) == set(order[at:])
                twin.play(seat, answers[seat])
            ends.add(pack_state(twin.state))
        assert len(ends) == 1
    return windows


@every_table
@given(seed=seeds)
def test_simultaneous_answers_in_any_order_give_the_same_game(edition: str, seats: int, seed: int) -> None:
    random = Random(seed)
    windows_in(random_game(edition, seats, random), random)


@pytest.mark.parametrize("edition", MADE_UP.editions)
def test_windows_do_open_where_a_module_brings_them(edition: str) -> None:
    game = new(Options(edition, 5, (MADE_UP.id,)), bytes(32))
    assert windows_in(game, Random(1)) > 0


@every_table
@given(seed=seeds)
def test_an_answer_is_shown_to_nobody_else_while_others_have_not_answered(edition: str, seats: int, seed: int) -> None:
    random = Random(seed)
    game = random_game(edition, seats, random)
    for _ in steps_of(game, random):
        asked = game.waiting()
        if len(asked) < 2 or random.random() < 0.8:
            continue
        seat = random.choice(asked)
        others = [audience for audience in (None, *range(seats)) if audience != seat]
        before = [game.view(audience) for audience in others]
        for action in game.legal(seat):
            twin = game.copy()
            twin.play(seat, action)
            assert [twin.view(audience) for audience in others] == before
            assert not any(twin.news(audience) for audience in (None, *range(seats)))


@every_table
@given(seed=seeds)
def test_the_questions_of_a_seat_are_numbered_without_gaps(edition: str, seats: int, seed: int) -> None:
    random = Random(seed)
    game = random_game(edition, seats, random)
    last: dict[int, Question] = {}
    answered: set[tuple[int, int]] = set()
    for by, _action in steps_of(game, random):
        for seat in range(seats):
            question = game.question(seat)
            assert (question is not None) == (seat in game.waiting())
            if question is None:
                continue
            asked = game.asked
            assert asked is not None
            assert (question.kind, question.about) == (asked.kind, asked.about)
            assert (seat, question.id) not in answered
            if seat in last and last[seat].id == question.id:
                assert last[seat] == question
            else:
                assert question.id == (last[seat].id if seat in last else 0) + 1
            last[seat] = question
        answered.add((by, last[by].id))


# --- What is told -----------------------------------------------------------------------------------------------------


@every_table
@given(seed=seeds)
def test_what_every_audience_is_told_goes_through_the_wire(edition: str, seats: int, seed: int) -> None:
    random = Random(seed)
    game = random_game(edition, seats, random)
    at = random.randrange(12)
    for _ in steps_of(game, random):
        at += 1
        if at % 12 == 0:
            check_told(game)
    check_told(game)


def check_told(game: Game) -> None:
    """Check that views and events of every audience can be packed, unpacked and are told in their place."""
    for audience in (None, *range(game.options.seats)):
        view = game.view(audience)
        assert unpack(pack(view), View) == view
        assert view.me == audience
        assert view.legal == (() if audience is None else game.legal(audience))
        news, story = game.news(audience), game.story(audience)
        assert unpack(pack(story), tuple[Event, ...]) == story
        began = next((at for at, event in enumerate(news) if isinstance(event, RoundBegun)), None)
        if began is None:
            assert story[len(story) - len(news) :] == news
        else:
            assert story == news[began:]
