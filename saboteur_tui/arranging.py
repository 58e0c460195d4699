"""The options and terms of a table as rows that can be stepped through: everything comes from the catalogue."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from protocol.game import Catalogue, EditionEntry, ModuleEntry, Options, Setting
from protocol.messages import Pace, TableInfo, Terms
from saboteur_tui.words import Words

SECONDS = (0, 15, 30, 60, 90, 120, 300)
GRACES = (0, 15, 30, 60, 120, 300)
WINDOWS = (0, 3, 5, 10, 20)
SWITCH = (False, True)

TERMS: tuple[tuple[str, Sequence[Any]], ...] = (
    ("private", SWITCH),
    ("spectators", SWITCH),
    ("chat_apart", SWITCH),
    ("turn_seconds", SECONDS),
    ("decision_seconds", SECONDS),
    ("window_seconds", WINDOWS),
    ("grace_seconds", GRACES),
    ("pace", tuple(Pace)),
)
"""The terms in the order of their rows, with the values that can be stepped through."""

ALONE = ("turn_seconds", "decision_seconds", "window_seconds", "pace")
"""The terms that matter to someone who plays against bots."""


@dataclass(frozen=True)
class Row:
    """One option: what it is called, how it stands, and what it means."""

    id: str
    label: str
    value: str
    help: str
    hindrance: str = ""
    """Why it cannot be switched on as things stand, or nothing."""


def entry_of(catalogue: Catalogue, edition: str) -> EditionEntry | None:
    """Return an edition of the catalogue."""
    return next((entry for entry in catalogue.editions if entry.id == edition), None)


def _modules(catalogue: Catalogue, entry: EditionEntry) -> list[ModuleEntry]:
    return [module for module in catalogue.modules if module.id in entry.modules]


def _settings(catalogue: Catalogue, entry: EditionEntry, options: Options) -> list[Setting]:
    found = list(entry.settings)
    for module in _modules(catalogue, entry):
        if module.id in options.modules:
            found.extend(module.settings)
    return list({setting.id: setting for setting in found}.values())


def rows(catalogue: Catalogue, table: TableInfo, words: Words, *, alone: bool = False) -> list[Row]:
    """Return all rows of a table; alone with bots, without the terms that are about other people."""
    options, entry = table.options, entry_of(catalogue, table.options.edition)
    name, text = words.name, words.help
    found = [
        Row("edition", words.say("room.edition"), name("edition", options.edition), text("edition", options.edition))
    ]
    seats = words.say(
        "room.seats.help", least=entry.least_seats if entry else 1, most=entry.most_seats if entry else 12
    )
    found.append(Row("seats", words.say("room.seats"), str(options.seats), seats))
    if entry is not None:
        for module in _modules(catalogue, entry):
            on = module.id in options.modules
            found.append(
                Row(
                    f"module:{module.id}",
                    name("module", module.id),
                    words.say("switch.on" if on else "switch.off"),
                    text("module", module.id),
                    "" if on else hindrance(module, options, words),
                )
            )
        for setting in _settings(catalogue, entry, options):
            value = options.settings.get(setting.id, setting.values[0])
            found.append(
                Row(
                    f"setting:{setting.id}",
                    name("setting", setting.id),
                    name("value", value),
                    text("setting", setting.id),
                )
            )
    found += [
        Row(f"term:{term}", name("term", term), _shown(getattr(table.terms, term), words), text("term", term))
        for term in (ALONE if alone else dict(TERMS))
    ]
    if alone:
        return found
    locked = words.say("switch.on" if table.locked else "switch.off")
    found.append(Row("password", name("term", "password"), locked, text("term", "password")))
    return found


def hindrance(module: ModuleEntry, options: Options, words: Words) -> str:
    """Return why a module cannot be switched on now, or nothing."""
    for other in module.excludes:
        if other in options.modules:
            return words.say(
                "option.modules_exclude", option=words.name("module", module.id), other=words.name("module", other)
            )
    if not module.least_seats <= options.seats <= module.most_seats:
        return words.say(
            "room.module_seats",
            module=words.name("module", module.id),
            least=module.least_seats,
            most=module.most_seats,
        )
    return ""


def _shown(value: object, words: Words) -> str:
    if isinstance(value, bool):
        return words.say("switch.on" if value else "switch.off")
    if isinstance(value, int):
        return words.say("room.seconds", number=value) if value else words.say("room.no_limit")
    return words.name("pace", value.value) if isinstance(value, Pace) else str(value)


def stepped(catalogue: Catalogue, table: TableInfo, row: str, step: int) -> tuple[Options, Terms]:
    """Return options and terms with one row a step further on."""
    options, terms = table.options, table.terms
    kind, _, id_ = row.partition(":")
    entry = entry_of(catalogue, options.edition)
    if kind == "edition":
        return _other_edition(catalogue, options, step), terms
    if kind == "seats":
        least, most = (entry.least_seats, entry.most_seats) if entry else (1, 12)
        return replace(options, seats=min(max(options.seats + step, least), most)), terms
    if kind == "module":
        on = id_ in options.modules
        modules = tuple(other for other in options.modules if other != id_) if on else (*options.modules, id_)
        changed = replace(options, modules=modules)
        kept = {setting.id for setting in _settings(catalogue, entry, changed)} if entry else set()
        return replace(changed, settings={key: value for key, value in options.settings.items() if key in kept}), terms
    if kind == "setting" and entry is not None:
        setting = next(setting for setting in _settings(catalogue, entry, options) if setting.id == id_)
        value = _next(setting.values, options.settings.get(id_, setting.values[0]), step)
        return replace(options, settings={**options.settings, id_: value}), terms
    if kind == "term":
        values = dict(TERMS)[id_]
        return options, replace(terms, **{id_: _next(values, getattr(terms, id_), step)})
    return options, terms


def _next(values: Sequence[Any], now: Any, step: int) -> Any:
    at = values.index(now) if now in values else 0
    return values[(at + step) % len(values)]


def _other_edition(catalogue: Catalogue, options: Options, step: int) -> Options:
    ids = [entry.id for entry in catalogue.editions]
    entry = catalogue.editions[(ids.index(options.edition) + step) % len(ids) if options.edition in ids else 0]
    seats = min(max(options.seats, entry.least_seats), entry.most_seats)
    modules = tuple(module for module in options.modules if module in entry.modules)
    changed = Options(entry.id, seats, modules)
    kept = {setting.id: setting.values for setting in _settings(catalogue, entry, changed)}
    settings = {key: value for key, value in options.settings.items() if value in kept.get(key, ())}
    return replace(changed, settings=settings)
