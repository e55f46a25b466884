"""Call schedules of the world, and valid requests about them."""

from datetime import timedelta
from typing import Any, Final

import httpx

from wardline.core import clock
from wardline.core.forms.wire import iso_utc

NAME: Final = "First call"
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
    return {"name": NAME, "timeZone": "America/New_York", "primary": True, "rotations": [rotation]}


def _change(user_ids: list[int], days: int) -> dict[str, Any]:
    """For an hour in so many days."""
    starts_at = clock.now() + timedelta(days=days)
    return {
        "kind": "replace",
        "startsAt": iso_utc(starts_at),
        "endsAt": iso_utc(starts_at + timedelta(hours=1)),
        "userId": user_ids[0],
        "replacedUserId": user_ids[1],
    }


def _calendar(name: str) -> dict[str, Any]:
    return {"name": name, "layer": 0, "version": None, "content": CALENDAR, "address": None}


async def add_schedule(client: httpx.AsyncClient, service_line_id: int) -> dict[str, str]:
    """The ids of a new schedule, of a change of it, and of a calendar that it is planned from."""
    user_ids = await _people(client, service_line_id)
    added = await client.post("/call-schedules", json=_schedule(user_ids) | {"serviceLineId": service_line_id})
    assert added.status_code == 201, added.text
    schedule_id = added.json()["id"]
    changed = await client.post(f"/call-schedules/{schedule_id}/changes", json=_change(user_ids, days=1))
    assert changed.status_code == 201, changed.text
    imported = await client.post(f"/call-schedules/{schedule_id}/imported-calendars", json=_calendar("Group calendar"))
    assert imported.status_code == 201, imported.text
    return {
        "schedule_id": str(schedule_id),
        "change_id": str(changed.json()["id"]),
        "calendar_id": str(imported.json()["id"]),
    }


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
        "addScheduleChange": _change(user_ids, days=2),
        "issueCalendarLink": {"scheduleId": schedule_id},
        "importCalendar": _calendar("Another calendar"),
        "previewImportedCalendar": {"content": CALENDAR, "address": None},
    }


def schedule_queries(service_line_id: int) -> dict[str, dict[str, str]]:
    return {
        "listPlannedShifts": {"from": "2026-03-01T05:00:00Z", "until": "2026-04-01T04:00:00Z"},
        "listPlannablePeople": {"serviceLineId": str(service_line_id)},
        "removeCallSchedule": {"version": "1"},
    }
