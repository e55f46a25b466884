"""Clients of two organizations, and the independent testers of the protocol, which call the application in process."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from scim2_client.client import BaseSyncSCIMClient, RawResponse

from wardline.core.security.rate_limits import RateLimiter
from wardline.scim.clients import ScimClients
from wardline.settings import Settings

LAKESHORE = "lakeshore-secret-" + "a" * 32
SUMMIT = "summit-secret-" + "b" * 32


class InProcess(BaseSyncSCIMClient):
    """Calls the application in the test's event loop, from a thread."""

    def __init__(self, client: httpx.AsyncClient, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._client = client
        self._loop = loop

    def _stays_under_base_url(self, _endpoint: str) -> bool:
        return True

    def _parse_json(self, response: RawResponse) -> Any:
        assert isinstance(response, httpx.Response)
        return response.json()

    def request(self, method: str, url: str, **options: Any) -> httpx.Response:
        path = url.removeprefix(str(self._client.base_url)).lstrip("/")
        sent = self._client.request(method, path, **options)
        return asyncio.run_coroutine_threadsafe(sent, self._loop).result(timeout=30)


@pytest.fixture
def secrets(app: FastAPI, tmp_path: Path) -> Iterator[Path]:
    """The file of secrets that the application uses in this test."""
    file = tmp_path / "secrets"
    file.write_text(f"entra lakeshore {LAKESHORE}\nokta summit {SUMMIT}\n")
    before = app.state.scim_clients, app.state.scim_refusals
    app.state.scim_clients, app.state.scim_refusals = ScimClients(file), RateLimiter(10)
    yield file
    app.state.scim_clients, app.state.scim_refusals = before


@pytest.fixture
async def scim_as(app: FastAPI, settings: Settings, secrets: Path) -> AsyncIterator[Callable[[str], httpx.AsyncClient]]:
    """Returns a client that calls with a secret."""
    clients: list[httpx.AsyncClient] = []

    def make(secret: str) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(app, raise_app_exceptions=True)
        headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/scim+json"}
        client = httpx.AsyncClient(transport=transport, base_url=f"{settings.origin}/api/scim/v2", headers=headers)
        clients.append(client)
        return client

    yield make
    for client in clients:
        await client.aclose()


@pytest.fixture
def scim(scim_as: Callable[[str], httpx.AsyncClient]) -> httpx.AsyncClient:
    """The identity provider of Lakeshore."""
    return scim_as(LAKESHORE)


@pytest.fixture
async def tested(scim: httpx.AsyncClient) -> InProcess:
    """The same for a tester that does not wait for anything."""
    return InProcess(scim, asyncio.get_running_loop())
