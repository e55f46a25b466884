"""What is wrong with a plan: gaps while a line is open, doubles, and people who may not be there. Pure functions."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby, pairwise
from operator import attrgetter

from wardline.call_schedules.choices import PlanConflict
from wardline.call_schedules.spans import Span, merged, without


@dataclass(frozen=True, slots=True)
class PlannedTime:
    """A shift, as far as findings depend on it."""

    user_id: int
    span: Span
    is_added: bool
    """By a change that adds a person, so that two at once are meant."""


@dataclass(frozen=True, slots=True)
class PlannedSchedule:
    id: int
    service_line_id: int
    primary: bool
    shifts: Sequence[PlannedTime]
    """Ordered by begin."""


@dataclass(frozen=True, slots=True)
class PeopleNow:
    """What may keep people from being there, as of now."""

    inactive_ids: Collection[int]
    plannable: Mapping[int, Collection[int]]
    """Who may go on call, by line."""
    reachable_ids: Collection[int]
    """Those with a verified contact."""


@dataclass(frozen=True, slots=True)
class Gap:
    service_line_id: int
    primary: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Double:
    schedule_id: int
    user_ids: tuple[int, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Conflict:
    schedule_id: int
    user_id: int
    reason: PlanConflict
    starts_at: datetime
    """Of the first shift that it concerns."""


def gaps(
    schedules: Iterable[PlannedSchedule],
    open_spans: Mapping[int, Sequence[Span]],
    plannable: Mapping[int, Collection[int]],
) -> list[Gap]:
    """When a line with schedules is open without anybody planned, for all notifications and for escalations apart.

    `open_spans` are by line, and so are those who may go on call (`plannable`); nobody else counts as planned.
    """
    found = []
    order = attrgetter("service_line_id", "primary")
    for (line_id, primary), of_line in groupby(sorted(schedules, key=order), order):
        covered = merged(
            shift.span for schedule in of_line for shift in schedule.shifts if shift.user_id in plannable[line_id]
        )
        found += [Gap(line_id, primary, span) for span in without(open_spans[line_id], covered)]
    return sorted(found, key=_gap_order)


def gaps_beyond(after: Sequence[Gap], before: Sequence[Gap]) -> list[Gap]:
    """What of the gaps in `after` was not a gap in `before`; both are sorted by begin."""
    found = []
    known = _by_line(before)
    for (line_id, primary), of_line in _by_line(after).items():
        added = without(of_line, merged(known.get((line_id, primary), [])))
        found += [Gap(line_id, primary, span) for span in added]
    return sorted(found, key=_gap_order)


def _by_line(found: Iterable[Gap]) -> Mapping[tuple[int, bool], list[Span]]:
    spans: dict[tuple[int, bool], list[Span]] = defaultdict(list)
    for gap in found:
        spans[gap.service_line_id, gap.primary].append(gap.span)
    return spans


def _gap_order(gap: Gap) -> tuple[Span, int, bool]:
    return gap.span, gap.service_line_id, not gap.primary


def doubles(schedules: Iterable[PlannedSchedule]) -> list[Double]:
    """When several people are planned in one schedule although nobody was added, by begin."""
    found = [double for schedule in schedules for double in _doubles_of(schedule)]
    return sorted(found, key=lambda double: (double.span, double.schedule_id))


def _doubles_of(schedule: PlannedSchedule) -> Iterator[Double]:
    running: list[PlannedTime] = []
    for shift in schedule.shifts:
        if shift.is_added:
            continue
        running = [other for other in running if other.span.ends_at > shift.span.starts_at]
        for other in running:
            part = other.span.part_within(shift.span)
            if part is not None and other.user_id != shift.user_id:
                yield Double(schedule.id, (other.user_id, shift.user_id), part)
        running.append(shift)


def conflicts(schedules: Sequence[PlannedSchedule], people: PeopleNow) -> list[Conflict]:
    """People who may not be there when they are planned; each reason once for each schedule and person."""
    found: dict[tuple[int, int, PlanConflict], Conflict] = {}
    for schedule, shift, reason in _conflicting(schedules, people):
        key = (schedule.id, shift.user_id, reason)
        if key not in found or shift.span.starts_at < found[key].starts_at:
            found[key] = Conflict(schedule.id, shift.user_id, reason, shift.span.starts_at)
    return sorted(found.values(), key=lambda conflict: (conflict.starts_at, conflict.schedule_id, conflict.user_id))


def _conflicting(
    schedules: Sequence[PlannedSchedule], people: PeopleNow
) -> Iterator[tuple[PlannedSchedule, PlannedTime, PlanConflict]]:
    for schedule in schedules:
        for shift in schedule.shifts:
            reason = _reason(shift.user_id, schedule.service_line_id, people)
            if reason is not None:
                yield schedule, shift, reason
    yield from _on_two_schedules(schedules)


def _reason(user_id: int, service_line_id: int, people: PeopleNow) -> PlanConflict | None:
    if user_id in people.inactive_ids:
        return PlanConflict.INACTIVE
    if user_id not in people.plannable[service_line_id]:
        return PlanConflict.NOT_ON_THE_LINE
    return PlanConflict.NO_CONTACT if user_id not in people.reachable_ids else None


def _on_two_schedules(
    schedules: Iterable[PlannedSchedule],
) -> Iterator[tuple[PlannedSchedule, PlannedTime, PlanConflict]]:
    """Shifts during which their person is also planned in another schedule of the same line."""
    order = attrgetter("service_line_id")
    for _, of_line in groupby(sorted(schedules, key=order), order):
        planned = [(schedule, shift) for schedule in of_line for shift in schedule.shifts]
        planned.sort(key=lambda each: (each[1].user_id, each[1].span, each[0].id))
        for (first, before), (second, after) in pairwise(planned):
            is_at_once = before.user_id == after.user_id and after.span.starts_at < before.span.ends_at
            if is_at_once and first.id != second.id:
                yield second, after, PlanConflict.TWO_SCHEDULES
