"""A person and a role that an administrator changes, and valid bodies about people and roles."""

from typing import Any, Final

import httpx
from bodies import person_fields
from sqlalchemy import text

from conftest import RolledBackDatabase
from wardline.network.objects import digest_of

OF_PEOPLE: Final = b"/api/people/"
OF_ROLES: Final = b"/api/roles/"
OF_GROUPS: Final = b"/api/provisioning/groups/"
"""Paths of changes that name the version they change."""
VERSION_OF_GROUP: Final = digest_of({"roles": []})
"""A group of the identity provider that gives no roles."""
_ADD_GROUP: Final = """
insert into groups (organization_id, display_name, created_at, changed_at)
select id, 'Desk', now(), now() from organizations where code = 'lakeshore' returning id, organization_id
"""


async def build_people(
    client: httpx.AsyncClient, database: RolledBackDatabase, ids: dict[str, str], foreign: dict[str, str]
) -> tuple[str, dict[str, Any]]:
    """The administrator changes the nurse; returns the version since then, and the bodies.

    Adds the ids of the nurse, and of a group and its organization, to `ids`, and that of someone who is in no
    organization to those that nobody may view.
    """
    async with database.transaction() as session:
        users = {row.username: row.id for row in await session.execute(text("select username, id from users"))}
        await session.execute(text("delete from user_organizations where user_id = :id"), {"id": users["nobody"]})
        group = (await session.execute(text(_ADD_GROUP))).one()
    ids |= {"group_id": str(group.id), "organization_id": str(group.organization_id)}
    foreign |= {"group_id": "999999", "organization_id": "999999"}
    foreign["user_id"] = str(users["nobody"])
    ids["user_id"] = str(users["nurse"])
    path = f"/people/{ids['user_id']}"
    read = (await client.get(path)).json()
    fields = person_fields(read)
    changed = await client.put(path, json=fields | {"medipacId": "M-100"}, headers={"If-Match": read["version"]})
    assert changed.status_code == 200, changed.text
    invitation = {"email": "new@example.org"}
    assert (await client.post(f"{path}/invitation", json=invitation)).status_code == 200
    file = {"text": "Username,First name,Last name,Organizations\r\nnewest,New,Person,lakeshore\r\n"}
    checked = (await client.post("/people/imports/check", json=file)).json()
    confirmed = {"digest": checked["digest"], "confirmedCount": None, "invite": False}
    return changed.json()["version"], {
        "replacePerson": fields,
        "restorePersonVersion": {"confirmed": []},
        "addPerson": fields | {"username": "new"},
        "setGroupRoles": {"roleIds": [], "confirmed": []},
        "invitePerson": invitation,
        "checkPeopleImport": file,
        "importPeople": file | confirmed | {"fileName": "people.csv", "reason": None},
    }


async def build_roles(
    client: httpx.AsyncClient, ids: dict[str, str], foreign: dict[str, str]
) -> tuple[str, dict[str, Any]]:
    """The same for a role; all roles can be seen, so the foreign one does not exist."""
    roles = {each["name"]: each["id"] for each in (await client.get("/roles")).json()["roles"]}
    ids["role_id"], foreign["role_id"] = str(roles["Transfer Coordinator"]), str(max(roles.values()) + 1)
    path = f"/roles/{ids['role_id']}"
    read = (await client.get(path)).json()
    proposed = {"permissions": read["permissions"], "isRetired": False}
    fields = proposed | {"label": "Coordinator", "reason": None}
    change = fields | {"confirmed": []}
    changed = await client.put(path, json=change, headers={"If-Match": read["version"]})
    assert changed.status_code == 200, changed.text
    bodies = {
        "getRoleEffect": proposed,
        "replaceRole": change,
        "restoreRoleVersion": {"confirmed": []},
        "saveRoleDraft": fields | {"onLive": True},
        "addRole": fields | {"name": "New", "permissions": []},
    }
    return changed.json()["version"], bodies


async def build_view(client: httpx.AsyncClient, ids: dict[str, str], foreign: dict[str, str]) -> None:
    """The administrator sees Wardline as the nurse."""
    started = await client.post(f"/people/{ids['user_id']}/views")
    assert started.status_code == 201, started.text
    ids["view_id"], foreign["view_id"] = started.json()["id"], ids["consult_id"]
