"""A person whom an administrator changes, and valid bodies about people."""

from typing import Any, Final

import httpx
from sqlalchemy import text

from conftest import RolledBackDatabase

OF_PEOPLE: Final = b"/api/people/"
"""Paths of changes that name the version they change."""
_FROM_THE_RESPONSE: Final = (
    "id",
    "username",
    "version",
    "managedBy",
    "contacts",
    "lastSeenAt",
    "invitation",
    "worksElsewhere",
)


async def build_people(
    client: httpx.AsyncClient, database: RolledBackDatabase, ids: dict[str, str], foreign: dict[str, str]
) -> tuple[str, dict[str, Any]]:
    """The administrator changes the nurse; returns the version since then, and the bodies.

    Adds the nurse's id to `ids`, and that of someone who is in no organization to those that nobody may view.
    """
    async with database.transaction() as session:
        users = {row.username: row.id for row in await session.execute(text("select username, id from users"))}
        await session.execute(text("delete from user_organizations where user_id = :id"), {"id": users["nobody"]})
    foreign["user_id"] = str(users["nobody"])
    ids["user_id"] = str(users["nurse"])
    path = f"/people/{ids['user_id']}"
    read = (await client.get(path)).json()
    fields = {name: value for name, value in read.items() if name not in _FROM_THE_RESPONSE} | {"reason": None}
    changed = await client.put(path, json=fields | {"medipacId": "M-100"}, headers={"If-Match": read["version"]})
    assert changed.status_code == 200, changed.text
    invitation = {"email": "new@example.org"}
    assert (await client.post(f"{path}/invitation", json=invitation)).status_code == 200
    file = {"text": "Username,First name,Last name,Organizations\r\nnewest,New,Person,lakeshore\r\n"}
    checked = (await client.post("/people/imports/check", json=file)).json()
    confirmed = {"digest": checked["digest"], "confirmedCount": None, "invite": False}
    return changed.json()["version"], {
        "replacePerson": fields,
        "addPerson": fields | {"username": "new"},
        "invitePerson": invitation,
        "checkPeopleImport": file,
        "importPeople": file | confirmed | {"fileName": "people.csv", "reason": None},
    }
