"""One end of a connection without any input or output: bytes in, messages out; messages in, bytes out.

    connection.receive_data(data)      # b"" when the other side has ended
    connection.next_event()            # a message, NEED_DATA or CLOSED; raises RemoteProtocolError
    data = connection.send(message)    # raises LocalProtocolError

A frame is a 4-byte big-endian length and one msgpack map. Its length is judged as soon as it is known. After the first
bad frame the connection is in ERROR for good. The caller takes all events after each receive_data, so that no more is
ever held than one frame and the data of one call.
"""

from __future__ import annotations

import enum
from abc import ABC, abstractmethod
from typing import Generic, TypeVar

import msgspec

from protocol.errors import Closing, LocalProtocolError, RemoteProtocolError
from protocol.limits import CLIENT_FRAME_BYTES, HEADER_BYTES, HELLO_FRAME_BYTES, MAJOR, SERVER_FRAME_BYTES
from protocol.messages import Bye, ClientMessage, Hello, Number, ServerMessage, Welcome


class Signal(enum.Enum):
    """What next_event returns when there is no message."""

    NEED_DATA = "need_data"
    CLOSED = "closed"


NEED_DATA = Signal.NEED_DATA
CLOSED = Signal.CLOSED


class State(enum.Enum):
    """How far a connection has come."""

    GREETING = "greeting"
    OPEN = "open"
    CLOSED = "closed"
    ERROR = "error"


class _AnyHello(msgspec.Struct, frozen=True, tag_field="type", tag="hello"):
    """What a Hello has in every version, so that another version can be told apart from nonsense."""

    major: Number
    minor: Number


_ENCODER = msgspec.msgpack.Encoder()
_CLIENT_MESSAGES = msgspec.msgpack.Decoder(ClientMessage)
_SERVER_MESSAGES: msgspec.msgpack.Decoder[ServerMessage] = msgspec.msgpack.Decoder(ServerMessage)
_ANY_HELLO = msgspec.msgpack.Decoder(_AnyHello)
# Bad UTF-8 and deep nesting are not wrapped by msgspec.
_DECODING_ERRORS = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)

In = TypeVar("In", ClientMessage, ServerMessage)
Out = TypeVar("Out", ClientMessage, ServerMessage)


def frame(message: ClientMessage | ServerMessage) -> bytes:
    """The bytes of a message on the wire."""
    body = _ENCODER.encode(message)
    return len(body).to_bytes(HEADER_BYTES, "big") + body


class _Connection(ABC, Generic[In, Out]):
    """What both ends share."""

    _decoder: msgspec.msgpack.Decoder[In]
    _sent_bytes: int
    """The greatest body this end may send."""

    def __init__(self) -> None:
        self.state = State.GREETING
        self._buffer = bytearray()
        self._ended = False
        self._failure: RemoteProtocolError | None = None

    def receive_data(self, data: bytes) -> None:
        """Take in bytes from the other side; b"" says that no more will come."""
        if self.state is State.ERROR:
            return
        if self._ended and data:
            raise LocalProtocolError(Closing.BROKEN, "data after the end")
        if data:
            self._buffer += data
        else:
            self._ended = True

    def next_event(self) -> In | Signal:
        """The next message, NEED_DATA if it has not come completely, or CLOSED after a clean end."""
        if self._failure:
            raise self._failure
        if len(self._buffer) < HEADER_BYTES:
            return self._nothing()
        length = int.from_bytes(self._buffer[:HEADER_BYTES], "big")
        if length > self._received_bytes():
            raise self._fail(Closing.TOO_LONG, f"a frame of {length} bytes in state {self.state.value}")
        if len(self._buffer) < HEADER_BYTES + length:
            return self._nothing()
        body = self._buffer[HEADER_BYTES : HEADER_BYTES + length]
        # Deleting at the front of a bytearray moves no bytes, so many frames in one buffer cost linear time.
        del self._buffer[: HEADER_BYTES + length]
        return self._decode(body)

    def send(self, message: Out) -> bytes:
        """The bytes to send for a message."""
        if self.state in (State.ERROR, State.CLOSED) and not isinstance(message, Bye):
            raise LocalProtocolError(Closing.BROKEN, f"{type(message).__name__} in state {self.state.value}")
        data = frame(message)
        if len(data) - HEADER_BYTES > self._sent_bytes:
            raise LocalProtocolError(Closing.TOO_LONG, f"{type(message).__name__} of {len(data)} bytes")
        return data

    @abstractmethod
    def _received_bytes(self) -> int:
        """The greatest body the other end may send now."""

    def _nothing(self) -> Signal:
        if not self._ended:
            return NEED_DATA
        if self._buffer:
            raise self._fail(Closing.BAD_FRAME, "the connection ended within a frame")
        self.state = State.CLOSED
        return CLOSED

    def _decode(self, body: bytearray) -> In:
        try:
            return self._decoder.decode(body)
        except _DECODING_ERRORS as error:
            # Only the kind of error is kept: the text of a message may hold a password.
            raise self._fail(Closing.BAD_FRAME, type(error).__name__) from None

    def _fail(self, closing: Closing, text: str) -> RemoteProtocolError:
        self.state = State.ERROR
        self._buffer.clear()
        self._failure = RemoteProtocolError(closing, text)
        return self._failure


class ServerConnection(_Connection[ClientMessage, ServerMessage]):
    """The server's end."""

    _decoder = _CLIENT_MESSAGES
    _sent_bytes = SERVER_FRAME_BYTES

    def _received_bytes(self) -> int:
        return HELLO_FRAME_BYTES if self.state is State.GREETING else CLIENT_FRAME_BYTES

    def _decode(self, body: bytearray) -> ClientMessage:
        if self.state is State.GREETING:
            self._check_version(body)
        message = super()._decode(body)
        if self.state is State.GREETING and not isinstance(message, Hello):
            raise self._fail(Closing.HELLO_FIRST, type(message).__name__)
        return message

    def _check_version(self, body: bytearray) -> None:
        """Refuse another major before its fields are read: they may differ."""
        try:
            hello = _ANY_HELLO.decode(body)
        except _DECODING_ERRORS:
            return
        if hello.major != MAJOR:
            raise self._fail(Closing.VERSION, f"version {hello.major}.{hello.minor}")

    def send(self, message: ServerMessage) -> bytes:
        """The bytes to send for a message; Welcome opens the connection, Bye closes it."""
        data = super().send(message)
        if isinstance(message, Welcome):
            self.state = State.OPEN
        elif isinstance(message, Bye):
            self.state = State.CLOSED
        return data


class ClientConnection(_Connection[ServerMessage, ClientMessage]):
    """The client's end."""

    _decoder = _SERVER_MESSAGES
    _sent_bytes = CLIENT_FRAME_BYTES

    def _received_bytes(self) -> int:
        return SERVER_FRAME_BYTES

    def _decode(self, body: bytearray) -> ServerMessage:
        message = super()._decode(body)
        if isinstance(message, Welcome):
            self.state = State.OPEN
        elif isinstance(message, Bye):
            self.state = State.CLOSED
        return message

    def send(self, message: ClientMessage) -> bytes:
        """The bytes to send for a message; nothing but Hello before Welcome."""
        if self.state is State.GREETING and not isinstance(message, Hello):
            raise LocalProtocolError(Closing.HELLO_FIRST, type(message).__name__)
        return super().send(message)
