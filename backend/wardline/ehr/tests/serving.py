"""Servers on the loopback interface for tests of clients."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from starlette.types import Receive, Scope, Send


class Stage:
    """One server for all tests, since starting one takes longer than most tests; one application at a time."""

    def __init__(self) -> None:
        self.app: Any = None
        self.origin = ""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app(scope, receive, send)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        # asyncio disables Nagle's algorithm only if the protocol is given.
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.bind(("127.0.0.1", 0))
        self.origin = f"http://127.0.0.1:{listener.getsockname()[1]}"
        server = uvicorn.Server(uvicorn.Config(self, log_config=None, lifespan="off", timeout_graceful_shutdown=1))
        running = asyncio.create_task(server.serve(sockets=[listener]))
        try:
            yield
        finally:
            server.should_exit = True
            await running
            listener.close()


STAGE = Stage()


@asynccontextmanager
async def serving(app: Any) -> AsyncIterator[str]:
    """The ASGI application over real HTTP; yields its URL."""
    STAGE.app = app
    yield STAGE.origin


@asynccontextmanager
async def speaking(*parts: bytes, pause: float = 0.0, then_hang: bool = False) -> AsyncIterator[str]:
    """A server that sends these bytes to any request, `pause` seconds apart; yields its URL."""
    over = asyncio.Event()

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        try:
            for part in parts:
                writer.write(part)
                await writer.drain()
                await asyncio.sleep(pause)
            if then_hang:
                await over.wait()
        except ConnectionError:
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        over.set()
        server.close()


def closed_port() -> int:
    """A closed port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    return port
