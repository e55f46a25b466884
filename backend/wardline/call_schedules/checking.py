"""Reads what the plan of some lines leaves open, as it is or as it would be."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.call_schedules import findings
from wardline.call_schedules.choices import ChangeKind
from wardline.call_schedules.findings import Conflict, Double, Gap, Licensing, PeopleNow, PlannedSchedule, PlannedTime
from wardline.call_schedules.models import CallSchedule
from wardline.call_schedules.planning import PROMISED, change_of, rotations_in, shifts_ahead
from wardline.call_schedules.reading import open_spans, planned_schedules
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.call_schedules.resolving import Change
from wardline.call_schedules.schemas import CheckCallSchedule, RotationFields
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


@dataclass(frozen=True, slots=True)
class _Facts:
    """What findings depend on besides the plan."""

    open_spans: Mapping[int, Sequence[Span]]
    people: PeopleNow
    licensing: Licensing
    elsewhere: Sequence[PlannedSchedule]
    """What the same people are planned for on other lines."""


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
    rows = await repository.schedules(line_ids)
    stored = [row for row in rows if proposed is None or row.id != proposed.id]
    schedules = await planned_schedules(session, stored, within)
    if proposed is not None:
        schedules.append(await _proposed(session, proposed, proposed.rotations, within))
    facts = await _facts(session, schedules, within)
    return Findings(
        until=within.ends_at,
        gaps=findings.gaps(schedules, facts.open_spans, facts.people.plannable),
        doubles=findings.doubles(schedules),
        conflicts=findings.conflicts(schedules, facts.people, facts.licensing, facts.elsewhere),
    )


async def find_beyond(session: AsyncSession, schedule: CallSchedule, change: Change, now: datetime) -> Findings:
    """What a change to a schedule would leave open that is not open now, for 52 weeks.

    The conflicts are those of the person who comes, at the time of the change, whether they are new or not.
    """
    within = Span(now, now + PROMISED)
    rows = await CallScheduleRepository(session).schedules([schedule.service_line_id])
    before = await planned_schedules(session, rows, within)
    changed = await _proposed(session, schedule, rotations_in(schedule.rotations), within, change)
    after = [changed if each.id == schedule.id else each for each in before]
    facts = await _facts(session, after, within)
    opened, plannable = facts.open_spans, facts.people.plannable
    concerned = [_only(each, change.user_id, change.span) for each in after]
    return Findings(
        until=within.ends_at,
        gaps=findings.gaps_beyond(findings.gaps(after, opened, plannable), findings.gaps(before, opened, plannable)),
        doubles=findings.doubles_beyond(findings.doubles(after), findings.doubles(before)),
        conflicts=findings.conflicts(concerned, facts.people, facts.licensing, facts.elsewhere),
    )


async def gaps_opened(
    session: AsyncSession, line_ids: Collection[int], now: datetime, change: Callable[[], Awaitable[None]]
) -> list[Gap]:
    """What a change of the stored plan of these lines leaves open that was not open before, for 52 weeks."""
    within = Span(now, now + PROMISED)
    repository = CallScheduleRepository(session)
    rows = await repository.schedules(line_ids)
    before = await planned_schedules(session, rows, within)
    await change()
    after = await planned_schedules(session, rows, within)
    lines = await ServiceLineRepository(session).lines(line_ids)
    opened = {line.id: open_spans(line.timetable, within) for line in lines}
    plannable = await repository.plannable_by_line(line_ids)
    return findings.gaps_beyond(findings.gaps(after, opened, plannable), findings.gaps(before, opened, plannable))


def _only(schedule: PlannedSchedule, user_id: int | None, during: Span) -> PlannedSchedule:
    """What is planned for one person at some time."""
    parts = [
        replace(shift, span=part)
        for shift in schedule.shifts
        if shift.user_id == user_id and (part := shift.span.part_within(during)) is not None
    ]
    return replace(schedule, shifts=parts)


async def _facts(session: AsyncSession, schedules: Sequence[PlannedSchedule], within: Span) -> _Facts:
    line_ids = {schedule.service_line_id for schedule in schedules}
    lines = await ServiceLineRepository(session).lines(line_ids)
    return _Facts(
        open_spans={line.id: open_spans(line.timetable, within) for line in lines},
        people=await _people(session, schedules, line_ids),
        licensing=await _licensing(session, schedules, line_ids),
        elsewhere=await _elsewhere(session, schedules, line_ids, within),
    )


async def _proposed(
    session: AsyncSession,
    proposed: CheckCallSchedule | CallSchedule,
    rotations: Sequence[RotationFields],
    within: Span,
    change: Change | None = None,
) -> PlannedSchedule:
    schedule_id = proposed.id or 0
    stored = await CallScheduleRepository(session).changes([schedule_id], within.starts_at)
    changes = [*map(change_of, stored), *([] if change is None else [change])]
    added = {each.id for each in changes if each.kind is ChangeKind.ADD}
    shifts = await shifts_ahead(
        session,
        rotations,
        zone=proposed.time_zone,
        service_line_id=proposed.service_line_id,
        schedule_id=proposed.id,
        within=within,
        change=change,
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


async def _elsewhere(
    session: AsyncSession, schedules: Sequence[PlannedSchedule], line_ids: Collection[int], within: Span
) -> list[PlannedSchedule]:
    rows = [row for row in await CallScheduleRepository(session).schedules() if row.service_line_id not in line_ids]
    user_ids = {shift.user_id for schedule in schedules for shift in schedule.shifts}
    return await planned_schedules(session, rows, within, only=user_ids)
