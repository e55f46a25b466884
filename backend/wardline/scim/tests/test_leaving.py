"""Whoever leaves loses everything that the client may take, at once; and nobody takes too much."""

from collections.abc import Awaitable, Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest
from bodies import Bodies, person_fields
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, RolledBackDatabase, SentEvent, SignIn
from wardline.call_schedules.tests.planned import STROKE, line_id_of, rotation, schedule, user_id_of
from wardline.core import clock
from wardline.paging.tests.watched import BACKUP_NUMBER, Watched
from wardline.scim import guards
from wardline.scim.tests.conftest import LAKESHORE
from wardline.scim.tests.test_sequences import GROUP, NORA, add, change, give, patch, roles_of, search

OFF = {"op": "Replace", "path": "active", "value": "False"}
ON = {"op": "Replace", "path": "active", "value": "True"}

UNTIL_EVERYONE_IS_PAGED = (3, 2, 2)
"""Minutes between the next steps of the standard plan, the last of which page everybody on call again."""
UNITS_AT = """
select distinct o.code from users u join user_locations on user_id = u.id join location_units l on l.id = location_id
join facilities f on f.id = facility_id join organizations o on o.id = organization_id where username = 'neuro2'
"""
FROM_ELSEWHERE = """
with g as (
  insert into groups (organization_id, display_name, created_at, changed_at)
  select id, 'Providers', now(), now() from organizations where code = 'summit' returning id
)
insert into user_role_groups (user_id, role_id, group_id)
select user_id, role_id, g.id from g, user_roles join users on users.id = user_id where username = 'neuro2'
"""
"""Their roles came from a group of the other organization, before they also worked for this one."""
OPEN_DUTY = """
select (select count(*) from check_ins join users on users.id = user_id where checked_out_at is null
        and username = 'neuro'),
       (select count(*) from procrastinate_jobs where task_name like '%follow_lines_left')
"""


async def path_of(scim: httpx.AsyncClient, username: str) -> str:
    (found,) = await search(scim, "/Users", f'userName eq "{username}"')
    return f"/Users/{found['id']}"


async def by_hand(admin: httpx.AsyncClient, _scim: httpx.AsyncClient, path: str, *, active: bool) -> None:
    read = (await admin.get(f"/people/{path.rpartition('/')[2]}")).json()
    body, headers = person_fields(read) | {"active": active}, {"If-Match": read["version"]}
    assert (await admin.put(f"/people/{read['id']}", json=body, headers=headers)).status_code == 200


async def by_patch(_admin: httpx.AsyncClient, scim: httpx.AsyncClient, path: str, *, active: bool) -> None:
    await change(scim, path, ON if active else OFF)


async def by_delete(_admin: httpx.AsyncClient, scim: httpx.AsyncClient, path: str, *, active: bool) -> None:
    if active:
        await add(scim, userName="neuro", externalId=None)
    else:
        assert (await scim.delete(path)).status_code == 204


