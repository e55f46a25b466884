"""What `socketio_adapter` expects of python-socketio. Adapt that module first if one fails."""

import asyncio
from importlib.metadata import version
from pathlib import Path

import wardline
from wardline.realtime import socketio_adapter
from wardline.realtime.server import SocketServer

from .conftest import TIMEOUT_SECONDS, opened

VERSION = f"python-socketio {version('python-socketio')} with python-engineio {version('python-engineio')}"


async def test_connections_are_found_by_room(sockets: SocketServer, url: str) -> None:
    async with opened(url, "first"), opened(url, "second"):
        everyone = set(socketio_adapter.connections_in(sockets.sio, None))
        assert len(everyone) == 2, f"{VERSION} keeps the members of rooms elsewhere"
        assert set(socketio_adapter.connections_in(sockets.sio, ["old", "empty"])) == everyone
        assert set(socketio_adapter.connections_in(sockets.sio, ["empty"])) == set()


async def test_an_event_that_is_encoded_once_reaches_several_sockets(sockets: SocketServer, url: str) -> None:
    async with opened(url, "first") as first, opened(url, "second") as second:
        event = socketio_adapter.encode(sockets.sio, "made:1", {"is": 1})
        for connection in socketio_adapter.connections_in(sockets.sio, None):
            await socketio_adapter.send(sockets.sio, connection, event)
        received = [await each.next() for each in (first, second)]
        assert received == [("made:1", {"is": 1})] * 2, f"{VERSION} encodes or sends packets differently"


async def test_an_open_connection_is_known(sockets: SocketServer, url: str) -> None:
    async with opened(url):
        (sid,) = sockets._rooms
        assert await socketio_adapter.is_open(sockets.sio, sid), f"{VERSION} keeps connections elsewhere"
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while sockets._rooms:
            await asyncio.sleep(0.01)
    assert not await socketio_adapter.is_open(sockets.sio, sid)


def test_no_other_module_uses_the_internals_of_the_library() -> None:
    files = (file for file in Path(wardline.__file__).parent.rglob("*.py") if "tests" not in file.parts)
    internals = ("engineio.", "socketio.packet", ".eio.", ".manager.")
    found = {file.name for file in files if any(name in file.read_text() for name in internals)}
    assert found == {"socketio_adapter.py"}
