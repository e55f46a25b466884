"""Jobs of web push."""

from wardline.core.jobs.context import JobContext
from wardline.core.jobs.registry import periodic_job
from wardline.webpush.receipts import forget_receipts


@periodic_job("23 4 * * *")
async def forget_push_receipts(context: JobContext) -> None:
    async with context.database.transaction() as session:
        await forget_receipts(session)
