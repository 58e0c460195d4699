"""Bribing trolls: no action of its own, but part of a turn, before or after its one action (D1)."""

from __future__ import annotations

from protocol.game import Action, Answer, AtCell, AtChoice, Reason, Refusal
from server.engine import changes, turn
from server.engine.cell import number, place
from server.engine.kinds.gold import use_marker
from server.engine.rules import Choice, QuestionKind
from server.engine.state import Open, State


def is_troll(state: State, cell: int) -> bool:
    """Tell whether a troll lies on a cell."""
    laid = state.maze.cards.get(cell)
    return laid is not None and laid.up and any(barrier.kind == "troll" for barrier in laid.shape.barriers)


def is_touched(state: State, seat: int, cell: int) -> bool:
    """Tell whether a seat's reach comes to a card, from either side of its troll."""
    return cell in state.maze.reaches[state.rules.hooks.traveller(state, seat)]


def trolls(state: State, seat: int) -> list[int]:
    """Return the cells of the trolls that a seat may bribe, sorted."""
    maze = state.maze
    reach = maze.reaches[state.rules.hooks.traveller(state, seat)]
    closed = [cell for cell in reach if maze.cards[cell].shape.barriers and cell not in maze.opened]
    return sorted(cell for cell in closed if is_troll(state, cell))


def bribe(state: State, seat: int, cell: int) -> None:
    """Put a marker on a troll, which lets everyone pass from now on; it is paid at the end of the round."""
    changes.push(state, ("reach",))
    use_marker(state, cell, "bribe", seat)


# --- Before the action ------------------------------------------------------------------------------------------------


def legal_bribe(state: State, seat: int) -> list[Action]:
    """Return every troll that may be bribed."""
    return [Answer((AtChoice("bribe"), AtCell(place(cell)))) for cell in trolls(state, seat)]


def refuse_bribe(state: State, seat: int, action: Action) -> Refusal | None:
    """Refuse what is no troll, one bribed already, and one that the seat's reach does not touch."""
    match action.targets:
        case (AtChoice(), AtCell(cell=cell) as target):
            if not is_troll(state, number(*cell)):
                return Refusal(Reason.BAD_TARGET, (target,))
            if number(*cell) in state.maze.opened:
                return Refusal(Reason.ALREADY_THERE, (target,))
            return None if is_touched(state, seat, number(*cell)) else Refusal(Reason.NOT_JOINED, (target,))
    return Refusal(Reason.BAD_TARGET, action.targets)


def bribe_first(state: State, seat: int, action: Action) -> None:
    """Bribe a troll, and then ask what to do in the turn."""
    changes.push(state, ("ask_turn",))
    bribe(state, seat, changes.cell_of(action.targets[1]))


def ask_turn(state: State) -> None:
    """Ask the seat in turn what to do."""
    changes.ask(state, "turn", (state.turn,))


BRIBE = Choice(legal_bribe, refuse_bribe, bribe_first)


# --- After the action, before drawing ---------------------------------------------------------------------------------

NO_BRIBE = Answer((AtChoice("no_bribe"),))


def offer_bribe(state: State) -> None:
    """End the turn, but before anything is drawn ask whether a troll is to be bribed, if one may be."""
    found = trolls(state, state.turn)
    if found:
        changes.ask(state, "bribe", (state.turn,), tuple(AtCell(place(cell)) for cell in found))
    else:
        turn.end(state)


def legal_late_bribe(_state: State, _seat: int, asked: Open) -> list[Action]:
    """Return every troll that may be bribed, and to bribe none."""
    return [*(Answer((target,)) for target in asked.about), NO_BRIBE]


def bribe_late(state: State, asked: Open) -> None:
    """Bribe the troll that was chosen and ask again, or go on to draw."""
    answer = asked.answers[0]
    if answer is None or answer == NO_BRIBE:
        changes.push(state, ("draw_up",))
    else:
        changes.push(state, ("end_turn",))
        bribe(state, state.turn, changes.cell_of(answer.targets[0]))


STEPS = {"ask_turn": ask_turn, "end_turn": offer_bribe, "draw_up": turn.end}
QUESTIONS = {"bribe": QuestionKind(legal_late_bribe, bribe_late)}
