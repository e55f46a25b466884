"""Whose turn it is in one rotation. Pure functions of the rotation and the calendar."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from wardline.call_schedules.choices import HolidayRule, TurnUnit
from wardline.call_schedules.spans import Span
from wardline.core.wall_clock import moment_at

_DAY = timedelta(days=1)
_DAYS_OF_WEEK = 7
_MONTHS_OF_YEAR = 12


@dataclass(frozen=True, slots=True)
class Rotation:
    """People who take turns of `turn_length` units from `starts_on`, with one shift on each of the weekdays.

    Shifts begin and end when clocks in the schedule's zone show these times; an end at or before the begin is on the
    next day, so that equal times are a whole day.
    """

    name: str
    layer: int
    """Where rotations of several layers have somebody, the highest layer counts."""
    starts_on: date
    ends_on: date | None
    """The last day on which a shift begins; None for no end."""
    begins_at: time
    ends_at: time
    weekdays: frozenset[int]
    """ISO weekdays on which shifts begin, Monday 1 to Sunday 7."""
    turn_length: int
    turn_unit: TurnUnit
    holidays: HolidayRule
    user_ids: tuple[int, ...]


class Turn(NamedTuple):
    """What one person has in one turn without interruption."""

    span: Span
    user_id: int


def turns(rotation: Rotation, within: Span, zone: ZoneInfo, holidays: Collection[date]) -> Iterator[Turn]:
    """The turns of a rotation that overlap `within`, in order; shifts of a turn that touch each other are one."""
    found: Turn | None = None
    number_before = -1
    for day in _days(rotation, within, zone):
        if not _has_shift(rotation, day, holidays):
            continue
        span = _shift(rotation, day, zone)
        number = turn_number(rotation, day)
        if found is not None and number == number_before and span.starts_at <= found.span.ends_at:
            found = found._replace(span=Span(found.span.starts_at, span.ends_at))
        else:
            if found is not None:
                yield from _overlapping(found, within)
            found = Turn(span, rotation.user_ids[number % len(rotation.user_ids)])
        number_before = number
    if found is not None:
        yield from _overlapping(found, within)


def turn_number(rotation: Rotation, day: date) -> int:
    """How many turns have begun and ended between the rotation's start and this day."""
    match rotation.turn_unit:
        case TurnUnit.DAY:
            units = (day - rotation.starts_on).days
        case TurnUnit.WEEK:
            units = (day - rotation.starts_on).days // _DAYS_OF_WEEK
        case TurnUnit.MONTH:
            units = _months_between(rotation.starts_on, day)
    return units // rotation.turn_length


def _months_between(start: date, day: date) -> int:
    """Whole months; one that begins on the 31st begins on the last day of shorter months."""
    months = (day.year - start.year) * _MONTHS_OF_YEAR + day.month - start.month
    is_last_day = (day + _DAY).month != day.month
    return months if day.day >= start.day or is_last_day else months - 1


def _days(rotation: Rotation, within: Span, zone: ZoneInfo) -> Iterator[date]:
    """The days whose shifts may overlap `within`: a shift that begins on the day before may reach into it."""
    day = max(_day_of(within.starts_at, zone) - _DAY, rotation.starts_on)
    last = _day_of(within.ends_at, zone)
    if rotation.ends_on is not None:
        last = min(last, rotation.ends_on)
    while day <= last:
        yield day
        day += _DAY


def _day_of(moment: datetime, zone: ZoneInfo) -> date:
    return moment.astimezone(zone).date()


def _has_shift(rotation: Rotation, day: date, holidays: Collection[date]) -> bool:
    if day.isoweekday() not in rotation.weekdays:
        return False
    match rotation.holidays:
        case HolidayRule.LIKE_ANY_DAY:
            return True
        case HolidayRule.NOT_ON_HOLIDAYS:
            return day not in holidays
        case HolidayRule.ONLY_ON_HOLIDAYS:
            return day in holidays


def _shift(rotation: Rotation, day: date, zone: ZoneInfo) -> Span:
    end_day = day if rotation.ends_at > rotation.begins_at else day + _DAY
    return Span(moment_at(day, rotation.begins_at, zone), moment_at(end_day, rotation.ends_at, zone))


def _overlapping(turn: Turn, within: Span) -> Iterator[Turn]:
    """The part of a turn in `within`; a shift that the clock change swallowed has none."""
    part = turn.span.part_within(within)
    if part is not None:
        yield Turn(part, turn.user_id)
