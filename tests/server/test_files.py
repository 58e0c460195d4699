"""The process may open a file for each connection it is set to take."""

from __future__ import annotations

import resource

import pytest

from server.files import BESIDES, make_files_enough

ENDLESS = resource.RLIM_INFINITY


@pytest.mark.parametrize(
    ("soft", "hard", "set_to", "warned"),
    [
        (1024, 4096, None, False),
        (ENDLESS, ENDLESS, None, False),
        (256, 4096, 500 + BESIDES, False),
        (256, ENDLESS, 500 + BESIDES, False),
        (256, 300, 300, True),
    ],
)
def test_the_limit_of_files_is_raised_as_far_as_needed_and_allowed(
    soft: int,
    hard: int,
    set_to: int | None,
    warned: bool,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    given: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: given.append(limits))
    make_files_enough(500)
    assert given == ([] if set_to is None else [(set_to, hard)])
    assert ("too few for 500 connections" in caplog.text) == warned
