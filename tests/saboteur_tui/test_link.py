"""The link against servers that are kind, unkind, gone, or something else."""

import asyncio
import ssl
import subprocess

import pytest

from protocol.connection import ServerConnection, Signal
from protocol.errors import Closing, Parting
from protocol.game import Catalogue
from protocol.messages import Bye, Granted, Hello, Parted, Ping, Pong, Return, Welcome
from saboteur_tui import link, trust
from saboteur_tui.address import Address
from saboteur_tui.link import Ended, Link, Lost, Untrusted

WELCOME = Welcome(1, 0, "Anna", Catalogue(1, (), (), ()), ())


@pytest.fixture(autouse=True)
def _own_home(tmp_path, monkeypatch):
    for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setattr(link, "PAUSES", (0.0,))


class Server:
    """Answers each connection with the next of its scripts; keeps what clients say."""

    def __init__(self, *scripts):
        self.scripts = list(scripts)
        self.heard = []

    async def __call__(self, reader, writer):
        connection = ServerConnection()
        for step in self.scripts.pop(0) if self.scripts else ():
            if isinstance(step, bytes):
                writer.write(step)
            elif step is not None:
                writer.write(connection.send(step))
            else:
                while (event := connection.next_event()) is Signal.NEED_DATA:
                    connection.receive_data(await reader.read(65536))
                if event is not Signal.CLOSED:
                    self.heard.append(event)
        await writer.drain()
        writer.close()


def linked(server, until, tls=None, **options):
    """Return what a link posts until something of a kind comes."""

    async def run():
        listening = await asyncio.start_server(server, "127.0.0.1", 0, ssl=tls)
        port = listening.sockets[0].getsockname()[1]
        news, come = [], asyncio.Event()

        def post(item):
            news.append(item)
            if isinstance(item, until):
                come.set()

        one = Link(Address("127.0.0.1", port, tls is not None), "Anna", post, **options)
        task = asyncio.create_task(one.run())
        async with asyncio.timeout(20), listening:
            await come.wait()
        task.cancel()
        return news

    return asyncio.run(run())


def test_a_wrong_password_ends_the_link_with_the_reason():
    news = linked(Server([None, Bye(Closing.WRONG_PASSWORD, 1, 0)]), Ended)
    assert [item.bye.why for item in news] == [Closing.WRONG_PASSWORD]


def test_another_version_ends_the_link_with_the_server_s_numbers():
    [ended] = linked(Server([None, Bye(Closing.VERSION, 7, 3)]), Ended)
    assert (ended.bye.major, ended.bye.minor) == (7, 3)


def test_something_that_is_no_server_of_this_game_is_told_apart():
    assert linked(Server([b"SSH-2.0-OpenSSH_9.9\r\n"]), Ended)[0].trouble == "not_saboteur"
    assert linked(Server([]), Ended)[0].trouble == "closed"


def test_nobody_there_and_no_such_host_are_told_apart():
    async def run(host, port):
        news = []
        await Link(Address(host, port), "Anna", news.append).run()
        return news[0].trouble

    assert asyncio.run(run("127.0.0.1", 1)) == "refused"
    assert asyncio.run(run("nowhere.invalid", 7117)) == "unknown_host"
    assert asyncio.run(run("x" * 300, 7117)) == "unknown_host"


def test_a_lost_link_comes_back_to_its_seat_by_itself():
    server = Server(
        [None, WELCOME, Granted("BCDF", "token", 1)],
        [],
        [None, WELCOME, None, Parted("BCDF", Parting.KICKED)],
    )
    news = linked(server, Parted)
    assert [type(item) for item in news] == [Welcome, Granted, Lost, Lost, Welcome, Parted]
    assert [type(item) for item in server.heard] == [Hello, Hello, Return]
    assert server.heard[-1].token == "token"


def test_a_heartbeat_is_answered():
    server = Server([None, WELCOME, Ping(5), None])
    linked(server, Lost)
    assert server.heard[-1] == Pong(5)


def test_pauses_grow_and_begin_anew_after_a_welcome(monkeypatch):
    monkeypatch.setattr(link, "PAUSES", (0.0, 0.001, 0.002))
    server = Server([None, WELCOME], [], [], [None, WELCOME], [None, WELCOME, Granted("BCDF", "t", 1)])
    news = linked(server, Granted)
    assert [item.pause for item in news if isinstance(item, Lost)] == [0.0, 0.001, 0.002, 0.0]


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tls")
    made = subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"),
            *("-addext", "subjectAltName=IP:127.0.0.1", "-keyout", folder / "key.pem", "-out", folder / "cert.pem"),
        ],
        capture_output=True,
        check=False,
    )
    if made.returncode:
        pytest.skip("no openssl to make a certificate with")
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    return context, folder / "cert.pem"


def fingerprint(path):
    return trust.fingerprint(ssl.PEM_cert_to_DER_cert(path.read_text()))


def test_a_certificate_that_nobody_vouches_for_is_asked_for_and_not_a_word_is_said(certificate):
    context, path = certificate
    server = Server([None], [None])
    [untrusted] = linked(server, Untrusted, tls=context, password="secret")
    assert untrusted.fingerprint == fingerprint(path)
    assert not untrusted.changed
    assert server.heard == []


def test_a_given_authority_is_believed(certificate):
    context, path = certificate
    assert isinstance(linked(Server([None, WELCOME]), Welcome, tls=context, cafile=path)[0], Welcome)


def test_a_pinned_fingerprint_is_believed_and_another_one_refused(certificate, monkeypatch):
    context, path = certificate
    monkeypatch.setattr(trust, "_name", lambda _: "it")
    trust.pin(Address("127.0.0.1"), fingerprint(path))
    assert isinstance(linked(Server([None, WELCOME]), Welcome, tls=context)[0], Welcome)
    trust.pin(Address("127.0.0.1"), "00:11")
    server = Server([None])
    [untrusted] = linked(server, Untrusted, tls=context)
    assert untrusted.changed
    assert server.heard == []