@pytest.mark.parametrize("set_active", [by_hand, by_patch, by_delete])
async def test_a_leaver_loses_duty_pages_and_sign_ins_at_once_and_leaves_gaps_however_they_are_deactivated(
    set_active: Callable[..., Awaitable[None]],
    scim: httpx.AsyncClient,
    sign_in: SignIn,
    check_in: CheckIn,
    bodies: Bodies,
    sent_events: list[SentEvent],
    database: RolledBackDatabase,
    noon: datetime,
) -> None:
    neuro, admin, planner = await check_in("neuro", line=STROKE), sign_in("admin"), sign_in("coordinator")
    planned = schedule(rotation(await user_id_of(neuro)), serviceLineId=await line_id_of(planner))
    assert (await planner.post("/call-schedules", json=planned)).status_code == 201
    assert await gaps(planner) == []
    watched = Watched(database)
    await bodies.create(sign_in("nurse"), STROKE)
    await watched.look()
    paged = await watched.notices()
    assert {who for _, who, _, _ in paged} == {"neuro"}
    path = await path_of(scim, "neuro")
    sent_events.clear()
    await set_active(admin, scim, path, active=False)
    refused = await neuro.get("/me")
    assert (refused.status_code, refused.json()["code"]) == (403, "unknown_user")
    assert "on-call:changed" in {event.name for event in sent_events}
    assert await watched.rows(OPEN_DUTY) == [(0, 1)]
    assert [gap["startsAt"] for gap in await gaps(planner)] == [noon.isoformat().replace("+00:00", "Z")]
    await watched.look(after=timedelta(minutes=3))
    await set_active(admin, scim, path, active=True)
    ended = await neuro.get("/me")
    assert (ended.status_code, ended.json()["code"]) == (401, "session_ended")
    for minutes in UNTIL_EVERYONE_IS_PAGED:
        await watched.look(after=timedelta(minutes=minutes))
    assert {who for _, who, _, _ in await watched.since(len(paged))} == {"coordinator", BACKUP_NUMBER}
    assert (await sign_in("neuro").get("/me")).json()["checkedInLineIds"] == []


async def gaps(planner: httpx.AsyncClient) -> list[dict[str, Any]]:
    """When the board misses somebody on call for the stroke line, as planners see it."""
    lines = (await planner.get("/coverage")).json()["lines"]
    found: list[dict[str, Any]] = next(line["plan"]["gaps"] for line in lines if line["name"] == "Tele-Stroke")
    return found


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
    assert list(await session.scalars(text(UNITS_AT))) == ["summit"]
    assert (await scim.get(path)).json()["active"] is False
    giving = "insert into user_roles select u.id, r.id, 9 from users u, roles r where username = 'neuro2' and r.name = "
    await session.execute(text(f"{giving} 'Administrator'"))
    refused = await patch(scim, path, ON)
    assert (refused.status_code, refused.json()["detail"][:38]) == (409, "This person has administrative rights ")
    await session.execute(text("delete from user_roles where position = 9"))
    await session.execute(text("update users set active = false where username = 'neuro2'"))
    refused = await patch(scim, path, ON)
    assert (refused.status_code, refused.json()["detail"].rpartition(", ")[2]) == (409, "which deactivated them")
    await session.execute(text("update users set active = true where username = 'neuro2'"))
    assert (await change(scim, path, ON))["active"] is True
    again = (await sign_in("neuro2").get("/me")).json()
    assert again["organizations"] == before["organizations"]
    problems = (await sign_in("admin").get("/provisioning")).json()["problems"]
    assert [each["message"] for each in problems][2:] == [
        "The name stays as it is, because this person also works for another organization."
    ]
    await session.execute(text(FROM_ELSEWHERE))
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
    assert (await add(scim, active=None))["id"] == nora["id"]
    clock.advance(timedelta(minutes=1))
    assert (await sign_in(NORA["userName"]).get("/me")).status_code == 200


async def test_a_request_is_done_in_full_or_not_at_all(scim: httpx.AsyncClient) -> None:
    nora = await add(scim)
    path = f"/Users/{nora['id']}"
    refused = await patch(scim, path, OFF, {"op": "replace", "path": "userName", "value": "nurse"})
    assert (refused.status_code, refused.json()["scimType"]) == (409, "uniqueness")
    assert (await scim.get(path)).json() == nora


async def test_the_last_administrator_stays(scim: httpx.AsyncClient, session: AsyncSession) -> None:
    """Somebody with half of what it takes to administer is none."""
    for statement in (
        "delete from user_organizations where organization_id = (select id from organizations where code = 'summit')",
        "insert into roles (name, label) values ('Half', 'Half')",
        "insert into role_permissions select id, 'Manage', 'Admin' from roles where name = 'Half'",
        "delete from user_roles using users where user_id = users.id and username = 'tox'",
        "insert into user_roles select u.id, r.id, 1 from users u, roles r where username = 'tox' and name = 'Half'",
    ):
        await session.execute(text(statement))
    await session.commit()
    refused = await patch(scim, await path_of(scim, "admin"), OFF)
    assert (refused.status_code, refused.json()["detail"].split(".")[0]) == (
        409,
        "This is the last active administrator of an organization",
    )


