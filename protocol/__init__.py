"""The language that server, bots and clients share: pure, without sockets, clock or event loop."""
