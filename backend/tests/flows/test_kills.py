"""The server is killed at random times: what it confirmed is stored once, and the rest is done later."""

import asyncio
import random
from dataclasses import dataclass

import psycopg
import pytest
from bodies import Bodies
from sqlalchemy.engine import make_url

from conftest import Cluster

from .books import check
from .conftest import StartServer
from .figures import write_counts
from .load import Load

MAX_SECONDS = 0.8
"""The time from a start to the next kill."""


@dataclass(frozen=True)
class Target:
    """A database with a server that is restarted after each kill."""

    start: StartServer
    bodies: Bodies
    cluster: Cluster
    urls: tuple[str, str]


@pytest.fixture
def target(start_server: StartServer, bodies: Bodies, cluster: Cluster, cloned: tuple[str, str]) -> Target:
    return Target(start_server, bodies, cluster, cloned)


@pytest.mark.req("API-03")
async def test_killed_four_times_under_load(target: Target) -> None:
    await kill(target, rounds=4, seed=1)


@pytest.mark.soak
async def test_killed_two_hundred_times_under_load(target: Target) -> None:
    load = await kill(target, rounds=40, seed=2)
    write_counts("kills", 200, load)


async def kill(target: Target, *, rounds: int, seed: int) -> Load:
    rng = random.Random(seed)  # noqa: S311 - a fixed seed is intentional
    server = await target.start()
    load = Load(lambda: server, target.bodies, seed=seed, transfers=True)
    noted = None
    async with load.running():
        for number in range(rounds):
            await load.until_done(1)
            await asyncio.sleep(rng.uniform(0, MAX_SECONDS))
            if number % 3 == 1:
                noted = await noted_hash(target.urls[1]) or noted
            if number % 5 == 2:
                cut_worker(target)
            server.kill()
            server = await target.start(port=server.settings.port)
        await load.until_done(1)
        await load.until_transferred()
    unanswered = [attempt for _, attempt in load.attempts if attempt.status is None]
    assert len(unanswered) >= rounds
    await check(load, target.urls, known=noted)
    return load


async def noted_hash(owner_url: str) -> str | None:
    """The chain's latest hash, as one would record it elsewhere; None before there is one."""
    async with await psycopg.AsyncConnection.connect(owner_url.replace("+psycopg", "")) as owner:
        result = await owner.execute("select encode(hash, 'hex') from audit_links order by position desc limit 1")
        row = await result.fetchone()
    return str(row[0]) if row else None


def cut_worker(target: Target) -> None:
    """The worker's connections end in the middle of whatever it does."""
    with target.cluster.postgres.connect() as admin:
        admin.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where application_name = 'wardline-worker' and datname = %s",
            [make_url(target.urls[1]).database],
        )
