"""Jobs of the outbox: sending a lane, and reporting late deliveries."""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core import clock
from wardline.core.jobs.context import JobContext
from wardline.core.jobs.queue import defer_each
from wardline.core.jobs.registry import job, periodic_job
from wardline.outbox.contract import channels
from wardline.outbox.models import Delivery
from wardline.outbox.outcomes import report_late
from wardline.outbox.repository import OutboxRepository
from wardline.outbox.sending import ORDINARY_SLOTS, URGENT_SLOTS, send_all


class Lane(NamedTuple):
    name: str
    receiver: str
    channel: str

    @classmethod
    def of(cls, delivery: Delivery) -> "Lane":
        return cls(delivery.lane, delivery.receiver, delivery.channel)


@job()
async def send_lane(context: JobContext, lane: str, receiver: str) -> None:
    await send_all(context, lane, receiver, ORDINARY_SLOTS)


@job(urgent=True)
async def send_urgent_lane(context: JobContext, lane: str, receiver: str) -> None:
    await send_all(context, lane, receiver, URGENT_SLOTS)


@periodic_job("* * * * *")
async def look_after_deliveries(context: JobContext) -> None:
    """Report late deliveries, and queue lanes whose job is missing, for example because an older worker dropped it."""
    async with context.database.transaction() as session:
        repository = OutboxRepository(session)
        now = clock.now()
        ordered_before = {
            (name, state): now - duration
            for name, channel in channels.items()
            for state, duration in channel.pace.late_after.items()
        }
        for delivery in await repository.late_unreported(ordered_before):
            await report_late(session, delivery)
        await queue_lanes(session, map(Lane.of, await repository.without_job()))


async def queue_lanes(session: AsyncSession, lanes: Iterable[Lane]) -> None:
    """Queue a job for each of these lanes, to run once the transaction is committed."""
    unique = list(dict.fromkeys(lanes))
    for is_urgent, send in ((True, send_urgent_lane), (False, send_lane)):
        jobs = [
            (lane.name, {"lane": lane.name, "receiver": lane.receiver})
            for lane in unique
            if channels[lane.channel].pace.urgent == is_urgent
        ]
        if jobs:
            await defer_each(session, send, jobs)
