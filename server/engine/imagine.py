"""A game consistent with what a seat knows, for bots that search: all it cannot know is drawn by lot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from protocol import game as p
from server.engine import changes, score
from server.engine.card import Card
from server.engine.cell import number
from server.engine.game import Game, first_state
from server.engine.goals_seen import Chance, goals_seen
from server.engine.maze import Laid, build
from server.engine.rules import rules_for
from server.engine.state import Memory, Open, Payment, Result, State

IN_GOLD_CARDS = frozenset({"picked", "saboteur", "greedy"})
"""Why gold cards, where there are any, are paid; all else is paid in nuggets."""


class Guess(str):
    """A face id that was drawn by lot: what is certain comes before it when cards get their places."""

    __slots__ = ()


class Past:
    """What a story tells of cards that no longer lie open: face ids where known, None where not."""

    def __init__(self, view: p.View, cards: Mapping[str, Card], random: Chance) -> None:
        self.me = view.me
        self.cards = cards
        self.random = random
        self.hands: list[list[str | None]] = [[] for _ in view.seats]
        self.roles: list[str | None] = [None for _ in view.seats]
        self.unused: list[str | None] = [None] * view.piles.get("unused", 0)
        self.gathered: list[str] = []
        """Roles known to have been dealt anew among the seats, whoever holds them now."""
        self.gold = [0 for _ in view.seats]
        """What came to each seat and left it before the round ended; later payments are in its result."""
        self.lying: list[tuple[int, str]] = []
        self.discard: list[str | None] = []
        self.looked: list[str | None] = []
        """Cards drawn to choose from."""
        self.out: list[str | None] = []
        """Cards set aside for the round, those that lay face down unknown."""
        self.robbed = 0
        """The seat whose card is taken next."""
        self.played: str | None = None
        self.last_hand = view.starter

    def follow(self, story: Iterable[p.Event]) -> None:
        """Go through a story."""
        for event in story:
            match event:
                case p.Paid(seat=seat, amount=amount, source=source):
                    self.gold[seat] += amount
                    if source is not None:
                        self.gold[source] -= amount
                case p.RoundEnded():
                    return
                case p.RoleDealt():
                    self._role(event)
                case p.Looked(at=p.AtChoice(choice="discard_pile"), cards=cards) if cards:
                    self.discard[len(self.discard) - len(cards) :] = cards[::-1]
                case p.Looked(at=p.AtChoice(choice="drawn_cards"), cards=cards):
                    self.looked = list(cards)
                case p.Drawn(source="discard"):
                    self._take(event)
                case p.Drawn(source="looked"):
                    self._draw(event)
                    self.looked = [card for card in self.looked if card not in event.cards[:1]]
                case p.Drawn(source="hand"):
                    if not event.cards:
                        self._doubt(self.robbed)
                    card = event.cards[0] if event.cards else self._any(self.robbed)
                    self.hands[event.seat].append(self._lose(self.robbed, card))
                case p.Drawn():
                    self._use()
                    self._draw(event)
                case p.CardPlayed(seat=seat, action=action):
                    self._use()
                    self._lose(seat, action.card)
                    self.played = action.card
                    self.last_hand = seat
                case p.CardLaid(source=None):
                    self.played = None
                case p.PutBefore(seat=seat, card=card):
                    self.lying.append((seat, card))
                    self.played = None
                case p.TakenAway(seat=seat, card=card):
                    self.lying.remove((seat, card))
                    self.discard.append(card)
                case p.CardLifted(card=""):
                    self.out += [None, None]
                case p.CardLifted(card=card):
                    (self.out if self.cards[card].set_aside else self.discard).append(card)
                case p.Discarded(seat=seat, count=count, cards=cards):
                    self._use()
                    self.last_hand = seat
                    if not cards:
                        self._doubt(seat)
                    for at in range(count):
                        self.discard.append(self._lose(seat, cards[at] if cards else self._any(seat)))
                case p.Happened(kind="asked_for_toll", seat=int(seat), targets=(p.AtCard(card=card), *_)):
                    # The card was named openly and is in the hand, wherever it came from.
                    if card not in self.hands[seat]:
                        self.hands[seat].append(self._lose(seat, card))
                case p.Happened(kind="chest_opened", targets=(p.AtCard(card=card), *_)):
                    self.out.append(card)
                case p.Happened(kind="card_taken", targets=(p.AtSeat(seat=seat),)):
                    self.robbed = seat
                case p.Happened(kind="discard_from_draw", number=count):
                    self._use()
                    self.discard += [None] * count
                case p.Happened(kind="discard_from_looked", number=count):
                    _fit(self.looked, count)
                    self.discard += self.looked[::-1]
                case p.Happened(kind="discard_shuffled"):
                    self._use()
                    self.discard = [
                        _guess(self.discard.pop(int(self.random.random() * len(self.discard)))) for _ in [*self.discard]
                    ]
                case p.HandsSwapped(seat=seat, other=other):
                    hands = self.hands
                    hands[seat], hands[other] = hands[other], hands[seat]
                    if self.me in (seat, other):
                        hands[self.me] = list(event.cards)

    def finish(self, view: p.View) -> None:
        """Fill up to the numbers the view tells."""
        if not view.piles.get("played"):
            self._use()
        for hand, seat in zip(self.hands, view.seats, strict=True):
            _fit(hand, seat.hand)
        if self.me is not None:
            self.hands[self.me] = list(view.hand)
        _fit(self.discard, view.piles.get("discard", 0))

    def _role(self, event: p.RoleDealt) -> None:
        if event.why == "deal":
            self.roles[event.seat] = event.role or None
        elif event.why == "tunnel_feast":
            if event.seat == 0:
                self.gathered = [role for role in self.roles if role]
            self.roles[event.seat] = event.role or None
        else:
            self.unused.insert(0, self.roles[event.seat])
            self.roles[event.seat] = event.role or self.unused[-1]
            self.unused.pop()
            # One of those that were dealt anew may have gone to the unused roles.
            self.gathered = []

    def _draw(self, event: p.Drawn) -> None:
        self.hands[event.seat] += event.cards or (None,) * event.count

    def _take(self, event: p.Drawn) -> None:
        """Let a seat take a card of the top five of the discard pile; which one only that seat knows."""
        top = range(len(self.discard) - 1, max(-1, len(self.discard) - 6), -1)
        if event.cards:
            at = next((at for at in top if self.discard[at] == event.cards[0]), top[0])
        else:
            at = top[int(self.random.random() * len(top))]
        taken = self.discard.pop(at)
        self.hands[event.seat].append(taken if event.cards else _guess(taken))
        if not event.cards:
            # Any other of them may be the one that was taken.
            for other in range(max(0, len(self.discard) - 4), len(self.discard)):
                self.discard[other] = _guess(self.discard[other])

    def _lose(self, seat: int, card: str | None) -> str | None:
        hand = self.hands[seat]
        if card in hand:
            hand.remove(card)
        elif None in hand:
            hand.remove(None)
        elif hand:
            # Taken to be another card: what was discarded unseen was drawn by lot.
            hand.pop(int(self.random.random() * len(hand)))
        return card

    def _doubt(self, seat: int) -> None:
        """Take what is known of a hand for guesses: any of it may be the card that left it unseen."""
        self.hands[seat] = [_guess(card) for card in self.hands[seat]]

    def _any(self, seat: int) -> str | None:
        hand = self.hands[seat]
        return _guess(hand[int(self.random.random() * len(hand))]) if hand else None

    def _use(self) -> None:
        if self.played is not None:
            self.discard.append(self.played)
            self.played = None


def _guess(card: str | None) -> Guess | None:
    """Return a card as one that is not certain."""
    return None if card is None else Guess(card)


def _fit(cards: list[str | None], size: int) -> None:
    """Make a list as long as it must be."""
    del cards[size:]
    cards += [None] * (size - len(cards))


class Box:
    """The cards of one supply that have no place yet."""

    def __init__(self, state: State, supply: Iterable[int], random: Chance) -> None:
        self.state = state
        self.left = list(supply)
        self.random = random

    def take(self, card: str) -> int:
        """Take a card of this kind, or any if all of the kind have a place."""
        for each in self.left:
            if self.state.id_of(each) == card:
                self.left.remove(each)
                return each
        return self.draw()

    def hold(self, card: int) -> bool:
        """Take this very card and tell whether it was still there."""
        if card not in self.left:
            return False
        self.left.remove(card)
        return True

    def draw(self) -> int:
        """Take a card by lot."""
        return self.left.pop(int(self.random.random() * len(self.left)))


def imagine(view: p.View, story: tuple[p.Event, ...], random: Chance) -> Game:
    """Return a game that this seat, knowing what it knows, could be in."""
    rules = rules_for(view.options)
    seed = bytes(int(random.random() * 256) for _ in range(32))
    state = first_state(rules, seed)
    past = Past(view, rules.cards, random)
    past.follow(story)
    past.finish(view)
    boxes = {name: Box(state, supply, random) for name, supply in rules.supplies.items()}
    state.round = view.round
    state.starter = view.starter
    state.turn = view.starter if view.turn is None else view.turn
    state.direction = view.direction
    state.shuffles = 100
    state.tokens = dict(view.tokens)
    state.turn_tokens = dict(view.turn_tokens)
    state.seat_tokens = tuple(dict(seat.tokens) for seat in view.seats)
    state.draws = view.draws
    state.laid = tuple((number(*laid.cell), laid.seat) for laid in view.laid)
    state.marks = tuple((number(*mark.cell), mark.mark, mark.seat) for mark in view.marks)
    state.steps = tuple((step.kind, *step.arguments) for step in view.agenda)
    state.open_roles = view.turn is None
    state.last_hand = past.last_hand
    _give_purses(state, view, boxes)
    unseen = _put_out_of_play(state, view, boxes)
    out = [None if card is None else _box_of(state, boxes, card).take(card) for card in past.out]
    _lay_maze(state, view, boxes, goals_seen(story, view.me, random))
    _pile_goals(state, view, boxes["goals"], unseen)
    _lay_cards(state, view, past, boxes)
    if "chests" in boxes:
        _lay_chests(state, view, out, boxes)
    _give_roles(state, view, past, boxes["roles"])
    _give_gold(state, view, past, boxes)
    state.memory = tuple(
        tuple(_remember(state, known) for known in view.known) if seat == view.me else () for seat in range(rules.seats)
    )
    if view.asked is not None:
        state.asked = Open(view.asked.kind, view.asked.seats, view.asked.about, (None,) * len(view.asked.seats))
    if view.me is not None and view.question is not None:
        state.counts = tuple(view.question.id if seat == view.me else 0 for seat in range(rules.seats))
    return Game(state)


def _box_of(state: State, boxes: dict[str, Box], card: str) -> Box:
    """Return the supply that still holds a card of this kind."""
    for box in boxes.values():
        if any(state.id_of(each) == card for each in box.left):
            return box
    raise ValueError(f"no card {card} is left to be placed")


def _give_purses(state: State, view: p.View, boxes: dict[str, Box]) -> None:
    """Give each seat the gold cards it is known to have."""
    state.purses = tuple(tuple(_box_of(state, boxes, card).take(card) for card in seat.purse) for seat in view.seats)


def _put_out_of_play(state: State, view: p.View, boxes: dict[str, Box]) -> int:
    """Place what openly left the game after earlier rounds; return how many goals left it unseen."""
    kept = Counter(card for seat in view.seats for card in seat.purse)
    gone: list[int] = []
    unseen = 0
    for result in view.results if "goals" in view.piles else ():
        marked = {mark.cell for mark in result.marks if mark.mark == "marker"}
        for laid in result.maze:
            if laid.back:
                unseen += 1
            elif laid.cell in marked and kept[laid.card]:
                kept[laid.card] -= 1
            elif laid.cell in marked or state.rules.cards[laid.card].face.family == "goal":
                gone.append(_box_of(state, boxes, laid.card).take(laid.card))
    state.piles = {"gone": tuple(gone)}
    return unseen


def _pile_goals(state: State, view: p.View, box: Box, unseen: int) -> None:
    """Place the goals of later rounds, and those that left the game unseen."""
    if "goals" in view.piles:
        gone = state.piles.get("gone", ()) + tuple(box.draw() for _ in range(unseen))
        pile = tuple(box.draw() for _ in range(view.piles["goals"]))
        state.piles |= {"goals": pile, "gone": gone}


def _lay_maze(state: State, view: p.View, boxes: dict[str, Box], seen: dict[p.Cell, str]) -> None:
    cards: dict[int, Laid] = {}
    hidden: list[int] = []
    chests: list[int] = []
    goals = boxes["goals"]
    for laid in view.maze:
        face = laid.card or seen.get(laid.cell, "")
        cell = number(*laid.cell)
        if face:
            cards[cell] = _laid(state, _box_of(state, boxes, face).take(face), laid.turned, bool(laid.card))
        else:
            (hidden if laid.back == "goal" else chests).append(cell)
    unseen = [card for card in state.rules.hooks.sure_goals(state.rules) if goals.hold(card)]
    unseen += [goals.draw() for _ in hidden[len(unseen) :]]
    for cell in hidden:
        cards[cell] = _laid(state, unseen.pop(int(goals.random.random() * len(unseen))), False, False)
    for cell in chests:
        cards[cell] = _laid(state, boxes["chest_paths"].draw(), False, False)
    opened = frozenset(cell for cell, mark, _ in state.marks if mark in state.rules.opening)
    state.maze = build(cards, state.rules.travellers, opened)


def _laid(state: State, card: int, turned: bool, up: bool) -> Laid:
    kind = state.rules.kinds[card]
    return Laid(card, kind, turned, up, kind.shapes[turned])


def _lay_cards(state: State, view: p.View, past: Past, boxes: dict[str, Box]) -> None:
    """Place the cards of the deck: those known first, then by lot."""
    box = boxes["deck"]
    before: list[list[int]] = [[] for _ in view.seats]
    lying = []
    for seat, card in past.lying:
        before[seat].append(box.take(card))
        lying.append(before[seat][-1])
    state.before = tuple(map(tuple, before))
    state.lying = tuple(lying)
    played = (box.take(past.played),) if past.played is not None else ()
    _fit(past.looked, view.piles.get("looked", 0))
    zones: list[list[str | None]] = [past.looked, past.discard, [None] * view.piles.get("aside", 0), *past.hands]
    certain = [[None if isinstance(card, Guess | None) else box.take(card) for card in zone] for zone in zones]
    known = [
        [box.take(card) if isinstance(card, Guess) else place for card, place in zip(*both, strict=True)]
        for both in zip(zones, certain, strict=True)
    ]
    looked, discard, aside, *hands = (tuple(box.draw() if card is None else card for card in zone) for zone in known)
    state.hands = tuple(hands)
    draw = []
    while box.left:
        draw.append(box.draw())
    state.piles |= {"discard": discard, "aside": aside, "draw": tuple(draw), "played": played, "offer": ()}
    if "looked" in view.piles:
        state.piles |= {"looked": looked}


def _lay_chests(state: State, view: p.View, out: list[int | None], boxes: dict[str, Box]) -> None:
    """Put chests under the face-down path cards: those seen, then by lot; any of the rest was set aside unseen."""
    chests, paths = boxes["chests"], boxes["chest_paths"]
    seen = {
        changes.under(number(*known.about.cell)): known.card
        for known in view.known
        if isinstance(known.about, p.AtCell) and state.rules.cards[known.card].face.family == "chest"
    }
    taken = {name: chests.take(card) for name, card in seen.items()}
    for name, size in view.piles.items():
        if name.startswith("under "):
            lying = taken[name] if name in taken else chests.draw() if size else None
            state.piles |= {name: () if lying is None else (lying,)}
    gone = [card if card is not None else (paths if paths.left else chests).draw() for card in out]
    state.piles |= {"out": tuple(gone)}


def _give_roles(state: State, view: p.View, past: Past, box: Box) -> None:
    """Give roles that are known, then by lot out of those of the round."""
    box.left = list(state.rules.hooks.round_roles(state))
    fresh = {known.about: known.card for known in view.known if not known.aged}
    roles: list[str | None] = [
        seat.role or fresh.get(p.AtSeat(at)) or past.roles[at] for at, seat in enumerate(view.seats)
    ]
    taken = [None if role is None else box.take(role) for role in roles]
    unused = [None if role is None else box.take(role) for role in past.unused]
    gathered = Counter(past.gathered)
    gathered.update(known.card for known in view.known if past.gathered and known.aged == "tunnel_feast")
    gathered.subtract(role for role in roles if role is not None)
    open_seats = [at for at, role in enumerate(taken) if role is None]
    for role in gathered.elements():
        if open_seats:
            seat = open_seats.pop(int(box.random.random() * len(open_seats)))
            taken[seat] = box.take(role)
    state.roles = tuple(box.draw() if role is None else role for role in taken)
    state.piles = {**state.piles, "unused": tuple(box.draw() if role is None else role for role in unused)}


def _give_gold(state: State, view: p.View, past: Past, boxes: dict[str, Box]) -> None:
    """Give each seat the gold it is known to have, and secret picks by lot."""
    box = boxes.get("gold")
    purses = list(state.purses)
    gold = list(past.gold)
    if box is not None:
        offer = () if view.question is None else view.question.cards
        on_offer = tuple(box.take(card) for card in offer if card.startswith("gold_"))
        for result in view.results:
            for paid in result.payments:
                if not view.seats[paid.seat].purse and box.left:
                    if paid.amount is None:
                        purses[paid.seat] += (box.draw(),)
                    elif paid.why in IN_GOLD_CARDS:
                        state.piles = {**state.piles, "gold": tuple(box.left)}
                        cards = score.exact_pay(state, paid.amount)
                        purses[paid.seat] += cards
                        box.left = [card for card in box.left if card not in cards]
        state.piles = {**state.piles, "gold": tuple(box.left), "offer": on_offer}
    for result in view.results:
        for paid in result.payments:
            if paid.amount is not None and not (state.rules.supplies.get("gold") and paid.why in IN_GOLD_CARDS):
                gold[paid.seat] += paid.amount
                if paid.source is not None:
                    gold[paid.source] -= paid.amount
    state.purses = tuple(purses)
    for seat, seen in enumerate(view.seats):
        cards_worth = sum(changes.gold_of(state, card) for card in purses[seat])
        if seen.gold is not None:
            gold[seat] = seen.gold - cards_worth
        elif seen.has_gold and gold[seat] + cards_worth <= 0:
            gold[seat] = 1 - cards_worth
        elif not seen.has_gold:
            gold[seat] = -cards_worth
    state.gold = tuple(gold)
    state.results = tuple(_result(state, result) for result in view.results)
    state.finisher = view.results[-1].finisher if state.open_roles and view.results else None


def _result(state: State, result: p.RoundResult) -> Result:
    payments = tuple(
        Payment(paid.seat, paid.amount or 0, paid.why, paid.source, paid.amount is None) for paid in result.payments
    )
    roles = tuple(_some(state, role) for role in result.roles)
    return Result(
        result.round,
        result.reason,
        result.sides,
        result.winners,
        roles,
        result.finisher,
        (),
        state.rules.empty_maze,
        payments,
        (0,) * state.rules.seats,
        tuple((number(*mark.cell), mark.mark, mark.seat) for mark in result.marks),
    )


def _some(state: State, card: str) -> int:
    return next(at for at, kind in enumerate(state.rules.kinds) if kind.id == card)


def _remember(state: State, known: p.Known) -> Memory:
    return Memory(known.about, _some(state, known.card), known.aged)
