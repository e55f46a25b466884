"""Repeated jobs, which a worker runs itself."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from wardline.core import retries
from wardline.core.db.database import Database
from wardline.core.jobs.context import JobContext
from wardline.core.jobs.registry import Job, declared
from wardline.core.jobs.worker import Worker
from wardline.settings import Settings

SECONDS = 30


@pytest.fixture
async def database(cloned: tuple[str, str]) -> AsyncIterator[Database]:
    database = Database(cloned[0])
    yield database
    await database.close()


async def test_a_repeated_job_runs_until_the_worker_stops_even_if_a_run_fails(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = 0
    has_recovered = asyncio.Event()

    async def count(_: JobContext) -> None:
        nonlocal runs
        runs += 1
        if runs == 2:
            raise RuntimeError
        if runs == 4:
            has_recovered.set()

    monkeypatch.setattr(retries, "WORKER", retries.Backoff(0.01, 0.01))
    monkeypatch.setitem(declared, "count", Job("count", count, every_seconds=0.01))
    worker = Worker(database, Settings())
    await worker.start()
    async with asyncio.timeout(SECONDS):
        await has_recovered.wait()
    await worker.stop()
    last = runs
    await asyncio.sleep(0.05)
    assert runs == last
