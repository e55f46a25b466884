"""Where the shifts of one month are in another. Pure functions of the shifts and the calendar."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from wardline.call_schedules.choices import ChangeKind
from wardline.call_schedules.spans import Span, without
from wardline.core.wall_clock import moment_at

_DAYS_OF_WEEK: Final = 7
_LONGEST_MONTH: Final = timedelta(days=31)


class Copied(NamedTuple):
    """Somebody in the month that is copied to; None for somebody who cannot be there, so that the plan stays."""

    span: Span
    user_id: int | None


class Step(NamedTuple):
    """A change that is to be made: add this person, or only this person, or nobody."""

    kind: ChangeKind
    span: Span
    user_id: int | None


def first_day(month: str) -> date:
    """Of a month yyyy-MM."""
    return date.fromisoformat(f"{month}-01")


def month_after(first: date) -> date:
    """The first day of the next month."""
    return (first + _LONGEST_MONTH).replace(day=1)


def moved(shifts: Iterable[Copied], source: date, target: date, zone: ZoneInfo) -> list[Copied]:
    """The shifts that begin in one month, in the other one; both are given by their first days.

    They move by whole weeks, so that the first Monday falls on the first Monday, and begin and end when clocks in
    `zone` show the same times. Weekdays stay, and the days of a week stay together. A shift belongs to the day on which
    it begins: one that begins in the month may end after it, and one that would begin outside the month copied to is
    left out.
    """
    offset = _first_monday(target) - _first_monday(source)
    found = []
    for span, user_id in shifts:
        day = span.starts_at.astimezone(zone).date()
        if day.replace(day=1) == source and (day + offset).replace(day=1) == target:
            there = Span(_moved(span.starts_at, offset, zone), _moved(span.ends_at, offset, zone))
            if there.starts_at < there.ends_at:
                found.append(Copied(there, user_id))
    return sorted(found, key=lambda copied: (copied.span, copied.user_id or 0))


def steps(copied: Iterable[Copied], planned: Sequence[Span]) -> Iterator[Step]:
    """The changes, in their order, after which exactly these people are on call from the first shift to the last.

    `copied` is ordered by begin. Between two shifts nobody is on call; that takes a change only where somebody is
    `planned`. Where shifts overlap, the later one is added.
    """
    covered_until: datetime | None = None
    for span, user_id in copied:
        if covered_until is not None and covered_until < span.starts_at:
            between = Span(covered_until, span.starts_at)
            if any(other.part_within(between) for other in planned):
                yield Step(ChangeKind.ONLY, between, None)
        reached = covered_until or span.starts_at
        if user_id is not None:
            before = Span(span.starts_at, min(span.ends_at, reached))
            if before.starts_at < before.ends_at:
                yield Step(ChangeKind.ADD, before, user_id)
            yield from (
                Step(ChangeKind.ONLY, left, user_id) for left in without([span], [Span(span.starts_at, reached)])
            )
        covered_until = max(reached, span.ends_at)


def _first_monday(first: date) -> date:
    return first + timedelta(days=(1 - first.isoweekday()) % _DAYS_OF_WEEK)


def _moved(moment: datetime, offset: timedelta, zone: ZoneInfo) -> datetime:
    there = moment.astimezone(zone)
    return moment_at(there.date() + offset, there.time(), zone)
