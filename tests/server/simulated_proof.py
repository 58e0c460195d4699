"""What must hold after a simulated run: the records tell all that anybody was told, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol.game import Action
from protocol.packing import pack
from protocol.record import encode
from server.archive import Archive, StoredGame
from server.engine.game import Game
from server.replay import positions
from tests.server.simulated_player import Player, Seen, in_window, looks

if TYPE_CHECKING:
    from tests.server.simulation import SimulatedTable, World


NOTHING = pack(())


class Told:
    """What one seat, or a spectator, is to be told at each position of a game."""

    def __init__(self, games: list[Game], seat: int | None) -> None:
        self.views = [looks(game.view(seat)) for game in games]
        self.windows = [in_window(game.asked) for game in games]
        self.stories = [pack(game.story(seat)) for game in games]
        self.news = [pack(game.news(seat)) for game in games]

    def first_from(self, position: int, seen: Seen) -> int:
        """The first position from here, or from the opening of the window that was open here, that looks like this."""
        while position > 0 and self.windows[position] and self.views[position - 1] == self.views[position]:
            position -= 1
        for at in range(max(position, 0), len(self.views)):
            if self.views[at] == seen.view and self.stories[at] == seen.events:
                return at
        raise AssertionError(f"nothing recorded after action {position} looks like what was shown")

    def next_news(self, position: int) -> int:
        """The next position that is news."""
        for at in range(position + 1, len(self.views)):
            if self.news[at] != NOTHING or self.views[at] != self.views[position]:
                return at
        raise AssertionError(f"something was told after action {position}, and the record ends there")


def prove(world: World) -> None:
    """Compare what everyone was told with the journal."""
    with Archive.open(world.folder / "journal.sqlite") as archive:
        for table in world.tables:
            lines = {line.text for _, line in archive.lines(table.code)}
            for player in table.players:
                assert len(lines) >= 100 or set(player.said) <= lines, "something said is lost"
            for number in range(1, table.games + 1):
                stored = archive.game(table.code, number)
                assert stored is not None, "a game is lost"
                _prove_game(world, table, stored)


def _prove_game(world: World, table: SimulatedTable, stored: StoredGame) -> None:
    record = stored.record()
    games = positions(record)
    assert games[-1].outcome is not None, "a game did not come to its end"
    assert table.records.get(stored.number, encode(record)) == encode(record), "a record was sent that is another"
    answers: dict[tuple[int, int], tuple[Action, bool]] = {}
    for game, move in zip(games, record.moves, strict=False):
        question = game.question(move.seat)
        assert question is not None
        answers[move.seat, question.id] = move.action, in_window(game.asked)
    told: dict[int | None, Told] = {}
    for player in table.players:
        for number, seat, asked, action in player.told:
            if number == stored.number:
                recorded, window = answers[seat, asked]
                # After a restart a window starts afresh: there the seat may have answered otherwise.
                assert recorded == action or window, "an action that was acknowledged is lost"
                world.seen["acknowledged"] += 1
        _prove_seen(world, player, [seen for seen in player.seen if seen.game == stored.number], games, told)


def _prove_seen(
    world: World, player: Player, seen: list[Seen], games: list[Game], told: dict[int | None, Told]
) -> None:
    """Every Update is the telling of a position of the record; on one line none is left out, and none goes back."""
    position, line = -1, -1
    for update in seen:
        if update.seat not in told:
            told[update.seat] = Told(games, update.seat)
        tellings = told[update.seat]
        if update.story:
            position = tellings.first_from(position, update)
        elif tellings.windows[position] and update.view == tellings.views[position] and update.events == NOTHING:
            assert update.line == line
        else:
            assert update.line == line, "the first Update of a connection tells no story"
            position = tellings.next_news(position)
            assert tellings.views[position] == update.view, f"{player.name} was shown another View than the recorded"
            assert tellings.news[position] == update.events, f"{player.name} was told other news than the recorded"
        line = update.line
        world.seen["shown"] += 1
