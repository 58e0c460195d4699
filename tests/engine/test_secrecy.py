"""Nothing a seat may not know reaches it: two worlds that differ only in its secrets look the same to it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from protocol.game import Action, Answer, AtCard, Discard, Lay, Options, Play
from server.engine import notation
from server.engine import view as viewing
from server.engine.change import Gained
from server.engine.game import Game, new
from server.engine.reshuffle import reshuffle, shown
from server.engine.rounds import all_gold
from server.engine.rules import EXPANSIONS, editions
from tests.engine.made_up import MADE_UP
from tests.engine.tables import MODULES, TABLES, made_up_expansion, random_options, with_module


@pytest.fixture(autouse=True, scope="module")
def _made_up() -> Iterator[None]:
    with made_up_expansion():
        yield


def moved_cards(one: Game, other: Game) -> dict[int, int]:
    """Return which card lies in the second world where the first has another."""

    def places(game: Game) -> list[int]:
        state = game.state
        zones = (*state.hands, *state.purses, *(state.piles[name] for name in sorted(state.piles)), state.roles)
        hidden = (state.maze.cards[cell].number for cell in sorted(state.maze.cards))
        return [card for zone in zones for card in zone] + list(hidden)

    return {card: twin for card, twin in zip(places(one), places(other), strict=True) if card != twin}


def cards_to_answer_with(game: Game, seat: int) -> tuple[str, ...]:
    """Return the cards of which an answer names one: those that the question shows, or the seat's own hand."""
    question = game.question(seat)
    assert question is not None
    return question.cards or tuple(map(game.state.id_of, game.state.hands[seat]))


def twin_action(one: Game, other: Game, seat: int, action: Action) -> Action | None:
    """Return the action whose private parts lie in the same places of the second world; None: publicly another."""
    mine, theirs = one.state.hands[seat], other.state.hands[seat]
    match action:
        case Lay(card=card) | Play(card=card):
            at = [one.state.id_of(each) for each in mine].index(card)
            return action if other.state.id_of(theirs[at]) == card else None
        case Discard(cards=cards):
            left = list(range(len(mine)))
            found = []
            for card in cards:
                at = next(at for at in left if one.state.id_of(mine[at]) == card)
                left.remove(at)
                found.append(other.state.id_of(theirs[at]))
            return Discard(tuple(sorted(found)), action.choice, action.targets)
        case Answer(targets=(AtCard(card=card),)):
            here, there = cards_to_answer_with(one, seat), cards_to_answer_with(other, seat)
            return Answer((AtCard(there[here.index(card)]),))
    return action


ASKED_OF_WHO_CAN = frozenset({"path_specialist"})
"""Questions that a rule puts only to those whose hand can answer them, and so shows something of it (C4)."""


def has_gold(game: Game) -> list[bool]:
    """Return whether each seat has any gold, which is public."""
    return [gold > 0 for gold in all_gold(game.state)]


def told(game: Game, seat: int | None) -> tuple[object, ...]:
    """Return everything a seat gets."""
    return game.view(seat), game.news(seat), () if seat is None else game.legal(seat)


def different_cards(one: Game, other: Game) -> set[int]:
    """Return the cards that are another in the second world."""
    return {card for card, twin in moved_cards(one, other).items() if one.state.id_of(card) != one.state.id_of(twin)}


def play_both(
    one: Game, other: Game, seat: int | None, differs: set[int], random: Random
) -> tuple[int, Action, Action] | None:
    """Play the same publicly in both worlds; None if that is impossible, or rightly tells the worlds apart."""
    if one.outcome is not None:
        return None
    actor = one.waiting()[0]
    pairs = (
        (action, action if actor == seat else twin_action(one, other, actor, action))
        for action in random.sample(one.legal(actor), len(one.legal(actor)))
    )
    action, twin = next((pair for pair in pairs if pair[1] is not None), (None, None))
    if action is None or twin is None:
        return None
    one.play(actor, action)
    other.play(actor, twin)
    if (shown(one.state.news or [], seat) | shown(other.state.news or [], seat)) & differs:
        return None
    if one.state.round != other.state.round:
        return None
    if one.state.shuffles != other.state.shuffles or one.outcome is not None:
        return None
    kinds = {game.asked.kind for game in (one, other) if game.asked is not None}
    if one.asked != other.asked and kinds & ASKED_OF_WHO_CAN:
        return None
    if has_gold(one) != has_gold(other):
        # Whoever paid the last of an unknown sum has shown what it was (M2).
        assert any(isinstance(change, Gained) for change in one.state.news or ())
        return None
    if seat is not None and (asked := one.question(seat)) is not None and asked.cards:
        return None
    return actor, action, twin


def compare(one: Game, other: Game, seat: int | None, random: Random) -> int:
    """Play both worlds on with the same public actions; return how many steps they looked the same."""
    differs = different_cards(one, other)
    for steps in range(60):
        mine, theirs = told(one, seat), told(other, seat)
        assert mine == theirs, (
            f"seat {seat} can tell two worlds apart after {steps} steps:\n{notation.position(one.state)}"
        )
        if play_both(one, other, seat, differs, random) is None:
            return steps
    return 60


