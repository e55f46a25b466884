"""Copying the shifts of one month to another one, and taking that back."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.call_schedules.copying.errors import CopyIsOver, MonthHasChanges, NothingToCopy
from wardline.call_schedules.copying.months import Copied, Step, first_day, month_after, moved, steps
from wardline.call_schedules.copying.schemas import CopyMonth
from wardline.call_schedules.models import CallSchedule, ScheduleChange
from wardline.call_schedules.planning import HORIZON
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.call_schedules.service import lock_schedule, planned_by, replan
from wardline.call_schedules.spans import Span
from wardline.core import clock
from wardline.core.errors import FieldError, NotFound, ValidationFailed
from wardline.core.forms import messages
from wardline.core.wall_clock import moment_at


@dataclass(frozen=True, slots=True)
class Copy:
    """What a copy would do."""

    steps: Sequence[Step]
    conflicts: Sequence[ScheduleChange]
    not_on_the_line: frozenset[int]
    """Who cannot be copied."""


async def preview(session: AsyncSession, schedule_id: int, request: CopyMonth, *, by: CurrentUser) -> Copy:
    """What copying the month would do; changes nothing.

    Raises:
        NotFound: the schedule does not exist, or the user may not see it.
        ValidationFailed: the month copied to is over, too far ahead, or the same.
    """
    return await _prepare(session, await planned_by(session, schedule_id, by), request, clock.now())


async def copy(session: AsyncSession, schedule_id: int, request: CopyMonth, *, by: CurrentUser) -> int:
    """Make the changes that plan the same people as in another month, see `months.moved`; returns the id of the copy.

    Raises:
        NotFound: the schedule does not exist, or the user may not see it.
        NothingToCopy
        MonthHasChanges: the copy would mix with other changes.
        ValidationFailed: the month copied to is over, too far ahead, or the same.
    """
    schedule = await lock_schedule(session, schedule_id, by=by)
    now = clock.now()
    prepared = await _prepare(session, schedule, request, now)
    if not prepared.steps:
        raise NothingToCopy
    if prepared.conflicts:
        raise MonthHasChanges([change.id for change in prepared.conflicts])
    rows = [
        ScheduleChange(
            schedule_id=schedule_id,
            kind=step.kind.value,
            starts_at=step.span.starts_at,
            ends_at=step.span.ends_at,
            user_id=step.user_id,
            made_at=now,
            made_by_id=by.id,
        )
        for step in prepared.steps
    ]
    session.add_all(rows)
    # Changes apply in the order of their ids, which is the order in which they were added.
    await session.flush()
    copy_id = rows[0].id
    for row in rows:
        row.copy_id = copy_id
    await session.flush()
    await replan(session, schedule, now, cause=f"copy {copy_id}", by=by)
    return copy_id


async def remove(session: AsyncSession, schedule_id: int, copy_id: int, *, by: CurrentUser) -> None:
    """Return to what was planned before the copy, from now on if it has begun.

    Raises:
        NotFound: the schedule or the copy does not exist, or the user may not see it.
        CopyIsOver
    """
    schedule = await lock_schedule(session, schedule_id, by=by)
    repository = CallScheduleRepository(session)
    changes = await repository.changes_of_copy(schedule_id, copy_id)
    if not changes:
        raise NotFound
    now = clock.now()
    ahead = [change for change in changes if change.ends_at > now]
    if not ahead:
        raise CopyIsOver
    for change in ahead:
        if change.starts_at < now:
            change.ends_at = now
        else:
            await repository.remove_change(change)
    await session.flush()
    await replan(session, schedule, now, cause=f"without copy {copy_id}", by=by)


async def _prepare(session: AsyncSession, schedule: CallSchedule, request: CopyMonth, now: datetime) -> Copy:
    zone = ZoneInfo(schedule.time_zone)
    source, target = _month(request.source, zone), _month(request.target, zone)
    _check(source, target, now)
    repository = CallScheduleRepository(session)
    plannable = await repository.plannable_ids(schedule.service_line_id)
    rows = await repository.shifts([schedule.id], *source)
    shifts = [
        Copied(Span(row.starts_at, row.ends_at), row.user_id if row.user_id in plannable else None) for row in rows
    ]
    there = moved(shifts, first_day(request.source), first_day(request.target), zone)
    ahead = [
        Copied(part, user_id)
        for span, user_id in there
        if (part := span.part_within(Span(now, max(now, span.ends_at)))) is not None
    ]
    missing = frozenset(row.user_id for row in rows) - plannable
    if not ahead:
        return Copy([], [], missing)
    within = Span(ahead[0].span.starts_at, max(span.ends_at for span, _ in ahead))
    planned = [Span(row.starts_at, row.ends_at) for row in await repository.shifts([schedule.id], *within)]
    return Copy(list(steps(ahead, planned)), await repository.changes([schedule.id], *within), missing)


def _month(month: str, zone: ZoneInfo) -> Span:
    first = first_day(month)
    return Span(moment_at(first, time(), zone), moment_at(month_after(first), time(), zone))


def _check(source: Span, target: Span, now: datetime) -> None:
    if source == target:
        raise ValidationFailed(errors=[FieldError("to", messages.INVALID)])
    if target.ends_at <= now or target.ends_at > now + HORIZON:
        raise ValidationFailed(errors=[FieldError("to", messages.TIME_AHEAD)])
