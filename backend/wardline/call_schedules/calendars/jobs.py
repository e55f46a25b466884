"""Jobs of imported calendars."""

from wardline.call_schedules.calendars import imports
from wardline.call_schedules.calendars.fetching import CalendarFetcher
from wardline.call_schedules.calendars.repository import ImportedCalendarRepository
from wardline.call_schedules.planning import HORIZON
from wardline.core import clock
from wardline.core.jobs.context import JobContext
from wardline.core.jobs.queue import defer_each
from wardline.core.jobs.registry import job, periodic_job


@periodic_job("*/15 * * * *")
async def renew_calendars(context: JobContext) -> None:
    """Each in a job of its own, so that one that does not answer holds no other up."""
    async with context.database.transaction() as session:
        due = await ImportedCalendarRepository(session).due(clock.now() + HORIZON - imports.READ_AGAIN)
        await defer_each(session, renew_calendar, [(f"calendar {each}", {"calendar_id": each}) for each in due])


@job()
async def renew_calendar(context: JobContext, calendar_id: int) -> None:
    await imports.renew(context.database, context.client(CalendarFetcher), calendar_id)
