"""Every connection error is one of httpx's, whatever event loop runs."""

import asyncio
import socket
import struct
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Final

import httpx
import pytest
import uvloop

from wardline.core.http.client import HttpClient

CALLS: Final = 10
BUSY_SECONDS: Final = 0.002
"""One iteration of a busy event loop, during which the server closes the connection."""
RESET_WHEN_CLOSED: Final = struct.pack("ii", 1, 0)


def reset_connections(listener: socket.socket) -> None:
    with suppress(OSError):
        while True:
            connection, _ = listener.accept()
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_WHEN_CLOSED)
            connection.close()


async def keep_busy() -> None:
    while True:
        time.sleep(BUSY_SECONDS)  # noqa: ASYNC251 - blocking the loop is the point
        await asyncio.sleep(0)


async def call(url: str) -> None:
    busy = asyncio.create_task(keep_busy())
    async with HttpClient() as http:
        for _ in range(CALLS):
            with pytest.raises(httpx.TransportError):
                await http.get(url)
    busy.cancel()


def test_a_connection_reset_immediately_is_a_transport_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener, ThreadPoolExecutor(2) as threads:
        resetting = threads.submit(reset_connections, listener)
        calling = threads.submit(uvloop.run, call(f"http://127.0.0.1:{listener.getsockname()[1]}"))
        try:
            calling.result(60)
        finally:
            listener.shutdown(socket.SHUT_RDWR)
        resetting.result(60)


async def test_an_attribute_error_of_our_own_is_not_hidden() -> None:
    def buggy(request: httpx.Request) -> httpx.Response:
        return request.nothing_such  # type: ignore[attr-defined, no-any-return]

    async with HttpClient(transport=httpx.MockTransport(buggy)) as http:
        with pytest.raises(AttributeError):
            await http.get("http://127.0.0.1")
