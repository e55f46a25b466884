"""What Entra and Okta really send, from the first look-up to the day on which somebody leaves and comes back."""

from typing import Any

import httpx
import pytest
from bodies import person_fields
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import SignIn

Json = dict[str, Any]
Sources = dict[str, tuple[str, list[str]]]
USER = "urn:ietf:params:scim:schemas:core:2.0:User"
GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group"
ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"
PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp"
NORA: Json = {
    "schemas": [USER, ENTERPRISE],
    "externalId": "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
    "userName": "Nora.Night@lakeshore.example",
    "active": True,
    "displayName": "Nora Night",
    "emails": [{"primary": True, "type": "work", "value": "nora.night@lakeshore.example"}],
    "meta": {"resourceType": "User"},
    "name": {"formatted": "Nora Night", "familyName": "Night", "givenName": "Nora"},
    "phoneNumbers": [{"type": "work", "value": "+1 555-010-0142"}],
    "title": "Nurse",
    ENTERPRISE: {"department": "Emergency", "employeeNumber": "1187"},
}


async def add(scim: httpx.AsyncClient, **fields: Any) -> Json:
    added = await scim.post("/Users", json=NORA | fields)
    assert added.status_code == 201, added.text
    return dict(added.json())


async def patch(scim: httpx.AsyncClient, path: str, *operations: Json) -> httpx.Response:
    return await scim.patch(path, json={"schemas": [PATCH], "Operations": list(operations)})


async def change(scim: httpx.AsyncClient, path: str, *operations: Json) -> Json:
    changed = await patch(scim, path, *operations)
    assert changed.status_code == 200, changed.text
    return dict(changed.json())


async def search(scim: httpx.AsyncClient, path: str, by: str, **parameters: str) -> list[Json]:
    found = await scim.get(path, params={"filter": by, **parameters})
    assert found.status_code == 200, found.text
    assert found.headers["content-type"] == "application/scim+json"
    resources: list[Json] = found.json().get("Resources", [])
    assert found.json()["totalResults"] == len(resources)
    return resources


async def test_entra_adds_changes_deactivates_and_brings_back_a_person(
    scim: httpx.AsyncClient, sign_in: SignIn, session: AsyncSession
) -> None:
    random = await search(scim, "/Users", 'userName eq "5a1b8b3c-3e9f-4e5c-9f64-8a63d2c0b2d1"')
    assert random == []
    nora = await add(scim)
    assert nora["phoneNumbers"] == [{"type": "work", "value": "+1 555-010-0142"}]
    assert "urn" not in str(nora.keys())
    path = f"/Users/{nora['id']}"
    for by in (
        'userName eq "NORA.night@lakeshore.example"',
        'externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"',
        'emails[type eq "work"].value eq "Nora.Night@lakeshore.example"',
        'userName eq "nora.night@lakeshore.example" and externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"',
    ):
        assert [each["id"] for each in await search(scim, "/Users", by)] == [nora["id"]], by
    again = await scim.post("/Users", json=NORA | {"userName": "nora.night@LAKESHORE.example"})
    assert (again.status_code, again.json()["scimType"]) == (409, "uniqueness")

    renamed = await change(
        scim,
        path,
        {"op": "Replace", "path": "name.familyName", "value": "Morning"},
        {"op": "Replace", "path": 'emails[type eq "work"].value', "value": "nora.morning@lakeshore.example"},
        {"op": "Add", "path": 'addresses[type eq "work"].formatted', "value": "1 Lake Street"},
        {"op": "Add", "path": 'phoneNumbers[type eq "mobile"].value', "value": "+44 20 7946 0000"},
        {"op": "Replace", "path": f"{ENTERPRISE}:department", "value": "Intensive care"},
        {"op": "Replace", "value": {"displayName": "Nora Morning", "name.formatted": "Nora Morning"}},
    )
    assert renamed["name"] == {"formatted": "Nora Morning", "familyName": "Morning", "givenName": "Nora"}
    assert renamed["emails"][0]["value"] == "nora.morning@lakeshore.example"
    assert renamed["meta"]["version"] != nora["meta"]["version"]
    me = (await sign_in(NORA["userName"]).get("/me")).json()
    assert (me["lastName"], me["phoneNumber"]) == ("Morning", "(555) 010-0142")

    off = await change(scim, path, {"op": "Replace", "path": "active", "value": "False"})
    assert off["active"] is False
    assert (await sign_in(NORA["userName"]).get("/me")).json()["code"] == "unknown_user"
    assert (await search(scim, "/Users", f'userName eq "{NORA["userName"]}"'))[0]["active"] is False
    assert (await scim.get(path)).json()["active"] is False
    known = await scim.post("/Users", json=NORA)
    assert (known.status_code, known.json()["scimType"]) == (409, "uniqueness")
    assert (await change(scim, path, {"op": "replace", "value": {"active": "True"}}))["active"] is True
    sources = await session.scalars(
        text("select source || ' ' || client from network_versions where code = :code"), {"code": NORA["userName"]}
    )
    assert set(sources) == {"scim entra"}


