"""Whoever leaves loses everything that the client may take, at once; and nobody takes too much."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import httpx
import psycopg
import pytest
from bodies import person_fields
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, Cluster, SentEvent, SignIn
from wardline.core import clock
from wardline.scim import guards
from wardline.scim.tests.conftest import LAKESHORE
from wardline.scim.tests.test_sequences import GROUP, NORA, add, change, give, patch, roles_of, search

OFF = {"op": "Replace", "path": "active", "value": "False"}
ON = {"op": "Replace", "path": "active", "value": "True"}


async def path_of(scim: httpx.AsyncClient, username: str) -> str:
    (found,) = await search(scim, "/Users", f'userName eq "{username}"')
    return f"/Users/{found['id']}"


async def test_a_leaver_is_out_at_once_and_an_old_sign_in_never_works_again(
    scim: httpx.AsyncClient,
    sign_in: SignIn,
    check_in: CheckIn,
    sent_events: list[SentEvent],
    session: AsyncSession,
    noon: datetime,
) -> None:
    neuro = await check_in("neuro", line="tele-neuro")
    path = await path_of(scim, "neuro")
    await change(scim, path, OFF)
    refused = await neuro.get("/me")
    assert (refused.status_code, refused.json()["code"]) == (403, "unknown_user")
    assert "on-call:changed" in {event.name for event in sent_events}
    left = await session.scalar(
        text("select count(*) from procrastinate_jobs where task_name like '%follow_lines_left'")
    )
    assert left == 1
    await change(scim, path, ON)
    ended = await neuro.get("/me")
    assert (ended.status_code, ended.json()["code"]) == (401, "session_ended")
    clock.advance(timedelta(minutes=1))
    assert (await sign_in("neuro").get("/me")).json()["checkedInLineIds"] == []


async def test_someone_who_also_works_elsewhere_loses_this_organization_only(
    scim: httpx.AsyncClient, sign_in: SignIn, session: AsyncSession
) -> None:
    path = await path_of(scim, "neuro2")
    before = (await sign_in("neuro2").get("/me")).json()
    renamed = await change(scim, path, {"op": "replace", "path": "name.familyName", "value": "Other"})
    assert renamed["name"]["familyName"] == before["lastName"]
    assert (await change(scim, path, OFF))["active"] is False
    after = (await sign_in("neuro2").get("/me")).json()
    names = [organization["name"] for organization in after["organizations"]]
    assert len(names) == len(before["organizations"]) - 1
    assert (await scim.get(path)).json()["active"] is False
    assert (await change(scim, path, ON))["active"] is True
    again = (await sign_in("neuro2").get("/me")).json()
    assert again["organizations"] == before["organizations"]
    problems = (await sign_in("admin").get("/provisioning")).json()["problems"]
    assert [each["message"] for each in problems] == [
        "The name stays as it is, because this person also works for another organization."
    ]
    group = {"schemas": [GROUP], "displayName": "Desk", "members": [{"value": path.rpartition("/")[2]}]}
    await scim.post("/Groups", json=group)
    await give(sign_in("admin"), "Desk", "Transfer Coordinator")
    assert await roles_of(session, "neuro2") == ["Virtual Provider"]


async def test_a_deleted_person_is_gone_for_the_client_and_kept_here(
    scim: httpx.AsyncClient, sign_in: SignIn, noon: datetime
) -> None:
    nora = await add(scim)
    path = f"/Users/{nora['id']}"
    assert (await scim.delete(path)).status_code == 204
    for method in ("GET", "DELETE", "PUT"):
        assert (await scim.request(method, path, json=NORA)).status_code == 404
    assert await search(scim, "/Users", f'userName eq "{NORA["userName"]}"') == []
    found = await sign_in("admin").get("/people", params={"text": "Nora Night"})
    assert [each["state"] for each in found.json()["people"]] == ["inactive"]
    assert (await add(scim))["id"] == nora["id"]
    clock.advance(timedelta(minutes=1))
    assert (await sign_in(NORA["userName"]).get("/me")).status_code == 200


async def test_a_request_is_done_in_full_or_not_at_all(scim: httpx.AsyncClient) -> None:
    nora = await add(scim)
    path = f"/Users/{nora['id']}"
    refused = await patch(scim, path, OFF, {"op": "replace", "path": "userName", "value": "nurse"})
    assert (refused.status_code, refused.json()["scimType"]) == (409, "uniqueness")
    assert (await scim.get(path)).json() == nora


@pytest.fixture
def managed(cluster: Cluster) -> Iterator[str]:
    """The file that manages the toxicologist; only the owner of the tables can say so."""
    with psycopg.connect(cluster.postgres.owner_url.replace("+psycopg", ""), autocommit=True) as owner:
        owner.execute("insert into managed_objects values ('user', 'tox', 'people.yaml')")
        yield "people.yaml"
        owner.execute("delete from managed_objects")


async def test_a_file_keeps_what_it_manages(
    scim: httpx.AsyncClient, sign_in: SignIn, managed: str, session: AsyncSession
) -> None:
    path = await path_of(scim, "tox")
    refused = await patch(scim, path, OFF)
    assert refused.status_code == 409
    assert managed in refused.json()["detail"]
    admin = sign_in("admin")
    await patch(scim, path, {"op": "replace", "path": "userName", "value": "nurse"})
    another, problem = (await admin.get("/provisioning")).json()["problems"]
    assert another["message"] == "There is already a user with this userName"
    assert (problem["did"], problem["person"]["username"]) == ("changed a person by provisioning", "tox")
    assert managed in problem["message"]


async def test_the_last_administrator_stays(scim: httpx.AsyncClient, session: AsyncSession) -> None:
    await session.execute(
        text(
            "delete from user_organizations using users, organizations where user_id = users.id"
            " and username = 'admin' and organization_id = organizations.id and code = 'summit'"
        )
    )
    await session.commit()
    refused = await patch(scim, await path_of(scim, "admin"), OFF)
    assert (refused.status_code, refused.json()["detail"].split(".")[0]) == (
        409,
        "This is the last active administrator of an organization",
    )


async def test_a_mass_change_stops_until_an_administrator_allows_it(
    scim: httpx.AsyncClient, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guards, "ALWAYS_ALLOWED", 1)
    added = [await add(scim, userName=f"new{number}@lakeshore.example", externalId=None) for number in range(2)]
    for nora in added:
        await change(scim, f"/Users/{nora['id']}", OFF)
    await change(scim, await path_of(scim, "psych"), OFF)
    nurse = await path_of(scim, "nurse")
    refused = await patch(scim, nurse, OFF)
    assert (refused.status_code, refused.json()["detail"][:14]) == (409, "Unusually many")
    assert (await scim.get(nurse)).json()["active"] is True
    admin = sign_in("admin")
    page = await admin.get("/provisioning")
    (stop,) = page.json()["stops"]
    assert page.json()["clients"][0]["secrets"][0]["usedAt"] is not None
    assert LAKESHORE not in page.text
    assert (stop["deactivated"], stop["limit"], stop["allowedUntil"]) == (1, 1, None)
    allowed = await admin.post(f"/provisioning/organizations/{stop['organizationId']}/allow-deactivations")
    assert allowed.json()["stops"][0]["allowedUntil"] is not None
    assert (await change(scim, nurse, OFF))["active"] is False


async def test_how_many_may_leave_does_not_shrink_with_those_who_have_left(
    scim: httpx.AsyncClient, session: AsyncSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = (
        "select count(*) from user_organizations join users on users.id = user_id and active"
        " join organizations on organizations.id = organization_id and code = 'lakeshore'"
    )
    size = await session.scalar(text(people))
    if size % 2:
        await add(scim)
        size += 1
    monkeypatch.setattr(guards, "ALWAYS_ALLOWED", 1)
    monkeypatch.setattr(guards, "SHARE", size // 2)
    left = [await patch(scim, await path_of(scim, username), OFF) for username in ("psych", "tox", "nurse")]
    assert [each.status_code for each in left] == [200, 200, 409]


async def test_who_was_deactivated_by_hand_stays_so(scim: httpx.AsyncClient, sign_in: SignIn) -> None:
    admin = sign_in("admin")
    path = await path_of(scim, "nurse")
    read: dict[str, Any] = (await admin.get(f"/people/{path.rpartition('/')[2]}")).json()
    body = person_fields(read) | {"active": False}
    headers = {"If-Match": f'"{read["version"]}"'}
    assert (await admin.put(f"/people/{read['id']}", json=body, headers=headers)).status_code == 200
    refused = await patch(scim, path, ON)
    assert (refused.status_code, refused.json()["detail"][:16]) == (409, "An administrator")
