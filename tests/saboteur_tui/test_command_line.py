"""What the command line understands, and what it says about the rest."""

from pathlib import Path

import pytest

from saboteur_tui.__main__ import errand_of, main, parser
from saboteur_tui.address import Address
from saboteur_tui.errand import Errand
from saboteur_tui.words import words

WORDS = words("en")


@pytest.fixture(autouse=True)
def _own_home(tmp_path, monkeypatch):
    for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.delenv("SABOTEUR_PASSWORD", raising=False)


@pytest.mark.parametrize(
    ("line", "errand"),
    [
        ("", Errand()),
        ("play", Errand("play", commanded=True)),
        (
            "play --edition saboteur2 --seats 7 --with veto,toll --level easy",
            Errand("play", edition="saboteur2", seats=7, modules=("veto", "toll"), level="easy", commanded=True),
        ),
        ("host --port 0", Errand("host", port=0, commanded=True)),
        ("join example.org", Errand("join", Address("example.org"), commanded=True)),
        ("join example.org:80 kx7q", Errand("join", Address("example.org", 80), "KX7Q", commanded=True)),
        ("watch --tls [::1]:80", Errand("watch", Address("::1", 80, True), commanded=True)),
        (
            "join tls://a --cafile x.pem --password p",
            Errand("join", Address("a", tls=True), "", "p", Path("x.pem"), commanded=True),
        ),
        ("join a --cafile x.pem", Errand("join", Address("a", tls=True), cafile=Path("x.pem"), commanded=True)),
    ],
)
def test_a_command_line_is_an_errand(line, errand):
    assert errand_of(parser(WORDS).parse_args(line.split()), WORDS) == errand


def test_the_password_may_come_from_the_environment(monkeypatch):
    monkeypatch.setenv("SABOTEUR_PASSWORD", "geheim")
    assert errand_of(parser(WORDS).parse_args(["join", "a"]), WORDS).password == "geheim"
    assert errand_of(parser(WORDS).parse_args(["play"]), WORDS).password == ""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("join [::1]:99999", "no address"),
        ("watch a:b", "no address"),
        ("play --seats 13", "13 is no number of seats"),
        ("replay no-such-file", "no file"),
        ("--theme pink", "no theme pink: mine, colour-blind"),
    ],
)
def test_a_wrong_command_line_says_what_is_wrong(line, said, capsys):
    assert main(line.split()) == 2
    assert said in capsys.readouterr().err


def test_without_a_terminal_the_client_says_so_instead_of_drawing(capsys):
    assert main(["play"]) == 2
    assert "terminal" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["", "play", "host", "join", "watch", "replay"])
def test_every_command_explains_itself(command, capsys):
    with pytest.raises(SystemExit) as end:
        main([*command.split(), "--help"])
    assert end.value.code == 0
    said = capsys.readouterr().out
    assert "command." not in said
    assert ("--edition" in said) == ("saboteur2, duel, solo" in " ".join(said.split()))
    assert len(said) > 200