async def test_okta_replaces_the_whole_person(scim: httpx.AsyncClient, sign_in: SignIn) -> None:
    first = await scim.get("/Users", params={"startIndex": 1, "count": 2})
    assert (first.json()["itemsPerPage"], first.json()["startIndex"]) == (2, 1)
    assert first.json()["totalResults"] > 2
    nora = await add(scim)
    path = f"/Users/{nora['id']}"
    sent = {key: value for key, value in NORA.items() if key not in {"active", "phoneNumbers"}}
    replaced = await scim.put(path, json=sent | {"id": nora["id"], "userName": "n.night@lakeshore.example"})
    assert replaced.status_code == 200, replaced.text
    assert replaced.json()["active"] is True
    assert "phoneNumbers" not in replaced.json()
    # The identifier at the provider follows the userName; whoever signed in with the old one no longer can.
    assert (await sign_in("n.night@lakeshore.example").get("/me")).json()["phoneNumber"] is None
    assert (await sign_in(NORA["userName"]).get("/me")).status_code == 403
    off = await scim.put(path, json=sent | {"id": nora["id"], "active": False})
    assert off.json()["active"] is False
    stale = await scim.put(path, json=sent, headers={"If-Match": nora["meta"]["version"]})
    assert stale.status_code == 412


@pytest.mark.parametrize(
    "removal",
    [
        {"op": "Remove", "path": "members", "value": [{"value": "{id}"}]},
        {"op": "remove", "path": 'members[value eq "{id}"]'},
    ],
    ids=["as Entra by default", "by the standard"],
)
async def test_a_role_goes_with_its_group_and_one_given_by_hand_stays(
    removal: Json, scim: httpx.AsyncClient, sign_in: SignIn, session: AsyncSession
) -> None:
    admin = sign_in("admin")
    (tox,) = await search(scim, "/Users", 'userName eq "tox"')
    await give_by_hand(admin, int(tox["id"]), "Bedside Provider")
    nora = await add(scim)
    group = (
        await scim.post("/Groups", json={"schemas": [GROUP], "displayName": "Transfer desk", "externalId": "g-7"})
    ).json()
    path = f"/Groups/{group['id']}"
    members = [{"value": tox["id"]}, {"value": nora["id"]}]
    await change(scim, path, {"op": "Add", "path": "members", "value": members})
    before = await roles_of(session, "tox")
    await give(admin, "Transfer desk", "Transfer Coordinator", "Bedside Provider")
    assert await roles_of(session, "tox") == [*before, "Transfer Coordinator"]
    assert await roles_of(session, NORA["userName"]) == ["Bedside Provider", "Transfer Coordinator"]
    (found,) = await search(scim, "/Groups", 'displayName eq "transfer desk"', excludedAttributes="members")
    assert found.keys().isdisjoint({"members"})
    assert (await scim.get(f"/Users/{tox['id']}")).json()["groups"][0]["display"] == "Transfer desk"

    by_hand: Sources = {"Bedside Provider": ("byHand", []), "Virtual Provider": ("file", [])}
    of_group = {"Transfer Coordinator": ("group", ["Transfer desk"])}
    assert await explained(admin, int(tox["id"])) == by_hand | of_group
    await change(scim, path, fill(removal, tox["id"]))
    assert await roles_of(session, "tox") == before == ["Virtual Provider", "Bedside Provider"]
    assert await explained(admin, int(tox["id"])) == by_hand
    assert (await scim.delete(path)).status_code == 204
    assert (await scim.get(path)).status_code == 404
    assert await roles_of(session, NORA["userName"]) == []


