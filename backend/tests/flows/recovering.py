"""How soon everything recovers from a failure, and whether it is reported clearly in the meantime."""

import asyncio
from collections.abc import Awaitable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from time import monotonic
from typing import Any

import psycopg
from websockets.exceptions import WebSocketException

from wardline.core.http.client import HttpClient
from wardline.realtime.events import Resync

from .conftest import TIMEOUT_SECONDS, LiveClient, Refused, Server, live
from .load import Load

PROMPT_SECONDS = 3
"""How soon the server reports the failure, on a machine without delays."""
QUIET_SECONDS = 12
"""The time limit for recovery; the worker's pauses are the longest part."""


@dataclass(frozen=True)
class Recovery:
    """Seconds from the end of the failure until each kind of work succeeds again."""

    failure: str
    refusals: int
    slowest_refusal: float
    call: float
    live: float
    job: float
    health: float


async def run_failure(
    failure: Awaitable[None], name: str, *, owner_url: str, server: Server, load: Load, may_miss_events: bool
) -> Recovery:
    """Cause the failure while the load runs; `may_miss_events` says whether events may be missed during it."""
    started_at, load.lag = monotonic(), 0.0
    async with AsyncExitStack() as stack:
        screen = await stack.enter_async_context(live(server, "nurse"))
        await failure
        ended_at = monotonic()
        call, job, health = await asyncio.gather(
            load.first_success(ended_at), _seconds_to_a_job(owner_url, ended_at), _seconds_to_health(server, ended_at)
        )
        event = await _seconds_to_an_event(server, screen, ended_at, may_miss_events=may_miss_events)
    assert server.process.poll() is None
    refusals = load.refused(started_at)
    slowest = max((refusal.seconds for refusal in refusals), default=0.0)
    recovery = Recovery(name, len(refusals), slowest, call, event, job, health)
    assert slowest <= PROMPT_SECONDS + load.lag, recovery
    assert max(call, event, job, health) <= QUIET_SECONDS, recovery
    for refusal in refusals:
        assert refusal.body["code"] in {"unavailable", "busy"}
        assert int(refusal.retry_after or 0) >= 1
    return recovery


async def _seconds_to_a_job(owner_url: str, since: float) -> float:
    """Seconds until a job that is queued now has been done; retried while the database is not available."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    owner_url.replace("+psycopg", ""), autocommit=True
                ) as owner:
                    await _run_a_job(owner)
                    return monotonic() - since
            except psycopg.OperationalError:
                await asyncio.sleep(0.05)


async def _run_a_job(owner: psycopg.AsyncConnection[tuple[Any, ...]]) -> None:
    queued = await owner.execute(
        "select procrastinate_defer_jobs_v1(array[row('default', 'make_audit_months', 0, null, null,"
        """ '{"timestamp": 0}'::jsonb, null)::procrastinate_job_to_defer_v1])"""
    )
    row = await queued.fetchone()
    assert row is not None
    (numbers,) = row
    assert numbers
    while await (await owner.execute("select from procrastinate_jobs where id = any(%s)", [numbers])).fetchone():
        await asyncio.sleep(0.05)


async def _seconds_to_health(server: Server, since: float) -> float:
    async with asyncio.timeout(TIMEOUT_SECONDS), HttpClient() as client:
        while (await client.get(f"{server.url}/api/health")).status_code != 200:
            await asyncio.sleep(0.05)
    return monotonic() - since


async def _seconds_to_an_event(server: Server, screen: LiveClient, since: float, *, may_miss_events: bool) -> float:
    """Seconds until the screen gets events again; if it may have missed some, it got a resync first.

    A server that cannot read who may receive what closes the socket, and the browser reconnects.
    """
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while may_miss_events and (name := await _next(screen)) != Resync.name and name is not None:
            pass
        while not screen.events.empty():
            screen.events.get_nowait()
        if await _next(screen) is None:
            await _until_reconnected(server)
    return monotonic() - since


async def _next(screen: LiveClient) -> str | None:
    """The next event's name; None when the socket was closed instead."""
    receiving = asyncio.create_task(screen.events.get())
    closing = asyncio.create_task(screen.closed.wait())
    await asyncio.wait([receiving, closing], return_when=asyncio.FIRST_COMPLETED)
    closing.cancel()
    if receiving.done():
        return receiving.result()[0]
    receiving.cancel()
    return None


async def _until_reconnected(server: Server) -> None:
    while True:
        try:
            async with live(server, "nurse") as again:
                if await _next(again) is not None:
                    return
        except (Refused, OSError, WebSocketException):
            await asyncio.sleep(0.1)
