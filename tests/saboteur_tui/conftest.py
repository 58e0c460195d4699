"""Lets the pictures of screens be taken anew."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the written pictures be written anew."""
    parser.addoption("--write-snapshots", action="store_true", help="write tests/saboteur_tui/snapshots anew")
