"""Compares how much of a line's call its people have."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.call_schedules import policies
from wardline.call_schedules.choices import Standing
from wardline.call_schedules.fairness.counting import Load, Planned, loads, months_from
from wardline.call_schedules.fairness.schemas import FairnessOf, FairnessRead, LoadRead, ShareRead, SharesRead
from wardline.call_schedules.planning import HORIZON, rotations_in
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.call_schedules.spans import Span
from wardline.core import clock
from wardline.core.errors import FieldError, NotFound, ValidationFailed
from wardline.core.forms import messages
from wardline.people.schemas import NamedPerson

_ZONES: Final = timedelta(days=1)
"""By how much a month may begin earlier, or end later, in some zone than in UTC."""
OUTLIER: Final = 0.25
"""How much of the mean somebody has to have more, or less, to stand out ..."""
LEAST: Final = {"hours": 12.0, "nights": 2.0, "weekend_days": 2.0, "holidays": 1.5}
"""... and at least so many more or less, because with few shifts a single one makes a large part."""
MEASURES: Final = tuple(LEAST)


async def fairness(
    session: AsyncSession, service_line_id: int, first: date, count: int, *, by: CurrentUser
) -> FairnessRead:
    """Each person's load in `count` months from the one that begins on `first`: history, and what is planned.

    Everybody in a rotation of the line is listed, also without a shift, and counts for the mean.

    Raises:
        NotFound: the user may not see the line's plan.
        ValidationFailed: the months end after what is planned.
    """
    policies.can_plan(by).enforce()
    repository = CallScheduleRepository(session)
    if service_line_id not in await repository.line_ids(by):
        raise NotFound
    months = months_from(first, count)
    within = Span(_midnight(first) - _ZONES, _midnight(months_from(first, count + 1)[-1]) + _ZONES)
    if within.ends_at > clock.now() + HORIZON:
        raise ValidationFailed(errors=[FieldError("months", messages.INVALID)])
    schedules = await repository.schedules([service_line_id], removed_too=True)
    zones = {schedule.id: schedule.time_zone for schedule in schedules}
    rows = await repository.shifts(list(zones), *within)
    shifts = [Planned(row.user_id, Span(row.starts_at, row.ends_at), zones[row.schedule_id]) for row in rows]
    found = loads(shifts, months, {holiday.day for holiday in await repository.holidays(first)})
    in_rotation = {
        user_id
        for schedule in schedules
        if schedule.removed_at is None
        for rotation in rotations_in(schedule.rotations)
        for user_id in rotation.user_ids
    }
    people = await repository.people(in_rotation | {user_id for user_id, load in found.items() if load})
    return FairnessRead(months=[f"{month:%Y-%m}" for month in months], people=_compare(people, months, found))


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def _compare(
    people: Sequence[object], months: Sequence[date], found: Mapping[int, Mapping[date, Load]]
) -> list[FairnessOf]:
    rows = []
    for person in map(NamedPerson.model_validate, people):
        of_person = found.get(person.id, {})
        rows.append((person, [_read(of_person.get(month, Load())) for month in months]))
    totals = [_total(of_months) for _, of_months in rows]
    means = {measure: _mean(getattr(total, measure) for total in totals) for measure in MEASURES}
    return [
        FairnessOf(
            person=person,
            months=of_months,
            total=total,
            shares=SharesRead(**{each: _share(each, getattr(total, each), means[each]) for each in MEASURES}),
        )
        for (person, of_months), total in zip(rows, totals, strict=True)
    ]


def _read(load: Load) -> LoadRead:
    return LoadRead(
        hours=round(load.hours, 2),
        nights=len(load.nights),
        weekend_days=len(load.weekend_days),
        holidays=len(load.holidays),
    )


def _total(of_months: Sequence[LoadRead]) -> LoadRead:
    return LoadRead(**{measure: round(sum(getattr(load, measure) for load in of_months), 2) for measure in MEASURES})


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed) if listed else 0


def _share(measure: str, value: float, mean: float) -> ShareRead:
    difference = value - mean
    if abs(difference) < max(LEAST[measure], OUTLIER * mean):
        standing = Standing.AS_OTHERS
    else:
        standing = Standing.MORE if difference > 0 else Standing.LESS
    return ShareRead(difference=round(difference, 2), standing=standing)
