"""Drafts: published by hand or when they are due, approved by somebody else, refused when the object has moved."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import httpx
import psycopg
import pytest
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import Cluster, RolledBackDatabase, SignIn, job_context
from wardline.admin.drafts.jobs import publish_scheduled_drafts
from wardline.core import clock
from wardline.network.objects import Kind

pytestmark = pytest.mark.usefixtures("noon")

Fields = dict[str, Any]
EVERY_DAY = {"openDaysInWeek": "[1,7]", "openHoursTimezone": "America/New_York"}
ALWAYS = {**EVERY_DAY, "openHours": "00:00-24:00"}
MINUTE = timedelta(minutes=1)


@pytest.fixture
def admin(sign_in: SignIn) -> httpx.AsyncClient:
    return sign_in("admin")


@pytest.fixture
async def second(sign_in: SignIn, session: AsyncSession) -> httpx.AsyncClient:
    """The coordinator, who also administers both organizations."""
    await session.execute(
        text(
            "insert into user_roles (user_id, role_id, position) select users.id, roles.id, 9 from users, roles"
            " where username = 'coordinator' and roles.name = 'Administrator' on conflict do nothing"
        )
    )
    await session.execute(
        text(
            "insert into user_organizations (user_id, organization_id) select users.id, organizations.id"
            " from users, organizations where username = 'coordinator' on conflict do nothing"
        )
    )
    await session.commit()
    return sign_in("coordinator")


@pytest.fixture
def four_eyes(app: FastAPI) -> Iterator[None]:
    settings = app.state.settings
    app.state.settings = settings.model_copy(update={"four_eyes": Kind.SERVICE_LINE.value})
    yield
    app.state.settings = settings


@pytest.fixture
def managed_by(cluster: Cluster) -> Iterator[Callable[[str], None]]:
    """Has a file manage the line from now on; only the owner of the tables can say so."""
    with psycopg.connect(cluster.postgres.owner_url.replace("+psycopg", ""), autocommit=True) as owner:

        def manage(file: str) -> None:
            line = (Kind.SERVICE_LINE.value, "tele-neuro", file)
            owner.execute("insert into managed_objects values (%s, %s, %s)", line)

        yield manage
        owner.execute("delete from managed_objects")


async def line_of(admin: httpx.AsyncClient) -> Fields:
    lines = (await admin.get("/lines")).json()["lines"]
    (line_id,) = [line["id"] for line in lines if line["name"] == "Tele-Neuro"]
    found: Fields = (await admin.get(f"/lines/{line_id}")).json()
    return found


async def save(admin: httpx.AsyncClient, hours: str = "08:00-17:00", *, on_live: bool = False) -> Fields:
    """Draft these hours of the line; returns the draft."""
    line = await line_of(admin)
    body = {
        **line["settings"],
        "hours": [{**EVERY_DAY, "openHours": hours}],
        "reason": "Fewer people",
        "onLive": on_live,
    }
    version = (line["draft"] or line)["version"]
    saved = await admin.put(f"/lines/{line['id']}/draft", json=body, headers={"If-Match": version})
    assert saved.status_code == 200, saved.text
    draft: Fields = saved.json()["draft"]
    return draft


async def act(admin: httpx.AsyncClient, draft: Fields, action: str, **body: Any) -> httpx.Response:
    path, headers = f"/drafts/{draft['id']}/{action}", {"If-Match": draft["version"]}
    return await (admin.post(path, headers=headers, json=body) if body else admin.post(path, headers=headers))


async def hours_of(admin: httpx.AsyncClient) -> list[str]:
    return [row["openHours"] for row in (await line_of(admin))["settings"]["hours"]]


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


async def test_a_unit_is_drafted_and_published_like_a_line(
    admin: httpx.AsyncClient,
) -> None:
    (first, *_) = (await admin.get("/locations")).json()
    path = f"/places/units/{first['id']}"
    unit = (await admin.get(path)).json()
    read_only = ("id", "code", "version", "managedBy", "organization", "facility")
    fields = {name: value for name, value in unit.items() if name not in read_only}
    body = {**fields, "displayName": "Renamed", "reason": "A new name", "onLive": False}
    saved = await admin.put(f"{path}/draft", json=body, headers={"If-Match": unit["version"]})
    assert [each["place"] for each in saved.json()["differences"]] == ["display_name"]
    assert (await act(admin, saved.json(), "publish", confirmed=[])).json()["status"] == "published"
    assert (await admin.get(path)).json()["displayName"] == "Renamed"


@pytest.mark.usefixtures("four_eyes")
async def test_four_eyes_refuse_a_direct_change_and_self_approval_and_a_later_change_withdraws_an_approval(
    admin: httpx.AsyncClient, second: httpx.AsyncClient
) -> None:
    line = await line_of(admin)
    body = {**line["settings"], "reason": None, "confirmed": []}
    for path, version in ((f"/lines/{line['id']}", line["version"]), (f"/lines/{line['id']}/escalations/1", "x")):
        sent = body if "escalations" not in path else {"policies": [], "reason": None, "confirmed": []}
        direct = await admin.put(path, json=sent, headers={"If-Match": version})
        assert (direct.status_code, direct.json()["code"]) == (409, "draft_needed")
    draft = await save(admin)
    assert (draft["status"], draft["needsApproval"]) == ("waiting", True)
    assert (await act(admin, draft, "publish", confirmed=[])).json()["code"] == "approval_missing"
    assert (await act(admin, draft, "approve")).json()["code"] == "own_draft"
    assert (await act(second, draft, "approve")).json()["status"] == "approved"
    changed = await save(admin, "07:00-16:00")
    assert (changed["status"], changed["approvedBy"]) == ("waiting", None)
    approved = (await act(second, changed, "approve")).json()
    assert (await act(admin, approved, "publish", confirmed=[])).json()["status"] == "published"
