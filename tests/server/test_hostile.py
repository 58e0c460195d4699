"""Whatever a client sends, in bytes or in messages, at any place: the server stays up and the others' game goes on."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, get_args

import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.connection import frame
from protocol.errors import Closing
from protocol.messages import Bye, ClientMessage, Done, Hello, Mute, Pong, Refused, Return
from server import table
from tests.server.hostile import PLACES, build, come_to, play_on, structs
from tests.server.people import ANSWERS, Person, Running, at_work
from tests.server.seeded import run_seeded
from tests.server.test_secrecy_wire import logged

KINDS = get_args(ClientMessage)
MESSAGES = st.sampled_from(KINDS).flatmap(structs)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A journal that all examples begin with, and the tokens for it."""
    folder = tmp_path_factory.mktemp("hostile")
    return folder, run_seeded(lambda: build(folder), 1)


def with_hostile(
    built: tuple[Path, dict[str, str]], place: str, act: Callable[[Running, Person], Awaitable[None]]
) -> None:
    """Let Eve act while Anna and Ben play; nothing may break, and their game goes on."""
    template, tokens = built

    async def main() -> None:
        async with at_work(Path(folder)) as running:
            honest = [await running.connect(name) for name in ("Anna", "Ben")]
            for person in honest:
                await person.do(Return(tokens[person.name]))
            eve = await running.line("Eve") if place == "nowhere" else await come_to(running, tokens, place)
            await play_on(running, tokens, honest, 1)
            await act(running, eve)
            await play_on(running, tokens, honest, 2)
            assert not [text for _, text in lines if "broke" in text or "failed" in text], lines

    with tempfile.TemporaryDirectory() as folder, logged() as lines:
        shutil.copytree(template, folder, dirs_exist_ok=True)
        run_seeded(main, 1)


def answers(eve: Person, number: int) -> list[Any]:
    return [message for message in eve.inbox if isinstance(message, ANSWERS) and message.re == number]


async def say_all(eve: Person, messages: list[Any]) -> None:
    """Say messages one after the other: each gets one answer, or is the last there is."""
    for number, message in enumerate(messages, 1000):
        if eve.ended or eve.find(Bye):
            return
        try:
            await eve.send(replace(message, re=number))
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return
        # A wrong token, code or password is left without an answer for a second.
        await trio.sleep(2)
        if eve.ended or eve.find(Bye):
            return
        wanted = 0 if isinstance(message, Pong) else 1
        assert len(answers(eve, number)) == wanted, (message, eve.inbox[-3:])


@pytest.mark.parametrize("place", PLACES)
@settings(max_examples=12)
@given(messages=st.lists(MESSAGES, min_size=6, max_size=10))
def test_well_formed_messages_are_answered_and_break_nothing(
    place: str, messages: list[Any], built: tuple[Path, dict[str, str]]
) -> None:
    async def act(_running: Running, eve: Person) -> None:
        await say_all(eve, messages)

    with_hostile(built, place, act)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@settings(max_examples=4)
@given(data=st.data())
def test_every_kind_of_message_at_every_place_is_answered(
    kind: type[Any], data: st.DataObject, built: tuple[Path, dict[str, str]]
) -> None:
    place = data.draw(st.sampled_from(PLACES))
    messages = data.draw(st.lists(structs(kind), min_size=3, max_size=6))

    async def act(_running: Running, eve: Person) -> None:
        await say_all(eve, messages)

    with_hostile(built, place, act)


BYTES = st.one_of(
    st.binary(max_size=400),
    # A frame that is announced longer or shorter than it is.
    st.builds(lambda size, body: size.to_bytes(4, "big") + body, st.integers(0, 2**32 - 1), st.binary(max_size=200)),
    # A right frame with bytes changed.
    st.builds(
        lambda message, at, byte: _changed(frame(message), at, byte), MESSAGES, st.integers(0, 400), st.integers(0, 255)
    ),
    # A frame of the right length with anything in it, nested too.
    st.binary(max_size=300).map(lambda body: len(body).to_bytes(4, "big") + body),
    st.integers(1, 4000).map(lambda depth: (4 + depth).to_bytes(4, "big") + b"\x91" * depth + b"\x80\x80\x80\x80"),
)


def _changed(data: bytes, at: int, byte: int) -> bytes:
    at %= len(data)
    return data[:at] + bytes([byte]) + data[at + 1 :]


@pytest.mark.parametrize("place", ["nowhere", "lobby", "game", "room_host", "watching"])
@settings(max_examples=15)
@given(chunks=st.lists(BYTES, min_size=1, max_size=6))
def test_bytes_of_any_kind_end_one_connection_at_most(
    place: str, chunks: list[bytes], built: tuple[Path, dict[str, str]]
) -> None:
    async def act(running: Running, eve: Person) -> None:
        try:
            for chunk in chunks:
                await eve.stream.send_all(chunk)
                await trio.sleep(0.1)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            assert eve.find(Bye), "the connection ended without a reason"
        await trio.sleep(1)
        for bye in eve.find(Bye):
            assert bye.why in (Closing.BAD_FRAME, Closing.TOO_LONG, Closing.HELLO_FIRST, Closing.VERSION), bye
        friend = await running.connect("Friend")
        assert isinstance(await friend.ask(Hello(1, 0, "again")), Refused | Done)

    with_hostile(built, place, act)


async def test_a_client_that_sends_a_byte_a_second_is_served_like_any_other(
    tmp_path: Path, autojump_clock: object
) -> None:
    async with at_work(tmp_path) as running:
        slow = await running.line("slow")
        data = frame(Hello(1, 0, "Slow"))
        await slow.stream.send_all(data[:5])
        for byte in data[5:-1]:
            await slow.stream.send_all(bytes([byte]))
        await trio.sleep(1)
        assert not slow.inbox
        await slow.stream.send_all(data[-1:])
        await trio.sleep(1)
        assert slow.inbox


def test_a_message_that_breaks_a_table_would_be_noticed(
    built: tuple[Path, dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def break_down(*_: object) -> None:
        raise KeyError("planted")

    monkeypatch.setitem(table.HANDLERS, Mute, break_down)

    async def act(_running: Running, eve: Person) -> None:
        await say_all(eve, [Mute("Anna")])

    with pytest.raises(BaseExceptionGroup):
        with_hostile(built, "game", act)
