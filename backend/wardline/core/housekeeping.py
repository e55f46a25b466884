"""Work that keeps the database small."""

from datetime import timedelta
from typing import Final

from procrastinate import JobContext
from sqlalchemy import delete

from wardline.core import clock
from wardline.core.http import IdempotentAnswer
from wardline.core.jobs import database_of, jobs

IDEMPOTENCY_LIFETIME: Final = timedelta(days=1)


@jobs.periodic(cron="17 * * * *")
@jobs.task(name="forget_idempotent_answers", pass_context=True, queueing_lock="forget_idempotent_answers")
async def forget_idempotent_answers(context: JobContext, timestamp: int) -> None:  # noqa: ARG001 - the queue says when it was due
    """Remove stored answers that no client will ask for again."""
    async with database_of(context).transaction() as session:
        await session.execute(
            delete(IdempotentAnswer).where(IdempotentAnswer.created_at < clock.now() - IDEMPOTENCY_LIFETIME)
        )
