"""Call schedules as wire types."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.call_schedules.checking import Findings
from wardline.call_schedules.findings import Gap
from wardline.call_schedules.models import CallSchedule
from wardline.call_schedules.planning import rotations_in
from wardline.call_schedules.policies import is_planner
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.call_schedules.schemas import (
    MAX_LISTED_FINDINGS,
    CallScheduleRead,
    CallSchedulesRead,
    ConflictRead,
    DoubleRead,
    FindingsRead,
    GapRead,
    HolidayRead,
    MyShiftRead,
    OpeningZoneRead,
    PlannablePerson,
    PlanRead,
    ScheduleChangeRead,
    ShiftRead,
)
from wardline.call_schedules.spans import Span
from wardline.contacts.service import reachable_contacts
from wardline.people.schemas import NamedPerson
from wardline.service_lines.repository import ServiceLineRepository


async def schedules(
    session: AsyncSession, rows: Sequence[CallSchedule], line_ids: Collection[int], user: CurrentUser
) -> CallSchedulesRead:
    """`line_ids` are those that the user sees."""
    names = await line_names(session, {row.service_line_id for row in rows})
    read = [
        CallScheduleRead(
            id=row.id,
            service_line_id=row.service_line_id,
            service_line_name=names[row.service_line_id],
            name=row.name,
            time_zone=row.time_zone,
            primary=row.primary,
            rotations=rotations_in(row.rotations),
            version=row.version,
            may_edit=is_planner(user),
        )
        for row in rows
    ]
    user_ids = {user_id for each in read for rotation in each.rotations for user_id in rotation.user_ids}
    return CallSchedulesRead(
        schedules=read,
        people=await people(session, user_ids),
        opening_zones=[
            OpeningZoneRead(service_line_id=line.id, time_zone=line.hours[0].open_hours_timezone)
            for line in await ServiceLineRepository(session).lines(line_ids)
            if line.hours
        ],
    )


async def plan(session: AsyncSession, schedule_ids: Sequence[int], within: Span) -> PlanRead:
    repository = CallScheduleRepository(session)
    shifts = await repository.shifts(schedule_ids, within.starts_at, within.ends_at)
    changes = await repository.changes(schedule_ids, within.starts_at, within.ends_at)
    user_ids = {shift.user_id for shift in shifts} | {
        user_id for change in changes for user_id in (change.user_id, change.replaced_user_id) if user_id is not None
    }
    holidays = await repository.holidays(within.starts_at.date())
    return PlanRead(
        shifts=[ShiftRead.model_validate(shift) for shift in shifts],
        changes=[ScheduleChangeRead.model_validate(change) for change in changes],
        people=await people(session, user_ids),
        holidays=[HolidayRead.model_validate(each) for each in holidays if each.day <= within.ends_at.date()],
    )


async def findings(session: AsyncSession, found: Findings) -> FindingsRead:
    names = await line_names(session, {line_id for each in found.conflicts for line_id in each.other_line_ids})
    return FindingsRead(
        until=found.until,
        gaps=gaps(found.gaps),
        gap_total=len(found.gaps),
        doubles=[
            DoubleRead(
                schedule_id=double.schedule_id,
                user_ids=list(double.user_ids),
                starts_at=double.span.starts_at,
                ends_at=double.span.ends_at,
            )
            for double in found.doubles[:MAX_LISTED_FINDINGS]
        ],
        double_total=len(found.doubles),
        conflicts=[
            ConflictRead(
                schedule_id=conflict.schedule_id,
                user_id=conflict.user_id,
                reason=conflict.reason,
                starts_at=conflict.starts_at,
                about=sorted(conflict.states) + sorted(names[line_id] for line_id in conflict.other_line_ids),
            )
            for conflict in found.conflicts
        ],
        people=await people(session, found.user_ids),
    )


def gaps(found: Sequence[Gap]) -> list[GapRead]:
    """The first of these gaps."""
    return [
        GapRead(
            service_line_id=gap.service_line_id,
            primary=gap.primary,
            starts_at=gap.span.starts_at,
            ends_at=gap.span.ends_at,
        )
        for gap in found[:MAX_LISTED_FINDINGS]
    ]


async def plannable(session: AsyncSession, service_line_id: int) -> list[PlannablePerson]:
    rows = await CallScheduleRepository(session).plannable([service_line_id])
    contacts = await reachable_contacts(session, {row.id for row in rows})
    return [
        PlannablePerson(
            id=row.id, first_name=row.first_name, last_name=row.last_name, has_contact=bool(contacts[row.id])
        )
        for row in rows
    ]


async def shifts_of(session: AsyncSession, rows: Sequence[Any]) -> list[MyShiftRead]:
    """`rows` are as read by `CallScheduleRepository.shifts_of`."""
    names = await line_names(session, {row.service_line_id for row in rows})
    fields = MyShiftRead.model_fields.keys() - {"service_line_name"}
    return [
        MyShiftRead(**{name: getattr(row, name) for name in fields}, service_line_name=names[row.service_line_id])
        for row in rows
    ]


async def people(session: AsyncSession, user_ids: Iterable[int]) -> list[NamedPerson]:
    return [NamedPerson.model_validate(row) for row in await CallScheduleRepository(session).people(user_ids)]


async def line_names(session: AsyncSession, line_ids: Iterable[int]) -> Mapping[int, str]:
    return {line.id: line.name for line in await ServiceLineRepository(session).lines(set(line_ids))}
