"""Jobs of the outbox: sending a lane, and reporting late deliveries."""

from collections.abc import Mapping

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core import clock
from wardline.core.jobs.context import JobContext
from wardline.core.jobs.queue import defer_each
from wardline.core.jobs.registry import job, periodic_job
from wardline.outbox.choices import DeliveryState
from wardline.outbox.outcomes import LATE_AFTER, report_late
from wardline.outbox.repository import OutboxRepository
from wardline.outbox.sending import send_all


@job()
async def send_lane(context: JobContext, lane: str, receiver: str) -> None:
    await send_all(context, lane, receiver)


@periodic_job("* * * * *")
async def look_after_deliveries(context: JobContext) -> None:
    """Report late deliveries, and queue lanes whose job is missing, for example because an older worker dropped it."""
    async with context.database.transaction() as session:
        repository = OutboxRepository(session)
        now = clock.now()
        waiting, sending = (now - LATE_AFTER[state] for state in (DeliveryState.WAITING, DeliveryState.SENDING))
        for delivery in await repository.late_unreported(waiting, sending):
            await report_late(session, delivery)
        await queue_lanes(session, {head.lane: head.receiver for head in await repository.without_job()})


async def queue_lanes(session: AsyncSession, receiver_of: Mapping[str, str]) -> None:
    """Queue a job for each of these lanes, to run once the transaction is committed."""
    jobs = [(lane, {"lane": lane, "receiver": receiver}) for lane, receiver in receiver_of.items()]
    await defer_each(session, send_lane, jobs)
