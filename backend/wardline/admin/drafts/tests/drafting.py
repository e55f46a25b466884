"""Drafts of a line, over HTTP."""

from typing import Any

import httpx

Fields = dict[str, Any]
EVERY_DAY = {"openDaysInWeek": "[1,7]", "openHoursTimezone": "America/New_York"}


async def line_of(admin: httpx.AsyncClient, name: str = "Tele-Neuro") -> Fields:
    lines = (await admin.get("/lines")).json()["lines"]
    (line_id,) = [line["id"] for line in lines if line["name"] == name]
    found: Fields = (await admin.get(f"/lines/{line_id}")).json()
    return found


async def save(
    admin: httpx.AsyncClient, hours: str = "08:00-17:00", *, on_live: bool = False, line: str = "Tele-Neuro"
) -> Fields:
    """Draft these hours of the line; returns the draft."""
    found = await line_of(admin, line)
    body = {
        **found["settings"],
        "hours": [{**EVERY_DAY, "openHours": hours}],
        "reason": "Fewer people",
        "onLive": on_live,
    }
    version = (found["draft"] or found)["version"]
    saved = await admin.put(f"/lines/{found['id']}/draft", json=body, headers={"If-Match": version})
    assert saved.status_code == 200, saved.text
    draft: Fields = saved.json()["draft"]
    return draft


async def act(admin: httpx.AsyncClient, draft: Fields, action: str, **body: Any) -> httpx.Response:
    path, headers = f"/drafts/{draft['id']}/{action}", {"If-Match": draft["version"]}
    return await (admin.post(path, headers=headers, json=body) if body else admin.post(path, headers=headers))


async def hours_of(admin: httpx.AsyncClient) -> list[str]:
    return [row["openHours"] for row in (await line_of(admin))["settings"]["hours"]]
