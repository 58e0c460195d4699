"""Whom to believe over TLS: certificates that the system or a given file vouches for, or a fingerprint pinned once."""

from __future__ import annotations

import hashlib
import ssl
from pathlib import Path

import msgspec

from saboteur_tui import folders
from saboteur_tui.address import Address


class UntrustedError(OSError):
    """Nobody vouches for the certificate; its fingerprint may be pinned, unless another one was."""

    def __init__(self, fingerprint: str, reason: str, *, changed: bool = False) -> None:
        super().__init__(reason)
        self.fingerprint = fingerprint
        self.changed = changed


def pins_file() -> Path:
    """Return the path of the pinned fingerprints."""
    return folders.state() / "fingerprints.json"


def _pins() -> dict[str, str]:
    try:
        return msgspec.json.decode(pins_file().read_bytes(), type=dict[str, str])
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return {}


def _name(address: Address) -> str:
    return f"{address.host}:{address.port}"


def pinned(address: Address) -> str:
    """Return the fingerprint pinned for a server, or nothing."""
    return _pins().get(_name(address), "")


def pin(address: Address, fingerprint: str) -> None:
    """Believe this fingerprint of this server from now on."""
    folders.write(pins_file(), msgspec.json.encode({**_pins(), _name(address): fingerprint}))


def fingerprint(certificate: bytes) -> str:
    """Return the SHA-256 of a certificate as people compare it."""
    return ":".join(f"{byte:02X}" for byte in hashlib.sha256(certificate).digest())


def in_lines(shown: str) -> str:
    """Return a fingerprint in two lines, so that it can be compared on a narrow screen."""
    half = (len(shown) + 1) // 2
    return f"{shown[:half].strip(':')}\n{shown[half:].strip(':')}"


def verifying(cafile: Path | None) -> ssl.SSLContext:
    """Return a context that believes the system's authorities, or those of a file alone."""
    return ssl.create_default_context(cafile=str(cafile) if cafile else None)


def unverified() -> ssl.SSLContext:
    """Return a context that believes anything: the caller compares the fingerprint before a word is said."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
