"""The only file that changes a state. Each function makes one change and, where somebody listens, says so in the news.

What was changed is kept as the records of change.py; what an audience is told of them is decided in telling.py.
"""

from __future__ import annotations

from protocol.game import Action, AtCell, AtSeat, Lay, Outcome, Play, Target
from server.engine.cell import number, place
from server.engine.change import (
    Announced,
    BeganRound,
    Change,
    Cleared,
    DealtRole,
    Drew,
    Dropped,
    EndedGame,
    EndedRound,
    ExchangedGoals,
    Gained,
    LaidDown,
    Lifted,
    MarkedCell,
    Mixed,
    MovedGoal,
    Occurred,
    Offered,
    Picked,
    PiledUp,
    Placed,
    Saw,
    Showed,
    Swapped,
    TurnedOver,
    Used,
)
from server.engine.maze import Laid
from server.engine.shuffle import shuffled
from server.engine.state import Memory, Open, Payment, Result, State, Step


def _say(state: State, change: Change) -> None:
    if state.news is not None:
        state.news.append(change)


def _at(values: tuple[tuple[int, ...], ...], seat: int, value: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return one tuple per seat with that of one seat replaced."""
    return (*values[:seat], value, *values[seat + 1 :])


# --- What happens next ------------------------------------------------------------------------------------------------


def push(state: State, *steps: Step) -> None:
    """Put steps on top of what is still to happen; the last one comes first."""
    state.steps += steps


def push_under(state: State, depth: int, step: Step) -> None:
    """Put a step under those that were put on top since there were so many."""
    state.steps = (*state.steps[:depth], step, *state.steps[depth:])


def pop(state: State) -> Step:
    """Take the next step off."""
    step = state.steps[-1]
    state.steps = state.steps[:-1]
    return step


def drop_steps(state: State, *steps: Step) -> None:
    """Forget all that was still to happen and put these steps in its place."""
    state.steps = steps


def ask(state: State, kind: str, seats: tuple[int, ...], about: tuple[Target, ...] = ()) -> None:
    """Put a question to one seat, or to several at once."""
    state.asked = Open(kind, seats, about, (None,) * len(seats))
    counts = list(state.counts)
    for seat in seats:
        counts[seat] += 1
    state.counts = tuple(counts)


def answer(state: State, seat: int, action: Action) -> Open | None:
    """Enter an answer; return the question once everyone asked has answered."""
    asked = state.asked
    assert asked is not None
    if len(asked.seats) == 1:
        state.asked = None
        return Open(asked.kind, asked.seats, asked.about, (action,))
    place_of = asked.seats.index(seat)
    answers = (*asked.answers[:place_of], action, *asked.answers[place_of + 1 :])
    entered = Open(asked.kind, asked.seats, asked.about, answers)
    if None in answers:
        state.asked = entered
        return None
    state.asked = None
    return entered


def listen(state: State, listening: bool) -> None:
    """Begin to gather news, or stop it."""
    state.news = [] if listening else None


# --- Hands and piles --------------------------------------------------------------------------------------------------


def play_card(state: State, seat: int, card: int, action: Lay | Play) -> None:
    """Take a card from a hand and announce it with its public choices."""
    hand = state.hands[seat]
    at = hand.index(card)
    state.hands = (*state.hands[:seat], hand[:at] + hand[at + 1 :], *state.hands[seat + 1 :])
    state.piles = {**state.piles, "played": (card,)}
    state.last_hand = seat
    if state.news is not None:
        state.news.append(Announced(seat, card, action))


def discard_played(state: State) -> None:
    """Put the played card, unless it lies elsewhere by now, on the discard pile."""
    piles = state.piles
    played = piles["played"]
    if played:
        state.piles = {**piles, "played": (), "discard": piles["discard"] + played}
        if state.news is not None:
            state.news.append(Used(played[0]))


def discard_cards(state: State, seat: int, cards: tuple[int, ...], choice: str) -> None:
    """Discard hand cards face down, the last one on top."""
    hand = list(state.hands[seat])
    for card in cards:
        hand.remove(card)
    state.hands = _at(state.hands, seat, tuple(hand))
    state.piles = {**state.piles, "discard": state.piles["discard"] + cards}
    state.last_hand = seat
    if state.news is not None:
        state.news.append(Dropped(seat, cards, choice))


def draw(state: State, seat: int, count: int, pile: str = "draw") -> None:
    """Draw cards from the top of a pile, as many as it holds (R14)."""
    cards = state.piles[pile]
    count = min(count, len(cards))
    if count:
        drawn = cards[: -count - 1 : -1]
        state.piles = {**state.piles, pile: cards[:-count]}
        state.hands = (*state.hands[:seat], state.hands[seat] + drawn, *state.hands[seat + 1 :])
        if state.news is not None:
            state.news.append(Drew(seat, drawn, pile, ()))


def take_into_hand(state: State, seat: int, card: int, pile: str) -> None:
    """Take a chosen card out of a pile into a hand."""
    cards = state.piles[pile]
    at = cards.index(card)
    state.piles = {**state.piles, pile: cards[:at] + cards[at + 1 :]}
    state.hands = _at(state.hands, seat, (*state.hands[seat], card))
    _say(state, Drew(seat, (card,), pile, ()))


def take_from_seat(state: State, seat: int, other: int, card: int) -> None:
    """Take a card out of another seat's hand; the two see it."""
    left = list(state.hands[other])
    left.remove(card)
    hands = _at(state.hands, other, tuple(left))
    state.hands = _at(hands, seat, (*hands[seat], card))
    _say(state, Drew(seat, (card,), "hand", (other,)))


def show_card(state: State, seat: int, card: int, kind: str, targets: tuple[Target, ...] = ()) -> None:
    """Let a seat show a hidden card to all without playing it; the kind says what for."""
    _say(state, Showed(seat, card, kind, targets))


def swap_hands(state: State, seat: int, other: int) -> None:
    """Exchange the hands of two seats."""
    mine, theirs = state.hands[seat], state.hands[other]
    state.hands = _at(_at(state.hands, seat, theirs), other, mine)
    _say(state, Swapped(seat, other, theirs, mine))


def draw_to_look(state: State, seat: int, count: int, at: Target) -> None:
    """Let a seat look at cards drawn from the draw pile; they lie ready to be chosen from."""
    cards = state.piles["draw"]
    count = min(count, len(cards))
    if count:
        drawn = cards[: -count - 1 : -1]
        state.piles = {**state.piles, "draw": cards[:-count], "looked": drawn}
        look(state, seat, at, drawn)


def pile_up(state: State, source: str, target: str, count: int) -> None:
    """Move cards from the top of one pile to the top of another, one by one and unseen."""
    cards = state.piles[source]
    count = min(count, len(cards))
    if count:
        moved = cards[: -count - 1 : -1]
        state.piles = {**state.piles, source: cards[:-count], target: state.piles.get(target, ()) + moved}
        _say(state, PiledUp(source, target, moved))


def mix(state: State, pile: str) -> None:
    """Shuffle a pile."""
    state.piles = {**state.piles, pile: shuffle(state, pile, state.piles[pile])}
    _say(state, Mixed(pile, state.piles[pile]))


def shuffle(state: State, name: str, cards: tuple[int, ...]) -> tuple[int, ...]:
    """Return cards in a new order, drawn from a stream that no other shuffle of this game uses."""
    state.shuffles += 1
    return shuffled(state.seed, f"round {state.round}, shuffle {state.shuffles}: {name}", cards)


def set_draws(state: State, *draws: tuple[int, int]) -> None:
    """Settle who draws how many cards at the end of the turn."""
    state.draws = draws


# --- Cards before seats -----------------------------------------------------------------------------------------------


def put_before(state: State, seat: int, by: int) -> None:
    """Lay the played card before a seat."""
    (card,) = state.piles["played"]
    state.piles = {**state.piles, "played": ()}
    state.before = _at(state.before, seat, (*state.before[seat], card))
    state.lying += (card,)
    if state.news is not None:
        state.news.append(Placed(seat, card, by))


def take_away(state: State, seat: int, card: int, by: int) -> None:
    """Discard a card lying before a seat."""
    left = list(state.before[seat])
    left.remove(card)
    state.before = _at(state.before, seat, tuple(left))
    state.lying = tuple(each for each in state.lying if each != card)
    state.piles = {**state.piles, "discard": (*state.piles["discard"], card)}
    if state.news is not None:
        state.news.append(Cleared(seat, card, by))


# --- The maze ---------------------------------------------------------------------------------------------------------


def lay_out(state: State, cell: int, card: int, turned: bool = False, up: bool = True) -> None:
    """Put a card into the maze at set-up."""
    kind = state.rules.kinds[card]
    state.maze = state.maze.put(cell, Laid(card, kind, turned, up, kind.shapes[turned]))


def lay_card(state: State, seat: int, cell: int, turned: bool) -> None:
    """Lay the played card into the maze."""
    (card,) = state.piles["played"]
    state.piles = {**state.piles, "played": ()}
    kind = state.rules.kinds[card]
    state.maze = state.maze.put(cell, Laid(card, kind, turned, True, kind.shapes[turned]))
    state.laid += ((cell, seat),)
    if state.news is not None:
        state.news.append(LaidDown(seat, card, cell, turned, None))


def under(cell: int) -> str:
    """Return the name of the pile under the card on a cell."""
    x, y = place(cell)
    return f"under {x},{y}"


def open_under(state: State, seat: int, cell: int, kind: str) -> int:
    """Show what lay under the card on a cell, set it aside for the round, and return it."""
    (card,) = state.piles[under(cell)]
    state.piles = {**state.piles, under(cell): (), "out": (*state.piles["out"], card)}
    show_card(state, seat, card, kind, (AtCell(place(cell)),))
    return card


def clear_under(state: State) -> None:
    """Gather what lay under cards of the maze."""
    state.piles = {name: cards for name, cards in state.piles.items() if not name.startswith("under ")}


def lift_card(state: State, seat: int, cell: int) -> None:
    """Take a card out of the maze, with its marks, to the discard pile or aside with what lies under it, unseen."""
    laid = state.maze.cards[cell]
    for at, kind, owner in state.marks:
        if at == cell:
            unmark(state, at, kind, owner)
    state.maze = state.maze.lift(cell)
    state.laid = tuple(entry for entry in state.laid if entry[0] != cell)
    if laid.card.set_aside:
        gone = (laid.number, *state.piles.get(under(cell), ()))
        state.piles = {**state.piles, under(cell): (), "out": state.piles["out"] + gone}
    else:
        state.piles = {**state.piles, "discard": (*state.piles["discard"], laid.number)}
    _forget(state, AtCell(place(cell)))
    _say(state, Lifted(seat, laid.number, cell, laid.up))


def without(state: State, cell: int) -> State:
    """Return the position with a card of the maze lifted, to ask what would be legal then; nothing is changed."""
    lifted = state.copy()
    lifted.maze = state.maze.lift(cell)
    return lifted


def shift_card(state: State, seat: int, source: int, cell: int, turned: bool) -> None:
    """Move a laid card to another cell; it counts as laid last by the one who moved it."""
    laid = state.maze.cards[source]
    shape = laid.card.shapes[turned]
    state.maze = state.maze.lift(source).put(cell, Laid(laid.number, laid.card, turned, True, shape))
    state.laid = (*(entry for entry in state.laid if entry[0] != source), (cell, seat))
    _say(state, LaidDown(seat, laid.number, cell, turned, source))


def turn_up(state: State, seat: int, cell: int, turned: bool) -> None:
    """Turn a face-down card of the maze up."""
    laid = state.maze.cards[cell]
    state.maze = state.maze.put(cell, laid._replace(turned=turned, up=True, shape=laid.card.shapes[turned]))
    _forget(state, AtCell(place(cell)))
    if state.news is not None:
        state.news.append(TurnedOver(seat, laid.number, cell, turned))


def move_goal(state: State, seat: int, cell: int, to: int) -> None:
    """Move a face-down goal; what was seen of it moves along."""
    laid = state.maze.cards[cell]
    state.maze = state.maze.lift(cell).put(to, laid)
    old, new = AtCell(place(cell)), AtCell(place(to))
    state.memory = tuple(
        tuple(memory._replace(about=new) if memory.about == old else memory for memory in seen) for seen in state.memory
    )
    _say(state, MovedGoal(seat, laid.number, cell, to))


def exchange_goals(state: State, seat: int, first: int, second: int, exchanged: bool) -> None:
    """Exchange two face-down goals or not; the seat's knowledge moves along, that of all others is doubtful now."""
    one, two = AtCell(place(first)), AtCell(place(second))
    if exchanged:
        here, there = state.maze.cards[first], state.maze.cards[second]
        state.maze = state.maze.lift(first).lift(second).put(first, there).put(second, here)
        moved: dict[Target, Target] = {one: two, two: one}
        seen = tuple(memory._replace(about=moved.get(memory.about, memory.about)) for memory in state.memory[seat])
        state.memory = (*state.memory[:seat], seen, *state.memory[seat + 1 :])
    for about in (one, two):
        age(state, about, "swap", except_seat=seat)
    _say(state, ExchangedGoals(seat, first, second, exchanged))


def mark(state: State, cell: int, kind: str, seat: int | None) -> None:
    """Put a mark on a cell; a door or troll there may be open from then on."""
    state.marks += ((cell, kind, seat),)
    if kind in state.rules.opening:
        state.maze = state.maze.open(cell)
    _say(state, MarkedCell(cell, kind, seat, True))


def unmark(state: State, cell: int, kind: str, seat: int | None) -> None:
    """Take a mark off a cell."""
    marks = list(state.marks)
    marks.remove((cell, kind, seat))
    state.marks = tuple(marks)
    _say(state, MarkedCell(cell, kind, seat, False))


# --- Roles and knowledge ----------------------------------------------------------------------------------------------


def look(state: State, seat: int, at: Target, cards: tuple[int, ...]) -> None:
    """Let a seat see cards in secret, and remember them where they lie on a cell or before a seat."""
    if isinstance(at, AtCell | AtSeat):
        kept = tuple(memory for memory in state.memory[seat] if memory.about != at)
        seen = (*kept, *(Memory(at, card) for card in cards))
        state.memory = (*state.memory[:seat], seen, *state.memory[seat + 1 :])
    _say(state, Saw(seat, at, cards))


def age(state: State, about: Target, why: str, except_seat: int | None = None) -> None:
    """Make what seats have seen of something doubtful."""
    state.memory = tuple(
        tuple(
            memory._replace(aged=why) if memory.about == about and seat != except_seat and not memory.aged else memory
            for memory in seen
        )
        for seat, seen in enumerate(state.memory)
    )


def _forget(state: State, about: Target) -> None:
    """Drop what seats remember of something that lies open or is gone."""
    if any(memory.about == about for seen in state.memory for memory in seen):
        state.memory = tuple(tuple(memory for memory in seen if memory.about != about) for seen in state.memory)


def deal_roles(state: State, roles: tuple[int, ...], why: str, rest: tuple[int, ...] | None = None) -> None:
    """Give each seat a role; `rest` are the roles left over."""
    old = state.roles
    state.roles = roles
    if rest is not None:
        state.piles = {**state.piles, "unused": rest}
    for seat, role in enumerate(roles):
        if old:
            age(state, AtSeat(seat), why)
        _say(state, DealtRole(seat, role, old[seat] if old else None, why, state.rules.kinds[role].face_up))


def exchange_role(state: State, seat: int, why: str) -> None:
    """Let a seat take the top role of the unused pile and put its old one under it."""
    old = state.roles[seat]
    unused = (old, *state.piles["unused"])
    state.roles = (*state.roles[:seat], unused[-1], *state.roles[seat + 1 :])
    state.piles = {**state.piles, "unused": unused[:-1]}
    age(state, AtSeat(seat), why)
    _say(state, DealtRole(seat, state.roles[seat], old, why, state.rules.kinds[state.roles[seat]].face_up))


# --- Gold -------------------------------------------------------------------------------------------------------------


def gain(state: State, seat: int, amount: int, why: str, source: int | None = None) -> None:
    """Give nuggets to a seat, from another seat or from the bank; negative: the seat pays."""
    gold = list(state.gold)
    gold[seat] += amount
    if source is not None:
        gold[source] -= amount
    state.gold = tuple(gold)
    _note_payment(state, Payment(seat, amount, why, source, False))
    _say(state, Gained(seat, amount, why, source))


def gain_gold_cards(state: State, seat: int, cards: tuple[int, ...], why: str) -> None:
    """Pay a seat with gold cards from the pile, openly in their sum."""
    state.piles = {**state.piles, "gold": tuple(card for card in state.piles["gold"] if card not in cards)}
    state.purses = _at(state.purses, seat, state.purses[seat] + cards)
    amount = sum(gold_of(state, card) for card in cards)
    _note_payment(state, Payment(seat, amount, why, None, False))
    _say(state, Gained(seat, amount, why, None))


def lose_gold_cards(state: State, seat: int, cards: tuple[int, ...], why: str) -> None:
    """Take gold cards out of a seat's purse, out of the game."""
    state.purses = _at(state.purses, seat, tuple(card for card in state.purses[seat] if card not in cards))
    state.piles = {**state.piles, "gone": state.piles.get("gone", ()) + cards}
    amount = -sum(gold_of(state, card) for card in cards)
    _note_payment(state, Payment(seat, amount, why, None, False))
    _say(state, Gained(seat, amount, why, None))


def take_gold_cards(state: State, seat: int, cells: tuple[int, ...], why: str) -> None:
    """Let a seat take cards with gold out of the maze, for good."""
    cards = tuple(state.maze.cards[cell].number for cell in cells)
    for cell in cells:
        state.maze = state.maze.lift(cell)
    state.purses = _at(state.purses, seat, state.purses[seat] + cards)
    amount = sum(gold_of(state, card) for card in cards)
    _note_payment(state, Payment(seat, amount, why, None, False))
    _say(state, Gained(seat, amount, why, None))


def offer_gold(state: State, count: int) -> None:
    """Draw gold cards to be picked from."""
    pile = state.piles["gold"]
    count = min(count, len(pile))
    offer = pile[len(pile) - count :]
    state.piles = {**state.piles, "gold": pile[: len(pile) - count], "offer": offer}
    _say(state, Offered(offer))


def pick_gold(state: State, seat: int, card: int) -> None:
    """Let a seat pick one of the gold cards on offer."""
    offer = list(state.piles["offer"])
    shown = tuple(offer)
    offer.remove(card)
    state.piles = {**state.piles, "offer": tuple(offer)}
    state.purses = _at(state.purses, seat, (*state.purses[seat], card))
    _note_payment(state, Payment(seat, gold_of(state, card), "picked", None, True))
    _say(state, Picked(seat, card, tuple(offer), shown))


def gold_of(state: State, card: int) -> int:
    """Return what a card is worth in gold."""
    return state.rules.kinds[card].gold


def _note_payment(state: State, payment: Payment) -> None:
    """Enter a payment in the result of the round, if the round has ended."""
    if state.open_roles:
        result = state.results[-1]
        state.results = (*state.results[:-1], result._replace(payments=(*result.payments, payment)))


# --- Turns, rounds, the game ------------------------------------------------------------------------------------------


def begin_turn(state: State, seat: int) -> None:
    """Give a seat the turn; it draws one card at its end unless something else is settled."""
    state.turn = seat
    state.draws = ((seat, 1),)
    if state.turn_tokens:
        state.turn_tokens = {}


def reverse(state: State) -> None:
    """Reverse the order of play."""
    state.direction = -state.direction


def count(state: State, token: str, by: int = 1) -> None:
    """Count a token of the round."""
    state.tokens = {**state.tokens, token: state.tokens.get(token, 0) + by}


def count_in_turn(state: State, token: str, by: int = 1) -> None:
    """Count a token of the turn."""
    state.turn_tokens = {**state.turn_tokens, token: state.turn_tokens.get(token, 0) + by}


def count_of_seat(state: State, seat: int, token: str, by: int = 1) -> None:
    """Count a token of a seat."""
    tokens = {**state.seat_tokens[seat], token: state.seat_tokens[seat].get(token, 0) + by}
    state.seat_tokens = (*state.seat_tokens[:seat], tokens, *state.seat_tokens[seat + 1 :])


def begin_round(state: State, starter: int) -> None:
    """Clear the table for a new round."""
    state.round += 1
    state.shuffles = 0
    state.starter = starter
    state.turn = starter
    state.direction = 1
    state.last_hand = starter
    nothing: tuple[tuple[int, ...], ...] = ((),) * state.rules.seats
    state.hands = nothing
    state.before = nothing
    state.lying = ()
    state.memory = ((),) * state.rules.seats
    state.roles = ()
    state.open_roles = False
    state.maze = state.rules.empty_maze
    state.laid = ()
    state.marks = ()
    state.tokens = {}
    state.turn_tokens = {}
    state.seat_tokens = tuple(
        {name: value for name, value in tokens.items() if not name.startswith("round_")} for tokens in state.seat_tokens
    )
    state.draws = ()
    state.finisher = None
    _say(state, BeganRound(state.round, starter))


def clear_maze(state: State, supply: str, pile: str) -> None:
    """Put the cards of a supply that lie in the maze on a pile, unseen."""
    cells = [cell for cell, laid in sorted(state.maze.cards.items()) if laid.number in state.rules.supplies[supply]]
    cards = tuple(state.maze.cards[cell].number for cell in cells)
    for cell in cells:
        state.maze = state.maze.lift(cell)
    state.piles = {**state.piles, pile: state.piles.get(pile, ()) + cards}


def set_pile(state: State, name: str, cards: tuple[int, ...]) -> None:
    """Lay a pile ready at set-up."""
    state.piles = {**state.piles, name: cards}


def set_finisher(state: State, seat: int) -> None:
    """Note who reached the treasure."""
    state.finisher = seat


def end_round(
    state: State, reason: str, sides: tuple[str, ...], winners: tuple[int, ...], path: tuple[int, ...] = ()
) -> None:
    """Show all roles and note who won."""
    state.open_roles = True
    result = Result(
        state.round, reason, sides, winners, state.roles, state.finisher, path, state.maze, (), (), state.marks
    )
    state.results += (result,)
    _say(state, EndedRound(state.round, reason, sides, winners, state.roles, state.finisher))


def close_round(state: State, gold: tuple[int, ...]) -> None:
    """Note what each seat has once the round is paid."""
    state.results = (*state.results[:-1], state.results[-1]._replace(gold=gold))


def end_game(state: State, outcome: Outcome) -> None:
    """End the game."""
    state.outcome = outcome
    _say(state, EndedGame(outcome))


def tell(
    state: State,
    kind: str,
    seat: int | None = None,
    targets: tuple[Target, ...] = (),
    number: int = 0,
    to: tuple[int, ...] | None = None,
) -> None:
    """Tell everyone, or some seats, of something that changes no card."""
    _say(state, Occurred(kind, seat, targets, number, to))


def cell_of(target: Target) -> int:
    """Return the number of the cell a target names."""
    assert isinstance(target, AtCell)
    return number(*target.cell)
