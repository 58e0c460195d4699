"""A whole client with nothing but a socket and msgpack: it opens a table with bots and plays a game by lot.

python -m protocol.reference HOST PORT [SEATS]
"""

from __future__ import annotations

import random
import secrets
import socket
import sys
from typing import Any

import msgpack  # type: ignore[import-untyped]

Message = dict[str, Any]


def read(line: socket.socket, count: int) -> bytes:
    """Exactly so many bytes."""
    data = b""
    while len(data) < count:
        more = line.recv(count - len(data))
        if not more:
            raise ConnectionError("the server ended the connection")
        data += more
    return data


def send(line: socket.socket, **message: Any) -> None:
    """Send a message."""
    body = msgpack.packb(message)
    line.sendall(len(body).to_bytes(4, "big") + body)


def receive(line: socket.socket) -> Message:
    """The next message of the server; the heartbeat is answered here."""
    while True:
        message: Message = msgpack.unpackb(read(line, int.from_bytes(read(line, 4), "big")))
        if message["type"] != "ping":
            return message
        send(line, type="pong", number=message["number"])


def play(host: str, port: int, seats: int = 3, password: str = "") -> Message:
    """Play one game against bots; the View after the last action."""
    with socket.create_connection((host, port)) as line:
        send(line, type="hello", major=1, minor=0, name="Reference", password=password)
        while True:
            match message := receive(line):
                case {"type": "welcome", "levels": [level, *_]}:
                    options = {"edition": "base", "seats": seats}
                    send(line, type="create", options=options, terms={"pace": "at_once"}, re=1)
                case {"type": "granted"}:
                    for _ in range(seats - 1):
                        send(line, type="add_bot", level=level)
                    send(line, type="ready", nonce=secrets.token_bytes(32))
                case {"type": "update", "view": view}:
                    if view.get("outcome"):
                        return dict(view)
                    if view.get("question"):
                        action = random.choice(view["legal"])
                        send(line, type="act", question=view["question"]["id"], action=action)
                case {"type": "bye" | "refused" as kind}:
                    raise ConnectionError(f"{kind}: {message.get('why') or message.get('fault')}")


if __name__ == "__main__":
    host, port, seats = [*sys.argv[1:], "3"][:3]
    outcome = play(host, int(port), int(seats))["outcome"]
    sys.stdout.write(f"gold {outcome['gold']}, winners {outcome['winners']}\n")
