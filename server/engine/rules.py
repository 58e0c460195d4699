"""Expansions as data, and the rules that come of switching some of them on together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from protocol.game import (
    Action,
    Catalogue,
    Cell,
    EditionEntry,
    Face,
    Lay,
    ModuleEntry,
    Options,
    OptionsFault,
    OptionsRefusal,
    Outcome,
    Refusal,
    Setting,
)
from server.engine.card import Card
from server.engine.maze import Traveller, build

if TYPE_CHECKING:
    from server.engine.state import Open, State

RULES_VERSION = 1
"""Goes up whenever the same options, seed and actions would give another game."""

StepFunction = Callable[..., None]


class Choice(NamedTuple):
    """One of the things a seat may do in its turn besides playing a card: its actions, and what they do."""

    legal: Callable[[State, int], Iterable[Action]]
    refuse: Callable[[State, int, Action], Refusal | None]
    perform: Callable[[State, int, Action], None]


class QuestionKind(NamedTuple):
    """A kind of question: what answers it, and what happens when all asked have answered."""

    legal: Callable[[State, int, Open], Sequence[Action]]
    answered: Callable[[State, Open], None]
    refuse: Callable[[State, int, Open, Action], Refusal | None] | None = None
    """Tells why an answer is illegal; without it an answer that is not listed is just no answer."""
    cards: Callable[[State, int, Open], tuple[int, ...]] | None = None
    """Cards that only the asked seat is shown."""
    silence: Action | None = None
    """What a seat answers that lets its time run out; None: a stand-in decides."""
    window: bool = False
    """Whether it has the table's short clock for windows, and its timing must tell nothing of anybody's hand (C3)."""


def not_given(*_arguments: Any) -> Any:
    """Stand for a hook that an expansion leaves as it is."""
    raise NotImplementedError


@dataclass(frozen=True)
class Hooks:
    """Named functions in which editions and modules differ; one that is given replaces that of the edition extended."""

    travellers: Callable[[Rules], tuple[Traveller, ...]] = not_given
    """Those whose reach the maze keeps."""
    traveller: Callable[[State, int], int] = not_given
    """Which of them a seat lays cards for."""
    hand_size: Callable[[Rules], int] = not_given
    round_roles: Callable[[State], tuple[int, ...]] = not_given
    """The role cards that are shuffled for a round."""
    sure_goals: Callable[[Rules], tuple[int, ...]] = not_given
    """The goals that are always among those laid, where the box holds more than are laid."""
    may_lay: Callable[[State, int], bool] = not_given
    """Whether a seat may lay path cards now."""
    lay_actions: Callable[[State, int, list[Card]], list[Action]] = not_given
    """Every way a seat may lay one of these path cards."""
    refuse_lay: Callable[[State, int, Lay], Refusal | None] = not_given
    """Why a lay that the maze allows, or one with targets, is illegal."""
    hold_back: Callable[[State, Open], bool] | None = not_given
    """Whether an answer must wait for the consent of others, who are asked for it now; None: never."""
    before_laying: Callable[[State, int, Lay], None] = not_given
    """What happens between announcing a path card and its lying in the maze."""
    reachable: Callable[[State], list[int]] = not_given
    """The cells newly reached after a change of the maze (R3)."""
    orientations: Callable[[State, int], list[bool]] = not_given
    """The ways up in which a reached card may come to lie (R2)."""
    lookable: Callable[[State], list[int]] = not_given
    """The cells of the face-down cards that a map may look at."""
    maze_changed: Callable[[State], None] = not_given
    """What a change of the maze does before anything reached is turned up."""
    draw: Callable[[State], None] = not_given
    """Draw at the end of a turn."""
    round_is_over: Callable[[State], bool] = not_given
    """Whether the round ends before the next turn."""
    score: Callable[[State, str], None] = not_given
    """Who won the round, and the steps that pay them."""
    next_starter: Callable[[State], int] = not_given
    gold_is_public: Callable[[State], bool] = not_given
    is_paid: Callable[[State, int], bool] = not_given
    """Whether a seat may get a share at the end of a round."""
    outcome: Callable[[State], Outcome] = not_given


Hook = Callable[..., Any]


@dataclass(frozen=True)
class Expansion:
    """An edition or a module: data, and a few named functions."""

    id: str
    edition: bool = False
    extends: str = ""
    """The edition whose cards and rules this edition adds to."""
    seats: tuple[int, int] = (1, 12)
    editions: tuple[str, ...] = ()
    """For a module: the editions it may be switched on with."""
    excludes: tuple[str, ...] = ()
    """For a module: the modules it cannot be combined with."""
    settings: tuple[Setting, ...] = ()
    cards: tuple[Card, ...] = ()
    supplies: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Cards in the box by supply (deck, goals, roles, gold, ...): card id -> how many; modules add to them."""
    replaces: frozenset[str] = frozenset()
    """Supplies that are this expansion's alone."""
    steps: Mapping[str, StepFunction] = field(default_factory=dict)
    questions: Mapping[str, QuestionKind] = field(default_factory=dict)
    choices: Mapping[str, Choice | None] = field(default_factory=dict)
    """Things to do in a turn; one of the same id replaces an earlier one, None takes it away."""
    set_up: Mapping[str, int] = field(default_factory=dict)
    """Steps that set up a round, each with its place in their order."""
    answering: tuple[str, ...] = ()
    """Steps between the announcing of a played card and its effect."""
    hooks: Hooks = Hooks()
    wraps: Mapping[str, Callable[[Hook], Hook]] = field(default_factory=dict)
    """Hooks changed rather than replaced: name -> a function that takes the hook as it stands and returns the new one.

    Modules that may be switched on together wrap; only one of them may replace a hook, step, question or layout."""
    opening: frozenset[str] = frozenset()
    """Marks that open the door or troll of the card they lie on."""
    layout: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    """Cells by what lies there at set-up; one of the same name replaces that of the edition extended."""
    rounds: int = 0

    def hooks_given(self) -> dict[str, Hook]:
        """Return the hooks that this expansion replaces."""
        return {each.name: hook for each in fields(Hooks) if (hook := getattr(self.hooks, each.name)) is not not_given}

    def replaced(self) -> set[tuple[str, str]]:
        """Return the names of all that this expansion sets and that only one module of a table may set."""
        named = {
            "hook": self.hooks_given(),
            "step": self.steps,
            "question": self.questions,
            "choice": self.choices,
            "layout": self.layout,
        }
        return {(kind, name) for kind, names in named.items() for name in names}


