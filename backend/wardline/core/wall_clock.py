"""Which moment a wall clock means on the days when clocks change: the one place that decides it."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

_SECOND: Final = timedelta(seconds=1)


def moment_at(day: date, at: time, zone: ZoneInfo) -> datetime:
    """The moment, in UTC, at which clocks in `zone` show `at` on `day`.

    A time that occurs twice means the first time. A time that is skipped means the moment of the change, which is the
    first one after it.
    """
    wall = datetime.combine(day, at)
    first = wall.replace(tzinfo=zone).astimezone(UTC)
    if first.astimezone(zone).replace(tzinfo=None) == wall:
        return first
    return _change_between(wall.replace(tzinfo=zone, fold=1).astimezone(UTC), first, zone)


def _change_between(before: datetime, after: datetime, zone: ZoneInfo) -> datetime:
    """The first second with the later one's offset from UTC."""
    offset = after.astimezone(zone).utcoffset()
    while after - before > _SECOND:
        middle = before + ((after - before) / 2 // _SECOND) * _SECOND
        if middle.astimezone(zone).utcoffset() == offset:
            after = middle
        else:
            before = middle
    return after
