"""Others who hang up are told of in httpx's words, whatever runs the loop."""

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
"""One turn of a loop that has much to do, within which the other side hangs up."""
RESET_WHEN_CLOSED: Final = struct.pack("ii", 1, 0)


def hang_up(listener: socket.socket) -> None:
    with suppress(OSError):
        while True:
            connection, _ = listener.accept()
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_WHEN_CLOSED)
            connection.close()


async def be_busy() -> None:
    while True:
        time.sleep(BUSY_SECONDS)  # noqa: ASYNC251 - that nothing else runs meanwhile is the point
        await asyncio.sleep(0)


async def call(url: str) -> None:
    busy = asyncio.create_task(be_busy())
    async with HttpClient() as http:
        for _ in range(CALLS):
            with pytest.raises(httpx.TransportError):
                await http.get(url)
    busy.cancel()


def test_a_connection_that_is_reset_as_soon_as_it_is_made_is_a_failed_call() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener, ThreadPoolExecutor(2) as threads:
        hanging_up = threads.submit(hang_up, listener)
        calling = threads.submit(uvloop.run, call(f"http://127.0.0.1:{listener.getsockname()[1]}"))
        try:
            calling.result(60)
        finally:
            listener.shutdown(socket.SHUT_RDWR)
        hanging_up.result(60)


async def test_a_mistake_of_our_own_stays_one() -> None:
    def mistaken(request: httpx.Request) -> httpx.Response:
        return request.nothing_such  # type: ignore[attr-defined, no-any-return]

    async with HttpClient(transport=httpx.MockTransport(mistaken)) as http:
        with pytest.raises(AttributeError):
            await http.get("http://127.0.0.1")
