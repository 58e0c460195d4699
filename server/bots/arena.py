"""Play many deals between bots and print what came of it: `python -m server.bots.arena --roles 3+2 normal/chance`."""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import sqrt
from time import process_time

from protocol.game import Options
from server.bots.estimate import SABOTEUR, pool
from server.bots.levels import LEVELS, level
from server.bots.match import PHASES, LineUp, Match, Round, line_up, play, roles_of, seed_of
from server.bots.policy import NAMES
from server.engine.game import OptionsError, check, new
from server.engine.rules import editions, modules


def mean(numbers: Sequence[float]) -> float:
    """Return the mean."""
    return sum(numbers) / len(numbers)


def interval(numbers: Sequence[float]) -> tuple[float, float]:
    """Return the mean and half the width of its 95% interval."""
    middle = mean(numbers)
    if len(numbers) < 2:
        return middle, float("inf")
    spread = sum((each - middle) ** 2 for each in numbers) / (len(numbers) - 1)
    return middle, 1.96 * sqrt(spread / len(numbers))


class Tally:
    """What the deals of one line-up came to."""

    def __init__(self, lined: LineUp) -> None:
        self.lined = lined
        self.deals: list[list[Match]] = []
        """The matches of each deal: one, or one for each turn of the seats."""

    def matches(self) -> Iterator[Match]:
        """Return all matches."""
        for deal in self.deals:
            yield from deal

    def miners_won(self) -> list[float]:
        """Return for each deal the share of its rounds in which the treasure's side won."""
        return [
            mean([float("saboteurs" not in each.sides) for match in deal for each in match.rounds])
            for deal in self.deals
        ]

    def gold_of(self, name: str) -> list[float]:
        """Return for each deal the mean gold of a seat of this level."""
        return [
            mean([match.gold[seat] for match in deal for seat, each in enumerate(match.levels) if each == name])
            for deal in self.deals
        ]

    def lines(self) -> list[str]:
        """Return a report."""
        rounds = [each for match in self.matches() for each in match.rounds]
        found = [f"{self.lined.text}: {len(self.deals)} deals, {len(rounds)} rounds"]
        # In the Duel and Solo no side wins a round: gold alone counts.
        sides = Counter(" and ".join(each.sides) or "nobody" for each in rounds) if _have_sides(rounds) else Counter()
        found += [f"  won by {side:<22}{100 * won / len(rounds):6.1f} %" for side, won in sides.most_common()]
        found.append(f"  a round takes {mean([each.length for each in rounds]):.1f} decisions")
        found += self._by_role(rounds)
        found += self._by_level()
        estimates = [each.judged for each in rounds if each.judged]
        for part, phase in zip(PHASES, zip(*estimates, strict=True), strict=True) if estimates else ():
            brier = mean([each.brier for each in phase])
            blind = mean([each.uninformed for each in phase])
            right = mean([each.all_right for each in phase])
            found.append(
                f"  miners' estimates after {100 * part:3.0f} %: Brier {brier:.3f} (uninformed {blind:.3f}), "
                f"likeliest saboteurs all right {100 * right:.1f} %"
            )
        return found

    def _by_role(self, rounds: Sequence[Round]) -> list[str]:
        gold: dict[str, list[int]] = defaultdict(list)
        for each in rounds:
            for role, amount in zip(each.roles, each.gold, strict=True):
                gold[role].append(amount)
        return [f"  {role or 'a seat':<12}gold a round {mean(amounts):.2f}" for role, amounts in sorted(gold.items())]

    def _by_level(self) -> list[str]:
        won: dict[tuple[str, str], list[float]] = defaultdict(list)
        gold: dict[str, list[float]] = defaultdict(list)
        games: dict[str, list[float]] = defaultdict(list)
        seconds: Counter[str] = Counter()
        decisions: Counter[str] = Counter()
        sided = _have_sides([each for match in self.matches() for each in match.rounds])
        for match in self.matches():
            for seat, (name, amount) in enumerate(zip(match.levels, match.gold, strict=True)):
                gold[name].append(amount)
                games[name].append(float(seat in match.winners))
            for each in match.rounds if sided else ():
                for seat, role in enumerate(each.roles):
                    side = "as saboteur" if role == SABOTEUR else "as miner"
                    won[match.levels[seat], side].append(float(seat in each.winners))
            for name, time in match.seconds.items():
                seconds[name] += time  # type: ignore[assignment]
            decisions.update(match.decisions)
        found = []
        if not self.lined.miners:
            found += [f"  {name} {side} wins{100 * mean(each):6.1f} %" for (name, side), each in sorted(won.items())]
            for name, amounts in sorted(gold.items()):
                found.append(f"  {name:<10} gold a game {mean(amounts):.2f}, games won {100 * mean(games[name]):.1f} %")
            names = sorted(gold)
            for other in names[1:]:
                pairs = zip(self.gold_of(names[0]), self.gold_of(other), strict=True)
                middle, half = interval([one - two for one, two in pairs])
                found.append(f"  {names[0]} - {other}: {middle:+.2f} gold a game, 95% +-{half:.2f}")
        grades = Counter(match.grade for match in self.matches() if match.grade)
        if grades:
            found.append("  grades " + ", ".join(f"{grade} {count}" for grade, count in sorted(grades.items())))
        for name in sorted(decisions):
            found.append(f"  {name:<10} {1000 * seconds[name] / decisions[name]:.2f} ms a decision")
        return found


