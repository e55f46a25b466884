"""What is wrong with a plan: gaps while a line is open, doubles, and people who may not be there. Pure functions."""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from itertools import chain, groupby
from operator import attrgetter, itemgetter
from typing import TypeVar
from zoneinfo import ZoneInfo

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
    time_zone: str
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
class Licensing:
    """Where licenses are needed, and who has which; states by their names."""

    needed: Mapping[int, Collection[str]]
    """The states in which hospitals may request each line, by line; none of hospitals whose state is not known."""
    held: Mapping[int, Mapping[str, date | None]]
    """By person: the last day of each license, None if it is not known to end."""

    def missing(self, user_id: int, service_line_id: int, day: date) -> frozenset[str]:
        """The states for which the person has no license on that day."""
        held = self.held.get(user_id, {})
        needed = self.needed.get(service_line_id, ())
        return frozenset(state for state in needed if state not in held or day > (held[state] or date.max))


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
    states: frozenset[str] = frozenset()
    """Those for which a license is missing."""
    other_line_ids: frozenset[int] = frozenset()
    """The other lines for which the person is planned at the same time."""


F = TypeVar("F", Gap, Double)


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
    return sorted(_beyond(after, before, attrgetter("service_line_id", "primary")), key=_gap_order)


def doubles_beyond(after: Sequence[Double], before: Sequence[Double]) -> list[Double]:
    """What of the doubles in `after` was not a double of the same people in `before`; both are sorted by begin."""
    found = _beyond(after, before, lambda double: (double.schedule_id, frozenset(double.user_ids)))
    return sorted(found, key=_double_order)


def _beyond(after: Iterable[F], before: Iterable[F], key: Callable[[F], Hashable]) -> Iterator[F]:
    """The parts of `after` at times that nothing alike (by `key`) in `before` has."""
    spans: dict[Hashable, list[Span]] = defaultdict(list)
    for each in before:
        spans[key(each)].append(each.span)
    known = {alike: merged(found) for alike, found in spans.items()}
    for each in after:
        for span in without([each.span], known.get(key(each), [])):
            yield replace(each, span=span)


def _gap_order(gap: Gap) -> tuple[Span, int, bool]:
    return gap.span, gap.service_line_id, not gap.primary


def doubles(schedules: Iterable[PlannedSchedule]) -> list[Double]:
    """When several people are planned in one schedule although nobody was added, by begin."""
    found = [double for schedule in schedules for double in _doubles_of(schedule)]
    return sorted(found, key=_double_order)


def _double_order(double: Double) -> tuple[Span, int]:
    return double.span, double.schedule_id


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


def conflicts(
    schedules: Sequence[PlannedSchedule],
    people: PeopleNow,
    licensing: Licensing,
    elsewhere: Sequence[PlannedSchedule] = (),
) -> list[Conflict]:
    """People who may not be there when they are planned; each reason once for each schedule and person.

    `elsewhere` are the schedules of other lines, as far as the same people are planned there.
    """
    found: dict[tuple[int, int, PlanConflict], Conflict] = {}
    for conflict in chain(_of_single_shifts(schedules, people, licensing), _at_once(schedules, elsewhere)):
        key = (conflict.schedule_id, conflict.user_id, conflict.reason)
        known = found.setdefault(key, conflict)
        found[key] = replace(
            known,
            starts_at=min(known.starts_at, conflict.starts_at),
            states=known.states | conflict.states,
            other_line_ids=known.other_line_ids | conflict.other_line_ids,
        )
    return sorted(found.values(), key=lambda conflict: (conflict.starts_at, conflict.schedule_id, conflict.user_id))


def _of_single_shifts(
    schedules: Sequence[PlannedSchedule], people: PeopleNow, licensing: Licensing
) -> Iterator[Conflict]:
    for schedule in schedules:
        zone = ZoneInfo(schedule.time_zone)
        for shift in schedule.shifts:
            starts_at = shift.span.starts_at
            reason = _reason(shift.user_id, schedule.service_line_id, people)
            if reason is not None:
                yield Conflict(schedule.id, shift.user_id, reason, starts_at)
            last_day = (shift.span.ends_at - timedelta.resolution).astimezone(zone).date()
            states = licensing.missing(shift.user_id, schedule.service_line_id, last_day)
            if states:
                yield Conflict(schedule.id, shift.user_id, PlanConflict.NOT_LICENSED, starts_at, states)


def _reason(user_id: int, service_line_id: int, people: PeopleNow) -> PlanConflict | None:
    if user_id in people.inactive_ids:
        return PlanConflict.INACTIVE
    if user_id not in people.plannable[service_line_id]:
        return PlanConflict.NOT_ON_THE_LINE
    return PlanConflict.NO_CONTACT if user_id not in people.reachable_ids else None


def _at_once(schedules: Iterable[PlannedSchedule], elsewhere: Iterable[PlannedSchedule]) -> Iterator[Conflict]:
    """Shifts of `schedules` during which their person is also planned in another one, there or `elsewhere`."""
    planned = [
        (shift.user_id, shift.span, schedule.id, schedule, is_here)
        for group, is_here in ((schedules, True), (elsewhere, False))
        for schedule in group
        for shift in schedule.shifts
    ]
    planned.sort(key=itemgetter(0, 1, 2))
    for user_id, of_user in groupby(planned, itemgetter(0)):
        running: list[tuple[Span, PlannedSchedule, bool]] = []
        for _, span, _, schedule, is_here in of_user:
            running = [other for other in running if other[0].ends_at > span.starts_at]
            for _, other, is_other_here in running:
                if other.id != schedule.id and (is_here or is_other_here):
                    yield _double_duty(user_id, span.starts_at, *((schedule, other) if is_here else (other, schedule)))
            running.append((span, schedule, is_here))


def _double_duty(user_id: int, starts_at: datetime, schedule: PlannedSchedule, other: PlannedSchedule) -> Conflict:
    if schedule.service_line_id == other.service_line_id:
        return Conflict(schedule.id, user_id, PlanConflict.TWO_SCHEDULES, starts_at)
    lines = frozenset({other.service_line_id})
    return Conflict(schedule.id, user_id, PlanConflict.TWO_LINES, starts_at, other_line_ids=lines)
