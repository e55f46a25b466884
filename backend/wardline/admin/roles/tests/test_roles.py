"""Roles with what they allow, in words, and how many people have them."""

from typing import Any

import httpx
import pytest
from bodies import person_fields
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, SignIn
from wardline.access import permissions
from wardline.access.permissions import Permission
from wardline.admin.roles.words import WORDS


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
    headers = {"If-Match": read["version"]}
    return await admin.put(f"/roles/{read['id']}", json=fields_of(read, **fields), headers=headers)


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
    path = f"/roles/{added.json()['id']}/versions/{oldest['number']}/restore"
    restored = await admin.post(path, headers={"If-Match": changed.json()["version"]})
    assert (restored.json()["label"], restored.json()["version"]) == ("Scribe", added.json()["version"])


async def test_the_effect_counts_only_those_who_have_the_permission_by_no_other_role(
    admin: httpx.AsyncClient, check_in: CheckIn, session: AsyncSession, statements: list[str]
) -> None:
    await check_in("psych", line="tele-psych")
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
    assert (await role(admin, "Virtual Provider"))["version"] == virtual["version"]


async def test_a_retired_role_allows_nothing_and_nobody_is_given_it(
    admin: httpx.AsyncClient, sign_in: SignIn, check_in: CheckIn
) -> None:
    psych = await check_in("psych", line="tele-psych")
    virtual = await role(admin, "Virtual Provider")
    retired = await change(admin, virtual, isRetired=True)
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


async def test_nobody_adds_administrative_rights_that_they_do_not_have(admin: httpx.AsyncClient) -> None:
    bedside = await role(admin, "Bedside Provider")
    proposed = await effect(admin, bedside, added=[REPORTS])
    assert proposed["refusal"]["code"] == "permission_beyond_own_rights"
    refused = await change(admin, bedside, added=[REPORTS])
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (403, "permissions")
    unknown = await change(admin, bedside, added=[("Fly", "Helicopter")])
    assert (unknown.status_code, unknown.json()["code"]) == (400, "validation")
    kept = await change(admin, bedside, label="Bedside staff")
    assert ("ViewVidyo", "Consult") in {(each["action"], each["subject"]) for each in kept.json()["permissions"]}
