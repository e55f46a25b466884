"""How much of the call each person has. Pure functions of shifts and the calendar."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from wardline.call_schedules.spans import Span, merged, without
from wardline.core.wall_clock import moment_at

COUNTS_FROM: Final = timedelta(hours=4)
"""Whoever is on call for less of a night or a day has not had it."""
NIGHT_BEGINS: Final = time(22)
NIGHT_ENDS: Final = time(6)
_DAY: Final = timedelta(days=1)
_HOUR: Final = timedelta(hours=1)
_SATURDAY: Final = 6
_MONTHS_OF_YEAR: Final = 12


@dataclass(slots=True)
class Load:
    """What one person has in one month.

    Days are those of the schedule's zone. A *night* is the time from 22:00 to 6:00, and belongs to the day on which it
    begins. A *weekend day* is a Saturday or a Sunday, and a *holiday* a day in the list of holidays, as it is now, from
    midnight to midnight. Each counts for whoever is planned for at least four hours of it, once, whatever
    the number of schedules. Time on several schedules at once counts once.
    """

    hours: float = 0
    """Real hours, so that a night on which clocks change is longer or shorter."""
    nights: set[date] = field(default_factory=set)
    weekend_days: set[date] = field(default_factory=set)
    holidays: set[date] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Planned:
    user_id: int
    span: Span
    zone: str
    """Of the schedule."""


def months_from(first: date, count: int) -> list[date]:
    """The first days of so many months."""
    return [
        first.replace(year=first.year + month // _MONTHS_OF_YEAR, month=month % _MONTHS_OF_YEAR + 1)
        for month in range(first.month - 1, first.month - 1 + count)
    ]


def loads(
    shifts: Iterable[Planned], months: Collection[date], holidays: Collection[date]
) -> Mapping[int, Mapping[date, Load]]:
    """By person and by the first day of the month; months in which they have nothing may be left out."""
    found: dict[int, dict[date, Load]] = defaultdict(lambda: defaultdict(Load))
    for user_id, zone, spans in _by_person(shifts):
        for day, (of_day, of_night) in _per_day(spans, zone).items():
            if day.replace(day=1) in months:
                load = found[user_id][day.replace(day=1)]
                load.hours += of_day / _HOUR
                if of_night >= COUNTS_FROM:
                    load.nights.add(day)
                if of_day >= COUNTS_FROM and day.isoweekday() >= _SATURDAY:
                    load.weekend_days.add(day)
                if of_day >= COUNTS_FROM and day in holidays:
                    load.holidays.add(day)
    return found


def _by_person(shifts: Iterable[Planned]) -> Iterator[tuple[int, ZoneInfo, list[Span]]]:
    """Each person's time in each zone, without what was counted in another one."""
    by_person: dict[int, dict[str, list[Span]]] = defaultdict(lambda: defaultdict(list))
    for shift in shifts:
        by_person[shift.user_id][shift.zone].append(shift.span)
    for user_id, by_zone in by_person.items():
        counted: list[Span] = []
        for zone, spans in sorted(by_zone.items()):
            yield user_id, ZoneInfo(zone), without(merged(spans), counted)
            counted = merged([*counted, *spans])


def _per_day(spans: Iterable[Span], zone: ZoneInfo) -> Mapping[date, Sequence[timedelta]]:
    """How much of each day, and of the night that begins on it, these spans cover."""
    covered: dict[date, list[timedelta]] = defaultdict(lambda: [timedelta(), timedelta()])
    for span in spans:
        day = span.starts_at.astimezone(zone).date() - _DAY
        last = span.ends_at.astimezone(zone).date()
        while day <= last:
            for index, whole in enumerate(_times(day, zone)):
                part = span.part_within(whole)
                if part is not None:
                    covered[day][index] += part.ends_at - part.starts_at
            day += _DAY
    return covered


@lru_cache(maxsize=10_000)
def _times(day: date, zone: ZoneInfo) -> tuple[Span, Span]:
    """The day, and the night that begins on it."""
    next_day = day + _DAY
    return (
        Span(moment_at(day, time(), zone), moment_at(next_day, time(), zone)),
        Span(moment_at(day, NIGHT_BEGINS, zone), moment_at(next_day, NIGHT_ENDS, zone)),
    )
