"""The words that server, bots and clients share about a game: faces, actions, questions, events and the View.

Shapes are closed and ids are open: an expansion brings new ids, never a new shape.
"""

from __future__ import annotations

import enum
from typing import Annotated, TypeAlias, TypeVar

from msgspec import Meta, Struct

from protocol.limits import LIST_ITEMS

T = TypeVar("T")

Id = Annotated[str, Meta(max_length=40)]
"""The name of a card, an edition, a module, a kind of question and so on: never words for people."""

Coordinate = Annotated[int, Meta(ge=-500, le=500)]
Cell: TypeAlias = tuple[Coordinate, Coordinate]
"""A place in the maze: x to the right, y down, the start at 0,0."""

SeatNumber = Annotated[int, Meta(ge=0, le=11)]
Count = Annotated[int, Meta(ge=0, le=9999)]
Whole = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]

Many: TypeAlias = Annotated[tuple[T, ...], Meta(max_length=LIST_ITEMS)]
Numbers: TypeAlias = Annotated[dict[Id, Whole], Meta(max_length=LIST_ITEMS)]
"""How many of each, by id."""


# --- Faces -----------------------------------------------------------------------------------------------------------


class FaceMark(Struct, frozen=True, omit_defaults=True):
    """Something drawn on a face besides its ways: a door, a crystal, a ladder, a troll, gold, a treasure."""

    kind: Id
    at: Id = ""
    """The opening, way or stub it lies on; empty: on the card as a whole."""
    colour: Id = ""
    number: Count = 1


class Face(Struct, frozen=True, omit_defaults=True):
    """What is printed on a card, upright."""

    id: Id
    family: Id
    """What sort of card it is: start, path, action, goal, role, gold, site, chest."""
    groups: Many[Id] = ()
    """The ways of a path card: each a set of openings out of N, E, S, W that are joined to each other."""
    stubs: Id = ""
    """Openings that lead nowhere inside the card."""
    marks: Many[FaceMark] = ()


# --- Targets and actions ---------------------------------------------------------------------------------------------


class AtCell(Struct, frozen=True, omit_defaults=True, tag_field="at", tag="cell"):
    """A target: a place in the maze."""

    cell: Cell


class AtSeat(Struct, frozen=True, omit_defaults=True, tag_field="at", tag="seat"):
    """A target: a seat."""

    seat: SeatNumber


class AtCard(Struct, frozen=True, omit_defaults=True, tag_field="at", tag="card"):
    """A target: a card, by its face."""

    card: Id


class AtChoice(Struct, frozen=True, omit_defaults=True, tag_field="at", tag="choice"):
    """A target: one of several named possibilities."""

    choice: Id


Target: TypeAlias = AtCell | AtSeat | AtCard | AtChoice
Targets = Annotated[tuple[Target, ...], Meta(max_length=8)]
Cards = Annotated[tuple[Id, ...], Meta(max_length=8)]


class Lay(Struct, frozen=True, omit_defaults=True, tag_field="do", tag="lay", forbid_unknown_fields=True):
    """Lay a path card from the hand into the maze."""

    card: Id
    cell: Cell
    turned: bool = False
    """By half a turn."""
    targets: Targets = ()


class Play(Struct, frozen=True, omit_defaults=True, tag_field="do", tag="play", forbid_unknown_fields=True):
    """Play an action card from the hand on its targets."""

    card: Id
    targets: Targets = ()


class Discard(Struct, frozen=True, omit_defaults=True, tag_field="do", tag="discard", forbid_unknown_fields=True):
    """Discard hand cards face down; `choice` names what for."""

    cards: Cards
    choice: Id = "discard"
    targets: Targets = ()


class Answer(Struct, frozen=True, omit_defaults=True, tag_field="do", tag="answer", forbid_unknown_fields=True):
    """Answer a question without playing a card."""

    targets: Targets


Action: TypeAlias = Lay | Play | Discard | Answer


# --- Questions -------------------------------------------------------------------------------------------------------


class Asked(Struct, frozen=True, omit_defaults=True):
    """What everyone may know of an open question: its kind, whom it was put to, and what it is about."""

    kind: Id
    seats: Many[SeatNumber]
    about: Many[Target] = ()


class Question(Struct, frozen=True, omit_defaults=True):
    """A question put to the viewing seat; an action that answers it names its id."""

    id: Count
    kind: Id
    about: Many[Target] = ()
    cards: Many[Id] = ()
    """Cards that only the asked seat is shown, such as the gold cards still left to pick from."""


Argument: TypeAlias = bool | Whole | Id | Many[Whole] | Lay | Play | Discard | Answer | None


