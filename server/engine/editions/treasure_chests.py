"""Treasure chests: four lie in the maze, each under a face-down path card, and are opened when that is reached."""

from __future__ import annotations

from collections.abc import Callable

from protocol.game import Action, Answer, AtCard, AtCell, AtChoice, AtSeat, Face, FaceMark, Setting
from server.engine import changes
from server.engine.card import Card, Reached
from server.engine.cell import COLUMN, STEPS, number, place
from server.engine.kinds.discard_pile import TAKE_ONE, look_through
from server.engine.reach import mismatches
from server.engine.rules import Expansion, QuestionKind
from server.engine.state import Open, State

CHESTS = 4
BURIED = 5
DRAWN = 3

# --- Set-up -----------------------------------------------------------------------------------------------------------

LAID = Setting("chests_laid", ("fixed", "lot"))
COLUMNS, ROWS = range(1, 8), range(-2, 3)
"""Where chests may lie that are laid by lot."""


def lay_chests(state: State) -> None:
    """Lay four chests by lot, each under a path card by lot, on their cells."""
    rules = state.rules
    changes.clear_under(state)
    for pile in ("out", "looked"):
        changes.set_pile(state, pile, ())
    paths = changes.shuffle(state, "chest paths", rules.supplies["chest_paths"])
    chests = changes.shuffle(state, "chests", rules.supplies["chests"])
    cells = tuple(number(x, y) for x, y in rules.layout["chests"])
    if rules.settings[LAID.id] == "lot":
        cells = changes.shuffle(state, "chest cells", tuple(number(x, y) for x in COLUMNS for y in ROWS))
    free = (cell for cell in cells if all(near not in state.maze.cards for near in (cell, *beside(cell))))
    for path, chest, _ in zip(paths, chests, range(CHESTS), strict=False):
        cell = next(free)
        changes.lay_out(state, cell, path, up=False)
        changes.set_pile(state, changes.under(cell), (chest,))


def beside(cell: int) -> tuple[int, ...]:
    """Return the cells that share an edge with one."""
    return tuple(cell + step for step in STEPS)


# --- The path cards over the chests -----------------------------------------------------------------------------------


def open_chest(state: State, seat: int, cell: int) -> None:
    """Open the chest under a path card that was turned up."""
    effect = state.rules.kinds[changes.open_under(state, seat, cell, "chest_opened")].reached
    assert effect is not None
    effect(state, seat, cell)


def over(name: str, ways: str) -> Card:
    """Return a path card that lies over a chest: rockfall may remove it, and a ladder may lie beside it (M1)."""
    return Card(Face(f"chest_{name}", "path", (ways,)), assumed=True, set_aside=True, reached=open_chest)


PATHS = (
    over("cross", "NESW"),
    over("T_NEW", "NEW"),
    over("T_NES", "NES"),
    over("curve_NE", "NE"),
    over("curve_NW", "NW"),
    over("straight_NS", "NS"),
    over("straight_EW", "EW"),
)

Orientations = Callable[[State, int], list[bool]]


def best_match(orientations: Orientations) -> Orientations:
    """Let a path card over a chest that meets no path that reached it lie so that it matches most neighbours (H3)."""

    def possible(state: State, cell: int) -> list[bool]:
        card = state.maze.cards[cell].card
        sides = state.maze.reached_from(cell)
        if card not in PATHS or any(shape.edges & sides for shape in card.shapes):
            return orientations(state, cell)
        ways = [False] if card.alike else [False, True]
        missed = {turned: mismatches(state, cell, card.shapes[turned].edges) for turned in ways}
        return [turned for turned in ways if missed[turned] == min(missed.values())]

    return possible


# --- What is in the chests --------------------------------------------------------------------------------------------

NO_MORE_MAPS = "no_more_maps"
NO_DRAW = "no_draw"
EXTRA_DRAW = "extra_draw"
TAKE_CARD = "take_card"
DRAW_THREE = "draw_three_keep_one"
SEARCH = "search_discard"
CANCELLING = (NO_DRAW, TAKE_CARD, SEARCH)
"""What cancels the normal draw (H4)."""


def take_gold(state: State, seat: int, _cell: int) -> None:
    """Take 1 gold: a gold card of that value from the pile, or a nugget if there is none."""
    pile = state.piles.get("gold", ())
    ones = [card for card in pile if changes.gold_of(state, card) == 1]
    if ones:
        changes.gain_gold_cards(state, seat, (ones[0],), "chest")
    else:
        changes.gain(state, seat, 1, "chest")
    if state.rules.supplies["gold"]:
        # Also if none was found, so that nobody is told what others have picked (L3).
        changes.mix(state, "gold")


