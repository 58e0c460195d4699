"""Rounds and games that are over: who won and why, and who got what; pure."""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text

from protocol.game import Outcome, Payment, RoundResult
from protocol.limits import NAME_CELLS as NAME
from protocol.messages import GameInfo
from protocol.record import commitment, seed
from saboteur_tui.drawing.maze import face_of
from saboteur_tui.naming import Cast, sentence
from saboteur_tui.panels import cut

OWN_GOLD = ("marked", "trolls")
"""What is paid where no side wins, but each digs for the own gold."""
ROLE_CELLS = 13
LEAST_WIDTH = 30


def round_title(result: RoundResult, cast: Cast) -> str:
    """Return the line that says which round is over and who won it."""
    words = cast.words
    title = words.say("round.title", round=result.round)
    if not result.sides:
        # Where each digs for the own gold a round has no winner; elsewhere crystals and thefts are no victory.
        dug = any(payment.why in OWN_GOLD for payment in result.payments)
        return title if dug else f"{title}: {words.say('round.nobody')}"
    sides = cast.all(words.name("side", side) for side in result.sides)
    return f"{title}: {words.say('round.won', sides=sides)}"


def why_won(result: RoundResult, cast: Cast) -> list[str]:
    """Return sentences that say how the round came to its end."""
    words = cast.words
    told = [words.name("ended", result.reason)]
    if result.finisher is not None:
        told.append(words.say("round.finisher", who=cast.who(result.finisher)))
    doors = doors_on_way(result, cast)
    if doors:
        told.append(words.say("round.doors", doors=cast.all(doors)))
    return [f"{sentence(text)}." for text in told]


def doors_on_way(result: RoundResult, cast: Cast) -> list[str]:
    """Return the doors on the winning path, from the start on."""
    on_way = {laid.cell: laid.card for laid in result.maze}
    found = []
    for cell in result.path:
        face = face_of(cast.faces, on_way.get(cell, ""))
        if any(mark.kind == "door" for mark in face.marks):
            found.append(cast.card(face.id))
    return found


def seat_line(result: RoundResult, cast: Cast, seat: int, width: int) -> list[Text]:
    """Return the lines of one seat: name and role, then what it got and why."""
    words = cast.words
    mark = "+" if seat in result.winners else " "
    line = Text(f"{mark} ", no_wrap=True)
    longest = max(cell_len(cast.name(other)) for other in range(len(result.roles)))
    line.append_text(cut(cast.title(seat), min(NAME, longest)))
    role = result.roles[seat] if seat < len(result.roles) else ""
    line.append_text(cut(" " + words.name("role", role), ROLE_CELLS))
    if seat in result.winners:
        line.stylize("bold")
    got = [gain_text(payment, cast, seat) for payment in result.payments if seat in (payment.seat, payment.source)]
    parts = Text(", ".join(got)) if got else Text(words.say("round.no_gold"), style="dim")
    if line.cell_len + parts.cell_len + 1 <= width or not got:
        return [line.append(" ").append_text(parts)]
    return [line, *(Text(f"    {text}") for text in got)]


def gain_text(payment: Payment, cast: Cast, seat: int) -> str:
    """Return one payment as its receiver, or the one it was taken from, reads it."""
    words = cast.words
    if payment.source is not None:
        key, other = ("round.stole", payment.source) if seat == payment.seat else ("round.robbed", payment.seat)
        return words.say(key, amount=abs(payment.amount or 0), who=cast.who(other))
    if payment.amount is None:
        return words.say("round.secret")
    return f"{payment.amount:+} {words.name('why', payment.why)}"


def round_lines(result: RoundResult, cast: Cast, width: int) -> list[Text]:
    """Return all seats with their roles and gold, the winners first."""
    seats = sorted(range(len(result.roles)), key=lambda seat: (seat not in result.winners, seat))
    return [line for seat in seats for line in seat_line(result, cast, seat, max(width, LEAST_WIDTH))]


# --- The game ---------------------------------------------------------------------------------------------------------


def game_title(outcome: Outcome, cast: Cast) -> str:
    """Return the line that says who won the game."""
    if outcome.grade:
        return f"{cast.words.say('over.title')}: {cast.words.name('grade', outcome.grade)}"
    who = cast.all(cast.who(seat) for seat in outcome.winners)
    key = "over.you" if outcome.winners == (cast.me,) else "over.many" if len(outcome.winners) > 1 else "over.one"
    title = cast.words.say(key, who=sentence(who)) if outcome.winners else cast.words.say("round.nobody")
    return f"{cast.words.say('over.title')}: {title}"


def standings(outcome: Outcome, cast: Cast) -> list[Text]:
    """Return a table of places, names, gold of each round and in all."""
    words, rounds = cast.words, outcome.gold_by_round
    heads = "".join(f"{words.say('over.round', round=at + 1):>10}" for at in range(len(rounds)))
    lines = [Text(f"{'':>5}{'':{NAME}}{heads}{words.say('over.total'):>10}", style="bold")]
    for seat in sorted(range(len(outcome.gold)), key=lambda seat: (-outcome.gold[seat], seat)):
        place = 1 + sum(gold > outcome.gold[seat] for gold in outcome.gold)
        line = Text(f"{'*' if seat in outcome.winners else ' '}{place:>2}. ", no_wrap=True)
        line.append_text(cut(cast.name(seat), NAME))
        line.append("".join(f"{gold[seat]:>10}" for gold in rounds))
        line.append(f"{outcome.gold[seat]:>10}", style="bold")
        if seat in outcome.winners:
            line.stylize("bold")
        if seat == cast.me:
            line.append(f"  {words.say('over.me')}")
        lines.append(line)
    return lines


def deal_lines(game: GameInfo | None, cast: Cast) -> list[str]:
    """Return the seed and the check that the deal is the one that was bound before anyone sent a nonce."""
    if game is None or not game.secret:
        return []
    words, made = cast.words, seed(game.secret, game.nonces)
    sound = commitment(game.secret) == game.commitment
    return [
        words.say("over.seed", seed=made.hex()),
        words.say("over.deal_sound" if sound else "over.deal_wrong", hash=game.commitment.hex()[:16]),
    ]
