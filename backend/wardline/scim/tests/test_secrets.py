"""A secret opens SCIM of one organization and nothing else, and nothing else opens SCIM."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import SignIn
from wardline.core.security.rate_limits import RateLimiter
from wardline.core.terminal import CommandError
from wardline.main import API_ROUTERS
from wardline.scim import endpoints
from wardline.scim.clients import ScimClients, SecretsInvalid, check_secrets, parse_secrets
from wardline.scim.tests.conftest import LAKESHORE, SUMMIT
from wardline.settings import Settings

ScimAs = Callable[[str], httpx.AsyncClient]
PUBLIC = {"getHealth", "listStandaloneKeys", "endSessionsFromProvider", "reportPush", "replacePushSubscription"}
"""Calls without a sign-in, which look at something else than the header."""


def calls(of: list[APIRoute]) -> list[tuple[str, str, str]]:
    """Method, path and operation of each route, with made-up ids."""
    return [
        (method, re.sub(r"\{[^}]+\}", "1", route.path), str(route.operation_id))
        for route in of
        for method in sorted(route.methods or ())
    ]


def routes_of(*routers: Any) -> list[APIRoute]:
    return [route for router in routers for route in router.routes if isinstance(route, APIRoute)]


async def test_no_access_token_opens_scim(app: FastAPI, secrets: Path, sign_in: SignIn) -> None:
    app.state.scim_refusals = RateLimiter(0)
    admin = sign_in("admin")
    for method, path, operation in calls(routes_of(endpoints.router)):
        refused = await admin.request(method, path)
        assert (refused.status_code, refused.headers.get("www-authenticate")) == (401, 'Bearer realm="SCIM"'), operation


async def test_no_secret_opens_anything_else(scim_as: ScimAs, settings: Settings) -> None:
    client = scim_as(LAKESHORE)
    client.headers["Content-Type"] = "application/json"
    others = routes_of(*[router for router in API_ROUTERS if router is not endpoints.router])
    opened = {
        operation
        for method, path, operation in calls(others)
        if (await client.request(method, f"{settings.origin}/api{path}")).status_code not in {401, 404}
    }
    assert opened <= PUBLIC


async def test_refused_attempts_are_recorded_and_become_rare(scim_as: ScimAs, session: AsyncSession) -> None:
    stranger = scim_as("x" * 40)
    statuses = [(await stranger.get("/Users")).status_code for _ in range(12)]
    assert statuses == [401] * 10 + [429] * 2
    recorded = await session.scalars(
        text("select details ->> 'client' from audit_entries where action = 'scimListUsers' and status = 401")
    )
    assert list(recorded) == [None] * 10


async def test_each_organization_is_on_its_own(scim_as: ScimAs) -> None:
    lakeshore, summit = scim_as(LAKESHORE), scim_as(SUMMIT)
    (nurse,) = (await lakeshore.get("/Users", params={"filter": 'userName eq "nurse"'})).json()["Resources"]
    assert (await summit.get("/Users", params={"filter": 'userName eq "nurse"'})).json()["totalResults"] == 0
    for method in ("GET", "PUT", "PATCH", "DELETE"):
        assert (await summit.request(method, f"/Users/{nurse['id']}", json=nurse)).status_code in {400, 404}
    taken = await summit.post("/Users", json={"schemas": nurse["schemas"], "userName": "nurse"})
    assert (taken.status_code, taken.json()["scimType"]) == (409, "uniqueness")
    group = {"schemas": ["urn:ietf:params:scim:schemas:core:2.0:Group"], "displayName": "Desk"}
    added = (await summit.post("/Groups", json=group | {"members": [{"value": nurse["id"]}]})).json()
    assert "members" not in added
    assert (await lakeshore.get(f"/Groups/{added['id']}")).status_code == 404


def test_keys_rotate_without_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "secrets"
    old, new = "old" * 12, "new" * 12
    clients = ScimClients(file)
    assert clients.find(old) is None
    for lines, valid in (
        (f"# ours\nentra lakeshore {old}\n", [old]),
        (f"entra lakeshore {old}\nentra lakeshore {new}\n", [old, new]),
        (f"entra lakeshore {new}\n\n", [new]),
        ("entra lakeshore short", [new]),
    ):
        file.write_text(lines)
        assert [each for each in (old, new) if clients.find(each)] == valid
    assert clients.problem == "line 1 has a secret of less than 32 characters"


def test_the_server_does_not_start_with_secrets_that_cannot_be_used(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"WARDLINE_SCIM_SECRETS_FILE: it cannot be read: FileNotFoundError"):
        check_secrets(Settings(scim_secrets_file=tmp_path / "none"))


@pytest.mark.parametrize(
    "lines",
    [
        ["entra lakeshore"],
        ["entra Lake/shore " + "a" * 32],
        ["entra lakeshore " + "a" * 32 + " subject=sub"],
        ["entra lakeshore " + "a" * 32, "okta lakeshore " + "a" * 32],
        ["entra lakeshore " + "a" * 32, "entra summit " + "b" * 32],
        *[["entra lakeshore " + each * 32 for each in "abc"]],
    ],
)
def test_what_is_wrong_with_secrets_is_said_without_them(lines: list[str]) -> None:
    with pytest.raises(SecretsInvalid) as refused:
        parse_secrets("\n".join(lines))
    assert "aaa" not in str(refused.value)
