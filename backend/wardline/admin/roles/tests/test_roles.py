"""Roles with what they allow, in words, and how many people have them."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest
from bodies import person_fields
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, RolledBackDatabase, SignIn, job_context
from wardline.access import permissions
from wardline.access.permissions import Permission
from wardline.admin.drafts.jobs import publish_scheduled_drafts
from wardline.admin.roles.words import WORDS
from wardline.core import clock


@pytest.mark.as_user("admin")
async def test_roles_come_with_their_permissions_in_words(client: httpx.AsyncClient, statements: list[str]) -> None:
    statements.clear()
    answer = (await client.get("/roles")).json()
    assert len(statements) <= 6
    roles = {role["name"]: role for role in answer["roles"]}
    assert roles["Administrator"]["people"] == 1
    assert roles["Virtual Provider"]["people"] > 3
    described = {(each["action"], each["subject"]): each for each in answer["permissions"]}
    acknowledging = described["Acknowledge", "Consult"]
    assert acknowledging["roleIds"] == [roles["Virtual Provider"]["id"]]
    assert acknowledging["label"] == "Acknowledge consults"
    unused = described["Transfer", "Consult"]
    assert (unused["group"], unused["label"]) == ("other", "Transfer Consult")


def test_every_permission_has_words_of_its_own() -> None:
    known = {each for each in vars(permissions).values() if isinstance(each, Permission)}
    assert set(WORDS) == known
    assert len({words.label for words in WORDS.values()}) == len(known)
    assert all(words.allows.endswith(".") and not words.label.endswith(".") for words in WORDS.values())


Role = dict[str, Any]
GIVE, VIEW, MANAGE, REPORTS = ("Give", "Consult"), ("View", "Consult"), ("Manage", "Admin"), ("List", "Reports")
MANY = ["massChange"]

GIVEN_OTHERWISE = """
with other as (insert into roles (name, label) values ('Other', 'Other') returning id),
allowed as (insert into role_permissions select id, 'Give', 'Consult' from other)
insert into user_roles select users.id, other.id, 10 from users, other where username = 'psych'
"""
COUNTS = """
with people as (
  select o.name, count(*) active, count(*) filter (where exists (
    select from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id and r.name = :role
  )) having_it
  from organizations o join user_organizations uo on uo.organization_id = o.id join users u on u.id = uo.user_id
  where u.active group by o.id
) select name, having_it, active from people where having_it >= 3
"""
"""Of each organization with at least three active people who have a role: its name, their number, and that of all."""


@pytest.fixture
def admin(sign_in: SignIn) -> httpx.AsyncClient:
    return sign_in("admin")


async def role(admin: httpx.AsyncClient, name: str) -> Role:
    ids = {each["name"]: each["id"] for each in (await admin.get("/roles")).json()["roles"]}
    read: Role = (await admin.get(f"/roles/{ids[name]}")).json()
    return read


def fields_of(read: Role, **fields: Any) -> Role:
    without = fields.pop("without", ())
    added = [{"action": action, "subject": subject} for action, subject in fields.pop("added", ())]
    kept = [each for each in read["permissions"] if (each["action"], each["subject"]) not in without]
    same = {"label": read["label"], "isRetired": read["isRetired"], "reason": None}
    return same | {"permissions": [*kept, *added]} | fields


async def change(admin: httpx.AsyncClient, read: Role, **fields: Any) -> httpx.Response:
    headers, confirmed = {"If-Match": read["version"]}, {"confirmed": fields.pop("confirmed", [])}
    return await admin.put(f"/roles/{read['id']}", json=fields_of(read, **fields) | confirmed, headers=headers)


async def restore(admin: httpx.AsyncClient, read: Role, number: int, *confirmed: str) -> httpx.Response:
    path, headers = f"/roles/{read['id']}/versions/{number}/restore", {"If-Match": read["version"]}
    return await admin.post(path, json={"confirmed": confirmed}, headers=headers)


async def effect(admin: httpx.AsyncClient, read: Role, **fields: Any) -> Role:
    body = {name: value for name, value in fields_of(read, **fields).items() if name in ("permissions", "isRetired")}
    answer: Role = (await admin.post(f"/roles/{read['id']}/effect", json=body)).json()
    return answer


def counted(effects: list[Role]) -> dict[tuple[str, str], tuple[int, int, int]]:
    return {
        (each["action"], each["subject"]): (each["people"], each["organizations"], each["elsewhere"])
        for each in effects
    }


async def test_an_own_role_is_added_given_and_changed(admin: httpx.AsyncClient, sign_in: SignIn) -> None:
    new = {"name": "Scribe", "label": "Scribe", "permissions": [], "isRetired": False, "reason": "For the clinic"}
    added = await admin.post("/roles", json=new)
    assert added.status_code == 201, added.text
    assert (added.json()["people"], added.json()["managedBy"]) == (0, None)
    taken = await admin.post("/roles", json=new)
    assert (taken.status_code, taken.json()["errors"][0]["field"]) == (409, "name")
    person = (await admin.get("/people", params={"text": "nobody"})).json()["people"][0]
    read = (await admin.get(f"/people/{person['id']}")).json()
    headers = {"If-Match": read["version"]}
    given = person_fields(read) | {"roleIds": [added.json()["id"]]}
    assert (await admin.put(f"/people/{person['id']}", json=given, headers=headers)).status_code == 200
    nobody = sign_in("nobody")
    assert (await nobody.get("/me")).json()["rbacPermissions"] == []
    changed = await change(admin, added.json(), added=[VIEW], label="Writer", reason="Reads along")
    assert changed.status_code == 200, changed.text
    assert (await nobody.get("/me")).json()["rbacPermissions"] == [{"action": "View", "subject": "Consult"}]
    late = await change(admin, added.json(), label="Other")
    assert (late.status_code, late.json()["current"]["label"]) == (412, "Writer")
    newest, oldest = (await admin.get(f"/roles/{added.json()['id']}/versions")).json()["versions"]
    assert (newest["reason"], [each["place"] for each in newest["differences"]]) == (
        "Reads along",
        ["label", "permissions"],
    )
    restored = await restore(admin, changed.json(), oldest["number"])
    assert (restored.json()["label"], restored.json()["version"]) == ("Scribe", added.json()["version"])


async def test_the_effect_counts_only_those_who_have_the_permission_by_no_other_role(
    admin: httpx.AsyncClient, check_in: CheckIn, session: AsyncSession, statements: list[str]
) -> None:
    await check_in("psych", line="tele-psych")
    await session.execute(text("update users set active = false where username = 'covid'"))
    await session.commit()
    virtual = await role(admin, "Virtual Provider")
    statements.clear()
    before = await effect(admin, virtual, without=[GIVE], added=[("Cancel", "Consult")])
    assert len(statements) <= 6
    everybody, organizations = virtual["people"], 2
    assert counted(before["losses"]) == {GIVE: (everybody, organizations, 0)}
    assert before["goOffCall"] == 1
    both = "insert into user_roles select id, (select id from roles where name = 'Bedside Provider'), 9 from users"
    await session.execute(text(f"{both} where username = 'psych'"))
    await session.commit()
    gains = counted((await effect(admin, virtual, added=[("Cancel", "Consult")]))["gains"])
    held_already = await session.scalar(
        text(
            "select count(*) from users where active and (select count(*) from user_roles join roles on id = role_id"
            " where user_id = users.id and name in ('Virtual Provider', 'Bedside Provider')) = 2"
        )
    )
    assert gains == {("Cancel", "Consult"): (everybody - held_already, organizations, 0)}
    query = {"action": "Cancel", "subject": "Consult"}
    named = (await admin.get(f"/roles/{virtual['id']}/people", params=query)).json()
    assert len(named["people"]) == everybody - held_already
    assert "psych" not in {each["username"] for each in named["people"]}
    await session.execute(text(GIVEN_OTHERWISE))
    await session.commit()
    assert (await effect(admin, virtual, without=[GIVE]))["goOffCall"] == 0
    assert (await role(admin, "Virtual Provider"))["version"] == virtual["version"]


async def test_a_retired_role_allows_nothing_and_nobody_is_given_it(
    admin: httpx.AsyncClient, sign_in: SignIn, check_in: CheckIn
) -> None:
    psych = await check_in("psych", line="tele-psych")
    virtual = await role(admin, "Virtual Provider")
    retired = await change(admin, virtual, isRetired=True, confirmed=MANY)
    assert retired.json()["permissions"] == virtual["permissions"]
    me = (await psych.get("/me")).json()
    assert (me["rbacPermissions"], me["roles"], me["checkedInLineIds"]) == ([], [], [])
    (nurse,) = (await admin.get("/people", params={"text": "maya"})).json()["people"]
    read = (await admin.get(f"/people/{nurse['id']}")).json()
    given = person_fields(read) | {"roleIds": [*read["roleIds"], virtual["id"]]}
    refused = await admin.put(f"/people/{nurse['id']}", json=given, headers={"If-Match": read["version"]})
    assert (refused.status_code, refused.json()["code"]) == (409, "role_is_retired")
    back = await change(admin, retired.json(), isRetired=False)
    assert back.json()["version"] == virtual["version"]
    assert GIVE in {(each["action"], each["subject"]) for each in (await psych.get("/me")).json()["rbacPermissions"]}


async def test_what_a_change_takes_from_many_people_at_once_is_asked_with_their_number(
    admin: httpx.AsyncClient, session: AsyncSession, database: RolledBackDatabase, noon: datetime
) -> None:
    virtual = await role(admin, "Virtual Provider")
    counts = await session.execute(text(COUNTS), {"role": virtual["name"]})
    effects = [f"{lose} of {active} active people of {name} can do less at once." for name, lose, active in counts]
    for fields in ({"isRetired": True}, {"without": [GIVE]}, {"without": [GIVE], "added": [("Cancel", "Consult")]}):
        asked = await change(admin, virtual, **fields)
        assert (asked.status_code, asked.json()["code"]) == (409, "unconfirmed")
        assert (asked.json()["effects"], asked.json()["codes"]) == (effects, MANY)
    assert (await role(admin, "Virtual Provider"))["version"] == virtual["version"]
    less = (await change(admin, virtual, without=[GIVE], confirmed=MANY)).json()
    whole = (await change(admin, less, added=[GIVE])).json()
    assert whole["version"] == virtual["version"], "what gives something is not asked"
    assert (await restore(admin, whole, 2)).json()["effects"] == effects
    body = fields_of(whole, without=[GIVE]) | {"onLive": False}
    saved = await admin.put(f"/roles/{whole['id']}/draft", json=body, headers={"If-Match": whole["version"]})
    draft = saved.json()["draft"]
    path, headers = f"/drafts/{draft['id']}", {"If-Match": draft["version"]}
    assert (await admin.post(f"{path}/publish", json={"confirmed": []}, headers=headers)).json()["effects"] == effects
    due = {"publishAt": (noon + timedelta(minutes=1)).isoformat()}
    asked = await admin.post(f"{path}/schedule", json=due | {"confirmed": []}, headers=headers)
    assert asked.json()["effects"] == effects
    await admin.post(f"{path}/schedule", json=due | {"confirmed": MANY}, headers=headers)
    clock.advance(timedelta(minutes=1))
    await publish_scheduled_drafts(job_context(database))
    assert (await role(admin, "Virtual Provider"))["version"] == less["version"]


@pytest.fixture
def any_share(app: FastAPI) -> Iterator[None]:
    """Any number of people may lose something without a confirmation."""
    settings = app.state.settings
    app.state.settings = settings.model_copy(update={"mass_change_percent": 100})
    yield
    app.state.settings = settings


async def test_what_a_change_takes_from_one_person_is_not_asked(admin: httpx.AsyncClient) -> None:
    assert (await change(admin, await role(admin, "Transfer Coordinator"), isRetired=True)).status_code == 200


@pytest.mark.usefixtures("any_share")
async def test_the_share_that_is_asked_about_is_a_setting(admin: httpx.AsyncClient) -> None:
    assert (await change(admin, await role(admin, "Virtual Provider"), isRetired=True)).status_code == 200


@pytest.mark.parametrize(
    "fields", [{"without": [MANAGE]}, {"without": [("Access", "Organization")]}, {"isRetired": True}]
)
async def test_administrators_keep_their_own_rights(admin: httpx.AsyncClient, fields: Role) -> None:
    refused = await change(admin, await role(admin, "Administrator"), **fields)
    assert (refused.status_code, refused.json()["code"]) == (409, "own_rights")


async def test_a_role_that_somebody_elsewhere_has_is_only_read(admin: httpx.AsyncClient, session: AsyncSession) -> None:
    await session.execute(
        text(
            "delete from user_organizations using users, organizations o where user_id = users.id"
            " and username = 'admin' and organization_id = o.id and code = 'summit'"
        )
    )
    await session.commit()
    bedside = await role(admin, "Bedside Provider")
    assert bedside["isHeldElsewhere"]
    proposed = await effect(admin, bedside, added=[("Acknowledge", "Transfer")])
    assert proposed["refusal"]["code"] == "role_held_elsewhere"
    assert (proposed["people"], proposed["elsewhere"]) == (bedside["people"], 1)
    refused = await change(admin, bedside, label="Other")
    assert (refused.status_code, refused.json()["code"]) == (403, "role_held_elsewhere")


async def test_a_role_that_a_group_of_another_organization_gives_is_only_read(
    admin: httpx.AsyncClient, session: AsyncSession
) -> None:
    await session.execute(
        text(
            "delete from user_organizations using users, organizations o where user_id = users.id"
            " and username in ('admin', 'coordinator') and organization_id = o.id and code = 'summit'"
        )
    )
    await session.execute(
        text(
            "with g as (insert into groups (organization_id, display_name, created_at, changed_at)"
            " select id, 'Desk', now(), now() from organizations where code = 'summit' returning id)"
            " insert into group_roles select g.id, r.id from g, roles r where r.name = 'Transfer Coordinator'"
        )
    )
    coordinator = await role(admin, "Transfer Coordinator")
    assert coordinator["isHeldElsewhere"]
    refused = await change(admin, coordinator, label="Other")
    assert (refused.status_code, refused.json()["code"]) == (403, "role_held_elsewhere")


async def test_nobody_adds_administrative_rights_that_they_do_not_have(admin: httpx.AsyncClient) -> None:
    bedside = await role(admin, "Bedside Provider")
    proposed = await effect(admin, bedside, added=[REPORTS])
    assert proposed["refusal"]["code"] == "permission_beyond_own_rights"
    refused = await change(admin, bedside, added=[REPORTS])
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (403, "permissions")
    unknown = await change(admin, bedside, added=[("Fly", "Helicopter")])
    assert (unknown.status_code, unknown.json()["code"]) == (400, "validation")
    kept = await change(admin, bedside, label="Bedside staff")
    retired = await change(admin, await role(admin, "Reporting"), isRetired=True)
    revived = await change(admin, retired.json(), isRetired=False)
    assert (revived.status_code, revived.json()["code"]) == (403, "permission_beyond_own_rights")
    assert ("ViewVidyo", "Consult") in {(each["action"], each["subject"]) for each in kept.json()["permissions"]}