class Step(Struct, frozen=True, omit_defaults=True):
    """Something that is still to happen, as plain data; everyone may know it."""

    kind: Id
    arguments: Many[Argument] = ()


# --- Results ---------------------------------------------------------------------------------------------------------


class LaidCard(Struct, frozen=True, omit_defaults=True):
    """A card in the maze; face down its `card` is empty and `back` says what it is the back of."""

    cell: Cell
    card: Id = ""
    turned: bool = False
    back: Id = ""
    joined: Annotated[dict[Id, Id], Meta(max_length=4)] = {}
    """Where each colour has its own start: colour -> the openings of the card that are joined to it."""


class Payment(Struct, frozen=True, omit_defaults=True):
    """Gold that came to a seat; `amount` is None where it is a secret, `source` is the seat it was taken from."""

    seat: SeatNumber
    amount: Whole | None
    why: Id
    source: SeatNumber | None = None


class RoundResult(Struct, frozen=True, omit_defaults=True):
    """How a round ended, as everyone may know it."""

    round: Count
    reason: Id
    """What ended it: treasure, hands_empty, or an id of an expansion."""
    sides: Many[Id]
    """The sides that won."""
    winners: Many[SeatNumber]
    roles: Many[Id]
    finisher: SeatNumber | None = None
    path: Many[Cell] = ()
    """A way from the start, or a ladder, to the treasure."""
    maze: Many[LaidCard] = ()
    payments: Many[Payment] = ()
    marks: Many[CellMark] = ()
    """What lay on cells when it ended."""


class Outcome(Struct, frozen=True, omit_defaults=True):
    """How the game ended; ties are shared wins (R12)."""

    gold: Many[Whole]
    winners: Many[SeatNumber]
    gold_by_round: Many[Many[Whole]] = ()
    grade: Id = ""


# --- Events ----------------------------------------------------------------------------------------------------------


class RoundBegun(Struct, frozen=True, omit_defaults=True, tag_field="event", tag="round_begun"):
    """A round began with `starter` in turn."""

    round: Count
    starter: SeatNumber


class RoleDealt(Struct, frozen=True, omit_defaults=True, tag_field="event", tag="role_dealt"):
    """A seat got a role; only that seat is told which."""

    seat: SeatNumber
    role: Id = ""
    why: Id = "deal"


class Drawn(Struct, frozen=True, omit_defaults=True, tag_field="event", tag="drawn"):
    """A seat took cards into its hand; only those who may see them are told which."""

    seat: SeatNumber
    count: Count
    cards: Many[Id] = ()
    source: Id = "draw"


class CardPlayed(Struct, frozen=True, omit_defaults=True, tag_field="event", tag="played"):
    """A seat played a card openly: a path card with its cell, or an action card with its targets."""

    seat: SeatNumber
    action: Lay | Play


class CardLaid(Struct, frozen=True, omit_defaults=True, tag_field="event", tag="laid"):
    """A path card came to lie in the maze."""

    seat: SeatNumber
    card: Id
    cell: Cell
    turned: bool
    source: Cell | None = None
    """The cell it was moved from, if it lay in the maze before."""


class CardLifted(Struct, frozen=True, omit_defaults=True, tag_field="event", tag="lifted"):
    """A card was taken out of the maze; `card` is empty if it lay face down."""

    seat: SeatNumber
    card: Id
    cell: Cell


class TurnedUp(Struct, frozen=True, omit_defaults=True, tag_field="event", tag="turned_up"):
    """A face-down card of the maze was reached and turned up."""

    seat: SeatNumber
    card: Id
    cell: Cell
    turned: bool


class GoalMoved(Struct, frozen=True, omit_defaults=True, tag_field="event", tag="goal_moved"):
    """A face-down goal moved from one cell to another."""

    seat: SeatNumber
    cell: Cell
    to: Cell


class PutBefore(Struct, frozen=True, omit_defaults=True, tag_field="event", tag="put_before"):
    """An action card came to lie before a seat."""

    seat: SeatNumber
    card: Id
    by: SeatNumber


class TakenAway(Struct, frozen=True, omit_defaults=True, tag_field="event", tag="taken_away"):
    """An action card lying before a seat was discarded."""

    seat: SeatNumber
    card: Id
    by: SeatNumber


class Discarded(Struct, frozen=True, omit_defaults=True, tag_field="event", tag="discarded"):
    """A seat discarded hand cards face down; only that seat is told which."""

    seat: SeatNumber
    count: Count
    cards: Many[Id] = ()
    choice: Id = "discard"


class Looked(Struct, frozen=True, omit_defaults=True, tag_field="event", tag="looked"):
    """A seat looked at something in secret; only that seat is told what it saw."""

    seat: SeatNumber
    at: Target
    cards: Many[Id] = ()