def play_some(options: Options, seed: int, steps: int) -> Game:
    """Return a game after some random actions."""
    random = Random(seed)
    game = new(options, bytes([seed % 256]) * 32)
    for _ in range(steps):
        if game.outcome is not None:
            break
        seat = game.waiting()[0]
        legal = game.legal(seat)
        game.play(seat, legal[int(random.random() * len(legal))])
    return game


def run_worlds(options: Options, seed: int) -> tuple[int, int]:
    """Compare worlds of one game for one seat; return cards moved and steps compared."""
    random = Random(seed)
    game = play_some(options, seed, int(random.random() * 120))
    if game.outcome is not None:
        return 0, 0
    seat = None if random.random() < 0.2 else int(random.random() * options.seats)
    twin = reshuffle(game, seat, random)
    moved = len(moved_cards(game, twin))
    return moved, compare(game.copy(), twin, seat, random)


@pytest.mark.parametrize(("edition", "seats"), TABLES, ids=lambda value: str(value))
def test_a_seat_cannot_tell_worlds_apart_that_differ_in_its_secrets(edition: str, seats: int) -> None:
    # One who plays alone draws a card of the permuted pile in nearly every turn, and rightly sees the difference.
    games = 14 if seats > 1 else 100
    moved, steps = zip(*(run_worlds(Options(edition, seats), seed) for seed in range(games)), strict=True)
    assert sum(moved) > 100, "the permutation moved next to nothing"
    assert sum(steps) > 10, "the worlds were told apart at once, rightly or not"


@pytest.mark.parametrize(("edition", "module"), [*MODULES, *((edition, MADE_UP.id) for edition in MADE_UP.editions)])
def test_a_seat_cannot_tell_worlds_apart_with_a_module_switched_on(edition: str, module: str) -> None:
    moved, steps = zip(*(run_worlds(with_module(edition, module), seed) for seed in range(14)), strict=True)
    assert sum(moved) > 100
    assert sum(steps) > 10


@pytest.mark.parametrize("edition", [edition.id for edition in editions()])
def test_a_seat_cannot_tell_worlds_apart_with_many_modules(edition: str) -> None:
    least, most = EXPANSIONS[edition].seats
    for seed in range(20):
        run_worlds(random_options(edition, min(most, least + seed % 8), Random(seed)), seed)


def leak_pile_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(viewing, "question", leaky_question(viewing.question))


def leaky_question(honest):
    def question(state, seat):
        asked = honest(state, seat)
        if asked is None or not state.piles["draw"]:
            return asked
        return type(asked)(asked.id, asked.kind, asked.about, (state.id_of(state.piles["draw"][-1]),))

    return question


def leak_counter(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = viewing.seat_view

    def seat_view(state, seat, viewer):
        seen = honest(state, seat, viewer)
        maps = sum(state.id_of(card) == "map" for card in state.hands[seat])
        return type(seen)(seen.hand, seen.before, seen.role, seen.gold, seen.has_gold, seen.purse, {"maps": maps})

    monkeypatch.setattr(viewing, "seat_view", seat_view)


def leak_targets(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Game.legal

    def legal(self, seat):
        found = honest(self, seat)
        hidden = self.state.hands[(seat + 1) % self.options.seats]
        return found[1:] if any(self.state.id_of(card).startswith("fix") for card in hidden) else found

    monkeypatch.setattr(Game, "legal", legal)


def leak_roles(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = viewing.view

    def view(state, seat, legal):
        seen = honest(state, seat, legal)
        saboteurs = sum(state.id_of(role) == "saboteur" for role in state.roles)
        return type(seen)(**{name: getattr(seen, name) for name in seen.__struct_fields__} | {"direction": saboteurs})

    monkeypatch.setattr("server.engine.game.view", view)


@pytest.mark.parametrize("leak", [leak_pile_order, leak_counter, leak_targets, leak_roles])
def test_a_planted_leak_is_caught(leak, monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)

    def run_many() -> None:
        for seed in range(60):
            run_worlds(Options("base", 5), seed)

    with pytest.raises(AssertionError, match="can tell two worlds apart"):
        run_many()


def test_a_planted_leak_of_what_lies_under_path_cards_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = viewing.view

    def view(state, seat, legal):
        seen = honest(state, seat, legal)
        chests = [cards[0] for name, cards in sorted(state.piles.items()) if name.startswith("under ") and cards]
        leaked = {"chest": len(state.id_of(chests[0]))} if chests else {}
        return msgspec.structs.replace(seen, tokens=seen.tokens | leaked)

    monkeypatch.setattr("server.engine.game.view", view)

    def run_many() -> None:
        for seed in range(60):
            run_worlds(Options("base", 4, ("treasure_chests",)), seed)

    with pytest.raises(AssertionError, match="can tell two worlds apart"):
        run_many()
