"""When a line is open. The browser only compares the result with its clock.

``open_days_in_week`` is a mathematical interval over ISO weekdays (Monday 1 to Sunday 7): ``[1,5]`` and ``[1,6)`` are
Monday to Friday.
``open_hours`` is ``HH:mm-HH:mm`` in the row's zone; an end at or before the start is on the next day, and the
opening belongs to the day on which it starts. 24:00 is the end of the day.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Final, Protocol
from zoneinfo import ZoneInfo

from wardline.core.wall_clock import moment_at

HORIZON: Final = timedelta(days=8)
"""How far ahead openings are returned: past the same weekday next week."""
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


def openings(rows: Iterable[HoursRow], now: datetime, *, until: datetime | None = None) -> list[Opening]:
    """Current and upcoming openings within `HORIZON`, or until a later time, in order, with adjacent ones merged.

    Without rows, the line is always open and the list is empty.
    """
    days = (HORIZON if until is None else until - now).days
    sorted_openings = sorted(opening for row in rows for opening in _row_openings(row, now, days))
    merged: list[Opening] = []
    for opening in sorted_openings:
        if merged and opening.opens_at <= merged[-1].closes_at:
            merged[-1] = Opening(merged[-1].opens_at, max(merged[-1].closes_at, opening.closes_at))
        else:
            merged.append(opening)
    return merged


def is_open(rows: Collection[HoursRow], now: datetime) -> bool:
    """Whether a line with these hours is open now."""
    return not rows or any(opening.opens_at <= now for opening in openings(rows, now))


def hours_now(rows: Collection[HoursRow], now: datetime) -> HoursNow:
    """Whether a line with these hours is open now, and when that changes next."""
    if not rows:
        return HoursNow(is_open=True)
    first = next(iter(openings(rows, now)), None)
    if first is None:
        return HoursNow(is_open=False)
    if first.opens_at > now:
        return HoursNow(is_open=False, opens_at=first.opens_at)
    # Openings end with the last day that was looked at, also if the line never closes.
    return HoursNow(is_open=True, closes_at=first.closes_at if first.closes_at < now + HORIZON else None)


def _row_openings(row: HoursRow, now: datetime, days_ahead: int) -> Iterator[Opening]:
    zone = ZoneInfo(row.open_hours_timezone)
    days = weekdays(row.open_days_in_week)
    start, end, overnight = daily_hours(row.open_hours)
    first = now.astimezone(zone).date() - timedelta(days=1)
    for offset in range(days_ahead + 2):
        day = first + timedelta(days=offset)
        if day.isoweekday() not in days:
            continue
        opening = Opening(moment_at(day, start, zone), moment_at(day + timedelta(days=overnight), end, zone))
        if opening.closes_at > now and opening.opens_at < opening.closes_at:
            yield opening
