"""Reads what a calendar says, with the libraries for it. Runs in a process of its own (`reading_apart`).

Usage: ``python -m wardline.call_schedules.calendars.reading FROM UNTIL < calendar``. Prints the entries that overlap
the time and the remarks as JSON. Ends with an exit code of its own for what is not a calendar, or has too much in it.
"""

import json
import resource
import sys
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any, Final
from zoneinfo import ZoneInfo

from wardline.call_schedules.calendars.entries import Entry, Reading, as_stored
from wardline.call_schedules.spans import Span

if TYPE_CHECKING:
    from icalendar import Calendar, Component

NOT_A_CALENDAR: Final = 3
TOO_MUCH: Final = 4
MAX_ENTRIES: Final = 5_000
"""Thirteen shifts on each day of 54 weeks."""
CPU_SECONDS: Final = 8
MEMORY_BYTES: Final = 1_000_000_000
TITLE_LENGTH: Final = 255
_ZONE: Final = "X-WR-TIMEZONE"
_AROUND: Final = timedelta(days=1)
"""Times without a zone are up to a day off until it is known."""


class NotACalendar(Exception):
    pass


class TooMuch(Exception):
    pass


def read(content: str, within: Span) -> Reading:
    """The entries that overlap `within`, and up to a day more.

    An event that cannot be read is left out, and so is one that does not end after it begins; remarks say so.

    Raises:
        NotACalendar, TooMuch
    """
    from icalendar import Calendar  # noqa: PLC0415 - every command would load it

    try:
        calendars = Calendar.from_ical(content, multiple=True)
    except (ValueError, IndexError, KeyError):
        raise NotACalendar from None
    if not calendars or any(calendar.name != "VCALENDAR" for calendar in calendars):
        raise NotACalendar
    entries: list[Entry] = []
    remarks: dict[tuple[str, str], None] = {}
    """In their order, each once."""
    for calendar in calendars:
        zone = str(calendar.get(_ZONE, ""))
        if zone and not _is_known(zone):
            remarks["unknownZone", zone] = None
            zone = ""
        for events in _series_of(calendar):
            entries += _expanded(events, zone, within, remarks)
            if len(entries) > MAX_ENTRIES:
                raise TooMuch
    return Reading(sorted(set(entries), key=lambda entry: (entry.title, entry.starts_at.isoformat())), list(remarks))


def _series_of(calendar: "Calendar") -> Iterable[list["Component"]]:
    """Each event with everything that changes it, so that one with a fault spoils no other."""
    by_uid: dict[str, list[Component]] = {}
    for event in calendar.walk("VEVENT"):
        by_uid.setdefault(str(event.get("UID", id(event))), []).append(event)
    return by_uid.values()


def _is_known(zone: str) -> bool:
    try:
        ZoneInfo(zone)
    except (KeyError, ValueError, OSError):  # Some names lead out of the folder of zones, or to a folder.
        return False
    return True


def _expanded(
    events: list["Component"], zone: str, within: Span, remarks: dict[tuple[str, str], None]
) -> Iterable[Entry]:
    """`zone` is that of the whole calendar, if it has one."""
    from icalendar import Calendar  # noqa: PLC0415 - as above
    from recurring_ical_events import of  # noqa: PLC0415

    series = Calendar()
    for event in events:
        series.add_component(event)
    try:
        # The library would exchange begin and end.
        if any(map(_is_reversed, events)):
            remarks["noLength", _title(events[0])] = None
            return []
        unknown = [name for event in events for name in _unknown_zones(event)]
        # What names a zone that is unknown is not meant in the calendar's own zone.
        if zone and not unknown:
            series.add(_ZONE, zone)
        found = of(series).between(within.starts_at - _AROUND, within.ends_at + _AROUND)
        entries = [_entry(event) for event in found if str(event.get("STATUS", "")).upper() != "CANCELLED"]
    except Exception:  # noqa: BLE001 - the libraries raise errors of all kinds for what they cannot read
        remarks["unreadable", _title(events[0])] = None
        return []
    remarks.update(dict.fromkeys(("unknownZone", name) for name in unknown))
    remarks.update({("noLength", entry.title): None for entry in entries if entry.starts_at >= entry.ends_at})
    return [entry for entry in entries if entry.starts_at < entry.ends_at]


def _is_reversed(event: "Component") -> bool:
    """Whether it ends before it begins; False if that cannot be told."""
    times: list[Any] = [event.get(name) for name in ("DTSTART", "DTEND")]
    moments = [_moment(each.dt) for each in times if isinstance(getattr(each, "dt", None), date)]
    if len(moments) < len(times) or len({moment.tzinfo is None for moment in moments}) > 1:
        return False
    return moments[1] < moments[0]


def _unknown_zones(event: "Component") -> list[str]:
    """Names of zones that left a time of the event without one."""
    times: list[Any] = [event.get(name) for name in ("DTSTART", "DTEND")]
    zones = [each.params.get("TZID") for each in times if each is not None and getattr(each.dt, "tzinfo", None) is None]
    return [str(zone) for zone in zones if zone]


def _entry(event: "Component") -> Entry:
    starts_at, ends_at = (_moment(event.decoded(name)) for name in ("DTSTART", "DTEND"))
    return Entry(_title(event), starts_at, ends_at)


def _title(event: "Component") -> str:
    """In one line, as the database can store it; of several, the first."""
    found: Any = event.get("SUMMARY", "")
    text = str(found[0] if isinstance(found, list) else found)
    return " ".join(text.replace("\x00", "").split())[:TITLE_LENGTH]


def _moment(value: date) -> datetime:
    """A day begins at midnight, without a zone."""
    if not isinstance(value, datetime):
        return datetime.combine(value, time())
    return value if value.tzinfo is None else value.astimezone(UTC)


def main() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    within = Span(*map(datetime.fromisoformat, sys.argv[1:]))
    try:
        reading = read(sys.stdin.buffer.read().decode(), within)
    except NotACalendar:
        sys.exit(NOT_A_CALENDAR)
    except TooMuch:
        sys.exit(TOO_MUCH)
    json.dump([as_stored(reading.entries), reading.remarks], sys.stdout)


if __name__ == "__main__":
    main()
