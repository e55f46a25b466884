"""A service line that an administrator changes, a draft of it, and valid bodies about both."""

from datetime import timedelta
from typing import Any, Final

import httpx

from wardline.core import clock
from wardline.core.forms.wire import iso_utc

PHONE: Final = "(555) 010-0142"
HOURS: Final = {"openDaysInWeek": "[1,5]", "openHours": "08:00-17:00", "openHoursTimezone": "America/New_York"}
HOLIDAY: Final = {
    "name": "Holiday",
    "firstDay": "2031-01-01",
    "lastDay": "2031-01-02",
    "openHours": ["09:00-12:00"],
    "timeZone": "America/New_York",
}
STEPS: Final = [
    {"afterSeconds": 0, "targets": ["allNotifications"], "channels": ["push"], "hours": HOURS},
    {"afterSeconds": 180, "targets": ["coordinators"], "channels": None, "hours": None},
]
CONFIRMED: Final = {"confirmed": ["closes", "pagesNobody", "standard"]}


async def build_lines(client: httpx.AsyncClient, ids: dict[str, str]) -> tuple[dict[bytes, str], dict[str, Any]]:
    """The administrator changes the line and how it escalates, and drafts another change of both.

    Returns the versions by the beginnings of paths, the longest first, and the bodies. Adds the draft to `ids`,
    which has those of places.
    """
    path = f"/lines/{ids['service_line_id']}"
    line = (await client.get(path)).json()
    settings = line["settings"] | {"hours": [HOURS | {"openHours": "00:00-24:00", "openDaysInWeek": "[1,7]"}]}
    line = await _changed(client, path, line, settings)
    line_draft = settings | {"exceptions": [HOLIDAY], "reason": "Fewer people", "onLive": True}
    drafted = await client.put(f"{path}/draft", json=line_draft, headers={"If-Match": line["version"]})
    draft = drafted.json()["draft"]
    ids["draft_id"] = str(draft["id"])
    escalation_path = f"{path}/escalations/{ids['organization_id']}"
    policy = {"steps": STEPS, "rounds": 2, "repeatSeconds": 60, "backupNumber": PHONE}
    escalation = {"policies": [{"priority": "critical", "facilityId": int(ids["facility_id"]), "policy": policy}]}
    read = (await client.get(escalation_path)).json()
    escalated = await _changed(client, escalation_path, read, escalation)
    versions = {
        f"/api{escalation_path}": escalated["version"],
        f"/api{path}/draft": draft["version"],
        f"/api{path}": line["version"],
        "/api/lines/": line["version"],
        "/api/drafts/": draft["version"],
    }
    change = {"reason": "Fewer people", **CONFIRMED}
    bodies = {
        "publishDraft": CONFIRMED,
        "scheduleDraft": {"publishAt": iso_utc(clock.now() + timedelta(days=30)), **CONFIRMED},
        "replaceLine": {**settings, **change},
        "saveLineDraft": line_draft,
        "previewLineHours": {"hours": [HOURS], "exceptions": [HOLIDAY]},
        "restoreLineVersion": CONFIRMED,
        "replaceEscalation": {**escalation, **change},
        "saveEscalationDraft": {**escalation, "reason": "Fewer people", "onLive": True},
        "restoreEscalationVersion": CONFIRMED,
        "compareForecasts": {
            **escalation,
            "locationId": int(ids["location_id"]),
            "priority": "critical",
            "at": None,
        },
    }
    return {start.encode(): version for start, version in versions.items()}, bodies


async def _changed(client: httpx.AsyncClient, path: str, read: Any, settings: Any) -> Any:
    body = {**settings, "reason": None, **CONFIRMED}
    changed = await client.put(path, json=body, headers={"If-Match": read["version"]})
    assert changed.status_code == 200, changed.text
    return changed.json()
