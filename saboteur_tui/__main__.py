"""The command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from saboteur_tui import settings


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = argparse.ArgumentParser(prog="saboteur", description="Play Saboteur in the terminal.")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    play = commands.add_parser("play", help="play at once against bots")
    play.add_argument("--edition", default="base", help="what to play (default: base)")
    play.add_argument("--seats", type=int, default=5, help="how many play, you included (default: 5)")
    for name, text in (("join", "sit down at a table of a server"), ("watch", "watch a table of a server")):
        command = commands.add_parser(name, help=text)
        command.add_argument("address", metavar="HOST[:PORT]")
        command.add_argument("code", nargs="?", default="", metavar="CODE")
        command.add_argument("--password", default="", help="the password of the server")
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the client; return 0, or 1 after an error that is told on stderr."""
    given = parser().parse_args(arguments)
    kept, wrong = settings.load(settings.config_file())
    from saboteur_tui.app import SaboteurApp  # late, so that --help is quick
    from saboteur_tui.link import parse_address
    from saboteur_tui.words import words

    said = words(kept.language)
    if wrong:
        print(said.say("app.settings_broken", error=wrong), file=sys.stderr)  # noqa: T201
    command = given.command or "home"
    if command in ("join", "watch"):
        try:
            address = parse_address(given.address)
        except ValueError:
            print(said.say("error.address", address=given.address), file=sys.stderr)  # noqa: T201
            return 2
        app = SaboteurApp(command, address, given.code.upper(), given.password, kept=kept)
    elif command == "play":
        app = SaboteurApp(command, edition=given.edition, seats=given.seats, kept=kept)
    else:
        app = SaboteurApp(kept=kept)
    error = app.run()
    if error:
        print(error, file=sys.stderr)  # noqa: T201
        return 1
    return app.return_code or 0


if __name__ == "__main__":
    sys.exit(main())