class Rules:
    """The rules of one table: everything switched on, put together."""

    def __init__(self, options: Options, expansions: Sequence[Expansion]) -> None:
        self.options = options
        self.seats = options.seats
        self.cards: dict[str, Card] = {}
        self.steps: dict[str, StepFunction] = {}
        self.questions: dict[str, QuestionKind] = {}
        choices: dict[str, Choice | None] = {}
        self.layout: dict[str, tuple[Cell, ...]] = {}
        self.opening: frozenset[str] = frozenset()
        self.rounds = 0
        hooks: dict[str, Hook] = {}
        set_up: dict[str, int] = {}
        self.answering: tuple[str, ...] = ()
        self.settings: dict[str, str] = {}
        supplies: dict[str, dict[str, int]] = {}
        _see_that_modules_agree(expansions)
        for expansion in expansions:
            self.cards |= {card.id: card for card in expansion.cards}
            self.steps |= expansion.steps
            self.questions |= expansion.questions
            choices |= expansion.choices
            self.layout |= expansion.layout
            self.opening |= expansion.opening
            self.rounds = expansion.rounds or self.rounds
            hooks |= expansion.hooks_given()
            set_up |= expansion.set_up
            self.answering += expansion.answering
            self.settings |= {setting.id: setting.values[0] for setting in expansion.settings}
            for name, supply in expansion.supplies.items():
                kept = {} if name in expansion.replaces else supplies.get(name, {})
                supplies[name] = kept | {card: kept.get(card, 0) + count for card, count in supply.items()}
        for expansion in expansions:
            # Only when all hooks are given: one that replaces another never takes away what a module wrapped round it.
            hooks |= {name: wrap(hooks[name]) for name, wrap in expansion.wraps.items()}
        self.choices = {name: choice for name, choice in choices.items() if choice is not None}
        self.settings |= options.settings
        self.set_up = tuple(sorted(set_up, key=lambda step: set_up[step]))
        kinds: list[Card] = []
        self.supplies: dict[str, tuple[int, ...]] = {}
        for name, supply in supplies.items():
            first = len(kinds)
            for card, count in supply.items():
                kinds += [self.cards[card]] * count
            self.supplies[name] = tuple(range(first, len(kinds)))
        self.kinds = tuple(kinds)
        """The card of each number: every card of the box, deck, goals, roles and gold."""
        kinds_of = self.kinds.__getitem__
        self.kinds_in: Callable[[tuple[int, ...]], dict[Card, None]] = lambda hand: dict.fromkeys(map(kinds_of, hand))
        """The different kinds of card in a hand, in its order."""
        self.hooks = Hooks(**hooks)
        self.travellers = self.hooks.travellers(self)
        self.empty_maze = build({}, self.travellers)


def _see_that_modules_agree(expansions: Sequence[Expansion]) -> None:
    """Raise if two modules replace the same thing: one of them would silently lose."""
    seen: dict[tuple[str, str], str] = {}
    for module in expansions:
        if module.editions:
            for thing in module.replaced():
                if thing in seen:
                    raise ValueError(f"{module.id} and {seen[thing]} both replace the {' '.join(thing)}")
                seen[thing] = module.id


