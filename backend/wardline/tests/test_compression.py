"""Responses are compressed where that is worth the time."""

import httpx
import pytest

ME, BELL = "/me", "/notifications/1"


@pytest.mark.parametrize(
    ("path", "accepted", "encoding"), [(ME, "gzip, br", "gzip"), (ME, "identity", None), (BELL, "gzip", None)]
)
async def test_long_responses_are_compressed_for_clients_that_accept_it(
    client: httpx.AsyncClient, path: str, accepted: str, encoding: str | None
) -> None:
    response = await client.get(path, headers={"accept-encoding": accepted})
    plain = await client.get(path, headers={"accept-encoding": "identity"})
    assert response.headers.get("content-encoding") == encoding
    assert response.json() == plain.json()
    if path == ME:
        assert response.headers["vary"] == "Accept-Encoding"
        assert (int(response.headers["content-length"]) < len(plain.content) / 2) is (encoding is not None)
