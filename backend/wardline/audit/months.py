"""Partitions of the coming months, made before they are needed; rows of a month without one stay in the default one."""

from typing import Final

from procrastinate import JobContext
from sqlalchemy import func, select

from wardline.core.jobs.queue import database_of, jobs

AHEAD: Final = 3
"""Months, this one counted."""


@jobs.periodic(cron="41 * * * *")
@jobs.task(name="make_audit_months", pass_context=True, queueing_lock="make_audit_months")
async def make_audit_months(context: JobContext, timestamp: int) -> None:  # noqa: ARG001 - the queue says when it was due
    """The owner's function does it, because the application may not make tables; the clock is the database's."""
    async with database_of(context).transaction() as session:
        await session.execute(select(func.make_audit_months(func.current_date(), AHEAD)))