def _have_sides(rounds: Sequence[Round]) -> bool:
    """Whether sides win rounds in what was played."""
    return any(each.sides for each in rounds)


def compare(first: Tally, other: Tally) -> str:
    """Return how much better the miners of a line-up fared than those of another on the same deals."""
    pairs = zip(other.miners_won(), first.miners_won(), strict=True)
    middle, half = interval([100 * (one - two) for one, two in pairs])
    sign = "miners win" if middle >= 0 else "saboteurs win"
    return (
        f"{other.lined.text} against {first.lined.text}: {sign} {abs(middle):.1f} points more, 95% +-{half:.1f}"
        f" ({'significant' if abs(middle) > half else 'not significant'})"
    )


def deals(options: Options, first: int, roles: str) -> Iterator[int]:
    """Return the numbers of deals, only those with this split of miners and saboteurs if one is given."""
    wanted = int(roles.split("+")[1]) if roles else -1
    deal = first
    while True:
        if wanted < 0 or roles_of(new(options, seed_of(deal))).count(SABOTEUR) == wanted:
            yield deal
        deal += 1


def parser() -> argparse.ArgumentParser:
    """Return the command line."""
    listing = "\n".join(
        f"  {edition.id}: {edition.seats[0]}-{edition.seats[1]} seats; modules: "
        + (", ".join(module.id for module in modules(edition.id)) or "none")
        for edition in editions()
    )
    made = argparse.ArgumentParser(
        prog="python -m server.bots.arena",
        description="Play the same deals with each line-up and print what came of it.",
        epilog=f"editions:\n{listing}\nbots:\n  {', '.join(LEVELS)}\nrules of normal:\n  {', '.join(NAMES)}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument(
        "lines",
        nargs="*",
        default=["normal"],
        metavar="LINE-UP",
        help="LEVEL for all seats, LEVEL,LEVEL,... seat by seat (rotated), or MINERS/SABOTEURS; "
        "normal-RULE is normal without a rule",
    )
    made.add_argument("--edition", default="base", help="what is played (default: base)")
    made.add_argument(
        "--seats", type=int, default=0, help="number of seats (default: 5, or the nearest number allowed)"
    )
    made.add_argument("--with", dest="modules", default="", metavar="NAME,NAME", help="modules to switch on")
    made.add_argument(
        "--games", "--deals", dest="deals", type=int, default=100, help="number of deals, a game each (default: 100)"
    )
    made.add_argument("--first-deal", type=int, default=0, help="number of the first deal (default: 0)")
    made.add_argument("--roles", default="", metavar="3+2", help="single rounds of so many miners and saboteurs")
    made.add_argument("--playouts", type=int, default=0, help="playouts of a level that searches (0: its own number)")
    made.add_argument("--without", default="", metavar="RULE", help="print what a rule of normal, or all, is worth")
    return made