def forbid_maps(state: State, _seat: int, _cell: int) -> None:
    """Forbid looking at goals for the rest of the round."""
    changes.count(state, NO_MORE_MAPS)


def unless_forbidden(lookable: Callable[[State], list[int]]) -> Callable[[State], list[int]]:
    """Let maps look at goals unless that is forbidden; at chests always."""

    def cells(state: State) -> list[int]:
        found = lookable(state)
        if NO_MORE_MAPS not in state.tokens:
            return found
        return [cell for cell in found if state.maze.cards[cell].card.face.family != "goal"]

    return cells


def at_end_of_turn(token: str) -> Reached:
    """Return an effect that is remembered until cards are drawn."""

    def effect(state: State, _seat: int, _cell: int) -> None:
        changes.count_in_turn(state, token)

    return effect


def bury(state: State, _seat: int, _cell: int) -> None:
    """Put the top five cards of the draw pile unseen on the discard pile."""
    changes.pile_up(state, "draw", "discard", BURIED)


def search(state: State, seat: int, _cell: int) -> None:
    """Shuffle the discard pile and keep one of its top five; nothing is drawn, even if it was empty."""
    changes.count_in_turn(state, SEARCH)
    changes.mix(state, "discard")
    look_through(state, seat, "search")


# Moving a goal


def movable(state: State) -> list[int]:
    """Return the face-down goals that have an empty cell without a guard to their right (H1)."""
    cards = state.maze.cards
    marked = {cell for cell, _, _ in state.marks}
    return [
        cell
        for cell in state.maze.face_down()
        if cards[cell].card.face.family == "goal" and cell + COLUMN not in cards and cell + COLUMN not in marked
    ]


def move_goal(state: State, seat: int, _cell: int) -> None:
    """Move a goal; with several to choose from, ask which."""
    goals = movable(state)
    if len(goals) == 1:
        changes.move_goal(state, seat, goals[0], goals[0] + COLUMN)
    elif goals:
        changes.ask(state, "move_goal", (seat,))


def legal_goals(state: State, _seat: int, _asked: Open) -> list[Action]:
    """Return each goal that can be moved."""
    return [Answer((AtCell(place(cell)),)) for cell in movable(state)]


def move_chosen(state: State, asked: Open) -> None:
    """Move the goal that was chosen."""
    (answer,) = asked.answers
    assert answer is not None
    cell = changes.cell_of(answer.targets[0])
    changes.move_goal(state, asked.seats[0], cell, cell + COLUMN)


# Looking at a role, taking a card


def legal_seats(seats: Callable[[State, int], list[int]]) -> Callable[[State, int, Open], list[Action]]:
    """Return what lists some seats as answers."""
    return lambda state, seat, _asked: [Answer((AtSeat(other),)) for other in seats(state, seat)]


def on_seat(
    question: str, seats: Callable[[State, int], list[int]], effect: Callable[[State, int, int], None]
) -> tuple[Callable[[State, int], None], QuestionKind]:
    """Return what does something to a seat of one's choice, and the question that asks which."""

    def begin(state: State, seat: int) -> None:
        others = seats(state, seat)
        if len(others) == 1:
            effect(state, seat, others[0])
        elif others:
            changes.ask(state, question, (seat,))

    def answered(state: State, asked: Open) -> None:
        match asked.answers[0]:
            case Answer(targets=(AtSeat(seat=other),)):
                effect(state, asked.seats[0], other)

    return begin, QuestionKind(legal_seats(seats), answered)


def all_others(state: State, seat: int) -> list[int]:
    """Return every other seat."""
    return [other for other in range(state.rules.seats) if other != seat]


def others_with_cards(state: State, seat: int) -> list[int]:
    """Return every other seat that holds cards."""
    return [other for other in all_others(state, seat) if state.hands[other]]


def look_at_role(state: State, seat: int, other: int) -> None:
    """Look at a role in secret."""
    changes.look(state, seat, AtSeat(other), (state.roles[other],))


def take_from(state: State, seat: int, other: int) -> None:
    """Take a card by lot out of another hand; only the two see it (H2)."""
    card = changes.shuffle(state, "taken card", state.hands[other])[0]
    changes.tell(state, "card_taken", seat, (AtSeat(other),))
    changes.take_from_seat(state, seat, other, card)


