"""Somebody whom the identity provider deactivates is out within two seconds, on every node, for good."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest
from bodies import Bodies

from wardline.core.http.client import HttpClient
from wardline.video.tests.windows import join

from .conftest import SCIM_SECRET, Server, Servers, live
from .crowds import make_crowd

LIMIT_SECONDS = 2
PERSON = {
    "schemas": ["urn:ietf:params:scim:schemas:core:2.0:User"],
    "userName": "leaver@lakeshore.example",
    "name": {"givenName": "Lea", "familyName": "Leaver"},
    "active": True,
}


def scim(server: Server) -> httpx.AsyncClient:
    headers = {"Authorization": f"Bearer {SCIM_SECRET}", "Content-Type": "application/scim+json"}
    return HttpClient(base_url=f"{server.url}/api/scim/v2", headers=headers)


def activity(value: str) -> dict[str, Any]:
    operation = {"op": "Replace", "path": "active", "value": value}
    return {"schemas": ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], "Operations": [operation]}


async def by_patch(entra: httpx.AsyncClient, path: str) -> None:
    assert (await entra.patch(path, json=activity("False"))).json()["active"] is False


async def by_delete(entra: httpx.AsyncClient, path: str) -> None:
    assert (await entra.delete(path)).status_code == 204


@pytest.mark.parametrize(
    ("deactivate", "like", "line"),
    [
        (by_patch, "tox", "tele-toxicology"),
        pytest.param(by_delete, "neuro", "tele-neuro", marks=pytest.mark.soak),
    ],
)
async def test_a_leaver_is_out_of_the_call_within_two_seconds_and_comes_back_only_by_a_new_sign_in(
    deactivate: Callable[[httpx.AsyncClient, str], Awaitable[None]],
    like: str,
    line: str,
    two_servers: Servers,
    bodies: Bodies,
) -> None:
    """The person is in a call on one server, and the identity provider talks to the other one."""
    server, other = two_servers
    (name,) = make_crowd(server.settings.migrate_url or "", 1, like=like, line=line)
    async with (
        scim(other) as entra,
        server.client(name) as person,
        other.client("nurse") as nurse,
        live(server, name) as screen,
        live(other, "nurse") as watching,
    ):
        (found,) = (await entra.get("/Users", params={"filter": f'userName eq "{name}"'})).json()["Resources"]
        consult_id = await bodies.create(nurse, line)
        windows = [await join(client, consult_id) for client in (nurse, person)]
        for window in windows:
            await window.attend()
        async with asyncio.timeout(LIMIT_SECONDS):
            await deactivate(entra, f"/Users/{found['id']}")
            await screen.closed.wait()
            refused = await person.get("/me")
            while await windows[0].attendee_ids() != [windows[0].attendee_id]:
                await watching.events.get()
        assert (refused.status_code, refused.json()["code"]) == (403, "unknown_user")
        back = await entra.post("/Users", json=PERSON | {"userName": name})
        if back.status_code == httpx.codes.CONFLICT:
            back = await entra.patch(f"/Users/{found['id']}", json=activity("True"))
        assert back.json()["active"] is True
        ended = await person.get("/me")
        assert (ended.status_code, ended.json()["code"]) == (401, "session_ended")
        await windows[0].leave()
