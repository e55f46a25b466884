"""The next days of a line as parts of each day of its zone, also on days when its clocks change."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from wardline.admin.lines.schemas import DAYS_SHOWN, DayShown, HoursPreview, OpenPart
from wardline.core import clock
from wardline.core.wall_clock import moment_at
from wardline.service_lines.hours import Opening, Timetable


def preview(live: Timetable, sent: Timetable, now: datetime) -> HoursPreview:
    """From today on; by the zone of the first hours that were sent, or else of those that apply."""
    zone_name = next((row.open_hours_timezone for row in (*sent.rows, *live.rows)), clock.RECORD_ZONE)
    zone = ZoneInfo(zone_name)
    today = now.astimezone(zone).date()
    start = moment_at(today, time(0), zone)
    until = start + timedelta(days=DAYS_SHOWN + 1)
    of_live, of_sent = _openings(live, start, until), _openings(sent, start, until)
    days = [_day(today + timedelta(days=offset), zone, of_live, of_sent, sent) for offset in range(DAYS_SHOWN)]
    return HoursPreview(time_zone=zone_name, days=days)


def _openings(timetable: Timetable, start: datetime, until: datetime) -> Sequence[Opening]:
    return timetable.openings(start, until=until) if timetable.rows else [Opening(start, until)]


def _day(day: date, zone: ZoneInfo, live: Sequence[Opening], sent: Sequence[Opening], timetable: Timetable) -> DayShown:
    starts_at, ends_at = moment_at(day, time(0), zone), moment_at(day + timedelta(days=1), time(0), zone)
    names = [each.name for each in timetable.exceptions if each.first_day <= day <= each.last_day]
    return DayShown(
        day=day,
        starts_at=starts_at,
        ends_at=ends_at,
        clock_shift=int((timedelta(days=1) - (ends_at - starts_at)).total_seconds() // 60),
        exception=next(iter(names), None),
        live=list(_parts(live, starts_at, ends_at)),
        sent=list(_parts(sent, starts_at, ends_at)),
    )


def _parts(openings: Sequence[Opening], starts_at: datetime, ends_at: datetime) -> Iterator[OpenPart]:
    for opening in openings:
        opens_at, closes_at = max(opening.opens_at, starts_at), min(opening.closes_at, ends_at)
        if opens_at < closes_at:
            yield OpenPart(opens_at=opens_at, closes_at=closes_at)
