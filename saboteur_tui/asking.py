"""The one line that says what is asked now and which keys answer it."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size

from protocol.game import Answer, AtCell, AtChoice, AtSeat, Lay, Target, View
from saboteur_tui.choosing import Choice, Offers
from saboteur_tui.naming import Cast, sentence

FIRST = ("card", "mark", "place", "seat", "payer", "list")
"""What has to be chosen before anything can be confirmed."""
KEYS = {"next": "Tab", "confirm": "Enter", "turn": "R", "discard": "D", "back": "Esc"}
"""The keys named in the line, as long as nobody gave them others."""


def ask(
    view: View, cast: Cast, choice: Choice, offers: Offers, keys: dict[str, str] | None = None, width: int = 0
) -> str:
    """Return the line; what there is no room for in `width` cells is left out from the end."""
    if view.question is None:
        return _waiting(view, cast, keys or KEYS)
    asked, ways = _asked(view, cast, choice), [text for _, text in _ways(view, cast, choice, offers, keys or KEYS)]
    while True:
        line = sentence(asked) if asked.endswith("?") or not ways else f"{sentence(asked)}:"
        line = f"{line} {', '.join(ways)}".rstrip()
        if not width or cell_len(line) <= width:
            return line
        if not ways:
            return f"{set_cell_size(line, width - 2)}.."
        ways.pop()


def missing(view: View, cast: Cast, choice: Choice, offers: Offers, keys: dict[str, str] | None = None) -> str:
    """Return what is to be chosen before anything can be confirmed."""
    ways = _ways(view, cast, choice, offers, keys or KEYS)
    if not ways:
        return cast.words.say("table.choose_first")
    key, text = ways[0]
    return cast.words.say("table.first", what=text) if key in FIRST else sentence(text)


def _asked(view: View, cast: Cast, choice: Choice) -> str:
    """Return what is asked, or what has been chosen for an answer."""
    words, question = cast.words, view.question
    assert question is not None
    if choice.discarding:
        key = "chosen.discard" if len(choice.hand) != 1 else "chosen.discard.one"
        return words.say(key, number=len(choice.hand), card=cast.cards(view.hand[at] for at in choice.hand))
    if choice.hand:
        return cast.card(view.hand[choice.hand[0]])
    kind = question.kind
    about = about_what(question.about, cast)
    key = f"ask.{kind}" if words.has(f"ask.{kind}") else "ask.other"
    return words.say(key, kind=words.name("ask", kind), who=cast.who(view.turn), about=about)


def about_what(about: tuple[Target, ...], cast: Cast) -> str:
    """Return what a question is about: a card, what it is played on, or who pays the toll for it."""
    named, on = [], []
    laid = False
    for target in about:
        match target:
            case AtSeat():
                on.append(cast.words.say("about.payer" if laid else "about.seat", who=cast.target(target)))
            case AtCell(cell=cell) if cell not in cast.letters:
                laid = True  # places are pointed at in the maze; only goals have a name worth saying
            case _:
                named.append(cast.target(target))
    return " ".join([", ".join(named), *on])


def _ways(view: View, cast: Cast, choice: Choice, offers: Offers, keys: dict[str, str]) -> list[tuple[str, str]]:
    """Return what can be done next, the most useful first: the key of its words, and the words."""
    parts: list[tuple[str, str]] = []

    def how(key: str) -> None:
        last = min(10, max(1, len(view.hand)))
        parts.append((key, cast.words.say(f"how.{key}", first=1, last=last, **keys)))

    if choice.discarding:
        how("mark" if not choice.hand else "more")
        if len(offers.purposes) == 1 and offers.ready is not None:
            how("confirm")
        elif len(offers.purposes) > 1 or offers.listed:
            how("list")
        elif choice.hand and not offers.targets:
            how("enough")
        how("back")
    elif choice.hand:
        if offers.laying:
            for key in ("walk", "turn", "lay"):
                how(key)
        elif offers.cells:
            how("place")
        paying = _asks_for_toll(view, choice)
        if offers.seats:
            how("payer" if paying else "seat")
        if offers.listed:
            how("list")
        if offers.ready is not None:
            how("pay" if paying else "play")
        if not offers.targets and offers.ready is None:
            how("only_discard")
        elif offers.can_discard:
            how("discard")
        how("back")
    else:
        if offers.cards:
            how("card")
        if offers.cells:
            how("place")
        if offers.seats:
            how("seat")
        if offers.listed:
            how("list")
        if offers.can_discard:
            how("discard")
    return parts


def standing_answer(view: View, pointed: Target | str | None) -> Answer | None:
    """Return the answer to the open question that may be given always: the one pointed at, or the first of its kind.

    What to do in one's own turn is never answered so, only to do nothing besides; and gold, after the last turn, is
    not given away by one key.
    """
    if view.question is None or view.turn is None:
        return None
    possible = [
        action
        for action in view.legal
        if isinstance(action, Answer) and len(action.targets) == 1 and isinstance(action.targets[0], AtChoice)
    ]
    if view.turn == view.me and (view.question.kind == "turn" or len(possible) != 1):
        return None
    return next((action for action in possible if action.targets[0] == pointed), next(iter(possible), None))


def _waiting(view: View, cast: Cast, keys: dict[str, str]) -> str:
    words = cast.words
    if view.outcome is not None:
        return words.say("waiting.over", **keys)
    if view.asked is None:
        return words.say("waiting.nobody")
    if view.me in view.asked.seats:
        return words.say("waiting.you_answered")
    who = cast.all(cast.who(seat) for seat in view.asked.seats)
    key = f"wait.{view.asked.kind}"
    if words.has(key):
        return sentence(words.say(key, who=who))
    return sentence(words.say("wait.other", who=who, kind=words.name("wait", view.asked.kind)))


def _asks_for_toll(view: View, choice: Choice) -> bool:
    """Tell whether others may be asked to pay for the path card chosen, where it is to lie."""
    return any(
        isinstance(action, Lay) and action.targets and (AtCell(action.cell),) == choice.picks for action in view.legal
    )
