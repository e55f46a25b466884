"""Work that keeps the database small."""

from datetime import timedelta
from typing import Final

from procrastinate import JobContext
from sqlalchemy import delete, func

from wardline.core.http.idempotency import IdempotencyKey
from wardline.core.jobs.queue import database_of, jobs

IDEMPOTENCY_LIFETIME: Final = timedelta(days=1)


@jobs.periodic(cron="17 * * * *")
@jobs.task(name="forget_idempotency_keys", pass_context=True, queueing_lock="forget_idempotency_keys")
async def forget_idempotency_keys(context: JobContext, timestamp: int) -> None:  # noqa: ARG001 - the queue says when it was due
    """Remove the keys of actions that no client will repeat any more."""
    async with database_of(context).transaction() as session:
        await session.execute(
            delete(IdempotencyKey).where(IdempotencyKey.created_at < func.now() - IDEMPOTENCY_LIFETIME)
        )
