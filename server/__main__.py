"""The command `saboteur-server`: serve, status, drain, export, verify."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import trio

from protocol.record import BadRecord, decode, encode
from server import admin
from server.archive import Archive, BadJournal, journal_path
from server.files import make_files_enough
from server.journal import Journal, JournalInUse
from server.replay import Replay, positions
from server.serve import Server, open_listeners, serve
from server.settings import BadSettings, Settings, add_flags, gather
from server.thinker_workers import WorkerThinker

log = logging.getLogger("saboteur.server")


def parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="saboteur-server",
        description="Host games of Saboteur. Without a command it serves until it is ended by SIGTERM or Ctrl-C.",
    )
    parser.add_argument(
        "command",
        nargs="?",
        default="serve",
        choices=["serve", "status", "drain", "export", "verify"],
        help="serve (the default); status and drain speak to the running server of the same folder; "
        "export writes the record CODE/N; verify checks a record file",
    )
    parser.add_argument("what", nargs="?", default="", help="CODE/N to export, or FILE to verify")
    parser.add_argument("--version", action="store_true", help="print the version and end")
    parser.add_argument("--output", type=Path, metavar="FILE", help="where export writes (default: CODE-N.saboteur)")
    parser.add_argument(
        "--tied",
        action="store_true",
        help="print the port as a line on standard output; end when standard input closes",
    )
    parser.add_argument(
        "--private",
        action="store_true",
        help="for one player: --tied on a free port of this machine alone, with the first line of standard input as "
        "its password",
    )
    parser.add_argument("--replay", type=Path, metavar="FILE", help="with --private: show this record")
    add_flags(parser)
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; the result is the exit status."""
    given = parser().parse_args(arguments)
    if given.version:
        from importlib.metadata import version  # late, so that a server starts quickly

        sys.stdout.write(f"saboteur-server {version('saboteur-tui')}\n")
        return 0
    try:
        settings = gather(given)
        if given.command == "serve":
            return _serve(given, settings)
        return {"status": _ask, "drain": _ask, "export": _export, "verify": _verify}[given.command](given, settings)
    except (BadSettings, BadJournal, JournalInUse, BadRecord, OSError) as error:
        _say(f"saboteur-server: {error}")
        return 1


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")


def _serve(given: argparse.Namespace, settings: Settings) -> int:
    logging.basicConfig(
        level=settings.log.upper(), format="%(asctime)s %(levelname)s %(message)s", stream=sys.stderr, force=True
    )
    make_files_enough(settings.connections)
    tied = given.tied or given.private
    if given.private:
        secret = sys.stdin.buffer.readline().decode("utf-8", "replace").strip()
        if not secret:
            raise BadSettings("with --private the first line of standard input must be the password")
        settings = replace(settings, host="127.0.0.1", port=0, password=secret)
    replay = Replay(decode(given.replay.read_bytes())) if given.replay else None
    if replay is not None:
        # A record is shown, nothing is played: what little is stored goes with the server.
        with tempfile.TemporaryDirectory() as folder:
            trio.run(_run, replace(settings, folder=Path(folder)), tied, replay)
    else:
        trio.run(_run, settings, tied, None)
    return 0


async def _run(settings: Settings, tied: bool, replay: Replay | None) -> None:
    journal = Journal.at(settings.folder)
    journal.make_room()
    try:
        listeners = await open_listeners(settings)
        async with trio.open_nursery() as nursery:
            server: Server = await nursery.start(
                lambda task_status: serve(
                    settings,
                    listeners,
                    journal=journal,
                    thinker=WorkerThinker(),
                    replay=replay,
                    task_status=task_status,
                )
            )
            port = _port(listeners)
            log.info("listening on %s port %d", settings.host or "all addresses,", port)
            if tied:
                sys.stdout.write(f"{port}\n")
                sys.stdout.flush()
                nursery.start_soon(_end_with_stdin, server)
            nursery.start_soon(_end_on_signal, server)
            if hasattr(trio, "open_unix_socket") and sys.platform != "win32":
                nursery.start_soon(admin.listen, settings.folder, server)
            await server.stopped.wait()
            nursery.cancel_scope.cancel()
    finally:
        journal.close()


def _port(listeners: list[trio.abc.Listener[trio.abc.Stream]]) -> int:
    listener = listeners[0]
    inner = listener.transport_listener if isinstance(listener, trio.SSLListener) else listener
    return int(inner.socket.getsockname()[1]) if isinstance(inner, trio.SocketListener) else 0


async def _end_on_signal(server: Server) -> None:
    with trio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async for _ in signals:
            server.stop()


async def _end_with_stdin(server: Server) -> None:
    while await trio.to_thread.run_sync(os.read, sys.stdin.fileno(), 1024, abandon_on_cancel=True):
        pass
    server.stop()


def _ask(given: argparse.Namespace, settings: Settings) -> int:
    sys.stdout.write(trio.run(admin.ask, settings.folder, given.command) + "\n")
    return 0


def _export(given: argparse.Namespace, settings: Settings) -> int:
    code, _, number = given.what.partition("/")
    if not number.isdecimal():
        raise BadRecord("say which record: CODE/N, such as BCDF/1")
    named = code.upper(), int(number)
    with Archive.open(journal_path(settings.folder)) as archive:
        # A game that is being played is nobody's to read.
        over = any((its, n) == named and (finished or ended) for its, n, finished, ended in archive.games())
        stored = archive.game(*named) if over else None
    if stored is None:
        raise BadRecord(f"there is no finished game {given.what} in the journal")
    output = given.output or Path(f"{code.upper()}-{number}.saboteur")
    output.write_bytes(encode(stored.record()))
    sys.stdout.write(f"{output}\n")
    return 0


def _verify(given: argparse.Namespace, settings: Settings) -> int:  # noqa: ARG001 - commands are called alike
    if not given.what:
        raise BadRecord("say which file to verify")
    record = decode(Path(given.what).read_bytes())
    games = positions(record)
    outcome = games[-1].outcome
    sys.stdout.write(
        f"{record.name}: the deal is the one announced, all {len(record.moves)} actions are legal and lead to the "
        f"recorded positions; gold {'unknown' if outcome is None else ' '.join(map(str, outcome.gold))}\n"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
