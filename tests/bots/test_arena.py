"""The arena: deals that are the same for all line-ups, and what it prints."""

from random import Random

import pytest

from protocol.game import Options
from server.bots.arena import deals, interval, main
from server.bots.match import line_up, play
from server.engine.rules import editions
from server.settings import Settings
from tests.engine.tables import MODULES, random_options, with_everything, with_module

STAND_IN = Settings().stand_in
EACH_ALONE = [Options(edition.id, min(5, edition.seats[1])) for edition in editions()]
EACH_ALONE += [with_module(edition, module) for edition, module in MODULES]


def test_the_same_deal_gives_the_same_match():
    options = Options("base", 4)
    first = play(options, line_up("normal"), 3)
    again = play(options, line_up("normal"), 3)
    assert (first.rounds, first.gold) == (again.rounds, again.gold)


def test_a_split_of_roles_picks_the_deals_that_have_it():
    options = Options("base", 5)
    for _, deal in zip(range(5), deals(options, 0, "3+2"), strict=False):
        (only,) = play(options, line_up("chance"), deal, rounds=1).rounds
        assert only.roles.count("saboteur") == 2


def test_line_ups_are_turned_by_seat_and_given_by_role():
    assert line_up("normal,chance").levels(("", "", "", ""), 1) == ("chance", "normal", "chance", "normal")
    assert line_up("normal/easy").levels(("goldminer", "saboteur"), 0) == ("normal", "easy")


def test_an_interval_is_the_mean_with_two_standard_errors():
    middle, half = interval([0.0, 1.0, 0.0, 1.0])
    assert middle == 0.5
    assert half == pytest.approx(1.96 * (1 / 3 / 4) ** 0.5)


def test_the_arena_prints_win_rates_estimates_and_paired_differences(capsys):
    assert main(["--roles", "3+2", "--deals", "6", "normal/chance", "normal-look/chance"]) == 0
    printed = capsys.readouterr().out
    for words in (
        "won by",
        "Brier",
        "likeliest saboteurs",
        "ms a decision",
        "points more, 95% +-",
        "games/s",
        "gold a round",
        "decisions",
    ):
        assert words in printed


def test_the_arena_says_which_bot_it_does_not_know(capsys):
    with pytest.raises(SystemExit):
        main(["--deals", "1", "nobody"])
    assert "unknown bot: nobody" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (["--roles", "two"], "such as 3+2"),
        (["--roles", "3+3"], "there are 5 seats"),
        (["--roles", "1+4"], "never dealt"),
        (["--edition", "duel", "--roles", "1+1"], "never dealt"),
        (["normal/easy/chance"], "one slash"),
        (["--without", "sleep"], "unknown bot: normal-sleep"),
        (["--deals", "0"], "at least one"),
        (["--seats", "20"], "too_many_seats"),
        (["--edition", "poker"], "unknown_edition"),
    ],
    ids=str,
)
def test_the_arena_says_what_is_wrong_with_what_it_was_given(given, says, capsys):
    with pytest.raises(SystemExit):
        main(given)
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(("edition", "seats"), [("base", 5), ("saboteur2", 6)])
@pytest.mark.parametrize("level", ["chance", "normal"])
def test_bots_play_with_random_modules_and_with_all_at_once_to_the_end(edition, seats, level):
    tables = [with_everything(edition, seats), *(random_options(edition, seats, Random(seed)) for seed in range(3))]
    for options in tables:
        played = play(options, line_up(level), 1)
        assert len(played.rounds) == 3
        assert len(played.gold) == seats


@pytest.mark.parametrize("options", EACH_ALONE, ids=lambda each: "_".join((each.edition, *each.modules)))
@pytest.mark.parametrize("level", ["chance", STAND_IN])
def test_every_edition_and_every_module_alone_is_played_to_the_end(options, level):
    played = play(options, line_up(level), 2)
    assert len(played.rounds) == 3
    assert len(played.gold) == options.seats


def test_the_arena_switches_modules_on_by_name(capsys):
    assert main(["--with", "veto,goal_swap", "--deals", "2", "chance"]) == 0
    assert "won by" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["--with", "dragons", "--deals", "1", "chance"])
    assert "unknown_module: dragons" in capsys.readouterr().err


@pytest.mark.parametrize("edition", ["duel", "solo"])
def test_where_gold_alone_counts_the_arena_speaks_of_no_sides(capsys, edition):
    assert main(["--edition", edition, "--deals", "2", "chance"]) == 0
    told = capsys.readouterr().out
    assert "gold a game" in told
    assert "won by" not in told
    assert "as miner" not in told


def test_an_interrupted_run_reports_the_deals_that_all_line_ups_have_played(capsys, monkeypatch):
    played = []

    def until_interrupted(options, lined, deal, **given):
        if len(played) == 5:
            raise KeyboardInterrupt
        played.append(deal)
        return play(options, lined, deal, **given)

    monkeypatch.setattr("server.bots.arena.play", until_interrupted)
    assert main(["--roles", "3+2", "--deals", "50", "chance/chance", "chance/normal"]) == 0
    assert "chance/normal: 2 deals" in capsys.readouterr().out
