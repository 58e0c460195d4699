"""Hypothesis profiles: ci is the same on every run, campaign searches on for as long as it is told."""

from __future__ import annotations

import secrets
import time
from random import Random

import pytest
from hypothesis import HealthCheck, seed, settings

settings.register_profile(
    "ci", derandomize=True, deadline=None, database=None, max_examples=5, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "campaign",
    derandomize=False,
    deadline=None,
    database=None,
    max_examples=10,
    suppress_health_check=[HealthCheck.too_slow],
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the campaign and the long forms of the fault tests."""
    group = parser.getgroup("campaign")
    group.addoption(
        "--campaign", type=float, metavar="MINUTES", help="run only the property tests, over and over, on random games"
    )
    group.addoption("--campaign-seed", type=int, metavar="SEED", help="the seed that an earlier campaign printed")
    group = parser.getgroup("faults")
    group.addoption("--seed", type=int, metavar="SEED", help="the seed of the first simulation of the server")
    group.addoption("--runs", type=int, metavar="N", help="simulations of the server, each with the next seed")
    group.addoption("--kills", type=int, metavar="N", help="how often to kill the server, or cut its connections")


def pytest_configure(config: pytest.Config) -> None:
    """Choose the profile."""
    if config.getoption("--campaign") is None:
        settings.load_profile("ci")
        return
    settings.load_profile("campaign")
    if config.option.campaign_seed is None:
        config.option.campaign_seed = secrets.randbits(64)


def pytest_report_header(config: pytest.Config) -> str | None:
    """Print the seed that makes the same campaign again."""
    if config.getoption("--campaign") is None:
        return None
    return f"campaign: {config.option.campaign} minutes, --campaign-seed {config.option.campaign_seed}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep to property tests in a campaign."""
    if config.getoption("--campaign") is not None:
        items[:] = [item for item in items if getattr(getattr(item, "obj", None), "is_hypothesis_test", False)]


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Run the property tests over and over, each time with new examples, until the time is up or one fails."""
    config = session.config
    if config.getoption("--campaign") is None or config.option.collectonly or not session.items:
        return None
    end = time.monotonic() + 60 * config.option.campaign
    random = Random(config.option.campaign_seed)
    items = session.items
    while time.monotonic() < end and not session.testsfailed:
        for item, following in zip(items, [*items[1:], items[0]], strict=True):
            seed(random.getrandbits(64))(item.obj)  # type: ignore[attr-defined]
            config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.shouldfail or session.shouldstop or time.monotonic() >= end:
                break
    return True
