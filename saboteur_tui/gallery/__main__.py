"""Take all pictures, without touching anything of the user's own."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from saboteur_tui.gallery.pictures import take_all


def main(arguments: Sequence[str] | None = None) -> int:
    """Take the pictures whose names contain a word, or all."""
    parser = argparse.ArgumentParser(prog="python -m saboteur_tui.gallery", description="Take pictures of the screens.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("screenshots"))
    parser.add_argument("--only", default="", metavar="WORD", help="only those whose name contains this")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as home:
        os.environ["HOME"] = home
        for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
            os.environ.pop(name, None)
        asyncio.run(take_all(given.folder, given.only))
    return 0


if __name__ == "__main__":
    sys.exit(main())
