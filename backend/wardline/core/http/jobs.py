"""Jobs of the HTTP layer."""

from datetime import timedelta
from typing import Final

from sqlalchemy import delete, func

from wardline.core.http.idempotency import IdempotencyKey
from wardline.core.jobs.context import JobContext
from wardline.core.jobs.registry import periodic_job

IDEMPOTENCY_LIFETIME: Final = timedelta(days=1)


@periodic_job("17 * * * *")
async def forget_idempotency_keys(context: JobContext) -> None:
    """Delete the keys of actions that no client will repeat."""
    async with context.database.transaction() as session:
        await session.execute(
            delete(IdempotencyKey).where(IdempotencyKey.created_at < func.now() - IDEMPOTENCY_LIFETIME)
        )