class HandsSwapped(Struct, frozen=True, omit_defaults=True, tag_field="event", tag="hands_swapped"):
    """Two seats exchanged their hands; each of the two is told the new hand."""

    seat: SeatNumber
    other: SeatNumber
    cards: Many[Id] = ()


class Marked(Struct, frozen=True, omit_defaults=True, tag_field="event", tag="marked"):
    """A mark was put on a cell, or taken off it."""

    cell: Cell
    mark: Id
    seat: SeatNumber | None = None
    on: bool = True


class Paid(Struct, frozen=True, omit_defaults=True, tag_field="event", tag="paid"):
    """Gold came to a seat, or left it (negative); `source` is the seat it was taken from."""

    seat: SeatNumber
    amount: Whole
    why: Id
    source: SeatNumber | None = None


class GoldPicked(Struct, frozen=True, omit_defaults=True, tag_field="event", tag="gold_picked"):
    """A seat picked one of the gold cards; only that seat is told which."""

    seat: SeatNumber
    left: Count
    card: Id = ""


class RoundEnded(Struct, frozen=True, omit_defaults=True, tag_field="event", tag="round_ended"):
    """The round ended and all roles were shown."""

    round: Count
    reason: Id
    sides: Many[Id]
    winners: Many[SeatNumber]
    roles: Many[Id]
    finisher: SeatNumber | None = None


class GameEnded(Struct, frozen=True, omit_defaults=True, tag_field="event", tag="game_ended"):
    """The game ended."""

    gold: Many[Whole]
    winners: Many[SeatNumber]


class Happened(Struct, frozen=True, omit_defaults=True, tag_field="event", tag="happened"):
    """Anything else that everyone, or only some, may know; `kind` has its own words."""

    kind: Id
    seat: SeatNumber | None = None
    targets: Many[Target] = ()
    number: Whole = 0


Event: TypeAlias = (
    RoundBegun
    | RoleDealt
    | Drawn
    | CardPlayed
    | CardLaid
    | CardLifted
    | TurnedUp
    | GoalMoved
    | PutBefore
    | TakenAway
    | Discarded
    | Looked
    | HandsSwapped
    | Marked
    | Paid
    | GoldPicked
    | RoundEnded
    | GameEnded
    | Happened
)


# --- The View --------------------------------------------------------------------------------------------------------


class Known(Struct, frozen=True, omit_defaults=True):
    """What the viewing seat once saw; `aged` names what has happened since that makes it doubtful, or is empty."""

    about: Target
    card: Id
    aged: Id = ""


class CellMark(Struct, frozen=True, omit_defaults=True):
    """A mark lying on a cell: a guard, a key, a bribe, a marker."""

    cell: Cell
    mark: Id
    seat: SeatNumber | None = None


class LaidBy(Struct, frozen=True, omit_defaults=True):
    """Who laid a card that is still in the maze."""

    cell: Cell
    seat: SeatNumber


class SeatView(Struct, frozen=True, omit_defaults=True):
    """What the viewer may know of one seat."""

    hand: Count
    """Cards in hand."""
    before: Many[Id] = ()
    """The action cards that lie before the seat, such as broken tools."""
    role: Id = ""
    """The role held now, if the viewer may know it: its own, or one that lies open."""
    gold: Whole | None = None
    """Nuggets of gold, if the viewer may know it."""
    has_gold: bool = False
    """Whether the seat has any gold at all, which everyone sees."""
    purse: Many[Id] = ()
    """The gold cards of the seat, if the viewer may know them."""
    tokens: Numbers = {}


class View(Struct, frozen=True, omit_defaults=True):
    """All that one seat, or a spectator (`me` is None), may know now."""

    options: Options
    me: SeatNumber | None
    round: Count
    rounds: Count
    """How many rounds the game has."""
    starter: SeatNumber
    """The seat that began the round."""
    turn: SeatNumber | None
    """The seat in turn."""
    direction: Whole
    """1 for clockwise, -1 against it."""
    seats: Many[SeatView]
    hand: Many[Id]
    """The viewing seat's own cards; of a spectator none."""
    maze: Many[LaidCard]
    laid: Many[LaidBy]
    """The cards laid by players that are still in the maze, the last one last."""
    marks: Many[CellMark]
    piles: Numbers
    """How many cards lie in each pile."""
    tokens: Numbers
    """What the table counts besides, by kind; each seat has its own in `seats`."""
    turn_tokens: Numbers
    """What counts for this turn alone, by kind."""
    draws: Many[tuple[Whole, Whole]]
    """(seat, number of cards) to be drawn at the end of the turn."""
    known: Many[Known]
    asked: Asked | None
    question: Question | None
    """What the viewing seat is asked and has not answered."""
    legal: Many[Action]
    """Every action that answers `question`."""
    agenda: Many[Step]
    """What will happen after the open question, the next step last."""
    results: Many[RoundResult]
    outcome: Outcome | None = None


