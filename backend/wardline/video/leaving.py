"""Meetings that nobody ended: a laptop that was shut, a network that went away."""

from procrastinate import JobContext

from wardline.core import clock
from wardline.core.db import Database
from wardline.core.jobs import database_of, jobs
from wardline.video import meetings
from wardline.video.repository import MeetingRepository


@jobs.periodic(cron="* * * * *")
@jobs.task(name="end_left_meetings", pass_context=True, queueing_lock="end_left_meetings")
async def end_left_meetings(context: JobContext, timestamp: int) -> None:  # noqa: ARG001 - the queue says when it was due
    await end_left(database_of(context))


async def end_left(database: Database) -> None:
    """End every meeting in which nobody was heard of for a while; each for itself."""
    async with database.transaction() as session:
        meeting_ids = await MeetingRepository(session).left_open(clock.now() - meetings.LEFT_AFTER)
    for meeting_id in meeting_ids:
        async with database.transaction() as session:
            await meetings.end_left(session, meeting_id)