async def test_the_name_of_a_group_is_not_told_in_another_organization(
    scim: httpx.AsyncClient, sign_in: SignIn, session: AsyncSession
) -> None:
    admin = sign_in("admin")
    (tox,) = await search(scim, "/Users", 'userName eq "tox"')
    await scim.post("/Groups", json={"schemas": [GROUP], "displayName": "Desk", "members": [{"value": tox["id"]}]})
    await give(admin, "Desk", "Transfer Coordinator")
    moved = (
        "update user_organizations set organization_id = o.id from users u, organizations o"
        " where user_id = u.id and username = 'tox' and o.code = 'summit'"
    )
    left = (
        "delete from user_organizations using users u, organizations o"
        " where user_id = u.id and username = 'admin' and organization_id = o.id and code = 'lakeshore'"
    )
    for statement in (moved, left):
        await session.execute(text(statement))
    await session.commit()
    assert (await explained(admin, int(tox["id"])))["Transfer Coordinator"] == ("group", [])
    (role,) = (await admin.get(f"/people/{tox['id']}")).json()["rolesOfGroups"]
    assert role["groups"] == []


async def test_nobody_lets_a_group_give_administrative_rights_that_they_do_not_have(
    scim: httpx.AsyncClient, sign_in: SignIn, session: AsyncSession
) -> None:
    await scim.post("/Groups", json={"schemas": [GROUP], "displayName": "Analysts"})
    admin = sign_in("admin")
    page = (await admin.get("/provisioning")).json()
    (role,) = [each for each in page["roles"] if not each["mayBeGiven"]]
    path = f"/provisioning/groups/{page['groups'][0]['id']}/roles"
    headers = {"If-Match": page["groups"][0]["version"]}
    refused = await admin.put(path, json={"roleIds": [role["id"]], "confirmed": []}, headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (403, "beyond_own_rights")
    # What somebody else has let it give may stay.
    await session.execute(text("insert into group_roles select groups.id, :role from groups"), {"role": role["id"]})
    await session.commit()
    await give(admin, "Analysts", role["name"], "Transfer Coordinator")


async def test_nobody_lets_a_group_give_a_retired_role_or_take_their_own_rights(
    scim: httpx.AsyncClient, sign_in: SignIn, session: AsyncSession
) -> None:
    admin = sign_in("admin")
    (own,) = await search(scim, "/Users", 'userName eq "admin"')
    await scim.post("/Groups", json={"schemas": [GROUP], "displayName": "Desk", "members": [{"value": own["id"]}]})
    await give(admin, "Desk", "Bedside Provider")
    for statement in (
        (
            "insert into user_roles select u.id, r.id, 9 from users u, roles r"
            " where username = 'psych' and r.name = 'Administrator'"
        ),
        "insert into group_roles select g.id, r.id from groups g, roles r where r.name = 'Administrator'",
        (
            "insert into user_role_groups select u.id, r.id, g.id from users u, roles r, groups g"
            " where username = 'admin' and r.name = 'Administrator'"
        ),
        "update roles set retired_permissions = '{}' where name = 'Transfer Coordinator'",
    ):
        await session.execute(text(statement))
    page = (await admin.get("/provisioning")).json()
    (group,), ids = page["groups"], {role["name"]: role["id"] for role in page["roles"]}

    async def choose(*names: str) -> tuple[int, str]:
        body = {"roleIds": [ids[name] for name in names], "confirmed": []}
        path, headers = f"/provisioning/groups/{group['id']}/roles", {"If-Match": group["version"]}
        refused = await admin.put(path, json=body, headers=headers)
        return refused.status_code, refused.json()["code"]

    assert await choose("Administrator", "Transfer Coordinator") == (409, "role_is_retired")
    assert await choose("Bedside Provider") == (409, "own_rights")


def fill(operation: Json, user_id: str) -> Json:
    return {
        key: value.replace("{id}", user_id) if isinstance(value, str) else [{"value": user_id}]
        for key, value in operation.items()
    }


async def give(admin: httpx.AsyncClient, group: str, *names: str) -> None:
    page = (await admin.get("/provisioning")).json()
    (found,) = [each for each in page["groups"] if each["displayName"] == group]
    role_ids = [role["id"] for role in page["roles"] if role["name"] in names]
    path, headers = f"/provisioning/groups/{found['id']}/roles", {"If-Match": f'"{found["version"]}"'}
    given = await admin.put(path, json={"roleIds": role_ids, "confirmed": []}, headers=headers)
    assert given.status_code == 200, given.text
    late = await admin.put(path, json={"roleIds": [], "confirmed": []}, headers=headers)
    assert (late.status_code, late.json()["current"]["roleIds"]) == (412, sorted(role_ids))
    assert late.json()["changedBy"]["username"] == "admin"


async def roles_of(session: AsyncSession, username: str) -> list[str]:
    statement = text(
        "select r.name from user_roles ur join users u on u.id = ur.user_id join roles r on r.id = ur.role_id"
        " where u.username = :username order by ur.position"
    )
    return list(await session.scalars(statement, {"username": username}))


async def give_by_hand(admin: httpx.AsyncClient, person_id: int, name: str) -> None:
    read = (await admin.get(f"/people/{person_id}")).json()
    (role_id,) = [each["id"] for each in (await admin.get("/people/choices")).json()["roles"] if each["name"] == name]
    body = person_fields(read)
    body |= {"roleIds": [*read["roleIds"], role_id], "reason": None}
    given = await admin.put(f"/people/{person_id}", json=body, headers={"If-Match": f'"{read["version"]}"'})
    assert given.status_code == 200, given.text


async def explained(admin: httpx.AsyncClient, person_id: int) -> Sources:
    """Where the access check says that a person's roles come from."""
    names: Sources = {}
    for action in ("listConsults", "listTransfers"):
        answer = (await admin.post("/access-checks", json={"personId": person_id, "action": action})).json()
        for permission in answer["permissions"]:
            names |= {r["name"]: (r["source"], r["groups"]) for r in permission["roles"] if r["source"] is not None}
    return names


async def test_pages_are_counted_and_follow_each_other(scim: httpx.AsyncClient, statements: list[str]) -> None:
    async def page(path: str, **query: Any) -> tuple[int, list[str]]:
        statements.clear()
        found = (await scim.get(path, params=query)).json()
        assert len(statements) <= 6, statements
        return found["totalResults"], [each["id"] for each in found.get("Resources", [])]

    total, people = await page("/Users")
    assert len(people) == total
    assert await page("/Users", startIndex=3, count=2) == (total, people[2:4])
    await add(scim)
    gone = (await page("/Users", startIndex=total + 1))[1]
    await scim.delete(f"/Users/{gone[0]}")
    assert await page("/Users", count=200) == (total, people)
    for name in ("Desk", "Night", "Ward"):
        await scim.post("/Groups", json={"schemas": [GROUP], "displayName": name, "members": [{"value": people[0]}]})
    _, groups = await page("/Groups")
    assert await page("/Groups", startIndex=2, count=1, excludedAttributes="members") == (3, groups[1:2])
    assert await page("/Groups", filter='displayName eq "NIGHT"') == (1, groups[1:2])
    assert await page("/Groups", filter=f'displayName sw "n" and members.value eq "{people[0]}"') == (1, groups[1:2])
