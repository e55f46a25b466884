"""Forgets ended sign-ins once their tokens have expired anyway."""

from procrastinate import JobContext
from sqlalchemy import delete, func

from wardline.core.db.database import Database
from wardline.core.jobs.queue import database_of, jobs
from wardline.sessions.models import EndedSession


@jobs.periodic(cron="23 * * * *")
@jobs.task(name="forget_ended_sessions", pass_context=True, queueing_lock="forget_ended_sessions")
async def forget_ended_sessions(context: JobContext, timestamp: int) -> None:  # noqa: ARG001 - the queue says when it was due
    await forget_ended(database_of(context))


async def forget_ended(database: Database) -> None:
    async with database.transaction() as session:
        await session.execute(delete(EndedSession).where(EndedSession.kept_until < func.now()))
