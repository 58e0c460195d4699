"""What a host may set: one table that feeds flags, environment, the TOML file and --help."""

from __future__ import annotations

import argparse
import os
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, cast

from platformdirs import user_state_path

from protocol import limits
from server.bots.levels import LEVELS


@dataclass(frozen=True)
class Settings:
    """Everything that serve() is told by the host."""

    host: str = "0.0.0.0"  # noqa: S104 - a game server is there to be reached; --host narrows it
    port: int = limits.DEFAULT_PORT
    folder: Path = user_state_path("saboteur") / "server"
    certificate: Path | None = None
    key: Path | None = None
    password: str = ""
    stand_in: str = "normal"
    connections: int = 500
    connections_per_address: int = 20
    exempt: tuple[str, ...] = ("127.0.0.1", "::1")
    messages_per_second: int = limits.MESSAGES_PER_SECOND
    tables: int = 300
    tables_per_connection: int = limits.TABLES_PER_CONNECTION
    tables_per_address: int = 20
    table_hours: int = 72
    idle_minutes: int = 60
    log: str = "info"


LEVELS_OF_LOG = ("debug", "info", "warning", "error")

ABOUT: dict[str, str] = {
    "host": "address to listen on; nothing ('') for all, those of IPv6 included",
    "port": "port to listen on; 0 takes a free one",
    "folder": "folder of the journal and the admin socket",
    "certificate": "TLS certificate chain (PEM); with it, and --key, the game port speaks TLS only",
    "key": "TLS private key (PEM)",
    "password": "password that everyone who connects must know; better given by the environment or the file",
    "stand_in": f"level of the bot that decides for those who are away: {', '.join(LEVELS)}",
    "connections": "connections at the same time in all: each holds a socket and a bounded queue",
    "connections_per_address": "connections at the same time from one address, so that one cannot crowd out all",
    "exempt": "addresses, separated by commas, without limits per address: this machine, or your proxy",
    "messages_per_second": "messages per second from one connection, over a burst of three times as many",
    "tables": "tables at the same time: each holds a game in memory",
    "tables_per_connection": "tables one connection may open",
    "tables_per_address": "tables at the same time that were opened from one address, so that one cannot crowd out all",
    "table_hours": "hours after which a table where nobody is connected is closed",
    "idle_minutes": "minutes after which a connection that does nothing in the lobby is ended",
    "log": f"least important lines to log: {', '.join(LEVELS_OF_LOG)}",
}

LEAST: dict[str, int] = {"port": 0, "table_hours": 0}
"""The least value of a number that may be smaller than one."""

MOST: dict[str, int] = {"port": 65535, "tables": 2000}
"""The greatest value of a number: the list of all tables must fit into one frame; of others, what the machine bears."""

SECRET = frozenset({"password"})
"""Never shown: not in --help, not in a log line."""

ENVIRONMENT = "SABOTEUR_SERVER_"


class BadSettings(ValueError):
    """A setting has no meaning; the text says which and where it came from."""


def add_flags(parser: argparse.ArgumentParser) -> None:
    """Give a parser one flag for each setting, and one for the file."""
    group = parser.add_argument_group(
        "settings", f"each also as {ENVIRONMENT}NAME in the environment, or as name in the TOML file; flags go first"
    )
    group.add_argument("--config", type=Path, metavar="FILE", help="TOML file with settings")
    for field in fields(Settings):
        default = getattr(Settings, field.name)
        shown = ",".join(default) if isinstance(default, tuple) else default
        note = "" if field.name in SECRET or default is None else f" (default: {shown})"
        group.add_argument(
            "--" + field.name.replace("_", "-"), metavar="VALUE", help=(ABOUT[field.name] + note).replace("%", "%%")
        )


def gather(arguments: argparse.Namespace, environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings from flags, environment and file, in this order of weight."""
    settings = Settings()
    config = arguments.config or environment.get(ENVIRONMENT + "CONFIG")
    if config:
        settings = _with(settings, _read(Path(config)), f"in {config}")
    named = {
        key.removeprefix(ENVIRONMENT).lower(): value
        for key, value in environment.items()
        if key.startswith(ENVIRONMENT) and key != ENVIRONMENT + "CONFIG"
    }
    settings = _with(settings, named, "in the environment")
    flags = {field.name: getattr(arguments, field.name) for field in fields(Settings)}
    settings = _with(
        settings, {name: value for name, value in flags.items() if value is not None}, "on the command line"
    )
    if (settings.certificate is None) != (settings.key is None):
        raise BadSettings("certificate and key belong together: give both or none")
    return settings


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSettings(f"the settings in {path} cannot be read: {error}") from None


def _with(settings: Settings, given: Mapping[str, Any], where: str) -> Settings:
    for name, value in given.items():
        if name not in ABOUT:
            raise BadSettings(f"{where}: there is no setting {name!r}")
        settings = replace(settings, **{name: _convert(name, value, where)})
    return settings


def _convert(name: str, value: Any, where: str) -> Any:
    default = getattr(Settings, name)
    if isinstance(default, int):
        return _number(name, value, where)
    if isinstance(default, tuple):
        items = value.split(",") if isinstance(value, str) else value
        if not isinstance(items, Sequence) or not all(isinstance(item, str) for item in items):
            raise BadSettings(f"{where}: {name} must be a list of addresses")
        return tuple(item.strip() for item in cast("Sequence[str]", items) if item.strip())
    if not isinstance(value, str):
        raise BadSettings(f"{where}: {name} must be a text")
    for limited, values in (("log", LEVELS_OF_LOG), ("stand_in", tuple(LEVELS))):
        if name == limited and value not in values:
            raise BadSettings(f"{where}: {name} must be one of {', '.join(values)}")
    if name == "password":
        _check_password(value, where)
    return Path(value) if name in ("folder", "certificate", "key") else value


def _check_password(password: str, where: str) -> None:
    """Refuse a password that nobody could send."""
    if len(password) > limits.PASSWORD_CHARACTERS:
        raise BadSettings(f"{where}: password must have at most {limits.PASSWORD_CHARACTERS} characters")
    try:
        password.encode()
    except UnicodeEncodeError:
        raise BadSettings(f"{where}: password must be text in UTF-8") from None


def _number(name: str, value: Any, where: str) -> int:
    least, most = LEAST.get(name, 1), MOST.get(name, 2**31 - 1)
    number = int(value) if isinstance(value, str) and value.strip().isdecimal() else value
    if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
        raise BadSettings(f"{where}: {name} must be a whole number from {least} to {most}")
    return number
