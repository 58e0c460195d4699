"""A bot that comes as a client: it joins a table over the wire and plays there like anyone else.

python -m server.bots.guest HOST PORT CODE [LEVEL]
"""

from __future__ import annotations

import secrets
import socket
import sys
from random import Random

from msgspec import convert, to_builtins

from protocol.game import Event, Outcome, RoundBegun, View
from protocol.reference import receive, send
from server.bots.bot import Bot
from server.bots.levels import level

Story = tuple[Event, ...]


def since_round_began(story: Story) -> Story:
    """Return the events of the round that is being played."""
    began = [at for at, event in enumerate(story) if isinstance(event, RoundBegun)]
    return story[began[-1] :] if began else story


def play(host: str, port: int, code: str, bot: Bot, name: str = "Guest", password: str = "") -> Outcome:
    """Sit down at a table, play one game and return how it ended."""
    random = Random()
    story: Story = ()
    with socket.create_connection((host, port)) as line:
        send(line, type="hello", major=1, minor=0, name=name, password=password)
        while True:
            match message := receive(line):
                case {"type": "welcome"}:
                    send(line, type="join", code=code, re=1)
                case {"type": "granted"}:
                    send(line, type="ready", nonce=secrets.token_bytes(32), re=2)
                case {"type": "update", "view": seen}:
                    view = convert(seen, View)
                    news = convert(message.get("events", ()), Story)
                    story = since_round_began(news if message.get("story") else story + news)
                    if view.outcome is not None:
                        return view.outcome
                    if view.question is not None:
                        action = to_builtins(bot.choose(view, story, random))
                        send(line, type="act", question=view.question.id, action=action)
                case {"type": "bye" | "refused" as kind}:
                    raise ConnectionError(f"{kind}: {message.get('why') or message.get('fault')}")


if __name__ == "__main__":
    if not 4 <= len(sys.argv) <= 5 or not sys.argv[2].isdecimal():
        sys.exit("usage: python -m server.bots.guest HOST PORT CODE [LEVEL]")
    host, port, code, chosen = [*sys.argv[1:], "normal"][:4]
    outcome = play(host, int(port), code, level(chosen), chosen.capitalize())
    sys.stdout.write(f"gold {outcome.gold}, winners {outcome.winners}\n")
