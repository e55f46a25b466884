"""A small HTTP server in the place of the external monitor that heartbeats are sent to."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field


@dataclass
class Monitor:
    status: int = 200
    is_mute: bool = False
    """Whether it takes requests and never responds."""
    requests: list[bytes] = field(default_factory=list)
    """The head of each request."""
    url: str = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request, until the client has left."""
        try:
            self.requests.append(await reader.readuntil(b"\r\n\r\n"))
            if not self.is_mute:
                writer.write(f"HTTP/1.1 {self.status} X\r\nContent-Length: 2\r\nConnection: close\r\n\r\nOK".encode())
                await writer.drain()
            await reader.read()
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()


@asynccontextmanager
async def running_monitor() -> AsyncIterator[Monitor]:
    monitor = Monitor()
    handlers: list[asyncio.Task[None]] = []

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        handlers.append(asyncio.create_task(monitor.serve(reader, writer)))

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    monitor.url = "http://127.0.0.1:{}/ping/a-secret".format(*server.sockets[0].getsockname()[1:])
    async with server:
        yield monitor
        # No connection outlives the test.
        await asyncio.gather(*handlers, return_exceptions=True)
