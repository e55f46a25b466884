"""With a synchronous standby, everything that was confirmed is still there after a failover."""

import asyncio
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import psycopg
import pytest
from bodies import Bodies

from wardline.embedded.postgres import DATABASE

from .conftest import TIMEOUT_SECONDS, ready, serving
from .own_database import OwnDatabase, own_database
from .standby import Standby, standby_of
from .warm_python import WarmPython

NAMES = ("Bothsides", "Comesback", "Lostwith")


@pytest.fixture
def primary() -> Iterator[OwnDatabase]:
    with own_database() as primary:
        yield primary


@pytest.fixture
def standby(primary: OwnDatabase) -> Iterator[Standby]:
    with standby_of(primary) as standby:
        yield standby


@pytest.mark.soak
async def test_confirmed_changes_survive_a_failover(
    primary: OwnDatabase, standby: Standby, bodies: Bodies, tmp_path: Path, warm_python: WarmPython
) -> None:
    await standby.start()
    await standby.until_synchronous()
    application, owner = (both_hosts(url, standby) for url in primary.urls)
    async with serving((application, owner), tmp_path, warm_python) as start:
        server = await start()
        async with server.client("nurse") as nurse:
            requester = Requester(nurse, await bodies.request(nurse))
            assert await requester.status("Bothsides") == 201

            standby.stop()
            assert [await requester.status("Comesback") for _ in range(2)] == [503, 503]
            with primary.postgres.connect(DATABASE) as admin:
                assert families(admin) == ["Bothsides"]
            await standby.start()
            await requester.until_confirmed("Comesback")

            await standby.until_synchronous()
            standby.stop()
            assert await requester.status("Lostwith") == 503
            await primary.stop(signal.SIGQUIT)
            await standby.start()
            standby.promote()
            with standby.connect() as admin:
                assert families(admin) == ["Bothsides", "Comesback"]
                await requester.until_confirmed("Lostwith")
                assert families(admin) == list(NAMES)
            await ready(server.process, server.url)


@dataclass
class Requester:
    """Requests consults for patients with these last names, each with its own Idempotency-Key."""

    nurse: httpx.AsyncClient
    body: dict[str, Any]

    async def status(self, family: str) -> int:
        body = self.body | {"Patient": self.body["Patient"] | {"nameFamily": family}}
        response = await self.nurse.post("/consults", json=body, headers={"Idempotency-Key": family})
        return response.status_code

    async def until_confirmed(self, family: str) -> None:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while await self.status(family) != 201:
                await asyncio.sleep(0.1)


def families(admin: psycopg.Connection[tuple[object, ...]]) -> list[object]:
    rows = admin.execute("select name_family from patients where name_family = any(%s) order by 1", [list(NAMES)])
    return [family for (family,) in rows]


def both_hosts(url: str, standby: Standby) -> str:
    """The address with the standby as the second host."""
    parts = urlsplit(url)
    hosts = f"host=127.0.0.1,127.0.0.1&port={parts.port},{standby.port}"
    return f"{parts.scheme}://{parts.username}:{parts.password}@{parts.path}?{hosts}&target_session_attrs=read-write"
