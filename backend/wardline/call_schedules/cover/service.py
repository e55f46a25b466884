"""Asking for cover and giving it, one function for each verb."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.call_schedules.choices import ChangeKind, CoverEnd
from wardline.call_schedules.cover import policies, telling
from wardline.call_schedules.cover.errors import (
    AlreadyAsked,
    ColleaguePlanned,
    CoverEnded,
    CoverNotFound,
    NotTheirShift,
    NotYourShift,
    PlannedYourself,
)
from wardline.call_schedules.cover.planned import (
    Planned,
    can_be_taken,
    free_among,
    given_by,
    planned_for,
    returned_by,
    stands,
)
from wardline.call_schedules.cover.repository import CoverRepository
from wardline.call_schedules.cover.schemas import AskForCover
from wardline.call_schedules.models import CallSchedule, CoverRequest, ScheduleChange
from wardline.call_schedules.planning import plan, rotations_in
from wardline.call_schedules.policies import is_planner
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.call_schedules.service import publish_changed
from wardline.call_schedules.spans import Span
from wardline.core import clock
from wardline.core.errors import FieldError, ValidationFailed
from wardline.core.forms import messages
from wardline.duty_notices.service import told_among
from wardline.people.schemas import NamedPerson


async def ask(session: AsyncSession, request: AskForCover, *, by: CurrentUser) -> int:
    """Ask colleagues to take a shift of the user's own, or part of one; returns the id of the request.

    Raises:
        NotYourShift, NotTheirShift: nobody can give what they do not have, or what has begun.
        PlannedYourself, ColleaguePlanned: somebody is planned when they would work for the other.
        AlreadyAsked
        ValidationFailed: the time has no length.
    """
    if request.ends_at <= request.starts_at:
        raise ValidationFailed(errors=[FieldError("endsAt", messages.NOT_AFTER_START)])
    repository = CallScheduleRepository(session)
    schedule = await repository.schedule_for_change(request.schedule_id)
    if schedule is None:
        raise NotYourShift
    now = clock.now()
    row = _row(request, now, by)
    _require_ahead(row, now)
    takers = takers_of(row, schedule, await repository.plannable_ids(schedule.service_line_id))
    planned = await planned_for(session, [row])
    _require_shifts(row, planned, takers)
    if await CoverRepository(session).has_open(by.id, schedule.id, *given_by(row)):
        raise AlreadyAsked
    session.add(row)
    await session.flush()
    await telling.asked(session, row, schedule, free_among(takers, row, planned))
    publish_changed(session, schedule)
    return row.id


async def take(session: AsyncSession, request_id: int, *, by: CurrentUser) -> None:
    """Take a colleague's shift on, and give one in return if it is a swap. Of two who take it, the first one has it.

    Raises:
        CoverNotFound: it does not exist, or is not for this user.
        CoverTaken: a colleague was faster.
        CoverEnded: it was withdrawn, has begun, or the plan has changed in the meantime.
        PlannedYourself
    """
    row, schedule = await _lock(session, request_id)
    now = clock.now()
    plannable = await CallScheduleRepository(session).plannable_ids(schedule.service_line_id)
    takers = takers_of(row, schedule, plannable)
    policies.can_take(by, row, takers, taken_by=await _taken_by(session, row), now=now).enforce()
    planned = await planned_for(session, [row])
    if not can_be_taken(row, planned, plannable):
        raise CoverEnded
    if planned.at_some_of(schedule.id, by.id, given_by(row)):
        raise PlannedYourself
    returned = returned_by(row)
    change = _replacing(row, given_by(row), user_id=by.id, replaced_id=row.asked_by_id, now=now, by=by)
    back = _replacing(row, returned, user_id=row.asked_by_id, replaced_id=by.id, now=now, by=by) if returned else None
    session.add_all([change, *([back] if back is not None else [])])
    await session.flush()
    row.change_id, row.return_change_id = change.id, back.id if back is not None else None
    row.taken_by_id = by.id
    await _end(session, row, CoverEnd.TAKEN, now)
    await plan(session, schedule, now)
    await telling.taken(session, row, schedule)
    publish_changed(session, schedule)


async def end(session: AsyncSession, request_id: int, *, by: CurrentUser) -> None:
    """Withdraw a request that is open, or take back what was agreed before the first shift begins.

    Raises:
        CoverNotFound: it does not exist, or the user has nothing to do with it.
        CoverEnded: it has begun, was ended before, or somebody else has by now what was agreed on.
    """
    row, schedule = await _lock(session, request_id)
    now = clock.now()
    plans = is_planner(by) and schedule.service_line_id in await CallScheduleRepository(session).line_ids(by)
    if row.ending == CoverEnd.TAKEN:
        is_unchanged = stands(row, await planned_for(session, [row]))
        policies.can_undo(by, row, now, plans=plans, stands=is_unchanged).enforce()
        await _undo(session, row, schedule, now)
    else:
        policies.can_withdraw(by, row, now, plans=plans).enforce()
        await _end(session, row, CoverEnd.WITHDRAWN, now)
    await telling.ended(session, row, schedule, by=by)
    publish_changed(session, schedule)


async def due(session: AsyncSession, now: datetime) -> list[int]:
    """The open requests that `follow_up` does something about, in a number of statements that does not grow."""
    found = await CoverRepository(session).open()
    line_ids = {schedule.service_line_id for _, schedule in found}
    plannable = await CallScheduleRepository(session).plannable_by_line(line_ids)
    planned = await planned_for(session, [row for row, _ in found])
    reminders = {row.id: telling.due_reminder(row, schedule.time_zone, now) for row, schedule in found}
    told = await told_among(session, [cause for cause in reminders.values() if cause is not None])
    return [
        row.id
        for row, schedule in found
        if _ending(row, planned, plannable[schedule.service_line_id], now) is not None
        or (reminders[row.id] is not None and reminders[row.id] not in told)
    ]


async def follow_up(session: AsyncSession, request_id: int, now: datetime) -> None:
    """End an open request whose shift has begun, or that the plan has overtaken; remind people of any other.

    Whoever asked stays on if nobody has taken their shift.
    """
    row, schedule = await _lock(session, request_id)
    if row.ended_at is not None:
        return
    plannable = await CallScheduleRepository(session).plannable_ids(schedule.service_line_id)
    planned = await planned_for(session, [row])
    ending = _ending(row, planned, plannable, now)
    if ending is None:
        free = free_among(takers_of(row, schedule, plannable), row, planned)
        await telling.remind(session, row, schedule, free, now)
        return
    await _end(session, row, ending, now)
    await telling.ended(session, row, schedule)
    publish_changed(session, schedule)


def _ending(row: CoverRequest, planned: Planned, plannable: Collection[int], now: datetime) -> CoverEnd | None:
    """How an open request ends by itself; None as long as it stays open."""
    if not policies.is_open(row, now):
        return CoverEnd.EXPIRED
    return None if can_be_taken(row, planned, plannable) else CoverEnd.OVERTAKEN


def takers_of(request: CoverRequest, schedule: CallSchedule, plannable: Collection[int]) -> frozenset[int]:
    """Whom the request is for: the colleague named in it, or else everybody else in the schedule's rotations.

    Only those who may go on call for the line (`plannable`), and all of them if the schedule has no rotations, because
    its people come from imported calendars.
    """
    if request.offered_to_id is not None:
        asked = {request.offered_to_id}
    else:
        in_rotations = {user_id for rotation in rotations_in(schedule.rotations) for user_id in rotation.user_ids}
        asked = in_rotations or set(plannable)
    return frozenset((asked & set(plannable)) - {request.asked_by_id})


def _row(request: AskForCover, now: datetime, by: CurrentUser) -> CoverRequest:
    swap = request.swap_for
    return CoverRequest(
        schedule_id=request.schedule_id,
        asked_by_id=by.id,
        asked_at=now,
        starts_at=request.starts_at,
        ends_at=request.ends_at,
        offered_to_id=swap.user_id if swap is not None else None,
        return_starts_at=swap.starts_at if swap is not None else None,
        return_ends_at=swap.ends_at if swap is not None else None,
    )


def _require_ahead(row: CoverRequest, now: datetime) -> None:
    given, returned = given_by(row), returned_by(row)
    if not now < given.starts_at < given.ends_at:
        raise NotYourShift
    if returned is not None and not now < returned.starts_at < returned.ends_at:
        raise NotTheirShift


def _require_shifts(row: CoverRequest, planned: Planned, takers: Collection[int]) -> None:
    """Both have what they give, and the one who asks has time for what they get in return."""
    if not planned.throughout(row.schedule_id, row.asked_by_id, given_by(row)):
        raise NotYourShift
    returned = returned_by(row)
    if returned is None:
        return
    has_it = planned.throughout(row.schedule_id, row.offered_to_id or 0, returned)
    if not has_it or row.offered_to_id not in takers:
        raise NotTheirShift
    if planned.at_some_of(row.schedule_id, row.asked_by_id, returned):
        raise PlannedYourself
    if row.offered_to_id not in free_among(takers, row, planned):
        raise ColleaguePlanned


async def _lock(session: AsyncSession, request_id: int) -> tuple[CoverRequest, CallSchedule]:
    """The schedule first, as by everybody who plans."""
    unlocked = await session.get(CoverRequest, request_id)
    if unlocked is None:
        raise CoverNotFound
    schedule = await CallScheduleRepository(session).schedule_for_change(unlocked.schedule_id, removed_too=True)
    row = await CoverRepository(session).request_for_change(request_id)
    if row is None or schedule is None:
        raise CoverNotFound
    return row, schedule


async def _taken_by(session: AsyncSession, row: CoverRequest) -> NamedPerson | None:
    if row.taken_by_id is None:
        return None
    (person,) = await CallScheduleRepository(session).people([row.taken_by_id])
    return NamedPerson.model_validate(person)


def _replacing(
    row: CoverRequest, span: Span, *, user_id: int, replaced_id: int, now: datetime, by: CurrentUser
) -> ScheduleChange:
    return ScheduleChange(
        schedule_id=row.schedule_id,
        kind=ChangeKind.REPLACE.value,
        starts_at=span.starts_at,
        ends_at=span.ends_at,
        user_id=user_id,
        replaced_user_id=replaced_id,
        made_at=now,
        made_by_id=by.id,
    )


async def _undo(session: AsyncSession, row: CoverRequest, schedule: CallSchedule, now: datetime) -> None:
    repository = CallScheduleRepository(session)
    for change_id in (row.change_id, row.return_change_id):
        change = await repository.change(schedule.id, change_id) if change_id is not None else None
        if change is not None:
            await repository.remove_change(change)
    await _end(session, row, CoverEnd.UNDONE, now)
    await plan(session, schedule, now)


async def _end(session: AsyncSession, row: CoverRequest, ending: CoverEnd, now: datetime) -> None:
    row.ended_at, row.ending = now, ending.value
    await session.flush()