def run(given: argparse.Namespace, options: Options, texts: Sequence[str]) -> list[Tally]:
    """Play every deal with every line-up; interrupted, keep the deals that all of them have played."""
    tallies = [Tally(line_up(text)) for text in texts]
    numbers = deals(options, given.first_deal, given.roles)
    try:
        for _, deal in zip(range(given.deals), numbers, strict=False):
            played = [play_deal(given, options, tally.lined, deal) for tally in tallies]
            for tally, matches in zip(tallies, played, strict=True):
                tally.deals.append(matches)
    except KeyboardInterrupt:
        if not tallies[0].deals:
            raise
    return tallies


def play_deal(given: argparse.Namespace, options: Options, lined: LineUp, deal: int) -> list[Match]:
    """Play a deal with one line-up: once, or once for each turn of the seats where they differ."""
    turns = options.seats if len(set(lined.by_seat)) > 1 and not given.roles else 1
    return [
        play(
            options,
            lined,
            deal,
            turned=turned if turns > 1 else deal,
            rounds=1 if given.roles or lined.miners else None,
            playouts=given.playouts,
            judge=lambda name: name.startswith(("normal", "hard")),
        )
        for turned in range(turns)
    ]


def fault_of(roles: str, options: Options, texts: Sequence[str]) -> str:
    """Return what is wrong with a split of roles or with a line-up, or nothing."""
    if roles:
        miners, plus, saboteurs = roles.partition("+")
        dealt = pool(options)
        if not (miners.isdecimal() and plus and saboteurs.isdecimal()):
            return f"--roles {roles}: give miners and saboteurs, such as 3+2"
        if int(miners) + int(saboteurs) != options.seats:
            return f"--roles {roles}: there are {options.seats} seats"
        if int(saboteurs) > dealt.count(SABOTEUR) or int(miners) > len(dealt) - dealt.count(SABOTEUR):
            return f"--roles {roles}: such roles are never dealt"
    for text in texts:
        if text.count("/") > 1:
            return f"{text}: a line-up has one slash at most"
        for name in text.replace("/", ",").split(","):
            try:
                level(name)
            except ValueError as error:
                return str(error)
    return ""


def usual_seats(edition: str) -> int:
    """Return 5, or the number of seats nearest to it that an edition allows."""
    least, most = next((each.seats for each in editions() if each.id == edition), (5, 5))
    return min(most, max(least, 5))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the arena."""
    made = parser()
    given = made.parse_args(arguments)
    seats = given.seats or usual_seats(given.edition)
    options = Options(given.edition, seats, tuple(name for name in given.modules.split(",") if name))
    refusal = check(options)
    if refusal is not None:
        made.error(str(OptionsError(refusal)))
    texts = list(given.lines)
    if given.without:
        texts = ["normal/normal"]
        for rule in NAMES if given.without == "all" else given.without.split(","):
            texts += [f"normal-{rule}/normal", f"normal/normal-{rule}"]
    fault = fault_of(given.roles, options, texts) or ("" if given.deals > 0 else "--deals: at least one")
    if fault:
        made.error(fault)
    began = process_time()
    tallies = run(given, options, texts)
    seconds = process_time() - began
    for tally in tallies if not given.without else tallies[:1]:
        print("\n".join(tally.lines()))
    for other in tallies[1:]:
        if tallies[0].lined.miners and other.lined.miners:
            print(compare(tallies[0], other))
    matches = [match for tally in tallies for match in tally.matches()]
    rounds = sum(len(match.rounds) for match in matches)
    print(
        f"{len(matches)} games, {rounds} rounds in {seconds:.1f} s: "
        f"{len(matches) / seconds:.1f} games/s, {rounds / seconds:.1f} rounds/s"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
