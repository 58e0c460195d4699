"""The command line."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from saboteur_tui import settings
from saboteur_tui.address import DEFAULT_PORT, Address, parse_address
from saboteur_tui.drawing.palette import PALETTES
from saboteur_tui.errand import Errand
from saboteur_tui.words import Words, words


def parser(said: Words) -> argparse.ArgumentParser:
    """Return the parser of the command line."""

    def about(name: str) -> str:
        named = {f"{kind}s": ", ".join(said.ids(kind)) for kind in ("edition", "module", "level")}
        return said.say(f"command.{name}", port=DEFAULT_PORT, **named).replace("%", "%%")

    top = argparse.ArgumentParser(prog="saboteur", description=about("about"))
    top.add_argument("--version", action="store_true", help=about("version"))
    common = argparse.ArgumentParser(add_help=False)
    for one in (top, common):
        # Said after the command or before it; not said there, the one before holds.
        left_out = None if one is top else argparse.SUPPRESS
        one.add_argument("--name", default=left_out, help=about("name"))
        one.add_argument("--theme", default=left_out, help=about("theme"))
    commands = top.add_subparsers(dest="command", metavar="COMMAND")

    def command(name: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, parents=[common], help=about(name), description=about(name))

    for name in ("play", "host"):
        one = command(name)
        one.add_argument("--edition", default="base", help=about("edition"))
        one.add_argument("--seats", type=int, default=0, help=about("seats"))
        one.add_argument("--with", dest="modules", default="", metavar="NAME,NAME", help=about("with"))
        one.add_argument("--level", default="", help=about("level"))
        if name == "host":
            one.add_argument("--port", type=int, default=DEFAULT_PORT, help=about("port"))
            one.add_argument("--password", help=about("host_password"))
    for name in ("join", "watch"):
        one = command(name)
        one.add_argument("address", metavar="HOST[:PORT]", help=about("address"))
        one.add_argument("code", nargs="?", default="", metavar="CODE", help=about("code"))
        one.add_argument("--password", help=about("password"))
        one.add_argument("--tls", action="store_true", help=about("tls"))
        one.add_argument("--cafile", type=Path, metavar="FILE", help=about("cafile"))
    command("replay").add_argument("file", type=Path, metavar="FILE", help=about("file"))
    return top


class WrongError(Exception):
    """The command line asks for something that cannot be; the text says what."""


def errand_of(given: argparse.Namespace, said: Words) -> Errand:
    """Return what the command line asks for."""
    password = getattr(given, "password", None)
    if password is None:
        password = os.environ.get("SABOTEUR_PASSWORD", "")
    if given.theme and given.theme not in PALETTES:
        raise WrongError(said.say("error.theme", theme=given.theme, themes=", ".join(PALETTES)))
    match given.command:
        case "play" | "host":
            if given.seats and not 1 <= given.seats <= 12:
                raise WrongError(said.say("error.seats", seats=given.seats))
            modules = tuple(name.strip() for name in given.modules.split(",") if name.strip())
            return Errand(
                given.command,
                password=password if given.command == "host" else "",
                edition=given.edition,
                seats=given.seats,
                modules=modules,
                level=given.level,
                port=getattr(given, "port", DEFAULT_PORT),
                commanded=True,
            )
        case "join" | "watch":
            try:
                address = parse_address(given.address)
            except ValueError:
                raise WrongError(said.say("error.address", address=given.address)) from None
            address = Address(address.host, address.port, address.tls or given.tls or given.cafile is not None)
            return Errand(given.command, address, given.code.upper(), password, cafile=given.cafile, commanded=True)
        case "replay":
            if not given.file.is_file():
                raise WrongError(said.say("error.no_file", file=given.file))
            return Errand("replay", file=given.file, commanded=True)
    return Errand()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the client; return 0, or another number after an error that is told on stderr."""
    kept, wrong = settings.load(settings.config_file())
    said = words(kept.language)
    given = parser(said).parse_args(arguments)
    if given.version:
        from importlib.metadata import version

        sys.stdout.write(f"saboteur {version('saboteur-tui')}\n")
        return 0
    try:
        errand = errand_of(given, said)
    except WrongError as error:
        _tell(str(error))
        return 2
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        _tell(said.say("app.no_terminal"))
        return 2
    from saboteur_tui.app import SaboteurApp  # late, so that --help is quick

    for name in ("name", "theme"):
        if getattr(given, name):
            kept = settings.with_(kept, **{name: getattr(given, name)})
    app = SaboteurApp(errand, kept, said.say("app.settings_broken", error=wrong) if wrong else "")
    try:
        error_text = app.run()
    finally:
        if app.terminal_is_gone:
            # Textual's thread that reads keys never ends on a terminal that is no more; the program must.
            os._exit(app.return_code or 1)
    if error_text:
        _tell(error_text)
        return app.return_code or 1
    return app.return_code or 0


def _tell(text: str) -> None:
    sys.stderr.write(text + "\n")


if __name__ == "__main__":
    sys.exit(main())
