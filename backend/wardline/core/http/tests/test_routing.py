"""What every call shares."""

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest

from wardline.core.http.body_limits import BODY_LIMIT_BYTES

NONE = 99_999_999_999
TOO_MUCH = b" " * (BODY_LIMIT_BYTES + 1)


async def _in_parts() -> AsyncIterator[bytes]:
    for start in range(0, len(TOO_MUCH), 65_536):
        yield TOO_MUCH[start : start + 65_536]


@pytest.mark.parametrize("is_announced", [True, False])
@pytest.mark.req("API-06")
async def test_a_body_that_is_too_long_is_refused(client: httpx.AsyncClient, *, is_announced: bool) -> None:
    answer = await client.post("/feedback", content=TOO_MUCH if is_announced else _in_parts())
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize("body", [b"{", b"[" * 1_000, TOO_MUCH[:-1]])
@pytest.mark.req("API-06")
async def test_nobody_has_a_body_read_without_a_token(client: httpx.AsyncClient, body: bytes) -> None:
    answer = await client.post("/feedback?none=1", content=body, headers={"Authorization": "Bearer nobody"})
    assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")


@pytest.mark.parametrize(
    ("method", "path", "body", "fields"),
    [
        ("GET", f"/locations/{NONE}", None, ["location_id"]),
        ("GET", "/priorities/0", None, ["service_line_id"]),
        ("GET", "/service-lines/location/2147483648", None, ["location_id"]),
        ("DELETE", "/locations/me/favorites", {"locationId": NONE}, ["locationId"]),
        ("POST", "/locations/me/favorites", {"locationIds": [1, NONE]}, ["locationIds.1"]),
        ("POST", "/consults/$search", {"filter": {"serviceLines": [-1]}}, ["filter.serviceLines.0"]),
    ],
)
@pytest.mark.req("API-06")
async def test_a_number_that_no_row_can_have_is_refused(
    client: httpx.AsyncClient, method: str, path: str, body: object, fields: list[str]
) -> None:
    answer = await client.request(method, path, json=body)
    assert (answer.status_code, [error["field"] for error in answer.json()["errors"]]) == (400, fields)


@pytest.mark.parametrize("length", ["1000001", "9" * 5_000])
@pytest.mark.req("API-06")
async def test_an_announced_length_is_enough_to_refuse(client: httpx.AsyncClient, length: str) -> None:
    answer = await client.post("/feedback", content=b"{}", headers={"Content-Length": length})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


@pytest.mark.req("API-06")
async def test_a_body_that_does_not_arrive_in_time_is_given_up(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wardline.core.http.body_limits.BODY_SECONDS", 0.05)

    async def never_ending() -> AsyncIterator[bytes]:
        yield b'{"rating": '
        await asyncio.Event().wait()

    headers = {"Content-Type": "application/json"}
    answer = await client.post("/feedback", content=never_ending(), headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (408, "too_slow")


@pytest.mark.req("API-06")
async def test_a_slash_too_many_leads_nowhere(client: httpx.AsyncClient) -> None:
    """Least of all to the host that the request names."""
    answer = await client.get("/me/", headers={"Host": "evil.example.org"})
    assert (answer.status_code, answer.headers.get("location")) == (404, None)
    assert answer.json() == {"code": "not_found", "message": "Not Found", "errors": []}


@pytest.mark.req("API-06")
async def test_a_method_that_a_path_does_not_have_is_refused_with_those_that_it_has(client: httpx.AsyncClient) -> None:
    answer = await client.put("/me")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET")
    assert answer.json() == {"code": "method_not_allowed", "message": "Method Not Allowed", "errors": []}
