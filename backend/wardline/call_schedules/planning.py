"""Stores the shifts that follow from a schedule, without changing what has happened."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from pydantic import TypeAdapter
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.call_schedules import resolving
from wardline.call_schedules.calendars.entries import from_stored
from wardline.call_schedules.calendars.matching import match, names_of
from wardline.call_schedules.calendars.repository import ImportedCalendarRepository
from wardline.call_schedules.choices import ChangeKind
from wardline.call_schedules.models import CallSchedule, PlannedShift, ScheduleChange
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.call_schedules.resolving import Change, Shift, Source
from wardline.call_schedules.schemas import RotationFields
from wardline.call_schedules.spans import Span
from wardline.call_schedules.turns import Rotation

HORIZON: Final = timedelta(weeks=54)
"""How far ahead shifts are stored: two weeks more than are promised, so that planning ahead may fail for days."""
PROMISED: Final = timedelta(weeks=52)
_ROTATIONS: Final = TypeAdapter(list[RotationFields])


@dataclass(frozen=True, slots=True)
class Replanned:
    """How planning anew changed the time ahead: the shifts that are not as before, with their people."""

    before: Sequence[tuple[int, Span]]
    after: Sequence[tuple[int, Span]]


def rotations_in(stored: object) -> list[RotationFields]:
    """The rotations of a stored schedule."""
    return _ROTATIONS.validate_python(stored)


def rotation_of(fields: RotationFields) -> Rotation:
    return Rotation(
        name=fields.name,
        layer=fields.layer,
        starts_on=fields.starts_on,
        ends_on=fields.ends_on,
        begins_at=time.fromisoformat(fields.begins_at),
        ends_at=time.fromisoformat(fields.ends_at),
        weekdays=frozenset(fields.weekdays),
        turn_length=fields.turn_length,
        turn_unit=fields.turn_unit,
        holidays=fields.holidays,
        user_ids=tuple(fields.user_ids),
    )


def change_of(row: ScheduleChange) -> Change:
    return Change(
        id=row.id,
        kind=ChangeKind(row.kind),
        span=Span(row.starts_at, row.ends_at),
        user_id=row.user_id,
        replaced_user_id=row.replaced_user_id,
    )


async def shifts_ahead(
    session: AsyncSession,
    rotations: Sequence[RotationFields],
    *,
    zone: str,
    service_line_id: int,
    schedule_id: int | None,
    within: Span,
    change: Change | None = None,
) -> list[Shift]:
    """The shifts in `within` that these rotations lead to, with a schedule's imported calendars and stored changes.

    A new schedule, which has neither, has no id. `change` is one that is only proposed.
    """
    repository = CallScheduleRepository(session)
    changes: Sequence[ScheduleChange] = []
    imported: Sequence[Source] = []
    if schedule_id is not None:
        changes = await repository.changes([schedule_id], within.starts_at)
        imported = await _imported_turns(session, schedule_id, service_line_id, zone, within)
    return resolving.shifts(
        map(rotation_of, rotations),
        [*map(change_of, changes), *([] if change is None else [change])],
        zone=ZoneInfo(zone),
        holidays={holiday.day for holiday in await repository.holidays()},
        within=within,
        imported=imported,
    )


async def _imported_turns(
    session: AsyncSession, schedule_id: int, service_line_id: int, zone: str, within: Span
) -> list[Source]:
    """What the imported calendars of a schedule say, as far as their titles name people who may go on call."""
    calendars = await ImportedCalendarRepository(session).of_schedule(schedule_id)
    if not calendars:
        return []
    names = names_of(await CallScheduleRepository(session).plannable([service_line_id]))
    return [
        Source(each.name, each.layer, match(from_stored(each.entries), names, ZoneInfo(zone), within).turns)
        for each in calendars
    ]


async def plan(session: AsyncSession, schedule: CallSchedule, now: datetime) -> Replanned:
    """Store the shifts of a locked schedule from `now` on, in place of those that no longer follow from it."""
    within = Span(now, now + HORIZON)
    rotations = rotations_in(schedule.rotations) if schedule.removed_at is None else []
    schedule_id = schedule.id if schedule.removed_at is None else None
    wanted = await shifts_ahead(
        session,
        rotations,
        zone=schedule.time_zone,
        service_line_id=schedule.service_line_id,
        schedule_id=schedule_id,
        within=within,
    )
    repository = CallScheduleRepository(session)
    stored = {_key(row, now): row for row in await repository.stored_shifts(schedule.id, now)}
    before: list[tuple[int, Span]] = []
    after: list[tuple[int, Span]] = []
    added = []
    for shift in wanted:
        row = stored.pop((shift.user_id, shift.span.starts_at, shift.rotation, shift.change_id), None)
        if row is None:
            after.append((shift.user_id, shift.span))
            added.append(_values(schedule.id, shift))
        elif row.ends_at != shift.span.ends_at:
            before.append((row.user_id, Span(row.starts_at, row.ends_at)))
            after.append((row.user_id, Span(row.starts_at, shift.span.ends_at)))
            row.ends_at = shift.span.ends_at
    before += [(row.user_id, Span(max(row.starts_at, now), row.ends_at)) for row in stored.values()]
    await repository.remove_shifts([row.id for row in stored.values() if row.starts_at >= now])
    for row in stored.values():
        if row.starts_at < now:
            row.ends_at = now
    await session.flush()
    await repository.add_shifts(added)
    return Replanned(before, after)


def _key(row: PlannedShift, now: datetime) -> tuple[int, datetime, str | None, int | None]:
    """Of a shift that has begun only the rest can change."""
    return row.user_id, max(row.starts_at, now), row.rotation, row.change_id


def _values(schedule_id: int, shift: Shift) -> dict[str, object]:
    return {
        "schedule_id": schedule_id,
        "user_id": shift.user_id,
        "starts_at": shift.span.starts_at,
        "ends_at": shift.span.ends_at,
        "rotation": shift.rotation,
        "change_id": shift.change_id,
    }
