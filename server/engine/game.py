"""The verbs of a game: new, asked, legal, play, why, view, story, copy, outcome, replay."""

from __future__ import annotations

from collections.abc import Iterable

from protocol.game import Action, Asked, Event, Options, Outcome, Question, Reason, Refusal, View
from server.engine import changes, editions, notation, packing, steps
from server.engine.change import BeganRound, Change
from server.engine.rules import RULES_VERSION, OptionsError, Rules, catalogue, check, rules_for
from server.engine.shuffle import below
from server.engine.state import State
from server.engine.telling import told
from server.engine.view import public, question, seat_in_turn, view

__all__ = [
    "RULES_VERSION",
    "Game",
    "OptionsError",
    "Refused",
    "catalogue",
    "check",
    "editions",
    "new",
    "replay",
]


class Refused(ValueError):
    """An action was refused; nothing changed."""

    def __init__(self, refusal: Refusal, seat: int, action: Action, position: str) -> None:
        about = " ".join(map(notation.target_text, refusal.about))
        super().__init__(
            f"{refusal.reason.value} {about} {refusal.side}".rstrip()
            + f": seat {seat} may not {notation.action_text(action)} in\n{position}"
        )
        self.refusal = refusal


class Game:
    """One game: a position, the actions that led to it, and what was told of them."""

    def __init__(
        self, state: State, actions: tuple[tuple[int, Action], ...] = (), log: tuple[tuple[Change, ...], ...] = ()
    ) -> None:
        self.state = state
        self.actions = actions
        """Every action so far, with the seat that took it."""
        self.log = log
        """The changes of each play of this round, the last one last."""
        self._legal: dict[int, tuple[Action, ...]] = {}

    @property
    def options(self) -> Options:
        """What is played."""
        return self.state.rules.options

    @property
    def seed(self) -> bytes:
        """What all shuffles are drawn from."""
        return self.state.seed

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has."""
        return self.state.outcome

    @property
    def asked(self) -> Asked | None:
        """The open question, as everyone may know it."""
        asked = self.state.asked
        return None if asked is None else Asked(asked.kind, asked.seats, asked.about)

    def waiting(self) -> tuple[int, ...]:
        """Return the seats that have not answered the open question."""
        asked = self.state.asked
        if asked is None:
            return ()
        return tuple(seat for seat, given in zip(asked.seats, asked.answers, strict=True) if given is None)

    def question(self, seat: int) -> Question | None:
        """Return what a seat is asked and has not answered."""
        return question(self.state, seat)

    @property
    def is_window(self) -> bool:
        """Whether the open question is a window in which a card may be answered (C3)."""
        asked = self.state.asked
        return asked is not None and self.state.rules.questions[asked.kind].window

    @property
    def silence(self) -> Action | None:
        """What a seat answers to the open question that lets its time run out, or None: a stand-in decides."""
        asked = self.state.asked
        return None if asked is None else self.state.rules.questions[asked.kind].silence

    def legal(self, seat: int) -> tuple[Action, ...]:
        """Return every action that answers what a seat is asked."""
        found = self._legal.get(seat)
        if found is None:
            asked = self.state.asked
            if asked is None or seat not in asked.seats or asked.answer(seat) is not None:
                return ()
            found = self._legal[seat] = tuple(self.state.rules.questions[asked.kind].legal(self.state, seat, asked))
        return found

    def why(self, seat: int, action: Action) -> Refusal | None:
        """Tell why an action is illegal, or None; nothing is played."""
        asked = self.state.asked
        if asked is None:
            return Refusal(Reason.GAME_OVER)
        if seat not in asked.seats or asked.answer(seat) is not None:
            return Refusal(Reason.NOT_ASKED)
        refuse = self.state.rules.questions[asked.kind].refuse
        if refuse is not None:
            return refuse(self.state, seat, asked, action)
        return None if action in self.legal(seat) else Refusal(Reason.NOT_AN_ANSWER, action.targets)

    def play(self, seat: int, action: Action) -> None:
        """Take an action of a seat, or raise Refused and change nothing."""
        refusal = self.why(seat, action)
        if refusal is not None:
            raise Refused(refusal, seat, action, notation.position(self.state))
        state = self.state
        changes.listen(state, True)
        steps.play(state, seat, action)
        self.actions += ((seat, action),)
        self._note()

    def _note(self) -> None:
        """Add the news of the last play to the story; a round that began starts it afresh."""
        self._legal = {}
        news = tuple(self.state.news or ())
        began = next((at for at, change in enumerate(news) if isinstance(change, BeganRound)), None)
        self.log = (*self.log, news) if began is None else (news[began:],)

    def view(self, seat: int | None) -> View:
        """Return all that a seat, or a spectator, may know now."""
        return view(self.state, seat, () if seat is None else self.legal(seat))

    def views(self, seats: Iterable[int | None]) -> dict[int | None, View]:
        """Return the Views of several seats, with what is public made once for all."""
        everyone = public(self.state)
        return {seat: view(self.state, seat, () if seat is None else self.legal(seat), everyone) for seat in seats}

    @property
    def moment(self) -> tuple[int, int | None]:
        """The round, and whose turn it is, if it is anybody's."""
        return self.state.round, seat_in_turn(self.state)

    def news(self, seat: int | None) -> tuple[Event, ...]:
        """Return what a seat, or a spectator, is told of the last play."""
        return told(tuple(self.state.news or ()), seat, self.state.rules)

    def story(self, seat: int | None) -> tuple[Event, ...]:
        """Return what a seat, or a spectator, was told since the round began."""
        return told(tuple(change for news in self.log for change in news), seat, self.state.rules)

    def copy(self) -> Game:
        """Return a game that can be played on without touching this one."""
        twin = Game.__new__(Game)
        twin.__dict__ = self.__dict__.copy()
        twin.state = self.state.copy()
        return twin

    def digest(self) -> bytes:
        """Return 16 bytes that tell positions apart."""
        return packing.digest(self.state)


def first_state(rules: Rules, seed: bytes) -> State:
    """Return the position before the first round."""
    state = State()
    seats = rules.seats
    state.rules = rules
    state.seed = seed
    state.round = 0
    state.gold = (0,) * seats
    state.purses = ((),) * seats
    state.piles = {}
    state.seat_tokens = ({},) * seats
    state.steps = ()
    state.asked = None
    state.counts = (0,) * seats
    state.results = ()
    state.outcome = None
    state.news = None
    return state


def new(options: Options, seed: bytes) -> Game:
    """Begin a game; options at fault raise an OptionsError."""
    rules = rules_for(options)
    state = first_state(rules, seed)
    starter = below(seed, "first player", [rules.seats])[0] if rules.settings.get("first") == "lot" else 0
    changes.push(state, ("begin_round", starter))
    changes.listen(state, True)
    steps.run(state)
    game = Game(state)
    game._note()
    return game


def replay(options: Options, seed: bytes, actions: Iterable[tuple[int, Action]]) -> Game:
    """Play a whole list of actions; the same list always gives the same game."""
    game = new(options, seed)
    for seat, action in actions:
        game.play(seat, action)
    return game
