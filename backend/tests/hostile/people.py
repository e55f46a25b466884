"""A person whom an administrator changes, and valid bodies about people."""

from typing import Any, Final

import httpx
from sqlalchemy import text

from conftest import RolledBackDatabase
from wardline.network.objects import digest_of

OF_PEOPLE: Final = b"/api/people/"
OF_GROUPS: Final = b"/api/provisioning/groups/"
"""Paths of changes that name the version they change."""
VERSION_OF_GROUP: Final = digest_of({"roles": []})
"""A group of the identity provider that gives no roles."""
_ADD_GROUP: Final = """
insert into groups (organization_id, display_name, created_at, changed_at)
select id, 'Desk', now(), now() from organizations where code = 'lakeshore' returning id, organization_id
"""
_FROM_THE_RESPONSE: Final = (
    "id",
    "username",
    "version",
    "managedBy",
    "contacts",
    "lastSeenAt",
    "worksElsewhere",
    "rolesOfGroups",
)


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
    fields = {name: value for name, value in read.items() if name not in _FROM_THE_RESPONSE} | {"reason": None}
    changed = await client.put(path, json=fields | {"medipacId": "M-100"}, headers={"If-Match": read["version"]})
    assert changed.status_code == 200, changed.text
    return changed.json()["version"], {
        "replacePerson": fields,
        "addPerson": fields | {"username": "new"},
        "setGroupRoles": {
            "roleIds": [],
        },
    }
