"""Somebody whom the identity provider deactivates is out within two seconds, on every node, for good."""

import asyncio
from typing import Any

import httpx

from wardline.core.http.client import HttpClient

from .conftest import SCIM_SECRET, Server, Servers, live

LIMIT_SECONDS = 2
NAME = "leaver@lakeshore.example"
PERSON = {
    "schemas": ["urn:ietf:params:scim:schemas:core:2.0:User"],
    "userName": NAME,
    "name": {"givenName": "Lea", "familyName": "Leaver"},
    "active": True,
}


def scim(server: Server) -> httpx.AsyncClient:
    headers = {"Authorization": f"Bearer {SCIM_SECRET}", "Content-Type": "application/scim+json"}
    return HttpClient(base_url=f"{server.url}/api/scim/v2", headers=headers)


def activity(value: str) -> dict[str, Any]:
    operation = {"op": "Replace", "path": "active", "value": value}
    return {"schemas": ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], "Operations": [operation]}


async def test_a_leaver_is_out_within_two_seconds_and_comes_back_only_by_a_new_sign_in(two_servers: Servers) -> None:
    server, other = two_servers
    async with scim(other) as entra:
        path = f"/Users/{(await entra.post('/Users', json=PERSON)).json()['id']}"
        async with server.client(NAME) as person, live(server, NAME) as screen:
            assert (await person.get("/me")).status_code == 200
            async with asyncio.timeout(LIMIT_SECONDS):
                off = await entra.patch(path, json=activity("False"))
                await screen.closed.wait()
                refused = await person.get("/me")
            assert off.json()["active"] is False
            assert (refused.status_code, refused.json()["code"]) == (403, "unknown_user")
            assert (await entra.patch(path, json=activity("True"))).json()["active"] is True
            ended = await person.get("/me")
            assert (ended.status_code, ended.json()["code"]) == (401, "session_ended")
