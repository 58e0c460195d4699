"""Real clients in real terminals of 80x24: killed and come back, suspended, resized, and two of them with a spectator.

Nothing is decided by time: each step waits for a text on the screen.
"""

import os
import re
import signal

from tests.whole.terminal import CLIENT, home, needs_tmux, terminals

pytestmark = needs_tmux


def test_a_client_that_is_killed_comes_back_to_its_game_by_one_key(tmp_path):
    environment = home(tmp_path / "anna", "Anna")
    with terminals(tmp_path, "one", "two") as (one, two):
        one.open(*CLIENT, "play", "--seats", "3", environment=environment)
        one.shows("YOUR TURN")
        one.keys("1", "d", "Enter")
        code = one.shows("You discarded").split()[0]
        os.kill(one.running(), signal.SIGKILL)
        two.open(*CLIENT, environment=environment)
        two.shows("Go on with your game")
        two.keys("g")
        assert two.shows("You discarded").split()[0] == code
        two.keys("q")
        two.shows("It is kept")
        two.keys("y")
        two.shows("Go on with your game")
        two.keys("q")


def test_sigterm_gives_the_terminal_back_and_names_the_log(tmp_path):
    with terminals(tmp_path, "one") as (one,):
        one.open(*CLIENT, "play", "--seats", "3", environment=home(tmp_path / "anna", "Anna"))
        one.shows("YOUR TURN")
        os.kill(one.running(), signal.SIGTERM)
        shown = one.shows("SIGTERM")
        assert "saboteur.log" in re.sub(r"\s", "", shown)
        assert "YOUR TURN" not in shown
        one.keys("stty -a | grep -o ' echo ' | head -1; echo done", "Enter")
        assert " echo" in one.shows("\ndone")


def test_suspending_keeps_a_half_made_choice(tmp_path):
    with terminals(tmp_path, "one") as (one,):
        one.open(*CLIENT, "play", "--seats", "3", environment=home(tmp_path / "anna", "Anna"))
        one.shows("YOUR TURN")
        one.keys("2")
        one.shows("[2]")
        one.keys("C-z")
        one.shows("Stopped", "Suspended")
        one.keys("fg", "Enter")
        one.shows("[2]")


def test_resizing_keeps_a_half_made_choice(tmp_path):
    with terminals(tmp_path, "one") as (one,):
        one.open(*CLIENT, "play", "--seats", "3", environment=home(tmp_path / "anna", "Anna"))
        one.shows("YOUR TURN")
        one.keys("2")
        one.shows("[2]")
        one.size(60, 20)
        one.shows("This terminal is 60x20")
        one.size(120, 36)
        one.shows("[2]")


def test_two_clients_and_a_spectator_play_a_round_to_its_end(tmp_path):
    with terminals(tmp_path, "anna", "ben", "wim") as (anna, ben, wim):
        anna.open(*CLIENT, "host", "--port", "0", "--seats", "3", environment=home(tmp_path / "a", "Anna"))
        shared = anna.shows("friends join with")
        port, code = re.search(r"saboteur join \S+:(\d+) (\w+)", shared).groups()
        ben.open(*CLIENT, "join", f"127.0.0.1:{port}", code, environment=home(tmp_path / "b", "Ben"))
        wim.open(*CLIENT, "watch", f"127.0.0.1:{port}", code, environment=home(tmp_path / "c", "Wim"))
        ben.shows("not ready, you")
        wim.shows("You are watching")
        # The bot on the third seat is not to think, so that the round is soon over.
        anna.shows("Ben")
        anna.keys("Tab", "End", "Up", "Left")
        anna.shows("quickly")
        anna.keys("Left")
        anna.shows("not at all")
        anna.keys("b")
        anna.shows("Which bot?")
        anna.keys("Enter")
        ben.shows("bot  ")
        anna.keys("r")
        ben.keys("r")
        wim.shows("is in turn", "'s turn")
        players, over = {"anna": anna, "ben": ben}, "is over"
        turns = 0
        while over not in anna.text():
            for player in players.values():
                if "YOUR TURN" in player.text():
                    player.keys("1", "d", "Enter")
                    turns += 1
                    player.shows("'s turn", over, "picks", "Pick")
            assert turns < 200
        for player in (anna, ben, wim):
            assert "Round 1" in player.shows("Round 1 is over")
        anna.keys("C-q")
        anna.shows("Others are at your server")
        anna.keys("y")
        ben.shows("Connection lost")
