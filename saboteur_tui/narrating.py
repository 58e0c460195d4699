"""From events to sentences: the log of one seat, or of a spectator."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from protocol.game import (
    AtCard,
    AtCell,
    AtChoice,
    AtSeat,
    CardLaid,
    CardLifted,
    CardPlayed,
    Discarded,
    Drawn,
    Event,
    GameEnded,
    GoalMoved,
    GoldPicked,
    HandsSwapped,
    Happened,
    Lay,
    Looked,
    Marked,
    Paid,
    Play,
    PutBefore,
    RoleDealt,
    RoundBegun,
    RoundEnded,
    TakenAway,
    TurnedUp,
)
from saboteur_tui.naming import Cast, sentence

TOOLS = {"break_pick", "break_lamp", "break_cart"}
"""Cards before a seat that are told of as tools broken and mended."""


def narrate(events: Iterable[Event], cast: Cast) -> list[str]:
    """Return the sentences for some events, in order; what another sentence tells already is left out."""
    return [text for text, _ in tell(events, cast)]


def tell(events: Iterable[Event], cast: Cast) -> list[tuple[str, bool]]:
    """Return the sentences for some events, each with whether it tells a secret of mine."""
    told: list[tuple[str, bool]] = []
    events = list(events)
    for at, event in enumerate(events):
        text = _TELLERS[type(event)](event, cast, events[at + 1 :])
        if text:
            told.append((sentence(text), is_secret(event)))
    return told


def is_secret(event: Event) -> bool:
    """Tell whether an event names cards that only some are told."""
    match event:
        case Drawn() | Discarded() | Looked() | HandsSwapped():
            return bool(event.cards)
        case RoleDealt(role=named) | GoldPicked(card=named):
            return bool(named)
    return False


def _round_begun(event: RoundBegun, cast: Cast, _: list[Event]) -> str:
    key = "event.round_begun" if event.starter == cast.me else "event.round_begun.other"
    return cast.words.say(key, round=event.round, who=cast.who(event.starter))


def _role_dealt(event: RoleDealt, cast: Cast, _: list[Event]) -> str:
    if event.role and event.seat == cast.me:
        key = "event.role_dealt" if event.why == "deal" else "event.role_changed"
        return cast.words.say(key, role=cast.words.name("role", event.role))
    if event.why == "deal":
        return ""
    return cast.words.say("event.role_changed.other", who=cast.who(event.seat))


FROM_ELSEWHERE = {"hand": "event.drawn.from_hand", "looked": "event.drawn.kept"}
"""Where a card came from that is no draw, and the words for those who see it."""


def _drawn(event: Drawn, cast: Cast, _: list[Event]) -> str:
    # What everybody draws at the end of a turn or at the deal fills no log; what I drew is worth a line, and so is
    # a card that comes from elsewhere.
    if event.source == "discard":
        pile = cast.words.name("choice", "discard_pile")
        key = "event.drawn.taken.seen" if event.cards else "event.drawn.taken"
        return cast.words.say(key, who=cast.who(event.seat), cards=cast.cards(event.cards), pile=pile)
    if event.source in FROM_ELSEWHERE:
        return cast.words.say(FROM_ELSEWHERE[event.source], cards=cast.cards(event.cards)) if event.cards else ""
    if event.seat == cast.me and event.cards and event.count <= 3:
        return cast.words.say("event.drawn.cards", cards=cast.cards(event.cards))
    return ""


def _played(event: CardPlayed, cast: Cast, later: list[Event]) -> str:
    action = event.action
    if isinstance(action, Lay) or _told_later(action, later):
        return ""
    targets = cast.all(_target(cast, event.seat, target) for target in action.targets)
    if not targets:
        return cast.words.say("event.played", who=cast.who(event.seat), card=cast.card(action.card))
    return cast.words.say("event.played.on", who=cast.who(event.seat), card=cast.card(action.card), target=targets)


def _target(cast: Cast, actor: int, target: object) -> str:
    if isinstance(target, AtSeat) and target.seat == actor:
        return _self(cast, actor)
    return cast.target(target)  # type: ignore[arg-type]


def _self(cast: Cast, seat: int) -> str:
    return cast.words.say("whom.yourself" if seat == cast.me else "whom.self")


def _told_later(action: Play, later: list[Event]) -> bool:
    """Tell whether an effect that follows says it all, such as a card put before a seat, or a look."""
    for event in later:
        match event:
            case CardPlayed():
                return False
            case PutBefore(card=card) if card == action.card:
                return True
            case TakenAway() | Looked() | CardLifted() | HandsSwapped():
                return True
            case CardLaid(source=source) if source is not None:
                return True
            case Happened(kind="vetoed"):
                return True
    return False


def _laid(event: CardLaid, cast: Cast, _: list[Event]) -> str:
    key = "event.laid" if event.source is None else "event.laid.moved"
    return cast.words.say(key, who=cast.who(event.seat), card=cast.card(event.card))


def _lifted(event: CardLifted, cast: Cast, _: list[Event]) -> str:
    key = "event.lifted" if event.card else "event.lifted.down"
    return cast.words.say(key, who=cast.who(event.seat), card=cast.card(event.card))


def _turned_up(event: TurnedUp, cast: Cast, _: list[Event]) -> str:
    return cast.words.say("event.turned_up", where=cast.where(event.cell), card=cast.card(event.card))


def _goal_moved(event: GoalMoved, cast: Cast, _: list[Event]) -> str:
    to = cast.place(event.to)
    return cast.words.say("event.goal_moved", who=cast.who(event.seat), where=cast.where(event.to), to=to)


def _put_before(event: PutBefore, cast: Cast, _: list[Event]) -> str:
    fields: dict[str, Any] = {"who": cast.who(event.by), "card": cast.card(event.card)}
    if event.seat == event.by:
        return cast.words.say("event.put_before.self", whom=_self(cast, event.seat), **fields)
    if event.card in TOOLS:
        tool = cast.words.short("card", event.card)
        return cast.words.say("event.break", whose=cast.whose(event.seat), tool=tool, **fields)
    return cast.words.say("event.put_before", whom=cast.who(event.seat), **fields)


def _taken_away(event: TakenAway, cast: Cast, _: list[Event]) -> str:
    fields: dict[str, Any] = {"who": cast.who(event.by), "whose": cast.whose(event.seat, event.by)}
    if event.card in TOOLS:
        return cast.words.say("event.mend", tool=cast.words.short("card", event.card), **fields)
    whom = _self(cast, event.seat) if event.seat == event.by else cast.who(event.seat)
    return cast.words.say("event.taken_away", card=cast.card(event.card), whom=whom, **fields)


def _discarded(event: Discarded, cast: Cast, _: list[Event]) -> str:
    fields: dict[str, Any] = {"who": cast.who(event.seat), "number": event.count}
    if event.cards:
        return cast.words.say("event.discarded.seen", cards=cast.cards(event.cards), **fields)
    return cast.words.say("event.discarded" if event.count == 1 else "event.discarded.many", **fields)


def _looked(event: Looked, cast: Cast, _: list[Event]) -> str:
    if isinstance(event.at, AtSeat):
        if event.cards:
            roles = cast.all(cast.words.name("role", card) for card in event.cards)
            return cast.words.say("event.looked.seen_role", what=cast.name(event.at.seat), card=roles)
        return cast.words.say("event.looked.role", who=cast.who(event.seat), whose=cast.whose(event.at.seat))
    what = cast.target(event.at)
    if event.cards and isinstance(event.at, AtChoice):
        return cast.words.say("event.looked.pile", what=what, card=cast.cards(event.cards))
    if event.cards:
        return cast.words.say("event.looked.seen", what=what, card=cast.cards(event.cards))
    return cast.words.say("event.looked", who=cast.who(event.seat), what=what)


def _hands_swapped(event: HandsSwapped, cast: Cast, _: list[Event]) -> str:
    return cast.words.say("event.hands_swapped", who=cast.who(event.seat), whom=cast.who(event.other))


def _marked(event: Marked, cast: Cast, _: list[Event]) -> str:
    key = "event.marked" if event.on else "event.unmarked"
    own = f"{key}.{event.mark}"
    fields: dict[str, Any] = {"who": cast.who(event.seat), "where": cast.where(event.cell)}
    if cast.words.has(own):
        return cast.words.say(own, **fields)
    return cast.words.say(key, mark=cast.words.name("mark", event.mark), **fields)


def _paid(event: Paid, cast: Cast, _: list[Event]) -> str:
    fields: dict[str, Any] = {"who": cast.who(event.seat), "amount": abs(event.amount)}
    if event.source is not None and event.amount > 0:
        own = f"event.paid.{event.why}"
        key = own if cast.words.has(own) else "event.paid.stole"
        return cast.words.say(key, whom=cast.who(event.source), **fields)
    key = "event.paid" if event.amount >= 0 else "event.paid.lost"
    return cast.words.say(key, why=cast.words.name("why", event.why), **fields)


def _gold_picked(event: GoldPicked, cast: Cast, _: list[Event]) -> str:
    if event.card:
        return cast.words.say("event.gold_picked.seen", card=cast.card(event.card))
    return cast.words.say("event.gold_picked", who=cast.who(event.seat))


def _round_ended(event: RoundEnded, cast: Cast, _: list[Event]) -> str:
    if not event.sides:
        ended = cast.words.name("ended", event.reason)
        return cast.words.say("event.round_ended.nobody", round=event.round, ended=ended)
    sides = cast.all(cast.words.name("side", side) for side in event.sides)
    return cast.words.say("event.round_ended", round=event.round, sides=sides)


def _game_ended(event: GameEnded, cast: Cast, _: list[Event]) -> str:
    if not event.winners:
        return cast.words.say("event.game_ended.alone", gold=max(event.gold))
    gold = max(event.gold[seat] for seat in event.winners)
    return cast.words.say("event.game_ended", who=cast.all(cast.who(seat) for seat in event.winners), gold=gold)


def _happened(event: Happened, cast: Cast, _: list[Event]) -> str:
    fields: dict[str, Any] = {
        "who": cast.who(event.seat),
        "whose": cast.whose(event.seat) if event.seat is not None else "",
        "kind": cast.words.name("happened", event.kind),
        "targets": cast.all(cast.target(target) for target in event.targets),
        "number": event.number,
        "card": cast.cards(target.card for target in event.targets if isinstance(target, AtCard)),
        "whom": cast.all(cast.target(target) for target in event.targets if isinstance(target, AtSeat)),
    }
    if cast.words.has(f"happened.{event.kind}"):
        return cast.words.say(f"happened.{event.kind}", **fields)
    told = cast.words.say("event.happened" if event.seat is not None else "event.happened.nobody", **fields)
    seen = [target for target in event.targets if isinstance(target, AtCell | AtSeat | AtCard)]
    return f"{told} ({fields['targets']})" if seen else told


_TELLERS: dict[type, Callable[[Any, Cast, list[Event]], str]] = {
    RoundBegun: _round_begun,
    RoleDealt: _role_dealt,
    Drawn: _drawn,
    CardPlayed: _played,
    CardLaid: _laid,
    CardLifted: _lifted,
    TurnedUp: _turned_up,
    GoalMoved: _goal_moved,
    PutBefore: _put_before,
    TakenAway: _taken_away,
    Discarded: _discarded,
    Looked: _looked,
    HandsSwapped: _hands_swapped,
    Marked: _marked,
    Paid: _paid,
    GoldPicked: _gold_picked,
    RoundEnded: _round_ended,
    GameEnded: _game_ended,
    Happened: _happened,
}
