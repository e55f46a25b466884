"""A job that a worker did not finish is done later, and never counts as failed."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import psycopg
import pytest

from wardline.core.db.database import Database, DatabaseLost
from wardline.core.jobs.context import JobContext
from wardline.core.jobs.queue import defer
from wardline.core.jobs.registry import Job, declared
from wardline.core.jobs.worker import Worker
from wardline.settings import Settings

from .conftest import TIMEOUT_SECONDS

NAME = "unfinished"


@dataclass
class Task:
    """What the task does at each attempt in turn; after that, it succeeds."""

    does: list[Callable[[], Awaitable[object]]] = field(default_factory=list)
    attempts: int = 0
    started: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, _: JobContext) -> None:
        self.attempts += 1
        self.started.set()
        if self.attempts <= len(self.does):
            await self.does[self.attempts - 1]()


@pytest.fixture
def task() -> Iterator[Task]:
    task = Task()
    declared[NAME] = Job(NAME, task, cron="0 0 1 1 *")
    yield task
    del declared[NAME]


@asynccontextmanager
async def working(url: str) -> AsyncIterator[None]:
    database = Database(url, pool_size=2)
    worker = Worker(database, Settings())
    await worker.start()
    try:
        yield
    finally:
        await worker.stop()
        await database.close()


async def queue(url: str) -> None:
    database = Database(url, pool_size=1)
    async with database.transaction() as session:
        await defer(session, declared[NAME])
    await database.close()


async def statuses(url: str) -> list[str]:
    async with await psycopg.AsyncConnection.connect(url.replace("+psycopg", "")) as owner:
        rows = await owner.execute(
            "select status::text from procrastinate_jobs where task_name = %s order by id", [NAME]
        )
        return [str(status) for (status,) in await rows.fetchall()]


async def until_done(url: str) -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while await statuses(url):
            await asyncio.sleep(0.05)


async def forever() -> None:
    await asyncio.Event().wait()


async def fail_without_database() -> None:
    raise DatabaseLost


async def fail() -> None:
    raise ValueError("a mistake of the task's own")


async def test_a_job_interrupted_when_the_worker_stopped_is_done_by_the_next(
    cloned: tuple[str, str], task: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wardline.core.jobs.queue.JOBS_END_SECONDS", 0.1)
    task.does = [forever]
    async with working(cloned[0]):
        await queue(cloned[0])
        await task.started.wait()
    assert await statuses(cloned[1]) == ["todo"]
    async with working(cloned[0]):
        await until_done(cloned[1])
    assert task.attempts == 2


async def test_a_job_that_found_the_database_unavailable_is_retried(cloned: tuple[str, str], task: Task) -> None:
    task.does = [fail_without_database]
    async with working(cloned[0]):
        await queue(cloned[0])
        await until_done(cloned[1])
    assert task.attempts == 2


async def test_a_failure_of_the_job_itself_stays_for_people_to_see(cloned: tuple[str, str], task: Task) -> None:
    task.does = [fail]
    async with working(cloned[0]):
        await queue(cloned[0])
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while await statuses(cloned[1]) != ["failed"]:
                await asyncio.sleep(0.05)
    assert task.attempts == 1


async def test_a_dead_workers_job_does_not_hold_up_the_one_that_waits_to_do_the_same(
    cloned: tuple[str, str], task: Task
) -> None:
    """As after a kill: one was running, its periodic successor is already queued, and only one may be queued."""
    async with await psycopg.AsyncConnection.connect(cloned[1].replace("+psycopg", ""), autocommit=True) as owner:
        await owner.execute(
            "with dead as (insert into procrastinate_workers (last_heartbeat) values (now() - interval '1 hour')"
            " returning id)"
            " insert into procrastinate_jobs (queue_name, task_name, queueing_lock, status, worker_id)"
            " select 'default', %(name)s, %(name)s, 'doing'::procrastinate_job_status, id from dead"
            " union all select 'default', %(name)s, %(name)s, 'todo', null",
            {"name": NAME},
        )
    async with working(cloned[0]):
        await until_done(cloned[1])
    assert task.attempts == 1
