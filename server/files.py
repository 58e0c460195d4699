"""How many files the process may have open: each connection is one."""

from __future__ import annotations

import logging
import sys

log = logging.getLogger("saboteur.server")

BESIDES = 64
"""Files for the journal, the listeners, the bots' children, and connections that are being turned away."""


def make_files_enough(connections: int) -> None:
    """Raise the limit of the process as far as the connections need it; say so where the system does not allow it."""
    if sys.platform == "win32":
        return
    import resource

    wanted = connections + BESIDES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    if allowed < wanted:
        log.warning("the system allows %d open files: too few for %d connections", allowed, connections)
