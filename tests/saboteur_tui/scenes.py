"""The scenes that pictures of the table's screens are taken of, from real games."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import NamedTuple

from protocol.game import Discard, Lay
from protocol.messages import ChatLine, Replayed, Said, Show
from protocol.record import BOT_NONCE, SCHEMA, GameRecord, Move, commitment
from server.engine.game import RULES_VERSION, Game
from server.replay import Replay
from tests.engine.tables import choose, with_everything
from tests.saboteur_tui.staging import NAMES, SECRET, asked, deal, play, update_of


class Scene(NamedTuple):
    """News for a client, and the keys then pressed."""

    news: Callable[[tuple[str, ...]], list[object]]
    """From the names of the players to what the server sends."""
    keys: tuple[str, ...] = ()


@cache
def turn(edition: str, seats: int, seed: int, actions: int) -> Game:
    """Return a game in which the first seat is in turn."""
    return play(deal(edition, seats), asked("turn", actions=actions), Random(seed))


@cache
def others_turn() -> Game:
    """Return a game in which somebody else is in turn."""
    game = turn("base", 5, 3, 30).copy()
    return play(game, lambda game: game.question(0) is None, Random(3))


@cache
def round_over(edition: str, seats: int, seed: int) -> tuple[Game, Game]:
    """Return a game at its deal, and after its first round."""
    random = Random(seed)
    game = deal(edition, seats)
    return game.copy(), play(game, lambda game: game.view(0).round > 1, random)


@cache
def game_over(edition: str, seats: int, seed: int) -> tuple[Game, Game]:
    """Return a game at its deal and when it is over."""
    game = deal(edition, seats)
    return game.copy(), play(game, lambda _: False, Random(seed))


def record_of(edition: str, seats: int, seed: int, names: tuple[str, ...] = NAMES) -> GameRecord:
    """Return the record of a whole game played at random."""
    game, random, moves = deal(edition, seats), Random(seed), []
    while game.outcome is None:
        seat = game.waiting()[0]
        action = choose(game, seat, random, eager=True)
        game.play(seat, action)
        moves.append(Move(seat, action, game.digest()))
    bots = ("",) * (seats - 1) + ("normal",)
    people = (*names[: seats - 1], "")
    nonces = (BOT_NONCE,) * seats
    deal_hash = commitment(SECRET)
    return GameRecord(
        SCHEMA, RULES_VERSION, "KX7Q/1", game.options, deal_hash, SECRET, nonces, people, bots, 1, tuple(moves)
    )


@cache
def replayed(names: tuple[str, ...], show: Show) -> Replayed:
    """Return a position of a recorded game."""
    return Replay(record_of("saboteur2", 7, 26, names)).show(show)


def can_remove(game: Game) -> bool:
    """Tell whether the first seat may discard two cards to be rid of one before it."""
    return any(isinstance(action, Discard) and action.choice == "remove" for action in game.legal(0))


@cache
def everything(edition: str, seats: int, kind: str, actions: int) -> Game:
    """Return a game with every module that goes together, in which the first seat is asked a kind of question."""

    def holds(game: Game) -> bool:
        lays = game.state.steps and isinstance(game.state.steps[-1][-1], Lay)
        return asked(kind, actions=actions)(game) and (kind != "veto" or bool(lays))

    modules = with_everything(edition, seats).modules
    games = (play(deal(edition, seats, modules), holds, Random(seed)) for seed in range(100))
    return next(game for game in games if game.outcome is None)


def said(names: tuple[str, ...]) -> Said:
    """Return two lines of chat."""
    return Said((ChatLine(names[1], "I saw stone at C.", 1, 1), ChatLine(names[2], "[b]Sure?[/b]", 2, 2)))


def after(two: tuple[Game, Game], names: tuple[str, ...]) -> list[object]:
    """Return the news of a game then and now."""
    return [update_of(two[0], names=names), update_of(two[1], names=names, story=False)]


SCENES = {
    "table": Scene(lambda names: [update_of(turn("base", 5, 3, 30), names=names)]),
    "laying": Scene(lambda names: [update_of(turn("saboteur2", 7, 5, 30), names=names), said(names)], ("3", "tab")),
    "player": Scene(lambda names: [update_of(turn("base", 5, 3, 30), names=names)], ("1", "tab", "tab")),
    "discarding": Scene(
        lambda names: [update_of(play(deal("saboteur2", 5), can_remove, Random(1)), names=names)],
        ("1", "d", "2", "tab"),
    ),
    "modules": Scene(lambda names: [update_of(everything("base", 6, "turn", 120), names=names)], ("2", "tab")),
    "window": Scene(lambda names: [update_of(everything("saboteur2", 6, "veto", 120), names=names)], ("tab",)),
    "duel": Scene(lambda names: [update_of(turn("duel", 2, 5, 30), names=names)], ("5", "tab")),
    "bribe": Scene(lambda names: [update_of(play(deal("duel", 2), asked("bribe"), Random(3)), names=names)], ("tab",)),
    "solo": Scene(lambda names: [update_of(turn("solo", 1, 5, 22), names=names)]),
    "gold": Scene(lambda names: [update_of(play(deal("base", 5), asked("gold"), Random(32)), names=names)], ("tab",)),
    "watching": Scene(lambda names: [update_of(turn("saboteur2", 12, 2, 40), None, names=names)]),
    "covered": Scene(lambda names: [update_of(turn("base", 5, 3, 30), names=names)], ("c",)),
    "talk": Scene(lambda names: [update_of(turn("base", 5, 3, 30), names=names), said(names)], ("l",)),
    "known": Scene(lambda names: [update_of(turn("saboteur2", 7, 5, 30), names=names)], ("k",)),
    "people": Scene(lambda names: [update_of(turn("base", 5, 3, 30), names=names), said(names)], ("p",)),
    "signs": Scene(lambda names: [update_of(turn("base", 5, 3, 30), names=names)], ("question_mark", "end")),
    "looking": Scene(lambda names: [update_of(others_turn(), names=names)], ("2",)),
    "round_over_base": Scene(lambda names: after(round_over("base", 5, 32), names)),
    "round_over_saboteur2": Scene(lambda names: after(round_over("saboteur2", 7, 26), names)),
    "round_over_duel": Scene(lambda names: after(round_over("duel", 2, 3), names)),
    "game_over_solo": Scene(lambda names: after(game_over("solo", 1, 3), names), ("enter",)),
    "game_over": Scene(lambda names: after(game_over("base", 5, 32), names), ("enter",)),
    "replay": Scene(lambda names: [replayed(names, Show(40, 2))]),
    "replay_up": Scene(lambda names: [replayed(names, Show(40, None, True))]),
}
