"""Errands that need a server of one's own."""

from __future__ import annotations

import asyncio
import socket
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from protocol.game import Catalogue
from protocol.messages import Welcome
from saboteur_tui import folders, local, sessions
from saboteur_tui.errand import Errand
from saboteur_tui.link import Ended, Link, News

if TYPE_CHECKING:
    from saboteur_tui.app import SaboteurApp


BREAKS = 3
"""So often a private server that breaks is started again; its journal has the game."""


async def start(app: SaboteurApp, errand: Errand) -> None:
    """Start the server that an errand needs and connect to it."""
    try:
        if errand.kind == "host":
            app.server = await local.hosted(folders.state() / "hosted", errand.port, errand.password)
        else:
            sessions.tidy()
            app.session = sessions.open_session(errand.session)
            if app.session is None:
                app.fail(app.words.say("error.session"))
                return
            app.server = await _private(app.session.folder, errand)
    except (local.ServerFailedError, OSError) as error:
        key = errand.kind if errand.kind in ("host", "replay") else "local"
        app.fail(app.words.say(f"error.{key}", error=error, file=errand.file, port=errand.port))
        return
    app.connect(app.server.address, app.server.secret)
    await _look_after(app, errand)


async def _private(folder: Path, errand: Errand) -> local.LocalServer:
    if errand.file is not None:
        return await local.replaying(folder, errand.file)
    return await local.private(folder)


async def _look_after(app: SaboteurApp, errand: Errand) -> None:
    """Start a private server again if it breaks, and go back to the seat; without one, say so."""
    for _ in range(BREAKS):
        server = app.server
        if server is None:
            return
        await server.process.wait()
        if app.server is not server:
            return
        if app.session is None or app.place is None:
            break
        try:
            app.server = await _private(app.session.folder, errand)
        except (local.ServerFailedError, OSError):
            break
        app.errand = replace(errand, kind="resume", code=app.place.code)
        app.connect(app.server.address, app.server.secret)
    app.fail(app.words.say("error.server_ended"))


def addresses() -> list[str]:
    """Return the addresses under which this machine may be reached in its network, as far as it can tell."""
    found = []
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        # No packet is sent: the system only says which of its addresses it would send from.
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((far, 9))
            except OSError:
                continue
            found.append(str(probe.getsockname()[0]))
    return found


async def fetch_catalogue() -> Catalogue:
    """Return what can be played, as a private server of our own tells it."""
    told: asyncio.Future[Catalogue] = asyncio.get_running_loop().create_future()

    def hear(news: News) -> None:
        if told.done():
            return
        if isinstance(news, Welcome):
            told.set_result(news.catalogue)
        elif isinstance(news, Ended):
            told.set_exception(OSError(news.error))

    with tempfile.TemporaryDirectory() as folder:
        server = await local.private(Path(folder))
        link = asyncio.create_task(Link(server.address, "reader", hear, server.secret).run())
        try:
            return await told
        finally:
            link.cancel()
            await server.stop()
