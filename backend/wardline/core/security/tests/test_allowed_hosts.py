"""Requests for other hosts are refused."""

import httpx
import pytest
from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from wardline.core.security.allowed_hosts import AllowedHosts
from wardline.settings import Settings

HOSPITAL = Settings(public_url="https://ward.example:8443", further_hosts=" Ward.internal, 10.0.0.7,[fd00::7]")
LOCAL = Settings(demo=True)
SPELLED_OUT = Settings(public_url="https://[FD00:0:0:0:0:0:0:7]", further_hosts="[0:0:0:0:0:0:0:1],[fd00:0::8]")
"""Browsers always send the short spelling."""
OTHER_LOOPBACK = Settings(demo=True, host="127.0.0.2")


async def _respond(_: object) -> PlainTextResponse:
    return PlainTextResponse("ok")


def _server(settings: Settings) -> ASGIApp:
    paths = ("/", "/api/me", "/api/health", "/metrics", "/api/health/more")
    return AllowedHosts(Starlette(routes=[Route(path, _respond) for path in paths]), settings.allowed_hosts)


async def _status(settings: Settings, host: str | None, path: str = "/api/me") -> int:
    transport = httpx.ASGITransport(_server(settings))
    async with httpx.AsyncClient(transport=transport, base_url="http://server") as client:
        request = client.build_request("GET", path, headers={"Host": host or ""})
        if host is None:
            del request.headers["Host"]
        response = await client.send(request)
    if response.status_code == 421:
        assert response.json() == {
            "code": "misdirected",
            "message": "This server does not accept requests for that host name.",
            "errors": [],
        }
    return response.status_code


@pytest.mark.parametrize(
    ("settings", "host", "status"),
    [
        (HOSPITAL, "ward.example:8443", 200),
        (HOSPITAL, "ward.example", 200),
        (HOSPITAL, "WARD.example", 200),
        (HOSPITAL, "ward.internal", 200),
        (HOSPITAL, "10.0.0.7:8000", 200),
        (HOSPITAL, "[fd00::7]:8000", 200),
        (HOSPITAL, "localhost", 421),
        (HOSPITAL, "10.0.0.8", 421),
        (HOSPITAL, "sub.ward.example", 421),
        (HOSPITAL, "ward.example.rebound.example", 421),
        (HOSPITAL, "rebound.example@ward.example", 421),
        (HOSPITAL, "ward.example#rebound.example", 421),
        (HOSPITAL, "", 421),
        (HOSPITAL, None, 421),
        (LOCAL, "127.0.0.1:8000", 200),
        (LOCAL, "localhost:5173", 200),
        (LOCAL, "[::1]", 200),
        (LOCAL, "rebound.example", 421),
        (LOCAL, "127.0.0.2", 421),
        (SPELLED_OUT, "[fd00::7]", 200),
        (SPELLED_OUT, "[fd00::8]", 200),
        (SPELLED_OUT, "[::1]", 200),
        (SPELLED_OUT, "[fd00::9]", 421),
        (SPELLED_OUT, "[fd00::7", 421),
        (SPELLED_OUT, "fd00::7", 421),
        (OTHER_LOOPBACK, "127.0.0.2:8000", 200),
        (OTHER_LOOPBACK, "localhost", 200),
        (OTHER_LOOPBACK, "127.0.0.3", 421),
    ],
)
async def test_only_hosts_in_the_settings_are_allowed(settings: Settings, host: str | None, status: int) -> None:
    assert await _status(settings, host) == status


@pytest.mark.parametrize(
    ("path", "status"), [("/api/health", 200), ("/metrics", 200), ("/", 421), ("/api/health/more", 421)]
)
async def test_health_and_metrics_are_available_under_any_host(path: str, status: int) -> None:
    assert await _status(HOSPITAL, "10.1.2.3:8000", path) == status


async def test_a_request_with_two_hosts_is_refused() -> None:
    transport = httpx.ASGITransport(_server(LOCAL))
    async with httpx.AsyncClient(transport=transport) as client:
        headers = [("Host", "127.0.0.1"), ("Host", "rebound.example")]
        assert (await client.get("http://127.0.0.1/", headers=headers)).status_code == 421


@pytest.mark.parametrize("hosts", ["https://ward.example", "ward.example:8000", "a b", "*", "me@ward.example", "a/b"])
def test_further_hosts_must_be_host_names(hosts: str) -> None:
    with pytest.raises(ValidationError, match="host names"):
        Settings(further_hosts=hosts)
