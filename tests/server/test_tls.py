"""TLS by certificate and key: a client that verifies is served, everything else is not and harms nobody."""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import Any

import pytest
import trio
import trustme

from protocol.limits import HANDSHAKE_SECONDS
from protocol.messages import Create, Hello, Welcome
from server.__main__ import main
from tests.server.people import BASE, Person, Running, at_work


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    """Whoever vouches for the server."""
    return trustme.CA()


@pytest.fixture
def certified(authority: trustme.CA, tmp_path: Path) -> dict[str, Any]:
    """The settings of a server with a certificate."""
    issued = authority.issue_cert("localhost")
    certificate, key = tmp_path / "chain.pem", tmp_path / "key.pem"
    certificate.write_bytes(b"".join(pem.bytes() for pem in issued.cert_chain_pems))
    key.write_bytes(issued.private_key_pem.bytes())
    return {"certificate": certificate, "key": key}


async def secured(server: Running, trusted: trustme.CA, name: str) -> Person:
    """A client that verifies whom it talks to."""
    context = ssl.create_default_context()
    trusted.configure_trust(context)
    plain = await trio.open_tcp_stream("127.0.0.1", server.port)
    stream = trio.SSLStream(plain, context, server_hostname="localhost", https_compatible=True)
    person = Person(name, stream)
    server.people.append(person)
    await stream.do_handshake()
    server.nursery.start_soon(person.read)
    await person.send(Hello(1, 0, name))
    await person.until(Welcome)
    return person


async def test_a_client_that_trusts_the_certificate_plays_and_others_are_no_trouble(
    authority: trustme.CA, certified: dict[str, Any], tmp_path: Path
) -> None:
    async with at_work(tmp_path / "state", sockets=True, **certified) as server:
        anna = await secured(server, authority, "Anna")
        await anna.do(Create(BASE))
        with pytest.raises(trio.BrokenResourceError) as caught:
            await secured(server, trustme.CA(), "Eve")
        assert isinstance(caught.value.__cause__, ssl.SSLCertVerificationError)
        plain = await server.line("Plain")
        await plain.send(Hello(1, 0, "Plain"))
        with trio.fail_after(HANDSHAKE_SECONDS):
            while not plain.ended:
                await trio.testing.wait_all_tasks_blocked()
        assert not plain.find(Welcome)
        ben = await secured(server, authority, "Ben")
        await ben.do(Create(BASE))
        assert {peer.address for peer in server.server.peers} == {"127.0.0.1"}


def test_a_certificate_that_cannot_be_used_is_named(
    certified: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--certificate", str(certified["certificate"]), "--folder", str(tmp_path / "state"), "--port", "0"]
    assert main([*arguments, "--key", str(tmp_path / "none.pem")]) == 1
    assert "none.pem cannot be used for TLS" in capsys.readouterr().err
    assert main([*arguments, "--key", str(certified["certificate"])]) == 1
    assert "cannot be used for TLS" in capsys.readouterr().err
