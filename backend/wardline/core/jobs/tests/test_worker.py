"""Repeated jobs, which a worker runs itself."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from wardline.core import retries
from wardline.core.db.database import Database
from wardline.core.jobs import worker as worker_module
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
    has_recovered, is_stopped = asyncio.Event(), asyncio.Event()

    async def fail_once_then_hang(_: JobContext) -> None:
        nonlocal runs
        runs += 1
        if runs == 2:
            raise RuntimeError
        if runs == 4:
            has_recovered.set()
            try:
                await asyncio.Event().wait()
            finally:
                is_stopped.set()

    monkeypatch.setattr(retries, "WORKER", retries.Backoff(0.01, 0.01))
    monkeypatch.setattr(worker_module, "STOP_SECONDS", SECONDS)
    # The application's own jobs work on the database, and their end takes as long as they do.
    for name in list(declared):
        monkeypatch.delitem(declared, name)
    monkeypatch.setitem(declared, "again", Job("again", fail_once_then_hang, every_seconds=0.01))
    worker = Worker(database, Settings())
    await worker.start()
    async with asyncio.timeout(SECONDS):
        await has_recovered.wait()
    await worker.stop()
    assert is_stopped.is_set()


async def test_nothing_is_left_of_a_worker_that_stops_while_it_connects(database: Database) -> None:
    worker = Worker(database, Settings())
    before = asyncio.all_tasks()
    starting = asyncio.create_task(worker.start())
    async with asyncio.timeout(SECONDS):
        while not any(task.get_name().startswith("pool-") for task in asyncio.all_tasks()):  # noqa: ASYNC110 - the library reports no such moment
            await asyncio.sleep(0)
    await worker.stop()
    starting.cancel()
    await asyncio.wait([starting])
    assert [task for task in asyncio.all_tasks() - before if task.get_name().startswith("pool-")] == []
