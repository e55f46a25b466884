"""Checks that apply to every request."""

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest

from wardline.core.http.body_limits import BODY_LIMIT_BYTES

OUT_OF_RANGE_ID = 99_999_999_999
TOO_LONG = b" " * (BODY_LIMIT_BYTES + 1)


async def _in_chunks() -> AsyncIterator[bytes]:
    for start in range(0, len(TOO_LONG), 65_536):
        yield TOO_LONG[start : start + 65_536]


@pytest.mark.parametrize("has_length", [True, False])
@pytest.mark.req("API-06")
async def test_a_body_that_is_too_long_is_refused(client: httpx.AsyncClient, *, has_length: bool) -> None:
    response = await client.post("/feedback", content=TOO_LONG if has_length else _in_chunks())
    assert (response.status_code, response.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize("body", [b"{", b"[" * 1_000, TOO_LONG[:-1]])
@pytest.mark.req("API-06")
async def test_a_body_is_not_parsed_without_a_valid_token(client: httpx.AsyncClient, body: bytes) -> None:
    response = await client.post("/feedback?none=1", content=body, headers={"Authorization": "Bearer none"})
    assert (response.status_code, response.json()["code"]) == (401, "not_signed_in")


@pytest.mark.parametrize(
    ("method", "path", "body", "fields"),
    [
        ("GET", f"/locations/{OUT_OF_RANGE_ID}", None, ["location_id"]),
        ("GET", "/priorities/0", None, ["service_line_id"]),
        ("GET", "/service-lines/location/2147483648", None, ["location_id"]),
        ("DELETE", "/locations/me/favorites", {"locationId": OUT_OF_RANGE_ID}, ["locationId"]),
        ("POST", "/locations/me/favorites", {"locationIds": [1, OUT_OF_RANGE_ID]}, ["locationIds.1"]),
        ("POST", "/consults/$search", {"filter": {"serviceLines": [-1]}}, ["filter.serviceLines.0"]),
    ],
)
@pytest.mark.req("API-06")
async def test_an_id_out_of_range_is_refused(
    client: httpx.AsyncClient, method: str, path: str, body: object, fields: list[str]
) -> None:
    response = await client.request(method, path, json=body)
    assert (response.status_code, [error["field"] for error in response.json()["errors"]]) == (400, fields)


@pytest.mark.parametrize("length", ["1000001", "9" * 5_000])
@pytest.mark.req("API-06")
async def test_a_content_length_over_the_limit_is_refused(client: httpx.AsyncClient, length: str) -> None:
    response = await client.post("/feedback", content=b"{}", headers={"Content-Length": length})
    assert (response.status_code, response.json()["code"]) == (413, "too_large")


@pytest.mark.req("API-06")
async def test_a_body_that_does_not_arrive_in_time_is_refused(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wardline.core.http.body_limits.BODY_SECONDS", 0.05)

    async def never_ending() -> AsyncIterator[bytes]:
        yield b'{"rating": '
        await asyncio.Event().wait()

    headers = {"Content-Type": "application/json"}
    response = await client.post("/feedback", content=never_ending(), headers=headers)
    assert (response.status_code, response.json()["code"]) == (408, "too_slow")


@pytest.mark.req("API-06")
async def test_a_trailing_slash_is_not_redirected(client: httpx.AsyncClient) -> None:
    """The redirect would go to the host in the request."""
    response = await client.get("/me/", headers={"Host": "evil.example.org"})
    assert (response.status_code, response.headers.get("location")) == (404, None)
    assert response.json() == {"code": "not_found", "message": "Not Found", "errors": []}


@pytest.mark.req("API-06")
async def test_the_refusal_of_a_method_lists_the_allowed_ones(client: httpx.AsyncClient) -> None:
    response = await client.put("/me")
    assert (response.status_code, response.headers["allow"]) == (405, "GET")
    assert response.json() == {"code": "method_not_allowed", "message": "Method Not Allowed", "errors": []}
