"""Checks changes that planners make to a schedule, before they are stored."""

from datetime import datetime
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.call_schedules import policies
from wardline.call_schedules.choices import ChangeKind
from wardline.call_schedules.errors import ChangesOverlap
from wardline.call_schedules.models import CallSchedule, ScheduleChange
from wardline.call_schedules.planning import PROMISED
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.call_schedules.resolving import Change
from wardline.call_schedules.schemas import ScheduleChangeFields
from wardline.call_schedules.spans import Span
from wardline.core.errors import FieldError, ValidationFailed
from wardline.core.forms import messages

_NEW: Final = 0
"""Instead of the id of a change that is not stored: no change has it."""


async def checked(
    session: AsyncSession, schedule: CallSchedule, request: ScheduleChangeFields, now: datetime, *, by: CurrentUser
) -> ScheduleChange:
    """The change as it would be stored, from `now` on if it begins before.

    Raises:
        ChangesOverlap: another change concerns one of the same people at that time.
        ValidationFailed: the time has passed, a person may not go on call for the line, whoever is to go is not on call
            then, or a person would replace themselves.
    """
    if request.ends_at <= request.starts_at:
        raise ValidationFailed(errors=[FieldError("endsAt", messages.NOT_AFTER_START)])
    if not policies.is_ahead(request.starts_at, request.ends_at, now):
        raise ValidationFailed(errors=[FieldError("startsAt", messages.TIME_AHEAD)])
    row = ScheduleChange(
        schedule_id=schedule.id,
        kind=request.kind.value,
        starts_at=max(request.starts_at, now),
        ends_at=request.ends_at,
        user_id=request.user_id,
        replaced_user_id=request.replaced_user_id,
        made_at=now,
        made_by_id=by.id,
    )
    await _check_people(session, schedule, row)
    # First, because whoever another change has already taken off call is not on call then.
    other_id = await CallScheduleRepository(session).overlapping_change(row)
    if other_id is not None:
        raise ChangesOverlap(other_id)
    await _check_on_call(session, schedule, row)
    return row


def proposed(row: ScheduleChange) -> Change:
    """A change that is not stored, as plans are computed from it."""
    return Change(_NEW, ChangeKind(row.kind), Span(row.starts_at, row.ends_at), row.user_id, row.replaced_user_id)


async def _check_people(session: AsyncSession, schedule: CallSchedule, row: ScheduleChange) -> None:
    """Whoever comes may go on call for the line; whoever goes may, too, or is still planned although they may not."""
    repository = CallScheduleRepository(session)
    plannable = await repository.plannable_ids(schedule.service_line_id)
    planned = {shift.user_id for shift in await repository.stored_shifts(schedule.id, row.made_at)}
    errors = [
        FieldError(field, messages.NOT_ON_THE_LINE)
        for field, user_id, possible in (
            ("userId", row.user_id, plannable),
            ("replacedUserId", row.replaced_user_id, plannable | planned),
        )
        if user_id is not None and user_id not in possible
    ]
    if row.user_id is not None and row.user_id == row.replaced_user_id:
        errors.append(FieldError("userId", messages.SAME_PERSON))
    if errors:
        raise ValidationFailed(errors=errors)


async def _check_on_call(session: AsyncSession, schedule: CallSchedule, row: ScheduleChange) -> None:
    """Whoever goes is on call at some time of the change; otherwise it would change nothing.

    Beyond the time for which shifts are stored, nobody knows yet.
    """
    if row.replaced_user_id is None or row.ends_at > row.made_at + PROMISED:
        return
    repository = CallScheduleRepository(session)
    on_call = {shift.user_id for shift in await repository.shifts([schedule.id], row.starts_at, row.ends_at)}
    if row.replaced_user_id in on_call:
        return
    names = ", ".join(f"{person.first_name} {person.last_name}" for person in await repository.people(on_call))
    message = messages.OTHERS_ON_CALL.format(names=names) if names else messages.NOBODY_ON_CALL
    raise ValidationFailed(errors=[FieldError("replacedUserId", message)])
