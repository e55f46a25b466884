"""Reads what the plan of some lines leaves open, as it is or as it would be."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.call_schedules import findings
from wardline.call_schedules.choices import ChangeKind
from wardline.call_schedules.findings import Conflict, Double, Gap, Licensing, PeopleNow, PlannedSchedule, PlannedTime
from wardline.call_schedules.planning import PROMISED, change_of, shifts_ahead
from wardline.call_schedules.reading import open_spans, planned_schedules
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.call_schedules.schemas import CheckCallSchedule
from wardline.call_schedules.spans import Span
from wardline.contacts.service import reachable_contacts
from wardline.people.states import STATES
from wardline.places.repository import PlacesRepository
from wardline.service_lines.repository import ServiceLineRepository


@dataclass(frozen=True, slots=True)
class Findings:
    until: datetime
    gaps: Sequence[Gap]
    doubles: Sequence[Double]
    conflicts: Sequence[Conflict]

    @property
    def user_ids(self) -> set[int]:
        """Everybody who is named."""
        named = {conflict.user_id for conflict in self.conflicts}
        return named.union(*(double.user_ids for double in self.doubles))


async def find(
    session: AsyncSession,
    line_ids: Collection[int],
    now: datetime,
    *,
    proposed: CheckCallSchedule | None = None,
) -> Findings:
    """What is wrong with the plan of these lines in the next 52 weeks, with what is `proposed`."""
    within = Span(now, now + PROMISED)
    repository = CallScheduleRepository(session)
    others = [row for row in await repository.schedules() if proposed is None or row.id != proposed.id]
    stored = [row for row in others if row.service_line_id in line_ids]
    schedules = await planned_schedules(session, stored, within)
    if proposed is not None:
        schedules.append(await _proposed(session, proposed, within))
    planned_line_ids = {schedule.service_line_id for schedule in schedules}
    people = await _people(session, schedules, planned_line_ids)
    user_ids = {shift.user_id for schedule in schedules for shift in schedule.shifts}
    elsewhere = [row for row in others if row.service_line_id not in line_ids]
    lines = await ServiceLineRepository(session).lines(planned_line_ids)
    return Findings(
        until=within.ends_at,
        gaps=findings.gaps(schedules, {line.id: open_spans(line.hours, within) for line in lines}, people.plannable),
        doubles=findings.doubles(schedules),
        conflicts=findings.conflicts(
            schedules,
            people,
            await _licensing(session, schedules, planned_line_ids),
            await planned_schedules(session, elsewhere, within, only=user_ids),
        ),
    )


async def _proposed(session: AsyncSession, proposed: CheckCallSchedule, within: Span) -> PlannedSchedule:
    schedule_id = proposed.id or 0
    changes = await CallScheduleRepository(session).changes([schedule_id], within.starts_at)
    added = {change.id for change in map(change_of, changes) if change.kind is ChangeKind.ADD}
    shifts = await shifts_ahead(
        session,
        proposed.rotations,
        zone=proposed.time_zone,
        service_line_id=proposed.service_line_id,
        schedule_id=proposed.id,
        within=within,
    )
    planned = [PlannedTime(each.user_id, each.span, each.change_id in added) for each in shifts]
    return PlannedSchedule(schedule_id, proposed.service_line_id, proposed.primary, proposed.time_zone, planned)


async def _people(session: AsyncSession, schedules: Sequence[PlannedSchedule], line_ids: Collection[int]) -> PeopleNow:
    repository = CallScheduleRepository(session)
    user_ids = {shift.user_id for schedule in schedules for shift in schedule.shifts}
    contacts = await reachable_contacts(session, user_ids)
    return PeopleNow(
        inactive_ids={row.id for row in await repository.people(user_ids) if not row.active},
        plannable=await repository.plannable_by_line(line_ids),
        reachable_ids={user_id for user_id, found in contacts.items() if found},
    )


async def _licensing(
    session: AsyncSession, schedules: Sequence[PlannedSchedule], line_ids: Collection[int]
) -> Licensing:
    needed: dict[int, set[str]] = {line_id: set() for line_id in line_ids}
    for row in await PlacesRepository(session).requesting_states(line_ids):
        needed[row.service_line_id].add(STATES[row.state])
    held: dict[int, dict[str, date | None]] = {shift.user_id: {} for schedule in schedules for shift in schedule.shifts}
    for each in await CallScheduleRepository(session).licenses(held.keys()):
        held[each.user_id][STATES[each.state]] = each.valid_until
    return Licensing(needed, held)
