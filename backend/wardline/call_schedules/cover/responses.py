"""Requests for cover as wire types."""

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.call_schedules.choices import CoverEnd
from wardline.call_schedules.cover import policies
from wardline.call_schedules.cover.repository import CoverRepository
from wardline.call_schedules.cover.schemas import CoverRead
from wardline.call_schedules.cover.service import group_of
from wardline.call_schedules.models import CallSchedule
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.call_schedules.responses import line_names
from wardline.core import clock
from wardline.people.schemas import Viewer


async def requests(session: AsyncSession, schedules: Sequence[CallSchedule], user: CurrentUser) -> list[CoverRead]:
    """The requests of these schedules that concern the user."""
    by_id = {schedule.id: schedule for schedule in schedules}
    now = clock.now()
    rows = await CoverRepository(session).shown(by_id, now)
    concerned_ids = {row.schedule_id for row in rows}
    groups = {schedule_id: await group_of(session, by_id[schedule_id]) for schedule_id in concerned_ids}
    rows = [row for row in rows if policies.concerns(user, row, groups[row.schedule_id])]
    ids = {each for row in rows for each in (row.asked_by_id, row.offered_to_id, row.taken_by_id) if each is not None}
    found = await CallScheduleRepository(session).people(ids)
    people = {person.id: Viewer.model_validate(person) for person in found}
    names = await line_names(session, {by_id[row.schedule_id].service_line_id for row in rows})
    return [
        CoverRead(
            id=row.id,
            schedule_id=row.schedule_id,
            schedule_name=by_id[row.schedule_id].name,
            service_line_id=by_id[row.schedule_id].service_line_id,
            service_line_name=names[by_id[row.schedule_id].service_line_id],
            time_zone=by_id[row.schedule_id].time_zone,
            asked_by=people[row.asked_by_id],
            starts_at=row.starts_at,
            ends_at=row.ends_at,
            offered_to=people.get(row.offered_to_id or 0),
            return_starts_at=row.return_starts_at,
            return_ends_at=row.return_ends_at,
            taken_by=people.get(row.taken_by_id or 0),
            ending=CoverEnd(row.ending) if row.ending is not None else None,
            may_take=policies.can_take(
                user, row, groups[row.schedule_id], taken_by=people.get(row.taken_by_id or 0), now=now
            ).allowed,
            may_withdraw=policies.can_withdraw(user, row, now).allowed,
            may_undo=policies.can_undo(user, row, now).allowed,
        )
        for row in rows
    ]
