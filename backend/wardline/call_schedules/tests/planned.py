"""Call schedules in tests: bodies with defaults, and who is planned as the API says it."""

from datetime import datetime, timedelta
from typing import Any, Final

import httpx

from wardline.core.forms.wire import iso_utc

STROKE: Final = "tele-stroke"
ZONE: Final = "America/New_York"


def rotation(*user_ids: int, **changes: Any) -> dict[str, Any]:
    """Turns of a day from Wednesday, March 4, each from noon UTC to noon."""
    return {
        "name": "Days",
        "layer": 0,
        "startsOn": "2026-03-04",
        "endsOn": None,
        "beginsAt": "07:00",
        "endsAt": "07:00",
        "weekdays": [1, 2, 3, 4, 5, 6, 7],
        "turnLength": 1,
        "turnUnit": "day",
        "holidays": "likeAnyDay",
        "userIds": list(user_ids),
    } | changes


def schedule(*rotations: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {"name": "First call", "timeZone": ZONE, "primary": True, "rotations": list(rotations)} | changes


def change(kind: str, starts_at: datetime, hours: float, **people: int) -> dict[str, Any]:
    """`user` is on call because of it, `instead_of` is not."""
    return {
        "kind": kind,
        "startsAt": iso_utc(starts_at),
        "endsAt": iso_utc(starts_at + timedelta(hours=hours)),
        "userId": people.get("user"),
        "replacedUserId": people.get("instead_of"),
    }


async def line_id_of(client: httpx.AsyncClient, slug: str = STROKE) -> int:
    me = (await client.get("/me")).json()
    return next(int(line["id"]) for line in me["serviceLines"] if line["slug"] == slug)


async def user_id_of(client: httpx.AsyncClient) -> int:
    return int((await client.get("/me")).json()["id"])


async def planned(planner: httpx.AsyncClient, since: datetime, days: float = 14) -> list[tuple[int, str, str]]:
    """Who is planned: the person, and begin and end as day and hour UTC, for example "04 12:00"."""
    window = {"from": iso_utc(since), "until": iso_utc(since + timedelta(days=days))}
    response = await planner.get("/call-schedules/shifts", params=window)
    assert response.status_code == 200, response.text
    return [(shift["userId"], _hour(shift["startsAt"]), _hour(shift["endsAt"])) for shift in response.json()["shifts"]]


def _hour(moment: str) -> str:
    return datetime.fromisoformat(moment).strftime("%d %H:%M")
