"""Requests without a valid token are refused before anything else is checked."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from wardline.core.db.database import Database
from wardline.main import create_api, install_parts
from wardline.settings import Settings

WITHOUT_SIGN_IN = {"getHealth", "listStandaloneKeys", "replacePushSubscription", "reportPush"}
"""The keys are public; the calls of service workers are authorized by secrets that only the browser has."""
NOWHERE = "postgresql://nobody@127.0.0.1:1/none"


@pytest.fixture
async def without_database() -> AsyncIterator[tuple[httpx.AsyncClient, list[tuple[str, str]]]]:
    """A client of an API whose database does not respond, and every operation that needs sign-in: method and path."""
    settings = Settings(demo=True)
    app = create_api(settings)
    app.state.database = Database(NOWHERE)
    install_parts(app, settings)
    calls = [
        (method, re.sub(r"\{.*?\}", "1", path))
        for path, methods in app.openapi()["paths"].items()
        for method, call in methods.items()
        if call["operationId"] not in WITHOUT_SIGN_IN
    ]
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://wardline.test") as client:
        yield client, calls
    await app.state.database.close()


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer nonsense"}], ids=["no token", "bad token"])
@pytest.mark.req("AUTH-09", "AUTH-07")
async def test_no_call_queries_the_database_before_it_refuses_a_token(
    without_database: tuple[httpx.AsyncClient, list[tuple[str, str]]], headers: dict[str, str]
) -> None:
    client, calls = without_database
    statuses = {call: (await client.request(*call, headers=headers)).status_code for call in calls}
    assert len(statuses) > 60
    assert {call: status for call, status in statuses.items() if status != 401} == {}


@pytest.mark.parametrize(
    ("decided", "status"),
    [
        ({"demo": True}, 200),
        ({"demo": True, "oidc_issuer": "https://sso.example.org"}, 404),
        ({"oidc_issuer": "https://sso.example.org"}, 404),
    ],
)
@pytest.mark.req("AUTH-10")
async def test_the_built_in_provider_exists_only_in_a_demonstration_that_configures_none(
    tmp_path: Path, decided: dict[str, Any], status: int
) -> None:
    settings = Settings(data_dir=tmp_path, **decided)
    app = create_api(settings)
    install_parts(app, settings)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=settings.origin) as client:
        response = await client.get("/demo-identity/.well-known/openid-configuration")
    assert response.status_code == status
