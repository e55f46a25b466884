"""What a file manages, no client changes."""

from collections.abc import Callable, Iterator
from typing import Final

import httpx
import psycopg
import pytest
from fastapi.routing import APIRoute
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import Cluster, SignIn
from wardline.scim.admission import CHANGES
from wardline.scim.endpoints import router
from wardline.scim.tests.test_leaving import OFF, path_of
from wardline.scim.tests.test_sequences import GROUP, NORA, PATCH, USER, add, give, patch

FILE: Final = "people.yaml"
REFUSED: Final = {
    "scimAddUser": ("POST", "/Users", NORA),
    "scimReplaceUser": ("PUT", "{tox}", {"schemas": [USER], "userName": "tox", "name": NORA["name"]}),
    "scimChangeUser": ("PATCH", "{tox}", {"schemas": [PATCH], "Operations": [OFF]}),
    "scimDeleteUser": ("DELETE", "{tox}", None),
    "scimReplaceGroup": ("PUT", "{desk}", {"schemas": [GROUP], "displayName": "Desk", "members": []}),
    "scimChangeGroup": (
        *("PATCH", "{desk}"),
        {"schemas": [PATCH], "Operations": [{"op": "remove", "path": "members"}]},
    ),
    "scimDeleteGroup": ("DELETE", "{desk}", None),
}
"""Of the toxicologist, who has a role by the group Desk, and of a nurse whom the client has deleted."""
GIVES_NOTHING: Final = {"scimAddGroup", "scimOther"}
"""A new group has no roles yet, and at other paths there is nothing to change."""
PEOPLE: Final = text("""
select username, active, first_name, last_name, subject,
  (select array_agg(role_id order by role_id) from user_roles where user_id = users.id),
  (select array_agg(organization_id) from user_organizations where user_id = users.id)
from users order by username
""")


@pytest.fixture
def manage(cluster: Cluster) -> Iterator[Callable[..., object]]:
    """Has a file manage these people; only the owner of the tables can say so."""
    with psycopg.connect(cluster.postgres.owner_url.replace("+psycopg", ""), autocommit=True) as owner:

        def make(*usernames: str) -> None:
            for username in usernames:
                owner.execute("insert into managed_objects values ('user', %s, %s)", (username, FILE))

        yield make
        owner.execute("delete from managed_objects")


async def test_no_request_changes_whom_a_file_manages(
    scim: httpx.AsyncClient, sign_in: SignIn, manage: Callable[..., object], session: AsyncSession
) -> None:
    routes = [route for route in router.routes if isinstance(route, APIRoute)]
    changing = {route.operation_id for route in routes if CHANGES & (route.methods or set())}
    assert changing == REFUSED.keys() | GIVES_NOTHING
    paths = {"tox": await path_of(scim, "tox")}
    members = [{"value": paths["tox"].rpartition("/")[2]}]
    group = await scim.post("/Groups", json={"schemas": [GROUP], "displayName": "Desk", "members": members})
    paths["desk"] = f"/Groups/{group.json()['id']}"
    await give(sign_in("admin"), "Desk", "Transfer Coordinator")
    nora = await add(scim)
    assert (await scim.delete(f"/Users/{nora['id']}")).status_code == 204
    manage("tox", NORA["userName"])
    before = (await session.execute(PEOPLE)).all()
    for method, path, body in REFUSED.values():
        refused = await scim.request(method, path.format(**paths), json=body)
        assert (refused.status_code, FILE in refused.text) == (409, True), (method, path, refused.text)
    assert (await session.execute(PEOPLE)).all() == before


async def test_administrators_see_that_a_file_kept_somebody_as_they_are(
    scim: httpx.AsyncClient, sign_in: SignIn, manage: Callable[..., object]
) -> None:
    manage("tox")
    path = await path_of(scim, "tox")
    await patch(scim, path, OFF)
    await patch(scim, path, {"op": "replace", "path": "userName", "value": "nurse"})
    another, problem = (await sign_in("admin").get("/provisioning")).json()["problems"]
    assert another["message"] == "There is already a user with this userName"
    assert (problem["did"], problem["person"]["username"]) == ("changed a person through provisioning", "tox")
    assert FILE in problem["message"]
