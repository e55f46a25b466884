"""When a line is open. The browser only compares the result with its clock.

``open_days_in_week`` is a mathematical interval over ISO weekdays (Monday 1 to Sunday 7): ``[1,5]`` and ``[1,6)`` are
Monday to Friday.
``open_hours`` is ``HH:mm-HH:mm`` in the row's zone; an end at or before the start is on the next day, and the
opening belongs to the day on which it starts. 24:00 is the end of the day.

On the days of a dated exception, from midnight to midnight, nothing begins but what it says, and what was open before
ends at midnight.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from typing import Final, Protocol
from zoneinfo import ZoneInfo

from wardline.core.wall_clock import moment_at

HORIZON: Final = timedelta(days=8)
"""How far ahead openings are returned: past the same weekday next week."""
_YEAR: Final = 54 * 7
"""Days in which zones have changed their clocks against each other in every way."""
_ANY_WEEK: Final = datetime(2026, 1, 5, tzinfo=UTC)
_DAYS: Final = re.compile(r"([\[(])([0-8]),([0-8])([\])])")
_HOURS: Final = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])-(?:([01][0-9]|2[0-3]):([0-5][0-9])|(24):(00))")


class HoursRow(Protocol):
    @property
    def open_days_in_week(self) -> str: ...
    @property
    def open_hours(self) -> str: ...
    @property
    def open_hours_timezone(self) -> str: ...


@dataclass(frozen=True, slots=True, order=True)
class Opening:
    """Open from `opens_at` until just before `closes_at`, both UTC."""

    opens_at: datetime
    closes_at: datetime


@dataclass(frozen=True, slots=True)
class HoursNow:
    """`closes_at` is of an open line, `opens_at` of a closed one; None if that is not within `HORIZON`."""

    is_open: bool
    opens_at: datetime | None = None
    closes_at: datetime | None = None


def weekdays(interval: str) -> frozenset[int]:
    """ISO weekdays of an interval; ValueError if it is malformed or empty."""
    match = _DAYS.fullmatch(interval)
    if match is None:
        raise ValueError("days are an interval such as [1,5]")
    first = int(match[2]) + (match[1] == "(")
    last = int(match[3]) - (match[4] == ")")
    if not 1 <= first <= last <= 7:  # noqa: PLR2004 - days of an ISO week
        raise ValueError("days are an interval within 1 (Monday) to 7 (Sunday)")
    return frozenset(range(first, last + 1))


def daily_hours(hours: str) -> tuple[time, time, bool]:
    """Start, end, and whether the end is on the next day; ValueError if malformed."""
    match = _HOURS.fullmatch(hours)
    if match is None:
        raise ValueError("hours are HH:mm-HH:mm")
    start = time(int(match[1]), int(match[2]))
    end = time(0) if match[5] else time(int(match[3]), int(match[4]))
    return start, end, end <= start


@dataclass(frozen=True, slots=True)
class DatedException:
    """From its first to its last day, a line is open at other times, each day anew, or closed if there are none."""

    name: str
    first_day: date
    last_day: date
    open_hours: Sequence[str]
    time_zone: str

    def span(self) -> Opening:
        """From the first to the last midnight."""
        zone = ZoneInfo(self.time_zone)
        after = self.last_day + timedelta(days=1)
        return Opening(moment_at(self.first_day, time(0), zone), moment_at(after, time(0), zone))

    def openings(self, now: datetime, days_ahead: int) -> Iterator[Opening]:
        zone = ZoneInfo(self.time_zone)
        for day in _days_around(now, zone, days_ahead):
            if self.first_day <= day <= self.last_day:
                for hours in self.open_hours:
                    yield _opening_on(day, hours, zone)


@dataclass(frozen=True, slots=True)
class Timetable:
    """When something is open: always without rows, which come first; then what differs on some days."""

    rows: Sequence[HoursRow]
    exceptions: Sequence[DatedException] = ()

    def openings(self, now: datetime, *, until: datetime | None = None) -> list[Opening]:
        """Current and upcoming openings within `HORIZON`, or until a later time, in order, with adjacent ones merged.

        Without rows, it is always open and the list is empty.
        """
        merged: list[Opening] = []
        for opening in sorted(self._parts(now, (HORIZON if until is None else until - now).days)):
            if merged and opening.opens_at <= merged[-1].closes_at:
                merged[-1] = Opening(merged[-1].opens_at, max(merged[-1].closes_at, opening.closes_at))
            else:
                merged.append(opening)
        return merged

    def is_open(self, now: datetime) -> bool:
        """Whether it is open now."""
        return not self.rows or any(opening.opens_at <= now for opening in self.openings(now))

    def hours_now(self, now: datetime) -> HoursNow:
        """Whether it is open now, and when that changes next."""
        if not self.rows:
            return HoursNow(is_open=True)
        first = next(iter(self.openings(now)), None)
        if first is None:
            return HoursNow(is_open=False)
        if first.opens_at > now:
            return HoursNow(is_open=False, opens_at=first.opens_at)
        # Openings end with the last day that was looked at, also if it never closes.
        return HoursNow(is_open=True, closes_at=first.closes_at if first.closes_at < now + HORIZON else None)

    def _parts(self, now: datetime, days_ahead: int) -> Iterator[Opening]:
        if not self.rows:
            return
        spans = [exception.span() for exception in self.exceptions]
        for row in self.rows:
            for opening in _row_openings(row, now, days_ahead, ZoneInfo(row.open_hours_timezone)):
                yield from _still_ahead(opening, spans, now)
        for exception, own in zip(self.exceptions, spans, strict=True):
            others = [span for span in spans if span is not own]
            for opening in exception.openings(now, days_ahead):
                yield from _still_ahead(opening, others, now)


def find_overlap(rows: Sequence[HoursRow], now: datetime) -> tuple[HoursRow, HoursRow] | None:
    """Two rows that are open at the same time, if there are any; one may end when the other begins.

    Rows of one zone overlap if they do on its clock: on days when clocks change, both move alike. Those of several
    zones overlap if they do at any moment of the next 54 weeks.
    """
    is_one_zone = len({row.open_hours_timezone for row in rows}) == 1
    since, days = (_ANY_WEEK, 14) if is_one_zone else (now, _YEAR)
    found = sorted(
        (opening, number)
        for number, row in enumerate(rows)
        for opening in _row_openings(
            row, since, days, ZoneInfo("UTC") if is_one_zone else ZoneInfo(row.open_hours_timezone)
        )
    )
    for (earlier, first), (later, second) in pairwise(found):
        if later.opens_at < earlier.closes_at:
            return rows[first], rows[second]
    return None


def _still_ahead(opening: Opening, spans: Iterable[Opening], now: datetime) -> Iterator[Opening]:
    """The opening, unless it begins in one of these spans or has passed; it ends where one of them begins."""
    closes_at = opening.closes_at
    for span in spans:
        if span.opens_at <= opening.opens_at < span.closes_at:
            return
        if opening.opens_at < span.opens_at:
            closes_at = min(closes_at, span.opens_at)
    if closes_at > now:
        yield Opening(opening.opens_at, closes_at)


def _row_openings(row: HoursRow, now: datetime, days_ahead: int, zone: ZoneInfo) -> Iterator[Opening]:
    days = weekdays(row.open_days_in_week)
    for day in _days_around(now, zone, days_ahead):
        if day.isoweekday() in days:
            opening = _opening_on(day, row.open_hours, zone)
            if opening.opens_at < opening.closes_at:
                yield opening


def _days_around(now: datetime, zone: ZoneInfo, days_ahead: int) -> Iterator[date]:
    """From yesterday, whose openings may last until today."""
    first = now.astimezone(zone).date() - timedelta(days=1)
    return (first + timedelta(days=offset) for offset in range(days_ahead + 2))


def _opening_on(day: date, hours: str, zone: ZoneInfo) -> Opening:
    start, end, overnight = daily_hours(hours)
    return Opening(moment_at(day, start, zone), moment_at(day + timedelta(days=overnight), end, zone))
