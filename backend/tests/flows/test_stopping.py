"""A server that receives a stop signal stops in time, and its clients get a response or a close."""

import asyncio
import signal
from time import monotonic

import httpx
import psycopg
from bodies import Bodies
from websockets.frames import CloseCode

from .books import check
from .conftest import TIMEOUT_SECONDS, Server, StartServer, live
from .load import Attempt, Load

STOP_SECONDS = 10
UNDER_WAY = 3
"""Requests in progress; one of the four users only reads."""


async def test_the_server_stops_cleanly_under_load(
    start_server: StartServer, bodies: Bodies, cloned: tuple[str, str]
) -> None:
    server = await start_server()
    load = Load(lambda: server, bodies, seed=8)
    async with load.running():
        await load.until_done(10)
        async with live(server, "nurse") as screen:
            with psycopg.connect(cloned[1].replace("+psycopg", "")) as owner:
                owner.execute("lock table consults in access exclusive mode")
                under_way = await requests_under_way(load)
                signaled_at = monotonic()
                server.process.send_signal(signal.SIGTERM)
                await no_connection_is_accepted(server)
            async with asyncio.timeout(TIMEOUT_SECONDS):
                await screen.closed.wait()
            assert screen.connection.close_code == CloseCode.SERVICE_RESTART
        assert await asyncio.to_thread(server.process.wait, TIMEOUT_SECONDS) == 0
        assert monotonic() - signaled_at < STOP_SECONDS
        server = await start_server(port=server.settings.port)
        await load.until_done(5)
    assert {attempt.status for attempt in under_way} <= {200, 201}
    await check(load, cloned)


async def requests_under_way(load: Load) -> list[Attempt]:
    """Wait until all of them are blocked."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while True:
            await asyncio.sleep(0.1)
            blocked = [
                attempt
                for _, attempt in load.attempts
                if not attempt.ended_at and monotonic() - attempt.started_at > 0.1
            ]
            if len(blocked) >= UNDER_WAY:
                return blocked


async def no_connection_is_accepted(server: Server) -> None:
    """Return when the server no longer accepts connections."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while True:
            try:
                async with httpx.AsyncClient() as client:
                    await client.get(f"{server.url}/api/health")
            except httpx.ConnectError:
                return
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.02)
