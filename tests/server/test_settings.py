"""Settings by flags, environment and file: which goes first, and what a mistake is answered with."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from server.__main__ import main, parser
from server.settings import ABOUT, BadSettings, Settings, gather


def gathered(arguments: list[str], environment: dict[str, str] | None = None) -> Settings:
    """The settings of a command line in an environment."""
    return gather(parser().parse_args(arguments), environment or {})


def file(folder: Path, text: str) -> list[str]:
    """The flag for a file with this text."""
    path = folder / "server.toml"
    path.write_text(text, "utf-8")
    return ["--config", str(path)]


def test_flags_go_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    config = file(tmp_path, 'port = 1\ntables = 1\nidle_minutes = 1\nexempt = ["10.0.0.1"]\nlog = "debug"')
    environment = {"SABOTEUR_SERVER_PORT": "2", "SABOTEUR_SERVER_TABLES": "2", "SOMETHING_ELSE": "x"}
    settings = gathered([*config, "--port", "3"], environment)
    assert (settings.port, settings.tables, settings.idle_minutes) == (3, 2, 1)
    assert (settings.exempt, settings.log) == (("10.0.0.1",), "debug")
    assert settings.connections == Settings().connections


def test_the_file_can_be_named_by_the_environment(tmp_path: Path) -> None:
    _, path = file(tmp_path, "port = 1")
    assert gathered([], {"SABOTEUR_SERVER_CONFIG": path}).port == 1


def test_a_list_on_the_command_line_is_separated_by_commas() -> None:
    assert gathered(["--exempt", "::1, 10.0.0.1,"]).exempt == ("::1", "10.0.0.1")


@pytest.mark.parametrize("field", fields(Settings), ids=lambda field: str(field.name))
def test_every_setting_can_be_given_in_all_three_ways(field: object, tmp_path: Path) -> None:
    name: str = field.name  # type: ignore[attr-defined]
    default = getattr(Settings, name)
    value = {int: "7", str: "easy", tuple: "10.0.0.1"}.get(type(default), "somewhere")
    value = {"log": "debug"}.get(name, value)
    together = {"certificate": ["--key", "k"], "key": ["--certificate", "c"]}.get(name, [])
    flag = gathered(["--" + name.replace("_", "-"), value, *together])
    environment = gathered(together, {"SABOTEUR_SERVER_" + name.upper(): value})
    written = gathered([*file(tmp_path, f'{name} = "{value}"'), *together])
    assert getattr(flag, name) != default
    assert flag == environment == written


@pytest.mark.parametrize(
    ("arguments", "environment", "text", "message"),
    [
        (["--port", "many"], {}, "", "on the command line: port must be a whole number from 0 to 65535"),
        (["--port", "70000"], {}, "", "port must be a whole number"),
        (["--connections", "0"], {}, "", "connections must be a whole number from 1"),
        (["--log", "loud"], {}, "", "log must be one of debug, info, warning, error"),
        (["--stand-in", "genius"], {}, "", "stand_in must be one of"),
        (["--certificate", "c.pem"], {}, "", "certificate and key belong together"),
        ([], {"SABOTEUR_SERVER_TABLES": "-1"}, "", "in the environment: tables must be"),
        ([], {}, "port = 3.5", "port must be a whole number"),
        ([], {}, "port = true", "port must be a whole number"),
        ([], {}, "host = 1", "host must be a text"),
        ([], {}, "exempt = [1]", "exempt must be a list"),
        ([], {}, "prot = 1", "there is no setting 'prot'"),
        ([], {}, "port =", "cannot be read"),
        ([], {"SABOTEUR_SERVER_PROT": "1"}, "", "in the environment: there is no setting 'prot'"),
        (["--password", "x" * 65], {}, "", "password must have at most 64 characters"),
        ([], {"SABOTEUR_SERVER_PASSWORD": "gold\udcff"}, "", "in the environment: password must be text in UTF-8"),
    ],
)
def test_a_mistake_is_answered_with_what_and_where(
    arguments: list[str], environment: dict[str, str], text: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(BadSettings) as caught:
        gathered([*arguments, *(file(tmp_path, text) if text else [])], environment)
    assert message in str(caught.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--config", str(tmp_path / "none.toml")]) == 1
    assert "none.toml cannot be read" in capsys.readouterr().err


def test_help_tells_of_every_command_and_setting_and_never_a_password(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    for command in ("serve", "status", "drain", "export", "verify", "--tied", "--private", "--replay", "--config"):
        assert command in text
    for field in fields(Settings):
        assert "--" + field.name.replace("_", "-") in text
        assert ABOUT[field.name].split()[0] in text
    assert "SABOTEUR_SERVER_" in text


README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
HOSTING = README.split("## Host it for your friends\n")[1].split("\n## ")[0]


def test_every_command_of_the_page_on_hosting_is_one() -> None:
    lines = [line.strip() for line in HOSTING.splitlines() if line.startswith("    ") and "saboteur-server" in line]
    commands = [line.split("saboteur-server", 1)[1].split("  ")[0].split() for line in lines if "/" not in line[:15]]
    given = [parser().parse_args(words) for words in commands if "saboteur-server" not in words]
    assert {"serve", "status", "drain", "export", "verify"} <= {arguments.command for arguments in given}


def test_the_settings_file_of_the_page_on_hosting_is_one(tmp_path: Path) -> None:
    text = "\n".join(line.strip() for line in HOSTING.splitlines() if line.startswith("    ") and " = " in line)
    assert gathered(file(tmp_path, text)).tables == 100


def test_the_unit_starts_a_server() -> None:
    unit = (Path(__file__).parents[2] / "server" / "saboteur-server.service").read_text("utf-8")
    (command,) = [line.split()[1:] for line in unit.splitlines() if line.startswith("ExecStart=")]
    assert parser().parse_args(command).command == "serve"
    for name in ("CERTIFICATE", "KEY"):
        assert f"SABOTEUR_SERVER_{name}=" in unit
        assert name.lower() in ABOUT
