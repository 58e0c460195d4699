"""Who may know what: a View is built up from nothing, public things, then the seat's own, then what it has seen."""

from __future__ import annotations

from protocol import game as p
from protocol.packing import changed
from server.engine import rounds
from server.engine.cell import place, sides
from server.engine.maze import Maze
from server.engine.state import Memory, Result, State

SECRET_SIZES = frozenset({"gold", "offer", "gone"})
"""Piles whose size would tell something of the gold that players picked (R7)."""


def public(state: State) -> p.View:
    """Return all that everyone may know now: what a spectator sees."""
    rules = state.rules
    asked = state.asked
    return p.View(
        options=rules.options,
        me=None,
        round=state.round,
        rounds=rules.rounds,
        starter=state.starter,
        turn=seat_in_turn(state),
        direction=state.direction,
        seats=tuple(seat_view(state, seat, None) for seat in range(rules.seats)),
        hand=(),
        maze=maze_view(state.maze),
        laid=tuple(p.LaidBy(place(cell), by) for cell, by in state.laid),
        marks=marks_view(state.marks),
        piles={name: len(cards) for name, cards in sorted(state.piles.items()) if name not in SECRET_SIZES},
        tokens=state.tokens,
        turn_tokens=state.turn_tokens,
        draws=state.draws,
        known=(),
        asked=None if asked is None else p.Asked(asked.kind, asked.seats, asked.about),
        question=None,
        legal=(),
        agenda=tuple(p.Step(str(step[0]), step[1:]) for step in state.steps),  # type: ignore[arg-type]
        results=tuple(result_view(state, result, None) for result in state.results),
        outcome=state.outcome,
    )


def view(state: State, seat: int | None, legal: tuple[p.Action, ...], everyone: p.View | None = None) -> p.View:
    """Return all that a seat, or a spectator, may know now; `everyone` is what is public, if it is at hand."""
    shown = public(state) if everyone is None else everyone
    if seat is None:
        return shown
    asked = question(state, seat)
    paid_in_secret = any(paid.secret and paid.seat == seat for result in state.results for paid in result.payments)
    return changed(
        shown,
        me=seat,
        seats=(*shown.seats[:seat], seat_view(state, seat, seat), *shown.seats[seat + 1 :]),
        hand=tuple(state.id_of(card) for card in state.hands[seat]),
        known=tuple(known(state, memory) for memory in state.memory[seat]),
        question=asked,
        legal=legal if asked is not None else (),
        results=tuple(result_view(state, result, seat) for result in state.results)
        if paid_in_secret
        else shown.results,
    )


def seat_in_turn(state: State) -> int | None:
    """Return whose turn it is, if it is anybody's."""
    return None if state.open_roles or state.outcome else state.turn


def question(state: State, seat: int) -> p.Question | None:
    """Return what a seat is asked and has not answered."""
    asked = state.asked
    if asked is None or seat not in asked.seats or asked.answer(seat) is not None:
        return None
    shown = state.rules.questions[asked.kind].cards
    cards = () if shown is None else shown(state, seat, asked)
    return p.Question(state.counts[seat], asked.kind, asked.about, tuple(state.id_of(card) for card in cards))


def seat_view(state: State, seat: int, viewer: int | None) -> p.SeatView:
    """Return what a viewer may know of a seat."""
    rules = state.rules
    own = seat == viewer
    gold = rounds.gold_of_seat(state, seat)
    open_gold = own or state.outcome is not None or rules.hooks.gold_is_public(state)
    return p.SeatView(
        hand=len(state.hands[seat]),
        before=tuple(state.id_of(card) for card in state.before[seat]),
        role=state.id_of(state.roles[seat]) if sees_role(state, seat, viewer) else "",
        gold=gold if open_gold else None,
        has_gold=gold > 0,
        purse=tuple(state.id_of(card) for card in state.purses[seat]) if open_gold else (),
        tokens=state.seat_tokens[seat],
    )


def sees_role(state: State, seat: int, viewer: int | None) -> bool:
    """Tell whether a viewer may know the role of a seat."""
    return bool(state.roles) and (seat == viewer or state.open_roles or state.rules.kinds[state.roles[seat]].face_up)


def maze_view(maze: Maze) -> tuple[p.LaidCard, ...]:
    """Return the cards of a maze, face-down ones as backs only; a maze never changes, so it is looked at once."""
    if maze.shown is None:
        maze.shown = _look(maze)
    return maze.shown


def _look(maze: Maze) -> tuple[p.LaidCard, ...]:
    coloured = [(each.colour, reach) for each, reach in zip(maze.travellers, maze.reaches, strict=True) if each.colour]
    return tuple(
        p.LaidCard(
            place(cell),
            laid.card.id,
            laid.turned,
            joined={colour: sides(reach[cell]) for colour, reach in coloured if cell in reach},
        )
        if laid.up
        else p.LaidCard(place(cell), back=laid.card.face.family)
        for cell, laid in sorted(maze.cards.items())
    )


def marks_view(marks: tuple[tuple[int, str, int | None], ...]) -> tuple[p.CellMark, ...]:
    """Return what lies on cells."""
    return tuple(p.CellMark(place(cell), mark, owner) for cell, mark, owner in marks)


def known(state: State, memory: Memory) -> p.Known:
    """Return what a seat remembers."""
    return p.Known(memory.about, state.id_of(memory.card), memory.aged)


def result_view(state: State, result: Result, viewer: int | None) -> p.RoundResult:
    """Return how a round ended; what others picked in secret stays secret until the game is over."""
    return p.RoundResult(
        result.round,
        result.reason,
        result.sides,
        result.winners,
        tuple(state.id_of(role) for role in result.roles),
        result.finisher,
        tuple(place(cell) for cell in result.path),
        maze_view(result.maze),
        tuple(
            p.Payment(
                paid.seat,
                None if paid.secret and paid.seat != viewer and state.outcome is None else paid.amount,
                paid.why,
                paid.source,
            )
            for paid in result.payments
        ),
        marks_view(result.marks),
    )
