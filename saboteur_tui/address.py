"""Where a server is, as people write it."""

from __future__ import annotations

from typing import NamedTuple

DEFAULT_PORT = 7117
"""As in protocol.limits, which a test compares; written here so that the first screen need not wait for it."""

TLS = "tls://"


class Address(NamedTuple):
    """Where a server is, and whether it is to be spoken to by TLS."""

    host: str
    port: int = DEFAULT_PORT
    tls: bool = False

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{TLS if self.tls else ''}{host}:{self.port}"


def parse_address(text: str) -> Address:
    """Return the address HOST, HOST:PORT or [HOST]:PORT, with tls:// before it or not; raises ValueError."""
    rest = text.strip()
    tls = rest.lower().startswith(TLS)
    host, port = rest[len(TLS) :] if tls else rest, ""
    if host.startswith("["):
        host, bracket, port = host[1:].partition("]")
        if not bracket or (port and not port.startswith(":")) or ":" not in host:
            raise ValueError(text)
        port = port or ":"
        port = port[1:] or str(DEFAULT_PORT)
    elif host.count(":") == 1:
        host, _, port = host.partition(":")
        port = port or "?"
    if not host or any(letter.isspace() or letter in "/@[]" for letter in host):
        raise ValueError(text)
    if port and not (port.isascii() and port.isdecimal() and 0 < int(port) < 65536):
        raise ValueError(text)
    return Address(host, int(port) if port else DEFAULT_PORT, tls)
