"""Call schedules of the world, and valid requests about them."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

import httpx

from wardline.call_schedules.holidays.service import version_of
from wardline.core import clock
from wardline.core.forms.wire import iso_utc

NAME: Final = "First call"
ZONE: Final = "America/New_York"
CALENDAR: Final = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:test\nEND:VCALENDAR"


async def _people(client: httpx.AsyncClient, service_line_id: int) -> list[int]:
    """The ids of two who may go on call for the line."""
    found = await client.get(f"/call-schedules/people?serviceLineId={service_line_id}")
    assert found.status_code == 200, found.text
    return [person["id"] for person in found.json()][:2]


def _schedule(user_ids: list[int]) -> dict[str, Any]:
    rotation = {
        "name": "Nights",
        "layer": 1,
        "startsOn": "2026-03-04",
        "endsOn": "2026-04-04",
        "beginsAt": "19:00",
        "endsAt": "07:00",
        "weekdays": [1, 7],
        "turnLength": 2,
        "turnUnit": "week",
        "holidays": "notOnHolidays",
        "userIds": user_ids,
    }
    rotations = [rotation, _today(rotation, user_ids[1])]
    return {"name": NAME, "timeZone": ZONE, "primary": True, "rotations": rotations}


def _today(rotation: dict[str, Any], user_id: int) -> dict[str, Any]:
    """A rotation in which somebody is on call while the changes below apply, and no longer when cover is asked for."""
    begun = (clock.now() - timedelta(hours=1)).astimezone(ZoneInfo(ZONE))
    day, time_of_day = begun.date().isoformat(), f"{begun:%H:%M}"
    when = {"startsOn": day, "endsOn": day, "beginsAt": time_of_day, "endsAt": time_of_day, "weekdays": [*range(1, 8)]}
    return rotation | when | {"name": "Today", "layer": 0, "userIds": [user_id]}


def _change(user_ids: list[int], hours: int) -> dict[str, Any]:
    """For an hour in so many hours."""
    starts_at = clock.now() + timedelta(hours=hours)
    return {
        "kind": "replace",
        "startsAt": iso_utc(starts_at),
        "endsAt": iso_utc(starts_at + timedelta(hours=1)),
        "userId": user_ids[0],
        "replacedUserId": user_ids[1],
    }


def _calendar(name: str) -> dict[str, Any]:
    return {"name": name, "layer": 0, "version": None, "content": CALENDAR, "address": None}


def _month(after: int) -> date:
    """The first day of the month that is so many after this one."""
    today = clock.now().date()
    years, month = divmod(today.month - 1 + after, 12)
    return date(today.year + years, month + 1, 1)


def _monday(user_ids: list[int]) -> dict[str, Any]:
    """Somebody is on call on the first Monday of the next month, which every copy of that month has."""
    first = _month(1)
    day = first + timedelta(days=-first.weekday() % 7)
    starts_at = datetime.combine(day, time(15), UTC)
    return _change(user_ids, hours=0) | {
        "kind": "only",
        "startsAt": iso_utc(starts_at),
        "endsAt": iso_utc(starts_at + timedelta(hours=1)),
        "replacedUserId": None,
    }


def _copy(after: int) -> dict[str, Any]:
    """From the next month to one that is so many after this one."""
    return {"from": f"{_month(1):%Y-%m}", "to": f"{_month(after):%Y-%m}"}


async def add_schedule(client: httpx.AsyncClient, service_line_id: int) -> dict[str, str]:
    """The ids of a new schedule, of a change of it, of a copied month, and of a calendar that it is planned from."""
    user_ids = await _people(client, service_line_id)
    added = await client.post("/call-schedules", json=_schedule(user_ids) | {"serviceLineId": service_line_id})
    assert added.status_code == 201, added.text
    schedule_id = added.json()["id"]
    changed = await client.post(f"/call-schedules/{schedule_id}/changes", json=_change(user_ids, hours=4))
    assert changed.status_code == 201, changed.text
    imported = await client.post(f"/call-schedules/{schedule_id}/imported-calendars", json=_calendar("Group calendar"))
    assert imported.status_code == 201, imported.text
    planned = await client.post(f"/call-schedules/{schedule_id}/changes", json=_monday(user_ids))
    assert planned.status_code == 201, planned.text
    copied = await client.post(f"/call-schedules/{schedule_id}/copies", json=_copy(after=2))
    assert copied.status_code == 201, copied.text
    ids = {"schedule_id": schedule_id, "change_id": changed.json()["id"], "copy_id": copied.json()["id"]}
    ids["calendar_id"] = imported.json()["id"]
    return {name: str(value) for name, value in ids.items()}


async def add_calendar_link(client: httpx.AsyncClient) -> str:
    """The id of a new address of the client's own shifts."""
    issued = await client.post("/calendar-links", json={"scheduleId": None})
    assert issued.status_code == 201, issued.text
    return str(issued.json()["id"])


async def schedule_bodies(client: httpx.AsyncClient, service_line_id: int, schedule_id: int) -> dict[str, Any]:
    """Bodies about the line, and about its schedule, with every optional part."""
    user_ids = await _people(client, service_line_id)
    of_line = _schedule(user_ids) | {"serviceLineId": service_line_id}
    return {
        "addCallSchedule": of_line | {"name": "Second call"},
        "checkCallSchedule": of_line | {"id": schedule_id},
        "saveCallSchedule": _schedule(user_ids) | {"version": 1},
        "addScheduleChange": _change(user_ids, hours=8),
        "checkScheduleChange": _change(user_ids, hours=8),
        "issueCalendarLink": {"scheduleId": schedule_id},
        "importCalendar": _calendar("Another calendar"),
        "previewImportedCalendar": {"content": CALENDAR, "address": None},
        "previewCopy": _copy(after=4),
        "copyMonth": _copy(after=4),
        "saveHolidays": {"version": version_of([]), "holidays": [{"day": "2026-03-14", "name": "Pi Day"}]},
    }


def schedule_queries(service_line_id: int) -> dict[str, dict[str, str]]:
    return {
        "listPlannedShifts": {"from": "2026-03-01T05:00:00Z", "until": "2026-04-01T04:00:00Z"},
        "listPlannablePeople": {"serviceLineId": str(service_line_id)},
        "removeCallSchedule": {"version": "1"},
        "proposeHolidays": {"year": "2026"},
        "getFairness": {"serviceLineId": str(service_line_id), "from": "2026-03", "months": "12"},
    }
