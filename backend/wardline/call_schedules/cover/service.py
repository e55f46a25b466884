"""Asking for cover and giving it, one function for each verb."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.call_schedules.choices import ChangeKind, CoverEnd
from wardline.call_schedules.cover import policies, telling
from wardline.call_schedules.cover.errors import (
    AlreadyAsked,
    CoverEnded,
    CoverNotFound,
    NotTheirShift,
    NotYourShift,
    PlannedYourself,
)
from wardline.call_schedules.cover.repository import CoverRepository
from wardline.call_schedules.cover.schemas import AskForCover
from wardline.call_schedules.models import CallSchedule, CoverRequest, ScheduleChange
from wardline.call_schedules.planning import plan, rotations_in
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.call_schedules.service import plannable_ids, publish_changed
from wardline.call_schedules.spans import Span, without
from wardline.core import clock
from wardline.people.schemas import Viewer


async def ask(session: AsyncSession, request: AskForCover, *, by: CurrentUser) -> int:
    """Ask colleagues to take a shift of the user's own, or part of one; returns the id of the request.

    Raises:
        NotYourShift, NotTheirShift: nobody can give what they do not have.
        AlreadyAsked
    """
    repository = CallScheduleRepository(session)
    schedule = await repository.locked(request.schedule_id)
    now = clock.now()
    span = Span(request.starts_at, request.ends_at)
    if schedule is None or not await _has(session, schedule, by.id, span, now):
        raise NotYourShift
    swap = request.swap_for
    if swap is not None:
        returned = Span(swap.starts_at, swap.ends_at)
        if swap.user_id == by.id or not await _has(session, schedule, swap.user_id, returned, now):
            raise NotTheirShift
    if await CoverRepository(session).has_open(by.id, schedule.id, *span):
        raise AlreadyAsked
    row = CoverRequest(
        schedule_id=schedule.id,
        asked_by_id=by.id,
        asked_at=now,
        starts_at=span.starts_at,
        ends_at=span.ends_at,
        offered_to_id=swap.user_id if swap is not None else None,
        return_starts_at=swap.starts_at if swap is not None else None,
        return_ends_at=swap.ends_at if swap is not None else None,
    )
    session.add(row)
    await session.flush()
    await telling.asked(session, row, schedule, await group_of(session, schedule))
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
    group = await group_of(session, schedule)
    policies.can_take(by, row, group, taken_by=await _taken_by(session, row), now=now).enforce()
    if not await _is_still_possible(session, row, schedule, now):
        raise CoverEnded
    span = Span(row.starts_at, row.ends_at)
    if await _is_planned_at(session, schedule, by.id, span, but=_returned(row)):
        raise PlannedYourself
    change = _replacing(row, span, user_id=by.id, replaced_id=row.asked_by_id, now=now, by=by)
    returned = _returned(row)
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
        CoverEnded: it has begun, or was ended before.
    """
    row, schedule = await _lock(session, request_id)
    now = clock.now()
    if row.ending == CoverEnd.TAKEN:
        policies.can_undo(by, row, now).enforce()
        await _undo(session, row, schedule, now)
    else:
        policies.can_withdraw(by, row, now).enforce()
        await _end(session, row, CoverEnd.WITHDRAWN, now)
    await telling.ended(session, row, schedule, by=by)
    publish_changed(session, schedule)


async def follow_up(session: AsyncSession, request_id: int, now: datetime) -> None:
    """End an open request whose shift has begun, or that the plan has overtaken; remind people of any other.

    Whoever asked stays on if nobody has taken their shift.
    """
    row, schedule = await _lock(session, request_id)
    if row.ended_at is not None:
        return
    if not policies.is_open(row, now):
        await _end(session, row, CoverEnd.EXPIRED, now)
    elif not await _is_still_possible(session, row, schedule, now):
        await _end(session, row, CoverEnd.OVERTAKEN, now)
    else:
        await telling.remind(session, row, schedule, await group_of(session, schedule), now)
        return
    await telling.ended(session, row, schedule)
    publish_changed(session, schedule)


async def group_of(session: AsyncSession, schedule: CallSchedule) -> Collection[int]:
    """Everybody in the schedule's rotations who may go on call for its line."""
    planned = {user_id for rotation in rotations_in(schedule.rotations) for user_id in rotation.user_ids}
    return planned & await plannable_ids(session, schedule.service_line_id)


async def _lock(session: AsyncSession, request_id: int) -> tuple[CoverRequest, CallSchedule]:
    """The schedule first, as by everybody who plans."""
    unlocked = await session.get(CoverRequest, request_id)
    schedule = (
        await CallScheduleRepository(session).locked(unlocked.schedule_id, removed_too=True) if unlocked else None
    )
    row = await CoverRepository(session).locked(request_id)
    if row is None or schedule is None:
        raise CoverNotFound
    return row, schedule


async def _taken_by(session: AsyncSession, row: CoverRequest) -> Viewer | None:
    if row.taken_by_id is None:
        return None
    (person,) = await CallScheduleRepository(session).people([row.taken_by_id])
    return Viewer.model_validate(person)


async def _has(session: AsyncSession, schedule: CallSchedule, user_id: int, span: Span, now: datetime) -> bool:
    """Whether this person is planned throughout a time that is still ahead."""
    if not now < span.starts_at < span.ends_at:
        return False
    return not without([span], await _spans_of(session, schedule, user_id, span))


async def _is_planned_at(
    session: AsyncSession, schedule: CallSchedule, user_id: int, span: Span, *, but: Span | None
) -> bool:
    """Whether this person is planned at some of this time, apart from what they give in return."""
    planned = await _spans_of(session, schedule, user_id, span)
    return bool(without(planned, [but] if but is not None else []))


async def _spans_of(session: AsyncSession, schedule: CallSchedule, user_id: int, within: Span) -> list[Span]:
    rows = await CallScheduleRepository(session).shifts([schedule.id], *within)
    parts = (Span(row.starts_at, row.ends_at).part_within(within) for row in rows if row.user_id == user_id)
    return [part for part in parts if part is not None]


async def _is_still_possible(session: AsyncSession, row: CoverRequest, schedule: CallSchedule, now: datetime) -> bool:
    """Whether both still have what they give."""
    returned = _returned(row)
    if returned is not None and not await _has(session, schedule, row.offered_to_id or 0, returned, now):
        return False
    return await _has(session, schedule, row.asked_by_id, Span(row.starts_at, row.ends_at), now)


def _returned(row: CoverRequest) -> Span | None:
    if row.return_starts_at is None or row.return_ends_at is None:
        return None
    return Span(row.return_starts_at, row.return_ends_at)


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
