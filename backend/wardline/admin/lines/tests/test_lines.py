"""Administrators change service lines: hours, exceptions, priorities."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from bodies import Bodies
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import SignIn
from wardline.core import clock
from wardline.core.db.database import Database
from wardline.network.exporting import export_network
from wardline.network.loading import load_network

pytestmark = pytest.mark.usefixtures("noon")

Fields = dict[str, Any]
NEW_YORK = "America/New_York"
ALWAYS = {"openDaysInWeek": "[1,7]", "openHours": "00:00-24:00", "openHoursTimezone": NEW_YORK}


@pytest.fixture
def admin(sign_in: SignIn) -> httpx.AsyncClient:
    return sign_in("admin")


async def read(admin: httpx.AsyncClient, name: str = "Tele-Neuro") -> Fields:
    lines = (await admin.get("/lines")).json()["lines"]
    (line_id,) = [line["id"] for line in lines if line["name"] == name]
    found: Fields = (await admin.get(f"/lines/{line_id}")).json()
    return found


async def change(admin: httpx.AsyncClient, line: Fields, *, confirmed: tuple[str, ...] = (), **settings: Any) -> Any:
    body = line["settings"] | settings | {"reason": "Why", "confirmed": list(confirmed)}
    return await admin.put(f"/lines/{line['id']}", json=body, headers={"If-Match": line["version"]})


def closed(first: str, last: str, *hours: str, name: str = "Holiday") -> Fields:
    return {"name": name, "firstDay": first, "lastDay": last, "openHours": list(hours), "timeZone": NEW_YORK}


async def test_a_line_is_closed_on_the_days_of_an_exception_and_its_history_says_why(
    admin: httpx.AsyncClient, client: httpx.AsyncClient, bodies: Bodies
) -> None:
    line = await read(admin)
    settings: Fields = {"hours": [ALWAYS], "exceptions": [closed("2026-03-05", "2026-03-05", "08:00-12:00")]}
    changed = await change(admin, line, **settings)
    assert (changed.status_code, changed.json()["settings"]) == (200, line["settings"] | settings)
    location_id = (await bodies.request(client, "tele-neuro"))["Encounter"]["locationId"]
    (offered,) = [
        each for each in (await client.get(f"/service-lines/location/{location_id}")).json() if each["id"] == line["id"]
    ]
    assert [each["closesAt"] for each in offered["openings"]][:2] == ["2026-03-05T05:00:00Z", "2026-03-05T17:00:00Z"]
    (last, _) = (await admin.get(f"/lines/{line['id']}/versions")).json()["versions"]
    assert (last["reason"], last["by"]["firstName"]) == ("Why", (await admin.get("/me")).json()["firstName"])
    assert {each["place"] for each in last["differences"]} == {"hours", "exceptions"}
    path = f"/lines/{line['id']}/versions/1/restore"
    headers = {"If-Match": changed.json()["version"]}
    restored = await admin.post(path, json={"confirmed": []}, headers=headers)
    assert (restored.status_code, restored.json()["settings"]) == (200, line["settings"])
    stale = await admin.post(path, json={"confirmed": []}, headers=headers)
    assert (stale.status_code, stale.json()["current"]["version"]) == (412, line["version"])


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (
            {"hours": [ALWAYS, {**ALWAYS, "openDaysInWeek": "[1,1]", "openHours": "08:00-09:00"}]},
            "Mon-Sun 00:00-24:00 and Mon 08:00-09:00 overlap.",
        ),
        (
            {"hours": [ALWAYS], "exceptions": [closed("2026-03-05", "2026-03-07"), closed("2026-03-07", "2026-03-07")]},
            "The exceptions 'Holiday' and 'Holiday' overlap.",
        ),
        (
            {"exceptions": [closed("2026-03-05", "2026-03-05")]},
            "Exceptions need hours; for a line that is open around the clock: Mon-Sun 00:00-24:00.",
        ),
        ({"hours": [ALWAYS], "exceptions": [closed("2026-03-05", "2026-03-04")]}, "The last day is before the first."),
    ],
)
async def test_hours_that_contradict_each_other_are_refused(
    admin: httpx.AsyncClient, wrong: Fields, message: str
) -> None:
    refused = await change(admin, await read(admin), **wrong)
    assert refused.status_code == 400
    assert [error["message"] for error in refused.json()["errors"]] == [message]


async def test_closing_a_line_asks_with_the_consults_that_are_open(
    admin: httpx.AsyncClient, client: httpx.AsyncClient, bodies: Bodies
) -> None:
    line = await read(admin)
    for _ in range(2):
        await bodies.create(client, "tele-neuro")
    cancelled = await bodies.create(client, "tele-neuro")
    cancel = {"cancel": True, "cancellationReason": "Improved"}
    assert (await client.post(f"/consults/{cancelled}/complete", json=cancel)).status_code == 200
    nights: Fields = {"hours": [{**ALWAYS, "openHours": "22:00-23:00"}]}
    asked = await change(admin, line, **nights)
    assert (asked.status_code, asked.json()["code"], asked.json()["codes"]) == (409, "unconfirmed", ["closes"])
    assert asked.json()["effects"][0].startswith("2 consults are still open (2 at ")
    assert (await change(admin, line, confirmed=("closes",), **nights)).status_code == 200


@pytest.mark.parametrize("hours", [2, 15])
async def test_closing_a_line_for_days_asks_before_they_begin_by_day_and_at_night(
    admin: httpx.AsyncClient, client: httpx.AsyncClient, bodies: Bodies, hours: int
) -> None:
    weekdays = {**ALWAYS, "openDaysInWeek": "[1,5]", "openHours": "08:00-17:00"}
    await change(admin, await read(admin), hours=[weekdays])
    await bodies.create(client, "tele-neuro")
    clock.advance(timedelta(hours=hours))
    line = await read(admin)
    asked = await change(admin, line, exceptions=[closed("2026-03-06", "2030-01-01")])
    assert (asked.status_code, asked.json().get("codes")) == (409, ["closes"])
    shorter = await change(admin, line, exceptions=[closed("2026-03-06", "2030-01-01", "09:00-10:00")])
    assert shorter.status_code == 200


async def test_a_line_is_changed_by_whoever_administers_all_organizations_that_request_it(
    admin: httpx.AsyncClient, session: AsyncSession
) -> None:
    await session.execute(
        text(
            "delete from user_organizations using users, organizations"
            " where user_id = users.id and username = 'admin'"
            " and organization_id = organizations.id and code = 'summit'"
        )
    )
    await session.commit()
    line = await read(admin)
    assert not line["mayChange"]
    refused = await change(admin, line, hours=[ALWAYS])
    assert (refused.status_code, refused.json()["code"]) == (403, "line_of_others")
    # Units that are switched off may be switched on again.
    await session.execute(text("update location_units set active = false"))
    await session.commit()
    assert (await change(admin, line, hours=[ALWAYS])).json()["code"] == "line_of_others"


async def test_the_preview_shows_14_days_side_by_side_with_the_day_on_which_clocks_change(
    admin: httpx.AsyncClient,
) -> None:
    line = await read(admin)
    hours = {"hours": [{**ALWAYS, "openHours": "22:00-06:00"}], "exceptions": [closed("2026-03-05", "2026-03-05")]}
    found = (await admin.post(f"/lines/{line['id']}/preview", json=hours)).json()
    days = {day["day"]: day for day in found["days"]}
    assert (found["timeZone"], len(days)) == (NEW_YORK, 14)
    assert {day: each["clockShift"] for day, each in days.items() if each["clockShift"]} == {"2026-03-08": 60}
    sunday = days["2026-03-08"]
    assert (sunday["startsAt"], sunday["endsAt"]) == ("2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z")
    assert sunday["live"] == [{"opensAt": sunday["startsAt"], "closesAt": sunday["endsAt"]}]
    assert [each["opensAt"] for each in sunday["sent"]] == ["2026-03-08T05:00:00Z", "2026-03-09T02:00:00Z"]
    assert (days["2026-03-05"]["exception"], days["2026-03-05"]["sent"]) == ("Holiday", [])


async def test_a_line_without_priorities_is_set_up_and_a_file_still_adds_it(
    bare_app: FastAPI, cloned: tuple[str, str], sign_in: SignIn, tmp_path: Path
) -> None:
    """As every new line of a version is."""
    with psycopg.connect(cloned[1].replace("+psycopg", "", 1)) as owner:
        owner.execute("truncate priorities cascade")
    admin, bare_app.state.database = sign_in("admin"), Database(cloned[0])
    line = await read(admin)
    assert line["settings"]["priorities"] == []
    assert (await admin.post(f"/lines/{line['id']}/preview", json={"hours": [], "exceptions": []})).status_code == 200
    assert [each["message"] for each in (await change(admin, line, hours=[ALWAYS])).json()["errors"]] == [
        "Priority 1, 2, 3 is missing."
    ]
    limits = [{"id": number, "name": "urgent", "completionLimit": 900, "rank": None} for number in (1, 2, 3)]
    made = await change(admin, line, priorities=limits)
    assert (made.status_code, made.json()["settings"]["priorities"]) == (200, limits)
    await bare_app.state.database.close()
    path = tmp_path / "lines.yaml"
    each = ", ".join(f"{number}: {{name: urgent, limit_seconds: 60}}" for number in (1, 2, 3))
    path.write_text(
        f"service_lines: {{tele-neuro: {{priorities: {{{each}}}}}, tele-psych: {{priorities: {{{each}}}}}}}"
    )
    assert str(load_network(path, cloned[1])) == "1 added, 0 changed"
    assert "tele-stroke:\n" not in export_network(cloned[1]).partition("service_lines:")[2].partition("escalations:")[0]


async def test_a_policy_whose_step_would_page_nobody_is_asked_about(
    admin: httpx.AsyncClient, session: AsyncSession
) -> None:
    line = await read(admin, "Tele-Stroke")
    path = f"/lines/{line['id']}/escalations/{line['organizations'][0]['id']}"
    found = (await admin.get(path)).json()
    assert [each["priority"] for each in found["standard"]] == ["critical", "urgent"]
    steps = [{"afterSeconds": 0, "targets": ["plannedEscalation"], "channels": None, "hours": None}]
    policy = {"steps": steps, "rounds": 1, "repeatSeconds": 60, "backupNumber": "(555) 010-0171"}
    settings = {"policies": [{"priority": "critical", "facilityId": None, "policy": policy}]}
    body: Fields = settings | {"reason": None, "confirmed": []}
    elsewhere = await session.scalar(
        text(
            "select min(f.id) from facilities f join organizations o on o.id = organization_id where o.code = 'summit'"
        )
    )
    of_others = {"policies": [settings["policies"][0] | {"facilityId": elsewhere}]}
    refused = await admin.put(path, json=body | of_others, headers={"If-Match": found["version"]})
    errors = [{"field": "policies.0.facilityId", "message": "Enter a valid value."}]
    assert (refused.status_code, refused.json()["errors"]) == (400, errors)
    asked = await admin.put(path, json=body, headers={"If-Match": found["version"]})
    assert asked.json()["effects"] == [
        "Step 1 of the policy for critical requests would page nobody (Planned for escalations only, on call or not)."
    ]
    made = await admin.put(
        path, json=body | {"confirmed": asked.json()["codes"]}, headers={"If-Match": found["version"]}
    )
    assert made.json()["settings"] == settings
    headers = {"If-Match": made.json()["version"]}
    assert (await admin.put(path, json=body, headers=headers)).status_code == 200, "nothing changes"
    none = await admin.put(path, json=body | {"policies": []}, headers=headers)
    assert none.json()["codes"] == ["standard"]
    assert json.dumps((await admin.get(f"{path}/versions")).json()).count('"policies"') == 1
