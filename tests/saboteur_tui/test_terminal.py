"""A terminal that goes, and one that stops the client, as the driver bears them."""

import asyncio
import signal

import pytest
from textual.app import App
from textual.drivers._writer_thread import MAX_QUEUED_WRITES, WriterThread

from saboteur_tui import terminal


class Closed:
    """A file whose other end is gone, as a terminal that was closed."""

    def write(self, text):
        raise OSError(5, text)

    def flush(self):
        raise OSError(5, "flush")

    def fileno(self):
        return 2

    def isatty(self):
        return True


def test_whoever_writes_to_a_terminal_that_is_gone_is_never_made_to_wait():
    writer = WriterThread(terminal.Output(Closed()))
    for _ in range(MAX_QUEUED_WRITES - 1):
        writer.write("a line")
    writer.start()
    writer.stop()
    assert not writer.is_alive()
    assert writer._queue.empty(), "the thread ended before it was told to"


class Told(terminal.Terminal):
    """A driver that tells what it was made to do."""

    def __init__(self):
        super().__init__(App())
        self.done = []

    def start_application_mode(self):
        self.done.append("start")

    def stop_application_mode(self):
        self.done.append("stop")


@pytest.fixture
def driver(monkeypatch):
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr("sys.__stdin__", Closed())

    async def made():
        return Told()

    return asyncio.run(made())


@pytest.mark.parametrize(
    ("gone", "suspended", "done"),
    [(True, False, []), (False, False, ["stop", "start"]), (False, True, ["start"])],
    ids=["the terminal closed", "stopped from outside", "Ctrl-Z and back"],
)
def test_a_client_that_goes_on_after_a_stop_draws_with_one_thread_or_not_at_all(
    driver, monkeypatch, gone, suspended, done
):
    monkeypatch.setattr(terminal, "terminal_is_gone", lambda: gone)
    driver._must_signal_resume = suspended
    driver._sigcont_application()
    assert driver.done == done