# --- Options and the catalogue ---------------------------------------------------------------------------------------


class Options(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a table plays."""

    edition: Id
    seats: Annotated[int, Meta(ge=1, le=12)]
    modules: Annotated[tuple[Id, ...], Meta(max_length=32)] = ()
    settings: Annotated[dict[Id, Id], Meta(max_length=32)] = {}
    """Setting id -> value id; a setting left out has its default."""


class Setting(Struct, frozen=True, omit_defaults=True):
    """A choice that an edition or module leaves to the table; the first value is the default."""

    id: Id
    values: Many[Id]


class EditionEntry(Struct, frozen=True, omit_defaults=True):
    """An edition in the catalogue."""

    id: Id
    least_seats: Whole
    most_seats: Whole
    modules: Many[Id]
    """The modules that may be switched on with it."""
    settings: Many[Setting]
    faces: Many[Id]
    """The faces it brings."""


class ModuleEntry(Struct, frozen=True, omit_defaults=True):
    """A module in the catalogue."""

    id: Id
    excludes: Many[Id]
    """Modules it cannot be combined with."""
    settings: Many[Setting]
    faces: Many[Id]
    least_seats: Whole = 1
    most_seats: Whole = 12


class Catalogue(Struct, frozen=True, omit_defaults=True):
    """All that can be played, with every face."""

    rules: Whole
    """The version of the rules; a record replays only under the version it was played with."""
    editions: Many[EditionEntry]
    modules: Many[ModuleEntry]
    faces: Many[Face]


# --- Refusals --------------------------------------------------------------------------------------------------------


class Reason(enum.Enum):
    """Why an action is refused, or options are: a closed list."""

    NOT_ASKED = "not_asked"
    """The seat has no open question."""
    NOT_AN_ANSWER = "not_an_answer"
    """The action does not answer the question that is open."""
    NOT_HELD = "not_held"
    """A card named is not in the hand."""
    NOT_A_PATH = "not_a_path"
    NOT_AN_ACTION = "not_an_action"
    HINDERED = "hindered"
    """A broken tool or a trap before the seat forbids laying path cards."""
    OCCUPIED = "occupied"
    MISMATCH = "mismatch"
    """An edge does not match its neighbour: opening against rock."""
    NOT_JOINED = "not_joined"
    """No opening of the card meets a path that is joined to a start."""
    NO_NEIGHBOUR = "no_neighbour"
    """A ladder needs a laid card beside it."""
    BESIDE_GOAL = "beside_goal"
    """A ladder may not lie beside a goal."""
    TURNED_ALIKE = "turned_alike"
    """The card looks the same turned: lay it upright."""
    BAD_TARGET = "bad_target"
    """The card cannot be played on that target."""
    OWN_SEAT = "own_seat"
    """The card is for other seats only."""
    ALREADY_THERE = "already_there"
    """A card of this kind lies before that seat already."""
    NOT_BEFORE = "not_before"
    """No such card lies before that seat."""
    FIXED = "fixed"
    """That card of the maze can never be removed."""
    NOTHING_THERE = "nothing_there"
    NOT_FACE_DOWN = "not_face_down"
    NO_GOLD = "no_gold"
    WRONG_NUMBER = "wrong_number"
    """Too many or too few cards."""
    FORBIDDEN_NOW = "forbidden_now"
    """A rule in force for this round or turn forbids it."""
    GAME_OVER = "game_over"


class Refusal(Struct, frozen=True, omit_defaults=True):
    """A reason, with what it is about: the target at fault, and the side of the card where edges differ."""

    reason: Reason
    about: Many[Target] = ()
    side: Id = ""


class OptionsFault(enum.Enum):
    """What can be wrong with the options of a table: a closed list."""

    UNKNOWN_EDITION = "unknown_edition"
    UNKNOWN_MODULE = "unknown_module"
    REPEATED_MODULE = "repeated_module"
    MODULE_NOT_WITH_EDITION = "module_not_with_edition"
    MODULES_EXCLUDE = "modules_exclude"
    """Two modules that cannot be combined."""
    TOO_FEW_SEATS = "too_few_seats"
    TOO_MANY_SEATS = "too_many_seats"
    UNKNOWN_SETTING = "unknown_setting"
    UNKNOWN_VALUE = "unknown_value"


class OptionsRefusal(Struct, frozen=True, omit_defaults=True):
    """What is wrong with options, and the option, module or value it lies in."""

    fault: OptionsFault
    option: Id
    other: Id = ""
