"""Repeats of one action: through another process, while the first still runs, and when that takes too long."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import psycopg
import pytest
from bodies import Bodies

from .conftest import TIMEOUT_SECONDS, Server

Servers = tuple[Server, Server]
WAITING = "select count(distinct pid) from pg_locks where not granted"


@pytest.fixture
async def owner(two_servers: Servers) -> AsyncIterator[psycopg.AsyncConnection[Any]]:
    address = (two_servers[0].settings.migrate_url or "").replace("+psycopg", "")
    async with await psycopg.AsyncConnection.connect(address) as connection:
        yield connection


async def request_consult(client: httpx.AsyncClient, body: dict[str, Any], key: str) -> httpx.Response:
    return await client.post("/consults", json=body, headers={"Idempotency-Key": key})


async def ids_of(client: httpx.AsyncClient, family: str) -> list[str]:
    """The ids of all consults about patients of this name."""
    found = await client.post("/consults/$search", json={"length": 100, "filter": {"searchString": family}})
    return [consult["id"] for consult in found.json()["consults"]]


async def request_for(bodies: Bodies, client: httpx.AsyncClient, family: str) -> dict[str, Any]:
    body = await bodies.request(client)
    return body | {"Patient": body["Patient"] | {"nameFamily": family}}


async def wait_until_blocked(owner: psycopg.AsyncConnection[Any], count: int) -> None:
    """Return when this many connections wait for a lock."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while (await (await owner.execute(WAITING)).fetchone()) != (count,):
            await asyncio.sleep(0.01)


@pytest.mark.req("API-03")
async def test_a_repeat_through_another_process_gets_the_same_response(two_servers: Servers, bodies: Bodies) -> None:
    here, there = two_servers
    async with here.client("nurse") as nurse, there.client("nurse") as again:
        body = await request_for(bodies, nurse, "Repeatly")
        responses = [await request_consult(client, body, "crossing") for client in (nurse, again, nurse)]
        assert [(response.status_code, response.json()) for response in responses] == [(201, responses[0].json())] * 3
        assert await ids_of(nurse, "Repeatly") == [responses[0].json()["id"]]
        other = await request_consult(again, body | {"callbackNumber": "(555) 010-0112"}, "crossing")
        assert (other.status_code, other.json()["code"]) == (409, "idempotency_key_reused")


@pytest.mark.req("API-03")
async def test_a_repeat_while_the_first_still_runs_waits_for_it(
    two_servers: Servers, bodies: Bodies, owner: psycopg.AsyncConnection[Any]
) -> None:
    here, there = two_servers
    async with here.client("nurse") as nurse, there.client("nurse") as again:
        body = await request_for(bodies, nurse, "Waitwell")
        await owner.execute("lock table consults in share mode")
        first = asyncio.create_task(request_consult(nurse, body, "running"))
        await wait_until_blocked(owner, 1)
        repeat = asyncio.create_task(request_consult(again, body, "running"))
        await wait_until_blocked(owner, 2)
        await owner.commit()
        responses = await asyncio.gather(first, repeat)
        assert [(response.status_code, response.json()) for response in responses] == [(201, responses[0].json())] * 2
        assert await ids_of(nurse, "Waitwell") == [responses[0].json()["id"]]


@pytest.mark.req("API-03")
async def test_a_repeat_that_waits_too_long_is_refused_and_nothing_happens_twice(
    two_servers: Servers, bodies: Bodies, owner: psycopg.AsyncConnection[Any]
) -> None:
    here, there = two_servers
    async with here.client("nurse") as nurse, there.client("nurse") as again:
        body = await request_for(bodies, nurse, "Latecome")
        user_id = (await nurse.get("/me")).json()["id"]
        # A first request that holds its key and never ends, in a process that is gone.
        await owner.execute(
            "insert into idempotency_keys (user_id, key, fingerprint, created_at) values (%s, 'stuck', '', now())",
            [user_id],
        )
        late = await request_consult(again, body, "stuck")
        assert (late.status_code, late.json()["code"], late.headers["Retry-After"]) == (503, "busy", "1")
        assert await ids_of(nurse, "Latecome") == []
        await owner.rollback()
        responses = [await request_consult(client, body, "stuck") for client in (again, nurse)]
        assert [(response.status_code, response.json()) for response in responses] == [(201, responses[0].json())] * 2
        assert await ids_of(nurse, "Latecome") == [responses[0].json()["id"]]
