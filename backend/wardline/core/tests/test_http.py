"""What every call shares."""

from collections.abc import AsyncIterator

import httpx
import pytest

from wardline.core.http import BODY_LIMIT_BYTES

NONE = 99_999_999_999
TOO_MUCH = b" " * (BODY_LIMIT_BYTES + 1)


async def _in_parts() -> AsyncIterator[bytes]:
    for start in range(0, len(TOO_MUCH), 65_536):
        yield TOO_MUCH[start : start + 65_536]


@pytest.mark.parametrize("is_announced", [True, False])
async def test_a_body_that_is_too_long_is_refused(client: httpx.AsyncClient, *, is_announced: bool) -> None:
    answer = await client.post("/feedback", content=TOO_MUCH if is_announced else _in_parts())
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


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
