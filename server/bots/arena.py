"""Play many games between bots and print what came of it: `python -m server.bots.arena --edition base --seats 5`."""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Sequence
from hashlib import sha256
from random import Random
from time import perf_counter

from protocol.game import Action, Options
from server.bots.bot import Bot
from server.bots.levels import LEVELS
from server.engine import steps
from server.engine.game import Game, OptionsError, check, new
from server.engine.rules import editions, modules


class Tally:
    """What many games came to."""

    def __init__(self) -> None:
        self.games = 0
        self.rounds = 0
        self.actions = 0
        self.sides: Counter[str] = Counter()
        self.gold: dict[str, list[int]] = defaultdict(list)

    def add(self, game: Game) -> None:
        """Count a finished game."""
        assert game.outcome is not None
        self.games += 1
        self.actions += len(game.actions)
        for result, gold in zip(game.state.results, game.outcome.gold_by_round, strict=True):
            self.rounds += 1
            self.sides[" and ".join(result.sides) or "nobody"] += 1
            for role, amount in zip(result.roles, gold, strict=False):
                self.gold[game.state.id_of(role)].append(amount)

    def lines(self, seconds: float) -> list[str]:
        """Return a report."""
        report = [
            f"{self.games} games, {self.rounds} rounds, {self.actions} actions in {seconds:.1f} s",
            f"{self.games / seconds:.1f} games/s, {self.actions / seconds:.0f} actions/s",
            f"length of a round: {self.actions / self.rounds:.1f} actions",
            "rounds won by",
        ]
        report += [f"  {side:<24}{100 * won / self.rounds:6.1f} %" for side, won in self.sides.most_common()]
        report.append("gold per round as")
        report += [
            f"  {role:<24}{sum(amounts) / len(amounts):6.2f}   ({len(amounts)} times)"
            for role, amounts in sorted(self.gold.items())
        ]
        return report


def seed_of(deal: int) -> bytes:
    """Return the seed of a deal, so that the same deal can be played again."""
    return sha256(b"arena %d" % deal).digest()


def play_game(options: Options, bots: Sequence[Bot | None], deal: int) -> Game:
    """Play one game; a seat whose bot is None plays by chance without being shown anything."""
    random = Random(deal)
    game = new(options, seed_of(deal))
    while game.outcome is None:
        seat = game.waiting()[0]
        bot = bots[seat]
        if bot is None:
            legal = game.legal(seat)
            action: Action = legal[int(random.random() * len(legal))]
        else:
            action = bot.choose(game.view(seat), game.story(seat), random)
        game.play(seat, action)
    return game


def play_quietly(options: Options, deal: int) -> Game:
    """Play one game by chance with nobody listening, as playouts do."""
    random = Random(deal)
    game = new(options, seed_of(deal))
    state = game.state
    state.news = None
    questions = state.rules.questions
    actions: list[tuple[int, Action]] = []
    while state.asked is not None:
        asked = state.asked
        seat = next(seat for seat, given in zip(asked.seats, asked.answers, strict=True) if given is None)
        legal = questions[asked.kind].legal(state, seat, asked)
        action = legal[int(random.random() * len(legal))]
        steps.play(state, seat, action)
        actions.append((seat, action))
    game.actions = tuple(actions)
    return game


def parser() -> argparse.ArgumentParser:
    """Return the command line."""
    listing = "\n".join(
        f"  {edition.id}: {edition.seats[0]}-{edition.seats[1]} seats; modules: "
        + (", ".join(module.id for module in modules(edition.id)) or "none")
        for edition in editions()
    )
    made = argparse.ArgumentParser(
        prog="python -m server.bots.arena",
        description="Play games between bots and print what came of it.",
        epilog=f"editions:\n{listing}\nbots:\n  {', '.join(LEVELS)}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("--edition", default="base", help="what is played (default: base)")
    made.add_argument("--seats", type=int, default=5, help="number of seats (default: 5)")
    made.add_argument("--games", type=int, default=100, help="number of games (default: 100)")
    made.add_argument("--with", dest="modules", default="", metavar="NAME,NAME", help="modules to switch on")
    made.add_argument("--bots", default="chance", metavar="LEVEL,...", help="levels of the seats in turn, repeated")
    made.add_argument("--first-deal", type=int, default=0, help="number of the first deal (default: 0)")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the arena."""
    made = parser()
    given = made.parse_args(arguments)
    options = Options(given.edition, given.seats, tuple(name for name in given.modules.split(",") if name))
    refusal = check(options)
    if refusal is not None:
        made.error(str(OptionsError(refusal)))
    levels = given.bots.split(",")
    for level in levels:
        if level not in LEVELS:
            made.error(f"unknown bot: {level} (there are {', '.join(LEVELS)})")
    bots = [LEVELS[levels[seat % len(levels)]] for seat in range(options.seats)]
    quiet = levels == ["chance"]
    tally = Tally()
    began = perf_counter()
    for deal in range(given.first_deal, given.first_deal + given.games):
        tally.add(play_quietly(options, deal) if quiet else play_game(options, bots, deal))
    print("\n".join(tally.lines(perf_counter() - began)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