async def test_a_mass_change_stops_until_an_administrator_allows_it(
    scim: httpx.AsyncClient, sign_in: SignIn, session: AsyncSession, monkeypatch: pytest.MonkeyPatch
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
    await session.execute(text("update scim_pauses set allowed_until = now() - interval '1 second'"))
    await session.commit()
    assert (await patch(scim, await path_of(scim, "tox"), OFF)).status_code == 409


@pytest.fixture
def share(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A client may deactivate 18 of a hundred people within an hour, however few there are."""
    monkeypatch.setattr(guards, "ALWAYS_ALLOWED", 0)
    settings = app.state.settings
    app.state.settings = settings.model_copy(update={"mass_change_percent": 18})
    yield
    app.state.settings = settings


@pytest.mark.usefixtures("share")
async def test_how_many_may_leave_is_a_setting_and_does_not_shrink_with_those_who_have_left(
    scim: httpx.AsyncClient, sign_in: SignIn, session: AsyncSession
) -> None:
    """Of eighteen people, three, also those whom the client has added, unless that was within the hour."""
    await add(scim)
    await session.execute(text("update scim_people set created_at = created_at - interval '61 minutes'"))
    paths = [await path_of(scim, username) for username in (NORA["userName"], "nurse", "psych", "tox")]
    assert [(await patch(scim, path, OFF)).status_code for path in paths] == [200, 200, 200, 409]
    (stop,) = (await sign_in("admin").get("/provisioning")).json()["stops"]
    assert (stop["deactivated"], stop["limit"]) == (3, 3)


async def test_taking_a_role_from_a_large_group_is_asked_with_the_number_of_people(
    scim: httpx.AsyncClient, sign_in: SignIn, session: AsyncSession
) -> None:
    added = [await add(scim, userName=f"new{number}@lakeshore.example", externalId=None) for number in range(3)]
    members = [{"value": each["id"]} for each in added]
    await scim.post("/Groups", json={"schemas": [GROUP], "displayName": "Desk", "members": members})
    admin = sign_in("admin")
    await give(admin, "Desk", "Bedside Provider")
    (group,) = (await admin.get("/provisioning")).json()["groups"]
    path, headers = f"/provisioning/groups/{group['id']}/roles", {"If-Match": group["version"]}
    asked = await admin.put(path, json={"roleIds": [], "confirmed": []}, headers=headers)
    assert (asked.status_code, asked.json()["code"]) == (409, "unconfirmed")
    (effect,) = asked.json()["effects"]
    assert effect[:5] == "3 of "
    assert effect.endswith(" active people of Lakeshore Health Network lose a role at once.")
    assert await roles_of(session, "new0@lakeshore.example") == ["Bedside Provider"]
    confirmed = await admin.put(path, json={"roleIds": [], "confirmed": asked.json()["codes"]}, headers=headers)
    assert confirmed.status_code == 200
    assert await roles_of(session, "new0@lakeshore.example") == []


async def test_who_was_deactivated_by_hand_stays_so(scim: httpx.AsyncClient, sign_in: SignIn) -> None:
    admin = sign_in("admin")
    path = await path_of(scim, "nurse")
    read: dict[str, Any] = (await admin.get(f"/people/{path.rpartition('/')[2]}")).json()
    body = person_fields(read) | {"active": False}
    headers = {"If-Match": f'"{read["version"]}"'}
    assert (await admin.put(f"/people/{read['id']}", json=body, headers=headers)).status_code == 200
    refused = await patch(scim, path, ON)
    assert (refused.status_code, refused.json()["detail"][:16]) == (409, "An administrator")