begin_look, LOOK_AT_ROLE = on_seat("inspect_role", all_others, look_at_role)
begin_taking, TAKE_FROM = on_seat(TAKE_CARD, others_with_cards, take_from)


def inspect_role(state: State, seat: int, _cell: int) -> None:
    """Look at the role of another seat."""
    begin_look(state, seat)


# --- Drawing at the end of the turn (H4) ------------------------------------------------------------------------------


def with_chests(draw: Callable[[State], None]) -> Callable[[State], None]:
    """Draw as the chests that were opened this turn have it."""

    def drawing(state: State) -> None:
        opened = state.turn_tokens
        if not opened:
            draw(state)
            return
        seat = state.turn
        own = 0 if any(token in opened for token in CANCELLING) else sum(n for who, n in state.draws if who == seat)
        three = own > 0 and DRAW_THREE in opened
        changes.set_draws(state, (seat, own - three), *(each for each in state.draws if each[0] != seat))
        # The last step pushed comes first; taking a card comes last of all.
        steps = {TAKE_CARD: TAKE_CARD in opened, EXTRA_DRAW: EXTRA_DRAW in opened, DRAW_THREE: three}
        changes.push(state, *((step, seat) for step, wanted in steps.items() if wanted))
        draw(state)

    return drawing


def draw_extra(state: State, seat: int) -> None:
    """Draw one card more."""
    changes.draw(state, seat, 1)


DRAWN_CARDS = AtChoice("drawn_cards")


def draw_three(state: State, seat: int) -> None:
    """Draw three cards to choose from, or as many as there are."""
    changes.draw_to_look(state, seat, DRAWN, DRAWN_CARDS)
    if state.piles["looked"]:
        changes.ask(state, "keep_one", (seat,))


def legal_keepings(state: State, _seat: int, _asked: Open) -> list[Action]:
    """Return each kind of card drawn."""
    return [Answer((AtCard(card),)) for card in dict.fromkeys(map(state.id_of, state.piles["looked"]))]


def keep_one(state: State, asked: Open) -> None:
    """Keep the card that was chosen and discard the others face down."""
    match asked.answers[0]:
        case Answer(targets=(AtCard(card=name),)):
            card = next(card for card in state.piles["looked"] if state.id_of(card) == name)
            changes.take_into_hand(state, asked.seats[0], card, "looked")
            changes.pile_up(state, "looked", "discard", DRAWN)


def chest(name: str, effect: Reached) -> Card:
    """Return a chest."""
    return Card(Face(name, "chest", marks=(FaceMark("chest"),)), reached=effect)


CONTENTS = (
    chest("take_gold", take_gold),
    chest(NO_MORE_MAPS, forbid_maps),
    chest(NO_DRAW, at_end_of_turn(NO_DRAW)),
    chest(EXTRA_DRAW, at_end_of_turn(EXTRA_DRAW)),
    chest("move_goal", move_goal),
    chest(TAKE_CARD, at_end_of_turn(TAKE_CARD)),
    chest(DRAW_THREE, at_end_of_turn(DRAW_THREE)),
    chest("inspect_role", inspect_role),
    chest(SEARCH, search),
    chest("bury_five", bury),
)

TREASURE_CHESTS = Expansion(
    "treasure_chests",
    editions=("base", "saboteur2"),
    settings=(LAID,),
    cards=(*PATHS, *CONTENTS),
    supplies={"chest_paths": {card.id: 1 for card in PATHS}, "chests": {card.id: 1 for card in CONTENTS}},
    # Assumed: the rulebooks show examples and leave the cells open.
    layout={"chests": ((3, -1), (3, 1), (6, -1), (6, 1))},
    set_up={"lay_chests": 47},
    steps={
        "lay_chests": lay_chests,
        DRAW_THREE: draw_three,
        EXTRA_DRAW: draw_extra,
        TAKE_CARD: begin_taking,
    },
    questions={
        "move_goal": QuestionKind(legal_goals, move_chosen),
        "inspect_role": LOOK_AT_ROLE,
        "search": TAKE_ONE,
        TAKE_CARD: TAKE_FROM,
        "keep_one": QuestionKind(legal_keepings, keep_one, cards=lambda state, _seat, _asked: state.piles["looked"]),
    },
    wraps={"orientations": best_match, "lookable": unless_forbidden, "draw": with_chests},
)
