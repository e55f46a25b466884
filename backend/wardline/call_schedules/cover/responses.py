"""Requests for cover as wire types."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.call_schedules.choices import CoverEnd
from wardline.call_schedules.cover import policies
from wardline.call_schedules.cover.planned import Planned, can_be_taken, free_among, planned_for, stands
from wardline.call_schedules.cover.repository import CoverRepository
from wardline.call_schedules.cover.schemas import CoverRead
from wardline.call_schedules.cover.service import takers_of
from wardline.call_schedules.models import CallSchedule, CoverRequest
from wardline.call_schedules.policies import is_planner
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.call_schedules.responses import line_names, people
from wardline.core import clock
from wardline.people.schemas import NamedPerson


@dataclass(frozen=True, slots=True)
class _Reading:
    """What decides how this user sees the requests."""

    user: CurrentUser
    plans: bool
    now: datetime
    plannable: Mapping[int, set[int]]
    """Who may go on call, by line."""
    planned: Planned
    line_names: Mapping[int, str]
    people: Mapping[int | None, NamedPerson]


async def requests(session: AsyncSession, schedules: Sequence[CallSchedule], user: CurrentUser) -> list[CoverRead]:
    """The requests of these schedules that concern the user: open ones, and what was agreed and still stands."""
    by_id = {schedule.id: schedule for schedule in schedules}
    now = clock.now()
    rows = await CoverRepository(session).shown(by_id, now)
    line_ids = {by_id[row.schedule_id].service_line_id for row in rows}
    reading = _Reading(
        user=user,
        plans=is_planner(user),
        now=now,
        plannable=await CallScheduleRepository(session).plannable_by_line(line_ids),
        planned=await planned_for(session, rows),
        line_names=await line_names(session, line_ids),
        people=await _people(session, rows),
    )
    shown = (_request(row, by_id[row.schedule_id], reading) for row in rows)
    return [request for request in shown if request is not None]


def _request(row: CoverRequest, schedule: CallSchedule, reading: _Reading) -> CoverRead | None:
    """None if it does not concern the user, or has become something else than what was agreed."""
    user, now, planned, plans = reading.user, reading.now, reading.planned, reading.plans
    plannable = reading.plannable[schedule.service_line_id]
    takers = takers_of(row, schedule, plannable)
    is_taken = row.ending == CoverEnd.TAKEN
    is_unchanged = stands(row, planned) if is_taken else can_be_taken(row, planned, plannable)
    concerns = policies.is_involved(user, row) or plans or (user.id in takers and not is_taken)
    if not concerns or (is_taken and not is_unchanged):
        return None
    taken_by = reading.people.get(row.taken_by_id)
    may_take = policies.can_take(user, row, takers, taken_by=taken_by, now=now).allowed
    return CoverRead(
        id=row.id,
        schedule_id=row.schedule_id,
        schedule_name=schedule.name,
        service_line_id=schedule.service_line_id,
        service_line_name=reading.line_names[schedule.service_line_id],
        time_zone=schedule.time_zone,
        asked_by=reading.people[row.asked_by_id],
        starts_at=row.starts_at,
        ends_at=row.ends_at,
        offered_to=reading.people.get(row.offered_to_id),
        return_starts_at=row.return_starts_at,
        return_ends_at=row.return_ends_at,
        taken_by=taken_by,
        ending=CoverEnd(row.ending) if row.ending is not None else None,
        may_take=may_take and is_unchanged and bool(free_among([user.id], row, planned)),
        may_withdraw=policies.can_withdraw(user, row, now, plans=plans).allowed,
        may_undo=policies.can_undo(user, row, now, plans=plans, stands=is_unchanged).allowed,
    )


async def _people(session: AsyncSession, rows: Sequence[CoverRequest]) -> Mapping[int | None, NamedPerson]:
    ids = {each for row in rows for each in (row.asked_by_id, row.offered_to_id, row.taken_by_id) if each is not None}
    return {person.id: person for person in await people(session, ids)}
