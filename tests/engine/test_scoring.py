"""What a round pays, worked out anew from what lies on the table: roles, maze, and cards before players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import chain, combinations
from random import Random

import pytest

from protocol.game import Options
from server.engine import changes, view
from server.engine.game import new
from server.engine.state import State
from tests.engine.tables import choose, random_options
from tests.engine.walking import is_open, marks

Pay = list[tuple[int, int, str]]
"""Seat, amount and reason of each payment."""


# --- What the rules pay -----------------------------------------------------------------------------------------------


def saboteur2_pay(state: State, roles: list[str], reason: str) -> Pay:
    """Return geologists' gold and shares (Saboteur 2, Who wins and Shares)."""
    lying = [[state.id_of(card) for card in before] for before in state.before]
    free = [seat for seat in range(len(roles)) if "trapped" not in lying[seat]]
    if reason == "treasure":
        assert state.finisher is not None
        teams = [team for team in ("blue", "green") if is_open(state, team)]
        if roles[state.finisher] in teams:
            teams = [roles[state.finisher]]
        winning = {*teams, "boss", "profiteer"}
    else:
        winning = {"saboteur", "profiteer"}
    sharing = [seat for seat in free if roles[seat] in winning]
    each = [0, 5, 4, 3, 2, 1][min(len(sharing), 5)]
    less = {"boss": 1, "profiteer": 2}
    geologists = [seat for seat in free if roles[seat] == "geologist"]
    crystals = sum("crystal" in marks(state, laid) for laid in view.maze_view(state.maze))
    pay = [(seat, crystals // len(geologists), "crystals") for seat in geologists]
    pay += [(seat, each - less.get(roles[seat], 0), "share") for seat in sharing]
    return [(seat, amount, why) for seat, amount, why in pay if amount > 0]


def base_pay(state: State, roles: list[str], reason: str) -> Pay:
    """Return what greedy dwarfs, saboteurs and, in a tournament, gold miners are paid; picks are left out."""
    tournament = "tournament" in state.rules.options.modules
    saboteurs = [seat for seat, role in enumerate(roles) if role == "saboteur"]
    if reason != "treasure":
        due = {5: 4}.get(len(roles), 3) if tournament else {1: 4, 2: 3, 3: 3, 4: 2}.get(len(saboteurs), 0)
        return [(seat, due, "saboteur") for seat in saboteurs]
    assert state.finisher is not None
    if roles[state.finisher] == "greedy":
        return [(state.finisher, 4, "greedy")]
    if not tournament:
        return []
    return [(seat, 3 if seat == state.finisher else 2, "miner") for seat in due_miners(state, roles)]


def due_miners(state: State, roles: list[str]) -> list[int]:
    """Return the gold miners who get gold when they win."""
    variant = "sabotaged_dwarf" in state.rules.options.modules
    broken = [any(state.id_of(card).startswith("break") for card in before) for before in state.before]
    return [seat for seat, role in enumerate(roles) if role == "goldminer" and not (variant and broken[seat])]


def check_picks(state: State, roles: list[str], picks: list[int]) -> None:
    """Check that gold cards were picked from the finisher on, against the direction of play (R8)."""
    miners, due = roles.count("goldminer"), due_miners(state, roles)
    assert state.finisher is not None
    order = [(state.finisher - state.direction * step) % len(roles) for step in range(len(roles))]
    turns = [seat for seat in order * (miners + 1) if seat in due][:miners]
    assert picks == turns[: len(picks)]
    assert len(picks) == len(turns) or not state.piles["gold"]


def check_duel(state: State, purses: list[tuple[int, ...]]) -> None:
    """Check what players of the Duel took and gave, out of what they had before (Duel, End of a round; D3)."""
    result = state.results[-1]
    expected: Pay = []
    trolls: Pay = []
    for seat, purse in enumerate(purses):
        marked = [result.maze.cards[cell].number for cell, mark, by in result.marks if (mark, by) == ("marker", seat)]
        values = [changes.gold_of(state, card) for card in (*purse, *marked)]
        due = sum((mark, by) == ("bribe", seat) for _, mark, by in result.marks)
        ways = chain.from_iterable(combinations(values, count) for count in range(len(values) + 1))
        given = min((way for way in ways if sum(way) >= due), key=lambda way: (sum(way), len(way)), default=values)
        if marked:
            expected.append((seat, sum(changes.gold_of(state, card) for card in marked), "marked"))
        if given:
            trolls.append((seat, -sum(given), "trolls"))
        assert len(state.purses[seat]) == len(values) - len(given)
    assert [(each.seat, each.amount, each.why) for each in result.payments] == expected + trolls


def check_round(state: State) -> str:
    """Check what the round that is being closed paid; return how it ended."""
    result = state.results[-1]
    roles = [state.id_of(role) for role in result.roles]
    paid = [(each.seat, each.amount, each.why) for each in result.payments if each.why not in ("picked", "theft")]
    picks = [each.seat for each in result.payments if each.why == "picked"]
    if state.rules.options.edition == "saboteur2":
        assert paid == saboteur2_pay(state, roles, result.reason)
        return f"{result.reason} {' '.join(result.sides)}"
    expected = base_pay(state, roles, result.reason)
    got, due = {seat: amount for seat, amount, _ in paid}, {seat: amount for seat, amount, _ in expected}
    assert set(got) <= set(due)
    left = sum(changes.gold_of(state, card) for card in state.piles.get("gold", ()))
    # With little gold left the amount may be one that cannot be made exactly (R9).
    assert got == due or (state.rules.supplies["gold"] and left < 4)
    if result.reason == "treasure" and not expected and "tournament" not in state.rules.options.modules:
        check_picks(state, roles, picks)
    else:
        assert picks == []
    return f"{result.reason} {' '.join(result.sides)}"


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Check every round when it is closed, and count how rounds ended."""
    ends: Counter[str] = Counter()
    close: Callable[..., None] = changes.close_round
    purses: list[tuple[int, ...]] = []

    def close_round(state: State, gold: tuple[int, ...]) -> None:
        if state.rules.options.edition in ("duel", "solo"):
            if state.round == 1:
                purses[:] = [()] * state.rules.seats
            check_duel(state, purses)
            ends[state.results[-1].reason] += 1
            ends["trolls"] += sum(each.why == "trolls" for each in state.results[-1].payments)
            purses[:] = state.purses
        else:
            ends[check_round(state)] += 1
        close(state, gold)

    monkeypatch.setattr(changes, "close_round", close_round)
    return ends


def play_out(options: Options, random: Random) -> None:
    """Play a game that digs for the goals."""
    game = new(options, random.randbytes(32))
    while game.outcome is None:
        seat = game.waiting()[0]
        game.play(seat, choose(game, seat, random, eager=True))


def test_the_rounds_of_saboteur_2_pay_what_the_rules_say(checked: Counter[str]) -> None:
    for seed in range(60):
        random = Random(seed)
        play_out(random_options("saboteur2", 2 + seed % 11, random), random)
    assert sum(checked.values()) == 180
    assert sum(count for end, count in checked.items() if end.startswith("treasure")) > 25
    assert {"treasure blue", "treasure green", "treasure blue green", "hands_empty saboteurs"} <= set(checked)


def test_the_rounds_of_the_base_game_pay_what_the_rules_say(checked: Counter[str]) -> None:
    for seed in range(80):
        random = Random(seed)
        play_out(random_options("base", 3 + seed % 8, random), random)
    assert sum(checked.values()) == 240
    assert {"treasure goldminers", "treasure greedy", "hands_empty saboteurs", "spider saboteurs"} <= set(checked)


@pytest.mark.parametrize(("edition", "seats"), [("duel", 2), ("solo", 1)])
def test_the_rounds_of_the_duel_pay_what_the_rules_say(checked: Counter[str], edition: str, seats: int) -> None:
    for seed in range(60):
        random = Random(seed)
        play_out(random_options(edition, seats, random), random)
    assert checked["hands_empty"] + checked["markers_used"] + checked["goals_up"] == 180
    assert checked["markers_used"]
    assert checked["trolls"] > 50
