"""A worker process with one slow job: it leaves a trace, and its first attempt never ends."""

import asyncio
import os
import sys

from sqlalchemy import text

from wardline.core.db.database import Database
from wardline.core.jobs import queue
from wardline.core.jobs.context import JobContext
from wardline.core.jobs.registry import job
from wardline.core.jobs.worker import Worker
from wardline.settings import Settings

TRACE = "insert into job_traces select count(*) from job_traces returning attempt"


@job()
async def slow(context: JobContext) -> None:
    async with context.database.transaction() as session:
        attempt = await session.scalar(text(TRACE))
    if attempt == 0:
        await asyncio.Event().wait()


async def main() -> None:
    database = Database(os.environ["WORKER_DATABASE_URL"])
    if "start" in sys.argv:
        async with database.transaction() as session:
            await queue.defer(session, slow)
    else:
        queue.LOOK_FOR_STALLED_JOBS = "* * * * * *"  # type: ignore[misc]
    await Worker(database, Settings()).start()
    await asyncio.Event().wait()


asyncio.run(main())
