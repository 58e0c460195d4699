"""Rounds and games that are over, as text."""

from __future__ import annotations

from protocol.game import Outcome, RoundResult
from saboteur_tui.naming import Cast, sentence


def round_text(result: RoundResult, cast: Cast) -> str:
    """Return how a round ended, the roles, and who got what."""
    words = cast.words
    lines = [words.name("ended", result.reason) + "."]
    if result.finisher is not None:
        lines.append(sentence(words.say("round.finisher", who=cast.who(result.finisher))) + ".")
    if result.sides:
        lines.append(words.say("round.winners", who=cast.all(words.name("side", side) for side in result.sides)))
    lines.append("")
    for seat, role in enumerate(result.roles):
        mark = "+" if seat in result.winners else " "
        paid = []
        for payment in result.payments:
            if payment.seat == seat:
                amount = words.say("round.secret") if payment.amount is None else f"{payment.amount:+}"
                source = f" < {cast.name(payment.source)}" if payment.source is not None else ""
                paid.append(f"{amount} ({words.name('why', payment.why)}{source})")
        lines.append(f"{mark} {cast.name(seat):<18} {words.name('role', role):<14} {', '.join(paid)}".rstrip())
    return "\n".join(lines)


def game_text(outcome: Outcome, cast: Cast) -> str:
    """Return the standings, with the gold of each round."""
    order = sorted(range(len(outcome.gold)), key=lambda seat: -outcome.gold[seat])
    lines = []
    for seat in order:
        place = 1 + sum(gold > outcome.gold[seat] for gold in outcome.gold)
        line = cast.words.say("over.line", place=place, name=cast.name(seat), gold=outcome.gold[seat])
        rounds = "  ".join(f"{gold[seat]:+}" for gold in outcome.gold_by_round)
        lines.append(f"{line}   {rounds}".rstrip())
    if outcome.grade:
        lines.append(cast.words.name("grade", outcome.grade))
    return "\n".join(lines)
