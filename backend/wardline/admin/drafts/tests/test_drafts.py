"""Drafts: published by hand or when they are due, approved by somebody else, refused when the object has moved."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import httpx
import psycopg
import pytest
from bodies import OF_THE_SERVER, Bodies
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import Cluster, RolledBackDatabase, SignIn, job_context
from wardline.admin.drafts.jobs import publish_scheduled_drafts
from wardline.admin.drafts.service import Drafts
from wardline.admin.drafts.tests.drafting import EVERY_DAY, act, hours_of, line_of, save
from wardline.core import clock
from wardline.core.db.database import DatabaseBusy
from wardline.network.objects import Kind

pytestmark = pytest.mark.usefixtures("noon")

ALWAYS = {**EVERY_DAY, "openHours": "00:00-24:00"}
MINUTE = timedelta(minutes=1)


@pytest.fixture
def managed_by(cluster: Cluster) -> Iterator[Callable[[str], None]]:
    """Has a file manage the line from now on; only the owner of the tables can say so."""
    with psycopg.connect(cluster.postgres.owner_url.replace("+psycopg", ""), autocommit=True) as owner:

        def manage(file: str) -> None:
            line = (Kind.SERVICE_LINE.value, "tele-neuro", file)
            owner.execute("insert into managed_objects values (%s, %s, %s)", line)

        yield manage
        owner.execute("delete from managed_objects")


async def test_of_two_who_publish_one_wins_and_a_draft_from_before_shows_both_differences(
    admin: httpx.AsyncClient, second: httpx.AsyncClient
) -> None:
    draft = await save(admin)
    assert (draft["status"], [each["place"] for each in draft["differences"]]) == ("draft", ["hours"])
    assert await hours_of(admin) == []
    assert (await act(second, draft, "publish", confirmed=[])).json()["status"] == "published"
    lost = await act(admin, draft, "publish", confirmed=[])
    assert (lost.status_code, lost.json()["code"]) == (409, "draft_closed")
    assert await hours_of(admin) == ["08:00-17:00"]
    older = await save(admin, "09:00-10:00")
    line = await line_of(second)
    body = {**line["settings"], "hours": [ALWAYS], "reason": None, "confirmed": []}
    await second.put(f"/lines/{line['id']}", json=body, headers={"If-Match": line["version"]})
    moved = await act(admin, older, "publish", confirmed=["closes"])
    assert (moved.status_code, moved.json()["code"]) == (412, "object_moved")
    assert [each["after"][0]["open"] for each in (*moved.json()["live"], *moved.json()["draft"])] == [
        "00:00-24:00",
        "09:00-10:00",
    ]
    again = await save(admin, "09:00-10:00", on_live=True)
    # It says the same, but changes something else.
    stale = await act(second, older, "publish", confirmed=["closes"])
    assert (stale.status_code, stale.json()["code"]) == (412, "draft_changed")
    assert (await act(admin, again, "publish", confirmed=["closes"])).status_code == 200
    assert await hours_of(second) == ["09:00-10:00"]


async def test_a_draft_that_somebody_else_has_changed_is_neither_saved_nor_published(
    admin: httpx.AsyncClient, second: httpx.AsyncClient
) -> None:
    first = await save(admin)
    await save(second, "10:00-11:00")
    stale = await act(admin, first, "publish", confirmed=[])
    assert (stale.status_code, stale.json()["code"]) == (412, "draft_changed")
    assert stale.json()["current"]["differences"][0]["after"][0]["open"] == "10:00-11:00"
    (listed,) = (await admin.get("/drafts")).json()["drafts"]
    assert (await act(admin, listed, "discard")).json()["status"] == "discarded"
    assert (await admin.get("/drafts")).json()["drafts"] == []


async def test_a_scheduled_draft_is_published_once_when_it_is_due_by_whoever_scheduled_it(
    admin: httpx.AsyncClient, database: RolledBackDatabase, noon: datetime
) -> None:
    draft = await save(admin)
    refused = await act(admin, draft, "schedule", publishAt=noon.isoformat(), confirmed=[])
    assert [error["field"] for error in refused.json()["errors"]] == ["publishAt"]
    due = (noon + MINUTE).isoformat()
    scheduled = (await act(admin, draft, "schedule", publishAt=due, confirmed=[])).json()
    assert (scheduled["status"], scheduled["scheduledBy"]["id"]) == ("scheduled", draft["by"]["id"])
    listed = (await admin.get("/lines")).json()["lines"]
    assert [(line["name"], line["draft"]) for line in listed if line["draft"] is not None] == [
        ("Tele-Neuro", {"status": "scheduled", "publishAt": scheduled["publishAt"]})
    ]
    await publish_scheduled_drafts(job_context(database))
    assert await hours_of(admin) == []
    clock.advance(MINUTE)
    for _ in range(2):
        await publish_scheduled_drafts(job_context(database))
    assert await hours_of(admin) == ["08:00-17:00"]
    line = await line_of(admin)
    versions = (await admin.get(f"/lines/{line['id']}/versions")).json()["versions"]
    assert [(each["reason"], each["by"] and each["by"]["id"]) for each in versions[:1]] == [
        ("Fewer people", draft["by"]["id"])
    ]
    assert len(versions) == 2


async def test_what_a_draft_would_do_is_asked_as_of_when_it_is_published(
    admin: httpx.AsyncClient, client: httpx.AsyncClient, bodies: Bodies, noon: datetime
) -> None:
    """By then it is night; now, the line would stay open."""
    await bodies.create(client, "tele-neuro")
    draft = await save(admin, "06:00-17:00")
    for hours, expected in ((15, (409, ["closes"])), (24, (200, None))):
        due = (noon + timedelta(hours=hours)).isoformat()
        asked = await act(admin, draft, "schedule", publishAt=due, confirmed=[])
        assert (asked.status_code, asked.json().get("codes")) == expected


async def test_what_is_refused_when_it_is_due_says_why_and_stays_open(
    admin: httpx.AsyncClient,
    second: httpx.AsyncClient,
    session: AsyncSession,
    database: RolledBackDatabase,
    noon: datetime,
) -> None:
    draft = await save(second)
    await act(second, draft, "schedule", publishAt=(noon + MINUTE).isoformat(), confirmed=[])
    await session.execute(
        text("delete from user_roles using users where user_id = users.id and username = 'coordinator'")
    )
    await session.commit()
    clock.advance(MINUTE)
    await publish_scheduled_drafts(job_context(database))
    (failed,) = (await admin.get("/drafts")).json()["drafts"]
    assert (failed["status"], failed["failure"]) == ("failed", "Whoever scheduled this may no longer administer it.")
    assert await hours_of(admin) == []
    assert (await act(admin, failed, "publish", confirmed=[])).status_code == 200


async def test_what_a_file_manages_by_now_is_not_changed_by_a_draft_from_before(
    admin: httpx.AsyncClient, managed_by: Callable[[str], None]
) -> None:
    draft = await save(admin)
    managed_by("network.yaml")
    for action, body in (
        ("publish", {"confirmed": []}),
        ("schedule", {"publishAt": (clock.now() + MINUTE).isoformat(), "confirmed": []}),
    ):
        refused = await act(admin, draft, action, **body)
        assert (refused.status_code, refused.json()["code"]) == (409, "managed_by_file")
    assert (await act(admin, draft, "discard")).status_code == 200


async def test_a_unit_is_drafted_and_published_like_a_line(admin: httpx.AsyncClient) -> None:
    (first, *_) = (await admin.get("/locations")).json()
    path = f"/places/units/{first['id']}"
    unit = (await admin.get(path)).json()
    read_only = ("id", "code", "version", "managedBy", "organization", "facility")
    drafting = ("needsApproval", "draft", "draftSettings")
    fields = {name: value for name, value in unit.items() if name not in (*read_only, *drafting)}
    protocol = {**unit["TransferProtocols"][0], "transferDistanceMiles": 33.3}
    changed = {**fields, "displayName": "Renamed", "TransferProtocols": [protocol]}
    body = {**changed, "reason": "A new name", "onLive": False}
    saved = (await admin.put(f"{path}/draft", json=body, headers={"If-Match": unit["version"]})).json()
    assert [each["place"] for each in saved["draft"]["differences"]] == ["display_name", "transfer_protocols"]
    assert (saved["displayName"], saved["draftSettings"]) == (unit["displayName"], changed)
    assert (await act(admin, saved["draft"], "publish", confirmed=[])).json()["status"] == "published"
    live = (await admin.get(path)).json()
    assert (live["displayName"], live["draft"], live["draftSettings"]) == ("Renamed", None, None)
    assert live["TransferProtocols"] == [protocol]


async def test_a_role_is_drafted_and_published_when_it_is_due(
    admin: httpx.AsyncClient, database: RolledBackDatabase, noon: datetime
) -> None:
    (role_id,) = [
        role["id"] for role in (await admin.get("/roles")).json()["roles"] if role["name"] == "Bedside Provider"
    ]
    path = f"/roles/{role_id}"
    role = (await admin.get(path)).json()
    fewer = {"label": "At the Bedside", "permissions": role["permissions"][1:], "isRetired": False}
    body = {**fewer, "reason": None, "onLive": False}
    saved = (await admin.put(f"{path}/draft", json=body, headers={"If-Match": role["version"]})).json()
    assert (saved["label"], saved["draftSettings"]) == (role["label"], fewer)
    assert [each["place"] for each in saved["draft"]["differences"]] == ["label", "permissions"]
    await act(admin, saved["draft"], "schedule", publishAt=(noon + MINUTE).isoformat(), confirmed=["massChange"])
    clock.advance(MINUTE)
    await publish_scheduled_drafts(job_context(database))
    live = (await admin.get(path)).json()
    assert ({name: live[name] for name in fewer}, live["draft"]) == (fewer, None)


async def test_all_open_drafts_are_listed_by_name_with_how_far_they_are(
    admin: httpx.AsyncClient, second: httpx.AsyncClient
) -> None:
    line = await line_of(admin)
    path = f"/lines/{line['id']}/escalations/1"
    escalation = (await admin.get(path)).json()
    steps = {"steps": [{"afterSeconds": 0, "targets": ["coordinators"], "channels": None, "hours": None}]}
    policy = {**steps, "rounds": 1, "repeatSeconds": 60, "backupNumber": "(555) 010-0199"}
    policies = {"policies": [{"priority": None, "facilityId": None, "policy": policy}]}
    body = {**policies, "reason": None, "onLive": False}
    await admin.put(f"{path}/draft", json=body, headers={"If-Match": escalation["version"]})
    await save(second)
    change = {**line["settings"], "hours": [ALWAYS], "reason": None, "confirmed": []}
    await admin.put(f"/lines/{line['id']}", json=change, headers={"If-Match": line["version"]})
    listed = (await admin.get("/drafts")).json()["drafts"]
    of_line, of_escalation = sorted(listed, key=lambda row: str(row["kind"]), reverse=True)
    assert [(row["kind"], row["name"], row["objectId"]) for row in (of_line, of_escalation)] == [
        ("serviceLine", "Tele-Neuro", line["id"]),
        ("escalation", "Tele-Neuro", line["id"]),
    ]
    assert (of_line["organization"], of_escalation["organization"]["id"]) == (None, 1)
    assert (of_line["isOutdated"], of_escalation["isOutdated"]) == (True, False)
    assert of_line["by"]["username"] == "coordinator"


@pytest.mark.parametrize("passing", [DatabaseBusy, KeyError])
async def test_a_scheduled_draft_outlives_what_passes_and_keeps_no_other_one(
    admin: httpx.AsyncClient,
    database: RolledBackDatabase,
    noon: datetime,
    monkeypatch: pytest.MonkeyPatch,
    passing: type[Exception],
) -> None:
    first, second = await save(admin), await save(admin, "06:00-07:00", line="Tele-Stroke")
    for draft in (first, second):
        await act(admin, draft, "schedule", publishAt=(noon + MINUTE).isoformat(), confirmed=[])
    clock.advance(MINUTE)
    publish = Drafts.publish

    async def fails_once(self: Drafts, draft_id: int, *rest: Any) -> Any:
        if draft_id == first["id"]:
            raise passing
        return await publish(self, draft_id, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(Drafts, "publish", fails_once)
        await publish_scheduled_drafts(job_context(database))
    (left,) = (await admin.get("/drafts")).json()["drafts"]
    assert (left["id"], left["status"]) == (first["id"], "scheduled")
    await publish_scheduled_drafts(job_context(database))
    assert await hours_of(admin) == ["08:00-17:00"]


async def test_only_who_may_change_an_object_gives_its_draft_up_also_one_that_was_overtaken(
    admin: httpx.AsyncClient, sign_in: SignIn, session: AsyncSession, noon: datetime
) -> None:
    await session.execute(
        text(
            "insert into user_roles (user_id, role_id, position) select users.id, roles.id, 9 from users, roles"
            " where username = 'elsewhere' and roles.name = 'Administrator'"
        )
    )
    await session.commit()
    outsider = sign_in("elsewhere")
    draft, line = await save(admin), await line_of(admin)
    due = (noon + MINUTE).isoformat()
    draft = (await act(admin, draft, "schedule", publishAt=due, confirmed=[])).json()
    body = {**line["settings"], "hours": [ALWAYS], "reason": None, "confirmed": []}
    await admin.put(f"/lines/{line['id']}", json=body, headers={"If-Match": line["version"]})
    assert (await line_of(outsider))["mayChange"] is False
    for action in ("unschedule", "discard"):
        refused = await act(outsider, draft, action)
        assert (refused.status_code, refused.json()["code"]) == (403, "line_of_others")
        assert (await act(admin, draft, action)).status_code == 200


async def test_a_draft_that_no_longer_fits_says_what_is_gone_and_can_be_discarded(
    admin: httpx.AsyncClient, session: AsyncSession
) -> None:
    (first, *_) = (await admin.get("/locations")).json()
    path = f"/places/units/{first['id']}"
    unit = (await admin.get(path)).json()
    fields = {name: value for name, value in unit.items() if name not in OF_THE_SERVER}
    await admin.put(
        f"{path}/draft", json={**fields, "reason": None, "onLive": False}, headers={"If-Match": unit["version"]}
    )
    gone = "update network_drafts set document = document || jsonb_build_object('service_lines', array['tele-gone'])"
    await session.execute(text(gone))
    await session.commit()
    (draft,) = (await admin.get("/drafts")).json()["drafts"]
    refused = await act(admin, draft, "publish", confirmed=[])
    assert (refused.status_code, refused.json()["code"]) == (409, "draft_no_longer_fits")
    assert refused.json()["message"] == "This draft can no longer be published: there is no service line 'tele-gone'."
    assert (await act(admin, draft, "discard")).json()["status"] == "discarded"