# --- The registry -----------------------------------------------------------------------------------------------------

EXPANSIONS: dict[str, Expansion] = {}


def register(expansion: Expansion) -> None:
    """Make an edition or module known."""
    EXPANSIONS[expansion.id] = expansion
    rules_of.cache_clear()


def forget(expansion: str) -> None:
    """Make an edition or module unknown again."""
    del EXPANSIONS[expansion]
    rules_of.cache_clear()


def editions() -> list[Expansion]:
    """Return every edition."""
    return [expansion for expansion in EXPANSIONS.values() if expansion.edition]


def modules(edition: str) -> list[Expansion]:
    """Return every module that may be switched on with an edition."""
    return [expansion for expansion in EXPANSIONS.values() if edition in expansion.editions]


class OptionsError(ValueError):
    """The options of a table are at fault."""

    def __init__(self, refusal: OptionsRefusal) -> None:
        super().__init__(f"{refusal.fault.value}: {refusal.option}" + (f", {refusal.other}" if refusal.other else ""))
        self.refusal = refusal


def check(options: Options) -> OptionsRefusal | None:
    """Tell what is wrong with options, or None."""
    edition = EXPANSIONS.get(options.edition)
    if edition is None or not edition.edition:
        return OptionsRefusal(OptionsFault.UNKNOWN_EDITION, options.edition)
    switched_on = [edition]
    for name in options.modules:
        module = EXPANSIONS.get(name)
        if module is None or module.edition:
            return OptionsRefusal(OptionsFault.UNKNOWN_MODULE, name)
        if module in switched_on:
            return OptionsRefusal(OptionsFault.REPEATED_MODULE, name)
        if edition.id not in module.editions:
            return OptionsRefusal(OptionsFault.MODULE_NOT_WITH_EDITION, name, edition.id)
        for other in switched_on:
            if other.id in module.excludes or name in other.excludes:
                return OptionsRefusal(OptionsFault.MODULES_EXCLUDE, name, other.id)
        switched_on.append(module)
    for expansion in switched_on:
        least, most = expansion.seats
        if options.seats < least:
            return OptionsRefusal(OptionsFault.TOO_FEW_SEATS, "seats", f"{expansion.id}:{least}")
        if options.seats > most:
            return OptionsRefusal(OptionsFault.TOO_MANY_SEATS, "seats", f"{expansion.id}:{most}")
    settings = {setting.id: setting for expansion in _parts(switched_on) for setting in expansion.settings}
    for name, value in options.settings.items():
        if name not in settings:
            return OptionsRefusal(OptionsFault.UNKNOWN_SETTING, name)
        if value not in settings[name].values:
            return OptionsRefusal(OptionsFault.UNKNOWN_VALUE, name, value)
    return None


def rules_for(options: Options) -> Rules:
    """Return the rules of a table, or raise an OptionsError."""
    refusal = check(options)
    if refusal is not None:
        raise OptionsError(refusal)
    return rules_of(options.edition, options.seats, options.modules, tuple(sorted(options.settings.items())))


@lru_cache(maxsize=256)
def rules_of(edition: str, seats: int, modules: tuple[str, ...], settings: tuple[tuple[str, str], ...]) -> Rules:
    """Return the rules of checked options."""
    options = Options(edition, seats, modules, dict(settings))
    # The order of the registry, not of the options: the same modules give the same game however they are listed.
    switched_on = [expansion for expansion in EXPANSIONS.values() if expansion.id in (edition, *modules)]
    switched_on.sort(key=lambda expansion: not expansion.edition)
    return Rules(options, _parts(switched_on))


def _parts(expansions: Iterable[Expansion]) -> list[Expansion]:
    """Return the expansions, each after the editions it extends."""
    parts: list[Expansion] = []
    for expansion in expansions:
        chain = [expansion]
        while chain[0].extends:
            chain.insert(0, EXPANSIONS[chain[0].extends])
        parts += chain
    return parts


def catalogue() -> Catalogue:
    """Return all that can be played."""
    faces: dict[str, Face] = {}
    for expansion in EXPANSIONS.values():
        faces |= {card.id: card.face for card in expansion.cards}
    return Catalogue(
        RULES_VERSION,
        tuple(
            EditionEntry(
                edition.id,
                *edition.seats,
                tuple(module.id for module in modules(edition.id)),
                tuple(setting for part in _parts([edition]) for setting in part.settings),
                tuple(card.id for part in _parts([edition]) for card in part.cards),
            )
            for edition in editions()
        ),
        tuple(
            ModuleEntry(
                module.id, module.excludes, module.settings, tuple(card.id for card in module.cards), *module.seats
            )
            for module in EXPANSIONS.values()
            if module.editions
        ),
        tuple(faces.values()),
    )
