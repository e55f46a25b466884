"""Jobs of call schedules."""

from wardline.call_schedules.cover import service as cover
from wardline.call_schedules.planning import plan
from wardline.call_schedules.reminders.service import remind
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.core import clock
from wardline.core.jobs.context import JobContext
from wardline.core.jobs.registry import periodic_job


@periodic_job("* * * * * */10")
async def remind_of_shifts(context: JobContext) -> None:
    """Tell people of shifts that are due."""
    async with context.database.transaction() as session:
        await remind(session, clock.now())


@periodic_job("* * * * *")
async def follow_up_cover(context: JobContext) -> None:
    """End requests for cover that are over, and remind people of the others, each in a transaction of its own."""
    async with context.database.session() as session:
        request_ids = await cover.due(session, clock.now())
    for request_id in request_ids:
        async with context.database.transaction() as session:
            await cover.follow_up(session, request_id, clock.now())


@periodic_job("17 3 * * *")
async def plan_ahead(context: JobContext) -> None:
    """Plan each schedule another day ahead."""
    async with context.database.session() as session:
        schedule_ids = [schedule.id for schedule in await CallScheduleRepository(session).schedules()]
    for schedule_id in schedule_ids:
        async with context.database.transaction() as session:
            schedule = await CallScheduleRepository(session).schedule_for_change(schedule_id)
            if schedule is not None:
                await plan(session, schedule, clock.now())
