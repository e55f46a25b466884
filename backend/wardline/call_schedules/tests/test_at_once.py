"""What planners save at the same moment, in two transactions with real commits."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.call_schedules import service as call_schedules
from wardline.call_schedules.errors import ScheduleSavedMeanwhile
from wardline.call_schedules.holidays import service as holidays
from wardline.call_schedules.holidays.schemas import SaveHolidays
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.call_schedules.schemas import NewCallSchedule, SaveCallSchedule
from wardline.call_schedules.tests.conftest import AddSchedule, Team
from wardline.call_schedules.tests.planned import rotation, schedule
from wardline.core.db.database import Database
from wardline.directory.loading import load_by_subject

Work = Callable[[AsyncSession, CurrentUser], Awaitable[object]]


@pytest.mark.parametrize("is_new", [True, False], ids=["added", "saved"])
@pytest.mark.parametrize("holidays_first", [True, False], ids=["holidays first", "schedule first"])
async def test_no_schedule_is_planned_without_the_holidays_that_are_saved_meanwhile(
    committing: Database, team: Team, add_schedule: AddSchedule, *, is_new: bool, holidays_first: bool
) -> None:
    """Saturday, March 14, becomes a holiday, on which the schedule's only rotation plans nobody."""
    wanted = schedule(rotation(team.first, holidays="notOnHolidays"))
    existing_id = None if is_new else await add_schedule(rotation(team.first))

    async def save_schedule(session: AsyncSession, by: CurrentUser) -> None:
        if existing_id is None:
            await call_schedules.add(
                session, NewCallSchedule.model_validate(wanted | {"serviceLineId": team.line_id}), by=by
            )
        else:
            request = SaveCallSchedule.model_validate(wanted | {"version": 1})
            await call_schedules.save(session, existing_id, request, by=by)

    async def save_holidays(session: AsyncSession, by: CurrentUser) -> None:
        version = holidays.version_of(await CallScheduleRepository(session).holidays())
        days = [{"day": "2026-03-14", "name": "Pi Day"}]
        await holidays.save(session, SaveHolidays.model_validate({"version": version, "holidays": days}), by=by)

    first, second = (save_holidays, save_schedule) if holidays_first else (save_schedule, save_holidays)
    async with committing.transaction() as session:
        await first(session, await _planner(session))
        waiting = asyncio.create_task(_in_a_transaction(committing, second))
        await _wait_for_a_lock(committing, waiting)
    await waiting
    on_the_day = "select count(*) from planned_shifts where starts_at = '2026-03-14 11:00Z'"
    assert await _value(committing, "select count(*) from planned_shifts where starts_at = '2026-03-13 11:00Z'") == 1
    assert await _value(committing, on_the_day) == 0


async def test_of_two_planners_who_save_a_schedule_at_the_same_moment_the_second_one_is_refused(
    committing: Database, team: Team, add_schedule: AddSchedule
) -> None:
    schedule_id = await add_schedule(rotation(team.first))

    async def save(session: AsyncSession, by: CurrentUser, *, user_id: int) -> None:
        request = SaveCallSchedule.model_validate(schedule(rotation(user_id)) | {"version": 1})
        await call_schedules.save(session, schedule_id, request, by=by)

    async with committing.transaction() as session:
        await save(session, await _planner(session), user_id=team.second)
        waiting = asyncio.create_task(_in_a_transaction(committing, partial(save, user_id=team.third)))
        await _wait_for_a_lock(committing, waiting)
    with pytest.raises(ScheduleSavedMeanwhile):
        await waiting
    assert await _value(committing, "select version from call_schedules where id = :id", id=schedule_id) == 2
    assert await _value(committing, "select count(*) from planned_shifts where user_id = :id", id=team.third) == 0


async def _planner(session: AsyncSession) -> CurrentUser:
    planner = await load_by_subject(session, "coordinator")
    assert planner is not None
    return planner


async def _in_a_transaction(database: Database, work: Work) -> None:
    async with database.transaction() as session:
        await work(session, await _planner(session))


async def _wait_for_a_lock(database: Database, waiting: asyncio.Task[None]) -> None:
    """Until some transaction waits for another, or does not have to."""
    blocked = "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    while not waiting.done() and not await _value(database, blocked):
        pass


async def _value(database: Database, statement: str, **values: int) -> int:
    async with database.session() as session:
        return int((await session.execute(text(statement), values)).scalar_one())
