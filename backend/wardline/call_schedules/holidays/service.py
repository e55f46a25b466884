"""What planners do with the holidays, one function for each verb."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from hashlib import sha256

import orjson
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.call_schedules import checking, policies
from wardline.call_schedules.choices import HolidayRule
from wardline.call_schedules.events import CallScheduleChanged
from wardline.call_schedules.findings import Gap
from wardline.call_schedules.holidays.errors import HolidaysSavedMeanwhile
from wardline.call_schedules.holidays.federal import federal_holidays
from wardline.call_schedules.holidays.schemas import SaveHolidays
from wardline.call_schedules.models import CallSchedule, Holiday
from wardline.call_schedules.planning import rotations_in
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.call_schedules.service import replan
from wardline.core import clock
from wardline.realtime import rooms
from wardline.realtime.publish import publish
from wardline.service_lines.registry import all_lines


@dataclass(frozen=True, slots=True)
class AddedGaps:
    """What became a gap, on lines that the planner may see, and on others."""

    seen: Sequence[Gap]
    elsewhere: Sequence[Gap]


def version_of(holidays: Sequence[Holiday]) -> str:
    """The same for the same list, which is ordered by day."""
    return sha256(orjson.dumps([(holiday.day, holiday.name) for holiday in holidays])).hexdigest()


async def save(session: AsyncSession, request: SaveHolidays, *, by: CurrentUser) -> AddedGaps:
    """Replace the holidays, and plan every schedule anew whose rotations depend on them, on any line.

    Raises:
        HolidaysSavedMeanwhile: another planner saved them after this one had opened them.
    """
    policies.can_plan(by).enforce()
    repository = CallScheduleRepository(session)
    await repository.lock_holidays()
    if version_of(await repository.holidays()) != request.version:
        raise HolidaysSavedMeanwhile
    now = clock.now()
    # All are locked, because one that is being saved may begin to depend on them.
    dependent = [schedule for schedule in await repository.schedules_for_change() if _depends(schedule)]
    line_ids = {schedule.service_line_id for schedule in dependent}

    async def replace() -> None:
        await repository.replace_holidays({holiday.day: holiday.name for holiday in request.holidays})
        for schedule in dependent:
            await replan(session, schedule, now, cause=f"holidays at {now.isoformat()}", by=by)

    added = await checking.gaps_opened(session, line_ids, now, replace)
    _publish_everywhere(session)
    return _split(added, await repository.line_ids(by))


async def proposed(session: AsyncSession, year: int, *, by: CurrentUser) -> list[Holiday]:
    """The federal holidays of a year whose days are not in the list."""
    policies.can_plan(by).enforce()
    listed = {holiday.day for holiday in await CallScheduleRepository(session).holidays()}
    return [holiday for holiday in federal_holidays(year) if holiday.day not in listed]


def _depends(schedule: CallSchedule) -> bool:
    """Whether holidays matter in it."""
    return any(rotation.holidays is not HolidayRule.LIKE_ANY_DAY for rotation in rotations_in(schedule.rotations))


def _publish_everywhere(session: AsyncSession) -> None:
    """Calendars of every line name the holidays."""
    for line_id in (line_id for line in all_lines() for line_id in line.ids):
        publish(session, CallScheduleChanged(service_line_id=line_id), to=[rooms.of_duty(line_id)])


def _split(gaps: Sequence[Gap], line_ids: Collection[int]) -> AddedGaps:
    return AddedGaps(
        seen=[gap for gap in gaps if gap.service_line_id in line_ids],
        elsewhere=[gap for gap in gaps if gap.service_line_id not in line_ids],
    )
