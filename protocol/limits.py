"""Every limit of the wire, each with its reason. Limits that a host may set are in the server's settings.

Each has a test marked `limit` with its name.
"""

from __future__ import annotations

MAJOR, MINOR = 1, 0
"""The version of this protocol: another major is refused, a minor only adds."""

DEFAULT_PORT = 7117

HEADER_BYTES = 4
"""The length that goes before each body."""

HELLO_FRAME_BYTES = 1024
"""Before Hello anybody may connect: nobody unknown gets more memory than a greeting needs."""

CLIENT_FRAME_BYTES = 16 * 1024
"""The longest message of a client, Create with all modules and settings, is below 8 kB."""

SERVER_FRAME_BYTES = 1024 * 1024
"""An Update with 12 seats, every module, a full story and a few thousand legal actions is below 600 kB."""

LIST_ITEMS = 20_000
"""In any list: no game has nearly as many actions, legal actions or events; a frame could declare millions."""

NAME_CELLS = 16
"""A name must fit beside hand size and tools at 80 columns."""

TEXT_CELLS = 200
"""Two and a half lines at 80 columns: enough to talk, too little to flood."""

TEXT_CHARACTERS = 800
"""Before cleaning: zero-width characters take no cell, so characters are limited too."""

PASSWORD_CHARACTERS = 64
"""Longer than anyone types, short enough for a greeting."""

TOKEN_CHARACTERS = 43
"""32 bytes in URL-safe base64 without padding: not to be guessed."""

NONCE_BYTES = 32
"""As long as the server's secret, so that each seat alone makes the deal unpredictable."""

CODE_CHARACTERS = 8
"""Codes are four letters; the rest is room to grow without a new version."""

HEARTBEAT_SECONDS = 15
"""Often enough that no router on the way forgets a connection that is only watched."""

GONE_SECONDS = 45
"""Three heartbeats: one lost packet on a bad line costs nobody the seat."""

HANDSHAKE_SECONDS = 10
"""Time from connecting to Hello; a person types nothing in between."""

MESSAGES_PER_SECOND = 20
"""A person at a keyboard makes a few messages per second; trying out illegal places with Why makes the most."""

BURST_SECONDS = 3
"""Messages are counted over so long: coming to a table takes a client several at once."""

CHAT_LINES = 5
"""Lines of one person in CHAT_SECONDS: a quick exchange, and no flood."""

CHAT_SECONDS = 10
"""Over which lines are counted: whoever was refused may try again before the thought is gone."""

ADDRESS_LINES = 20
"""Lines of one address in CHAT_SECONDS: a household at one table, and no flood by connecting again and again."""

CHAT_KEPT = 100
"""Lines a table keeps for those who come later; with longest texts below 100 kB in all."""

QUEUE_FRAMES = 64
"""Frames waiting for one client; a client that far behind is dropped and may come back to a fresh Update."""

QUEUE_BYTES = 2 * 1024 * 1024
"""The same limit in bytes: two frames of the greatest size, or 64 of ordinary ones."""

SPECTATORS = 50
"""Per table: each costs one frame per move."""

TABLES_PER_CONNECTION = 8
"""Tables one connection may open in its life; a group plays many games at one table by rematch."""

RECORD_BYTES = SERVER_FRAME_BYTES - 1024
"""A record must fit into one frame; a long game takes about 100 kB."""

STANDING_ANSWERS = 16
"""Per seat: there are fewer kinds of question that are put to several seats."""

MUTED_NAMES = 50
"""Per table and per connection; the oldest goes first."""

CLOCK_SECONDS = 3600
"""The longest clock a table may set."""
