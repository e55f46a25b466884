"""A worker process with one slow task: it leaves a trace, and on its first attempt never ends by itself."""

import asyncio
import os
import sys

import attr
from procrastinate import JobContext
from sqlalchemy import text

from wardline.core.db.database import Database
from wardline.core.jobs.queue import Worker, database_of, defer, jobs


@jobs.task(name="slow", pass_context=True)
async def slow(context: JobContext) -> None:
    async with database_of(context).transaction() as session:
        await session.execute(text("insert into job_traces values (:attempt)"), {"attempt": context.job.attempts})
    if context.job.attempts == 0:
        await asyncio.Event().wait()


def look_for_stalled_jobs_every_second() -> None:
    """Looks as often as it does anyway, only sooner; a worker that never looks has nothing to hurry."""
    periodic = jobs.periodic_registry.periodic_tasks
    periodic["retry_stalled_jobs", ""] = attr.evolve(periodic["retry_stalled_jobs", ""], cron="* * * * * *")


async def main() -> None:
    database = Database(os.environ["WORKER_DATABASE_URL"])
    if "start" in sys.argv:
        async with database.transaction() as session:
            await defer(session, slow)
    else:
        look_for_stalled_jobs_every_second()
    await Worker(database).start()
    await asyncio.Event().wait()


asyncio.run(main())
