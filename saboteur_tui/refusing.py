"""Refusals of the rules as sentences."""

from __future__ import annotations

from protocol.game import OptionsFault, OptionsRefusal, Reason, Refusal, View
from saboteur_tui.naming import Cast
from saboteur_tui.words import Words


def refusal_text(refusal: Refusal, cast: Cast, view: View | None = None) -> str:
    """Return why something was refused."""
    words, key = cast.words, f"reason.{refusal.reason.value}"
    if refusal.reason is Reason.MISMATCH:
        if not refusal.side:
            return words.say(f"{key}.plain")
        return words.say(key, side=words.name("side", refusal.side))
    if refusal.reason is Reason.HINDERED:
        before = view.seats[view.me].before if view is not None and view.me is not None else ()
        return words.say(key, what=cast.cards(before)) if before else words.say(f"{key}.plain")
    return words.say(key)


KINDS = {
    OptionsFault.UNKNOWN_EDITION: ("", ""),
    OptionsFault.UNKNOWN_MODULE: ("", ""),
    OptionsFault.REPEATED_MODULE: ("module", ""),
    OptionsFault.MODULE_NOT_WITH_EDITION: ("module", "edition"),
    OptionsFault.MODULES_EXCLUDE: ("module", "module"),
    OptionsFault.UNKNOWN_SETTING: ("", ""),
    OptionsFault.UNKNOWN_VALUE: ("setting", "value"),
}
"""What option and other of a fault are, where they have names; seats are those of an edition or a module."""


def options_text(fault: OptionsRefusal, words: Words) -> str:
    """Return what is wrong with the options of a table."""

    def named(kind: str, id_: str) -> str:
        kinds = (kind,) if kind else ("edition", "module")
        return next((words.name(kind, id_) for kind in kinds if words.has(f"{kind}.{id_}")), id_)

    if fault.fault in (OptionsFault.TOO_FEW_SEATS, OptionsFault.TOO_MANY_SEATS):
        name, _, number = fault.other.partition(":")
        return words.say(f"option.{fault.fault.value}", option=named("", name), other=number)
    option, other = KINDS.get(fault.fault, ("", ""))
    return words.say(f"option.{fault.fault.value}", option=named(option, fault.option), other=named(other, fault.other))
