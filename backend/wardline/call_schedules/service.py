"""What planners do with call schedules, one function for each verb."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.call_schedules import changes, checking, policies
from wardline.call_schedules.checking import Findings
from wardline.call_schedules.errors import ChangeIsOver, ScheduleNameTaken
from wardline.call_schedules.events import CallScheduleChanged
from wardline.call_schedules.models import CallSchedule
from wardline.call_schedules.planning import plan
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.call_schedules.schemas import (
    CallScheduleFields,
    CheckCallSchedule,
    NewCallSchedule,
    RotationFields,
    SaveCallSchedule,
    ScheduleChangeFields,
)
from wardline.call_schedules.telling import tell_changed
from wardline.core import clock
from wardline.core.errors import FieldError, NotFound, ValidationFailed
from wardline.core.forms import messages
from wardline.people.schemas import NamedPerson
from wardline.realtime import rooms
from wardline.realtime.publish import publish
from wardline.service_lines.registry import line_of


async def add(session: AsyncSession, request: NewCallSchedule, *, by: CurrentUser) -> int:
    """Add a schedule to a line and plan its shifts; returns its id.

    Raises:
        NotFound: the user may not see the line's plan.
        ScheduleNameTaken, ValidationFailed
    """
    await require_line(session, request.service_line_id, by)
    # Who replaces the holidays at the same moment plans every schedule anew that exists by then.
    await CallScheduleRepository(session).lock_holidays()
    now = clock.now()
    await _check(session, request, request.service_line_id, schedule_id=None)
    row = CallSchedule(
        service_line_id=request.service_line_id,
        version=1,
        saved_at=now,
        saved_by_id=by.id,
        **_values(request, request.service_line_id),
    )
    async with _unique_name(session):
        session.add(row)
    await replan(session, row, now, cause="version 1", by=by)
    return row.id


async def save(session: AsyncSession, schedule_id: int, request: SaveCallSchedule, *, by: CurrentUser) -> None:
    """Replace a schedule's settings and rotations, and plan its shifts from now on.

    Raises:
        NotFound: it does not exist, or the user may not see it.
        ScheduleSavedMeanwhile: another planner saved it after this one had opened it.
        ScheduleNameTaken, ValidationFailed
    """
    row = await lock_schedule(session, schedule_id, by=by)
    await _require_version(session, row, request.version)
    await _check(session, request, row.service_line_id, schedule_id=schedule_id)
    async with _unique_name(session):
        for name, value in _values(request, row.service_line_id).items():
            setattr(row, name, value)
    await _saved(session, row, by)


async def remove(session: AsyncSession, schedule_id: int, version: int, *, by: CurrentUser) -> None:
    """End a schedule now. What was planned until now stays on record.

    Raises:
        NotFound: it does not exist, or the user may not see it.
        ScheduleSavedMeanwhile: another planner saved it after this one had opened it.
    """
    row = await lock_schedule(session, schedule_id, by=by)
    await _require_version(session, row, version)
    row.removed_at = clock.now()
    await _saved(session, row, by)


async def check(session: AsyncSession, request: CheckCallSchedule, *, by: CurrentUser) -> Findings:
    """What the plan of the line would leave open if the schedule were saved like this.

    Raises:
        NotFound: the user may not see the line's plan, or the schedule is not one of the line's.
        ValidationFailed
    """
    await require_line(session, request.service_line_id, by)
    if request.id is not None:
        of_line = await CallScheduleRepository(session).schedules([request.service_line_id])
        if request.id not in {row.id for row in of_line}:
            raise NotFound
    await _check_people(session, request.rotations, request.service_line_id)
    return await checking.find(session, [request.service_line_id], clock.now(), proposed=request)


async def find(session: AsyncSession, service_line_id: int | None, *, by: CurrentUser) -> Findings:
    """What is wrong with the plan of a line, or of all lines that the user may see."""
    line_ids = await CallScheduleRepository(session).line_ids(by)
    wanted = line_ids if service_line_id is None else line_ids & {service_line_id}
    return await checking.find(session, wanted, clock.now())


async def add_change(session: AsyncSession, schedule_id: int, request: ScheduleChangeFields, *, by: CurrentUser) -> int:
    """Depart from the rotations for a time; returns the id of the change.

    Raises:
        NotFound: the schedule does not exist, or the user may not see it.
        ChangesOverlap: another change concerns one of the same people at that time.
        ValidationFailed: see `changes.checked`.
    """
    schedule = await lock_schedule(session, schedule_id, by=by)
    now = clock.now()
    row = await changes.checked(session, schedule, request, now, by=by)
    session.add(row)
    await session.flush()
    await replan(session, schedule, now, cause=f"change {row.id}", by=by)
    return row.id


async def check_change(
    session: AsyncSession, schedule_id: int, request: ScheduleChangeFields, *, by: CurrentUser
) -> Findings:
    """What the change would leave open that is not open now.

    Raises:
        NotFound: the schedule does not exist, or the user may not see it.
        ChangesOverlap: another change concerns one of the same people at that time.
        ValidationFailed: see `changes.checked`.
    """
    schedule = await planned_by(session, schedule_id, by)
    now = clock.now()
    row = await changes.checked(session, schedule, request, now, by=by)
    return await checking.find_beyond(session, schedule, changes.proposed(row), now)


async def remove_change(session: AsyncSession, schedule_id: int, change_id: int, *, by: CurrentUser) -> None:
    """Return to the rotations, from now on if the change has begun.

    Raises:
        NotFound: the schedule or the change does not exist, or the user may not see it.
        ChangeIsOver
    """
    schedule = await lock_schedule(session, schedule_id, by=by)
    repository = CallScheduleRepository(session)
    change = await repository.change(schedule_id, change_id)
    if change is None:
        raise NotFound
    now = clock.now()
    if change.ends_at <= now:
        raise ChangeIsOver
    if change.starts_at < now:
        change.ends_at = now
        await session.flush()
    else:
        await repository.remove_change(change)
    await replan(session, schedule, now, cause=f"without change {change_id}", by=by)


async def require_line(session: AsyncSession, service_line_id: int, by: CurrentUser) -> None:
    """Refuse users who do not plan this line."""
    policies.can_plan(by).enforce()
    if service_line_id not in await CallScheduleRepository(session).line_ids(by):
        raise NotFound


async def planned_by(session: AsyncSession, schedule_id: int, by: CurrentUser) -> CallSchedule:
    """A schedule that this planner plans. Raises `NotFound`."""
    policies.can_plan(by).enforce()
    row = await CallScheduleRepository(session).readable(schedule_id, by)
    if row is None:
        raise NotFound
    return row


async def lock_schedule(session: AsyncSession, schedule_id: int, *, by: CurrentUser) -> CallSchedule:
    """The same, locked until the transaction ends."""
    policies.can_plan(by).enforce()
    repository = CallScheduleRepository(session)
    row = await repository.schedule_for_change(schedule_id)
    if row is None or row.service_line_id not in await repository.line_ids(by):
        raise NotFound
    return row


async def _require_version(session: AsyncSession, row: CallSchedule, version: int) -> None:
    (saved_by,) = await CallScheduleRepository(session).people([row.saved_by_id])
    policies.can_save(version, stored=row.version, saved_by=NamedPerson.model_validate(saved_by)).enforce()


async def _saved(session: AsyncSession, row: CallSchedule, by: CurrentUser) -> None:
    row.version += 1
    row.saved_at, row.saved_by_id = clock.now(), by.id
    await session.flush()
    await replan(session, row, row.saved_at, cause=f"version {row.version}", by=by)


async def replan(
    session: AsyncSession, schedule: CallSchedule, now: datetime, *, cause: str, by: CurrentUser | None
) -> None:
    """Plan the shifts of a locked schedule anew, and tell those whom it concerns.

    `by` is None if no planner did it. See `tell_changed` for `cause`.
    """
    replanned = await plan(session, schedule, now)
    await tell_changed(session, schedule, replanned, now, cause=cause, by=by)
    publish_changed(session, schedule)


@asynccontextmanager
async def _unique_name(session: AsyncSession) -> AsyncIterator[None]:
    """The name may have been taken since it was checked, by a planner who saves at the same moment."""
    try:
        async with session.begin_nested():
            yield
    except IntegrityError:
        raise ScheduleNameTaken from None


async def _check(
    session: AsyncSession, request: CallScheduleFields, service_line_id: int, *, schedule_id: int | None
) -> None:
    if await CallScheduleRepository(session).has_name(service_line_id, request.name, but=schedule_id):
        raise ScheduleNameTaken
    await _check_people(session, request.rotations, service_line_id)


async def _check_people(session: AsyncSession, rotations: Sequence[RotationFields], service_line_id: int) -> None:
    """Everybody in a rotation may go on call for the line, and a rotation ends after it starts."""
    plannable = await CallScheduleRepository(session).plannable_ids(service_line_id)
    errors = [
        FieldError(f"rotations.{index}.userIds", messages.NOT_ON_THE_LINE)
        for index, rotation in enumerate(rotations)
        if not plannable.issuperset(rotation.user_ids)
    ]
    errors += [
        FieldError(f"rotations.{index}.endsOn", messages.ENDS_BEFORE_START)
        for index, rotation in enumerate(rotations)
        if rotation.ends_on is not None and rotation.ends_on < rotation.starts_on
    ]
    if errors:
        raise ValidationFailed(errors=errors)


def _values(request: CallScheduleFields, service_line_id: int) -> dict[str, object]:
    """The columns that a planner sets."""
    return {
        "name": request.name,
        "time_zone": request.time_zone,
        "primary": request.primary or not line_of(service_line_id).primary_checkin_on,
        "rotations": [rotation.model_dump(mode="json") for rotation in request.rotations],
    }


def publish_changed(session: AsyncSession, row: CallSchedule) -> None:
    event = CallScheduleChanged(service_line_id=row.service_line_id)
    publish(session, event, to=[rooms.of_duty(row.service_line_id)])
