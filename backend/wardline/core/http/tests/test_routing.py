"""Checks that apply to every request."""

import asyncio
import gc
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import httpx
import pytest
from fastapi import Request

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


@contextmanager
def _unreachable_objects() -> Iterator[list[object]]:
    """After the block: what only the garbage collector would have freed, of the objects that the block created."""
    found: list[object] = []
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        yield found
        gc.collect()
        found += gc.garbage
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [("POST", "/consults/$search", {}), ("POST", "/feedback", {"rating": 4}), ("GET", "/me", None)],
)
async def test_a_request_is_freed_without_the_garbage_collector(
    client: httpx.AsyncClient, method: str, path: str, body: object
) -> None:
    """The collector stops the server, and with it every event and response, for as long as it has objects to free."""
    with _unreachable_objects() as unreachable:
        response = await client.request(method, path, json=body)
    assert response.is_success
    assert [item for item in unreachable if isinstance(item, Request)] == []
