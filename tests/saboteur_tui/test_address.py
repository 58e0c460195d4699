"""Addresses as people write them."""

import pytest

from protocol import limits
from saboteur_tui import address
from saboteur_tui.address import Address, parse_address


@pytest.mark.parametrize(
    ("text", "parsed"),
    [
        ("example.org", Address("example.org")),
        ("example.org:80", Address("example.org", 80)),
        (" 10.0.0.7:65535 ", Address("10.0.0.7", 65535)),
        ("::1", Address("::1")),
        ("fe80::1:2", Address("fe80::1:2")),
        ("[::1]", Address("::1")),
        ("[::1]:7118", Address("::1", 7118)),
        ("tls://example.org", Address("example.org", tls=True)),
        ("TLS://[2001:db8::7]:443", Address("2001:db8::7", 443, True)),
    ],
)
def test_an_address_is_understood(text, parsed):
    assert parse_address(text) == parsed
    assert parse_address(str(parsed)) == parsed


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        ":7117",
        "example.org:",
        "example.org:0",
        "example.org:65536",
        "example.org:x",
        "example.org:-1",
        "example.org:١",
        "[::1",
        "[::1]7117",
        "[example.org]:7117",
        "a b",
        "http://example.org",
        "me@example.org",
        "tls://",
    ],
)
def test_what_is_no_address_is_refused(text):
    with pytest.raises(ValueError):  # noqa: PT011 - the text is the message
        parse_address(text)


def test_the_default_port_is_that_of_the_protocol():
    assert address.DEFAULT_PORT == limits.DEFAULT_PORT
