"""Background work on the same database: deferred inside the writing transaction, run by a worker here or apart.

A worker that is killed leaves its job marked as running; `retry_stalled_jobs` brings it back, so every task must be
safe to run twice.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import orjson
from procrastinate import App, JobContext, PsycopgConnector
from procrastinate.tasks import Task
from procrastinate.testing import InMemoryConnector
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core.db import Database

log = logging.getLogger(__name__)

jobs = App(connector=InMemoryConnector())
"""Domains register their tasks here, and a worker brings the connection; tasks take plain ids, never patient data."""

HEARTBEAT_LIMIT_SECONDS = 30

_DEFER = text(
    "select procrastinate_defer_jobs_v1(array[row(:queue, :task, 0, :lock, null, cast(:args as jsonb), null)"
    "::procrastinate_job_to_defer_v1])"
)


async def defer(session: AsyncSession, task: Task[Any, Any, Any], *, lock: str | None = None, **arguments: Any) -> None:
    """Queue a task as part of the session's transaction.

    A rollback drops it. Jobs with the same `lock` run one after another.
    """
    parameters = {"queue": task.queue, "task": task.name, "lock": lock, "args": orjson.dumps(arguments).decode()}
    await session.execute(_DEFER, parameters)


def database_of(context: JobContext) -> Database:
    """The database that a running task works on."""
    database: Database = context.additional_context["database"]
    return database


@asynccontextmanager
async def worker(database: Database, *, name: str = "server", concurrency: int = 4) -> AsyncIterator[None]:
    """Run jobs while the block lasts; on leaving, running jobs get five seconds to end."""
    connector = PsycopgConnector(conninfo=_conninfo(database.url), min_size=1, max_size=concurrency + 2)
    app = jobs.with_connector(connector)
    async with app.open_async():
        await _retry_stalled(app)
        running = asyncio.create_task(
            app.run_worker_async(
                name=name,
                concurrency=concurrency,
                install_signal_handlers=False,
                shutdown_graceful_timeout=5,
                additional_context={"database": database},
            )
        )
        try:
            yield
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


@jobs.periodic(cron="* * * * * */15")
@jobs.task(name="retry_stalled_jobs", pass_context=True, queueing_lock="retry_stalled_jobs")
async def retry_stalled_jobs(context: JobContext, timestamp: int) -> None:  # noqa: ARG001 - the queue says when it was due
    """Bring back the jobs of workers that died."""
    await _retry_stalled(context.app)


async def _retry_stalled(app: App) -> None:
    manager = app.job_manager
    for job in await manager.get_stalled_jobs(seconds_since_heartbeat=HEARTBEAT_LIMIT_SECONDS):
        log.warning("retrying stalled job %s (%s)", job.id, job.task_name)
        await manager.retry_job(job)


def _conninfo(url: str) -> str:
    return url.replace("postgresql+psycopg://", "postgresql://", 1)
