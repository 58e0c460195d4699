"""Scenarios: one row, one rule. The rows are text, in scenarios/*.txt; their head says how they are written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from protocol.game import Action, CellMark, Happened, Known
from server.engine import notation, rounds
from server.engine.cell import number, place
from server.engine.game import Game, Refused, catalogue
from server.engine.rules import EXPANSIONS

FOLDER = Path(__file__).parent / "scenarios"
SETUP = ("maze", "goals", "roles", "unused", "gold", "gold pile", "guards", "chests", "draw", "discard", "marked")


class Row(NamedTuple):
    """A scenario: the sentence that is its rule, and its lines."""

    file: str
    sentence: str
    lines: tuple[tuple[str, str], ...]


def rows() -> Iterator[Row]:
    """Read every scenario."""
    for file in sorted(FOLDER.glob("*.txt")):
        text = "\n".join(line for line in file.read_text("utf-8").splitlines() if not line.startswith("#"))
        for block in re.split(r"\n\s*\n", text.strip()):
            sentence, *lines = block.splitlines()
            pairs = (line.strip().partition(":") for line in lines)
            yield Row(file.stem, sentence, tuple((key.strip(), value.strip()) for key, _, value in pairs))


ROWS = tuple(rows())


def set_up(row: Row, position: Callable[..., Game]) -> tuple[Game, list[tuple[str, str]]]:
    """Return the position of a row and the lines that follow it."""
    edition, seats = "base", 3
    arguments: dict[str, object] = {}
    hands: dict[int, str] = {}
    before: dict[int, str] = {}
    purses: dict[int, str] = {}
    settings: dict[str, str] = {}
    modules: tuple[str, ...] = ()
    lines = list(row.lines)
    while lines:
        key, value = lines[0]
        name, _, seat = key.partition(" ")
        if key == "game":
            edition, count, *names = value.split()
            settings = dict(name.split("=") for name in names if "=" in name)
            seats, modules = int(count), tuple(name for name in names if "=" not in name)
        elif name == "hand":
            hands[int(seat)] = value
        elif name == "before":
            before[int(seat)] = value
        elif name == "purse":
            purses[int(seat)] = value
        elif key in ("turn", "direction", "markers"):
            arguments[key] = int(value)
        elif key == "last round":
            arguments["last_round"] = True
        elif key in SETUP:
            arguments[key.replace(" ", "_")] = value
        else:
            break
        lines.pop(0)
    arguments |= {"hands": hands, "before": before, "purses": purses, "modules": modules, "settings": settings}
    return position(edition, seats, **arguments), lines


# --- What may be asked of a position ----------------------------------------------------------------------------------


def ids(game: Game, cards: tuple[int, ...]) -> str:
    """Return cards as words."""
    return " ".join(map(game.state.id_of, cards))


def remembered(known: Known) -> str:
    """Return what a seat remembers as words."""
    return f"{notation.target_text(known.about)} {known.card}" + (f" ({known.aged})" if known.aged else "")


def marked(mark: CellMark) -> str:
    """Return a mark on a cell as words."""
    return f"{mark.mark} {mark.cell[0]},{mark.cell[1]}" + ("" if mark.seat is None else f" seat{mark.seat}")


def some(pile: tuple[int, ...], which: str) -> tuple[int, ...]:
    """Return a pile, its bottom card, or so many of its top cards."""
    return pile if not which else pile[:1] if which == "bottom" else pile[-int(which) :]


def fact(game: Game, key: str) -> str:
    """Return what is true in a position, as words."""
    state = game.state
    name, _, rest = key.partition(" ")
    if key.startswith("@"):
        x, y = map(int, key[1:].split(","))
        laid = state.maze.cards.get(number(x, y))
        return "" if laid is None else notation.card_entry(number(x, y), laid).partition("@")[0]
    if name == "legal":
        seat, _, wanted = rest.partition(" ")
        texts = map(notation.action_text, game.legal(int(seat)))
        return ", ".join(sorted(text for text in texts if wanted in re.findall(r"\w+", text)[:2]))
    facts: dict[str, Callable[[], object]] = {
        "hand": lambda: ids(game, state.hands[int(rest)]),
        "cards": lambda: len(state.hands[int(rest)]),
        "before": lambda: ids(game, state.before[int(rest)]),
        "role": lambda: state.id_of(state.roles[int(rest)]),
        "roles": lambda: " ".join(sorted(ids(game, state.roles).split())) if rest else ids(game, state.roles),
        "unused": lambda: ids(game, some(state.piles["unused"], rest)),
        "purse": lambda: " ".join(sorted(ids(game, state.purses[int(rest)]).split())),
        "gold": lambda: " ".join(map(str, rounds.all_gold(state))),
        "marks": lambda: ", ".join(map(marked, game.view(None).marks)),
        "turn": lambda: state.turn,
        "direction": lambda: state.direction,
        "starter": lambda: state.starter,
        "round": lambda: state.round,
        "draw": lambda: len(state.piles["draw"]),
        "token": lambda: state.tokens.get(rest, 0),
        "pile": lambda: len(state.piles[rest]),
        "discard": lambda: ids(game, state.piles["discard"][-int(rest) :]),
        "asked": lambda: asked(game),
        "shown": lambda: " ".join(question.cards) if (question := game.question(int(rest))) else "",
        "knows": lambda: ", ".join(map(remembered, game.view(int(rest)).known)),
        "reason": lambda: game.view(None).results[-1].reason,
        "sides": lambda: " ".join(game.view(None).results[-1].sides),
        "winners": lambda: " ".join(map(str, game.view(None).results[-1].winners)),
        "finisher": lambda: game.view(None).results[-1].finisher,
        "path": lambda: " ".join(f"@{x},{y}" for x, y in game.view(None).results[-1].path),
        "paid": lambda: paid(game, None),
        "payments": lambda: paid(game, int(rest)),
        "laid": lambda: ", ".join(f"@{each.cell[0]},{each.cell[1]} seat{each.seat}" for each in game.view(None).laid),
        "happened": lambda: happened(game, None if rest == "all" else int(rest)),
        "told": lambda: told(game, None if rest == "all" else int(rest)),
        "marked": lambda: " ".join(f"{kind}/{by}{at(cell)}" for cell, kind, by in state.marks),
        "markers": lambda: state.tokens["markers"],
        "reach": lambda: " ".join(map(at, sorted(state.maze.reaches[state.rules.hooks.traveller(state, int(rest))]))),
        "grade": lambda: game.outcome.grade if game.outcome else "",
        "champions": lambda: " ".join(map(str, game.outcome.winners)) if game.outcome else "",
    }
    return str(facts[name]())


def at(cell: int) -> str:
    """Return a cell as words."""
    x, y = place(cell)
    return f"@{x},{y}"


def asked(game: Game) -> str:
    """Return the open question as words."""
    if game.asked is None:
        return ""
    about = map(notation.target_text, game.asked.about)
    return " ".join((game.asked.kind, *(f"seat{seat}" for seat in game.asked.seats), *about))


def paid(game: Game, viewer: int | None) -> str:
    """Return the payments of the last round as a viewer may know them."""
    payments = game.view(viewer).results[-1].payments
    return ", ".join(
        f"seat{each.seat} {'?' if each.amount is None else each.amount} {each.why}"
        + ("" if each.source is None else f" from seat{each.source}")
        for each in payments
    )


def told(game: Game, audience: int | None) -> str:
    """Return the secret parts of what an audience was told of the last play."""
    found = []
    for event in game.news(audience):
        cards = getattr(event, "cards", None)
        if cards is None:
            cards = tuple(filter(None, (getattr(event, "role", ""),)))
        if hasattr(event, "cards") or hasattr(event, "role"):
            found.append(" ".join((event.__struct_config__.tag, *cards)))
    return ", ".join(found)


def happened(game: Game, audience: int | None) -> str:
    """Return what else an audience was told to have happened in the last play."""
    return ", ".join(
        " ".join((event.kind, f"seat{event.seat}", *map(notation.target_text, event.targets)))
        for event in game.news(audience)
        if isinstance(event, Happened)
    )


# --- The tests --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", ROWS, ids=[f"{row.file}: {row.sentence}" for row in ROWS])
def test_a_rule_holds(row: Row, position: Callable[..., Game], action: Callable[[str], Action]) -> None:
    game, lines = set_up(row, position)
    assert lines, "a scenario says what follows"
    for key, value in lines:
        where = f"{row.sentence}\n  {key}: {value}\n{notation.position(game.state)}"
        if key == "do":
            seat = game.waiting()[0]
            for text in value.split(";"):
                seat = game.waiting()[0]
                assert action(text) in game.legal(seat), f"seat {seat} cannot {text}: {where}"
                game.play(seat, action(text))
        elif key == "no" or key.startswith("no "):
            seat = int(key[3:]) if key != "no" else game.waiting()[0]
            text, _, reason = value.partition("->")
            refused(game, seat, action(text), reason.strip(), where)
        else:
            assert fact(game, key) == value, where


def refused(game: Game, seat: int, action: Action, reason: str, where: str) -> None:
    """Assert that an action is refused for a reason and changes nothing."""
    before = game.digest()
    refusal = game.why(seat, action)
    assert refusal is not None, f"allowed: {where}"
    assert f"{refusal.reason.value} {refusal.side}".strip() == reason, where
    assert action not in game.legal(seat), where
    with pytest.raises(Refused):
        game.play(seat, action)
    assert game.digest() == before, where


def cards_named(*keys: str) -> set[str]:
    """Return the words of all scenario lines of these keys, up to targets and cells."""
    return {
        word
        for row in ROWS
        for key, value in row.lines
        if not keys or key.split()[0] in keys
        for part in re.split("[;,]", value.partition("->")[0])
        for word in re.findall(r"[A-Za-z]\w*", part)
    }


@pytest.mark.parametrize("expansion", [each for each in EXPANSIONS.values() if each.cards], ids=lambda each: each.id)
def test_every_card_has_its_scenarios(expansion) -> None:  # type: ignore[no-untyped-def]
    played, not_played, named = cards_named("do"), cards_named("no"), cards_named()
    in_deck = set(expansion.supplies.get("deck", {}))
    lacking = [f"{card.id} is never played" for card in expansion.cards if card.id in in_deck - played]
    lacking += [f"{card.id} is never refused" for card in expansion.cards if card.id in in_deck - not_played]
    lacking += [f"{card.id} is in no scenario" for card in expansion.cards if card.id not in named]
    assert not lacking


def test_every_face_of_the_catalogue_belongs_to_an_expansion_that_is_tested() -> None:
    brought = {card.id for expansion in EXPANSIONS.values() for card in expansion.cards}
    assert {face.id for face in catalogue().faces} == brought


def test_no_two_scenarios_say_the_same_sentence() -> None:
    sentences = [row.sentence for row in ROWS]
    assert sorted(set(sentences)) == sorted(sentences)
