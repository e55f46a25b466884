"""Writes shifts as a calendar for other applications, with the library for it."""

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from wardline.core import clock

REFRESH: Final = timedelta(hours=1)
"""How often calendars are asked to read again; some take a day."""
_PRODUCT: Final = "-//Wardline//Call schedules//EN"


class FeedShift(NamedTuple):
    schedule_id: int
    user_id: int
    starts_at: datetime
    ends_at: datetime
    title: str


class Feed(NamedTuple):
    name: str
    shifts: Sequence[FeedShift]


def tag_of(feed: Feed) -> str:
    """An entity tag that changes with what the calendar says. It is weak, because the time of writing is in it, too."""
    said = [feed.name, *((*shift[:2], *map(datetime.isoformat, shift[2:4]), shift.title) for shift in feed.shifts)]
    return f'W/"{hashlib.sha256(repr(said).encode()).hexdigest()[:32]}"'


def write(feed: Feed, host: str) -> bytes:
    """The calendar, with times in UTC, which need no definition of a time zone.

    `host` makes the ids of events unique. A shift keeps its id as long as it begins at the same time, so that calendars
    change it instead of adding another one. It does not make its person busy, since being on call leaves room for
    appointments.
    """
    from icalendar import Calendar, Event, vDuration, vText  # noqa: PLC0415 - every command would load it

    calendar = Calendar()
    calendar.add("PRODID", _PRODUCT)
    calendar.add("VERSION", "2.0")
    calendar.add("METHOD", "PUBLISH")
    calendar.add("NAME", vText(feed.name))
    calendar.add("X-WR-CALNAME", vText(feed.name))
    calendar.add("REFRESH-INTERVAL", REFRESH, parameters={"VALUE": "DURATION"})
    calendar.add("X-PUBLISHED-TTL", vDuration(REFRESH))
    written_at = clock.now().replace(microsecond=0)
    for shift in feed.shifts:
        event = Event()
        event.add("UID", f"{shift.schedule_id}-{shift.user_id}-{shift.starts_at:%Y%m%dT%H%M%SZ}@{host}")
        event.add("DTSTAMP", written_at)
        event.add("DTSTART", shift.starts_at)
        event.add("DTEND", shift.ends_at)
        event.add("SUMMARY", shift.title)
        event.add("TRANSP", "TRANSPARENT")
        calendar.add_component(event)
    content: bytes = calendar.to_ical()
    return content
