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
    from saboteur_tui.visit import Visitor


BREAKS = 3
"""So often a server of one's own that breaks is started again; its journal has the game."""


async def start(app: Visitor, errand: Errand) -> None:
    """Start the server that an errand needs and connect to it."""
    try:
        if errand.kind != "host":
            sessions.tidy()
            app.session = sessions.open_session(errand.session)
            if app.session is None:
                app.fail(app.words.say("error.session"))
                return
        app.server = await _own_server(app, errand)
    except (local.ServerFailedError, OSError) as error:
        key = errand.kind if errand.kind in ("host", "replay") else "local"
        app.fail(app.words.say(f"error.{key}", error=error, file=errand.file, port=errand.port))
        return
    app.connect(app.server.address, app.server.secret)
    await _look_after(app, errand)


async def _own_server(app: Visitor, errand: Errand) -> local.LocalServer:
    if app.session is None:
        return await local.hosted(folders.state() / "hosted", errand.port, errand.password)
    if errand.file is not None:
        return await local.replaying(app.session.folder, errand.file)
    return await local.private(app.session.folder)


async def _look_after(app: Visitor, errand: Errand) -> None:
    """Start the server again if it breaks: its journal has the game, and a link comes back by itself."""
    for _ in range(BREAKS):
        server = app.server
        if server is None:
            return
        await server.process.wait()
        if app.server is not server:
            return
        if app.place is None:
            break
        try:
            again = replace(errand, port=server.address.port)
            app.server = await _own_server(app, again)
        except (local.ServerFailedError, OSError):
            break
        if errand.kind != "host":
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
