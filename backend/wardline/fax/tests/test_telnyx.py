"""The fax provider over real HTTP, as documented and when it fails."""

import asyncio
import base64
import logging
import time
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any, Final

import pytest
from starlette.responses import JSONResponse, Response

from wardline.core import clock
from wardline.ehr.tests.serving import closed_port, serving, speaking
from wardline.fax import telnyx as client
from wardline.fax.contract import FaxDelayed, FaxOutcome, FaxRefused, FaxUnanswered, FaxUnknown, NotFaxed
from wardline.fax.telnyx import Telnyx
from wardline.fax.tests.account import API_KEY, CALLBACK_URL, CONNECTION_ID, SENDER, telnyx
from wardline.fax.tests.provider import PAGE, Handler, Provider, problem, truncated
from wardline.telnyx import exchange

pytestmark = pytest.mark.usefixtures("noon")

NUMBER: Final = "(555) 010-0177"
TO: Final = "+15550100177"
REFERENCE: Final = "0123456789ABCDEF0123"
OTHER: Final = "FEDCBA98765432100000"
PDF: Final = b"%PDF-1.7 Zebulon Secretname"


@asynccontextmanager
async def meeting(provider: Provider) -> AsyncIterator[Telnyx]:
    async with serving(provider.app) as origin:
        faxes = telnyx(origin)
        try:
            yield faxes
        finally:
            await faxes.aclose()


async def reason(sending: Any, kind: type[NotFaxed]) -> str:
    with pytest.raises(kind) as raised:
        await sending
    assert type(raised.value) is kind
    assert raised.value.__cause__ is None
    return raised.value.reason


@pytest.mark.req("SIGN-41")
async def test_a_document_is_sent_as_a_fax() -> None:
    provider = Provider()
    async with meeting(provider) as faxes:
        fax_id = await faxes.send(NUMBER, PDF, REFERENCE)
    (fax,) = provider.faxes
    assert fax["id"] == fax_id
    assert (fax["to"], fax["from"], fax["connection_id"]) == (TO, SENDER, CONNECTION_ID)
    assert (fax["contents"], fax["media_type"]) == (PDF, "application/pdf")
    assert (fax["monochrome"], fax["store_media"], fax["quality"]) == ("true", "false", "high")
    assert base64.b64decode(fax["client_state"]).decode() == REFERENCE
    assert fax["webhook_url"] == CALLBACK_URL


def not_json() -> Response:
    return Response(b"<html>Accepted</html>", status_code=202)


def without_valid_id() -> Response:
    return JSONResponse({"data": {"id": "../media"}}, status_code=202)


@pytest.mark.req("SIGN-41")
@pytest.mark.parametrize("lost", [truncated, not_json, without_valid_id, lambda: problem(500)])
async def test_a_fax_whose_response_was_lost_is_not_sent_twice(lost: Handler) -> None:
    provider = Provider()
    provider.after["send"] = lost
    async with meeting(provider) as faxes:
        await reason(faxes.send(NUMBER, PDF, REFERENCE), FaxUnanswered)
        provider.after.clear()
        fax_id = await faxes.send(NUMBER, PDF, REFERENCE)
        assert [fax["id"] for fax in provider.faxes] == [fax_id]
        assert await faxes.find(NUMBER, REFERENCE) == fax_id
        assert await faxes.find(NUMBER, OTHER) is None
        for number, reference in ((NUMBER, OTHER), ("(555) 010-0178", REFERENCE)):
            assert await faxes.send(number, PDF, reference) != fax_id
    assert len(provider.faxes) == 3


@pytest.mark.req("SIGN-41")
async def test_an_earlier_fax_is_found_among_many_unless_it_failed_or_is_old() -> None:
    provider = Provider()
    async with meeting(provider) as faxes:
        await faxes.send(NUMBER, PDF, OTHER)
        provider.faxes += [{**provider.faxes[0], "id": str(uuid.uuid4())} for _ in range(2 * PAGE)]
        provider.faxes[0]["client_state"] = "not base64"
        first = await faxes.send(NUMBER, PDF, REFERENCE)
        assert await faxes.send(NUMBER, PDF, REFERENCE) == first
        provider.faxes[-1]["status"] = "failed"
        second = await faxes.send(NUMBER, PDF, REFERENCE)
        assert second != first
        with clock.clock_at(clock.now() + timedelta(hours=23)):
            assert await faxes.send(NUMBER, PDF, REFERENCE) == second
        with clock.clock_at(clock.now() + timedelta(hours=25)):
            assert await faxes.send(NUMBER, PDF, REFERENCE) not in {first, second}


async def test_an_endless_list_is_not_read_completely(monkeypatch: pytest.MonkeyPatch) -> None:
    provider = Provider()
    provider.instead["list"] = lambda: JSONResponse({"data": [], "meta": {"total_pages": 10**9}})
    async with meeting(provider) as faxes:
        assert await reason(faxes.send(NUMBER, PDF, REFERENCE), FaxDelayed) == "too many faxes"
        monkeypatch.setattr(exchange, "MAX_RESPONSE_BYTES", 50_000)
        provider.instead["list"] = lambda: JSONResponse({"data": [], "padding": "x" * 60_000})
        assert await reason(faxes.send(NUMBER, PDF, REFERENCE), FaxDelayed) == "unreadable response"
    assert provider.faxes == []


@pytest.mark.parametrize("status", [400, 413, 415, 422])
async def test_an_error_in_the_fax_is_not_retried(status: int) -> None:
    provider = Provider()
    provider.instead["send"] = lambda: problem(status)
    async with meeting(provider) as faxes:
        assert await reason(faxes.send(NUMBER, PDF, REFERENCE), FaxRefused) == f"status {status} code 10015"
    assert provider.requests == ["list", "send"]


@pytest.mark.parametrize("status", [204, 301, 307, 401, 402, 403, 404, 408, 409, 425, 429, 500, 502, 503, 504])
@pytest.mark.parametrize("call", ["list", "send"])
async def test_an_error_of_the_account_or_a_temporary_error_is_retried(call: str, status: int) -> None:
    provider = Provider()
    provider.instead[call] = lambda: Response(status_code=status, headers={"location": "/elsewhere"})
    async with meeting(provider) as faxes:
        kind = FaxUnanswered if call == "send" and status in {500, 504} else FaxDelayed
        assert await reason(faxes.send(NUMBER, PDF, REFERENCE), kind) == f"status {status}"
    assert provider.requests[-1] == call


@pytest.mark.parametrize("code", ["Secretname", "", "123456789", 7, None, {"Secretname": 1}])
async def test_text_of_the_provider_is_not_stored(code: Any, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    provider = Provider()
    provider.instead["send"] = lambda: problem(422, code)
    async with meeting(provider) as faxes:
        assert await reason(faxes.send(NUMBER, PDF, REFERENCE), FaxRefused) == "status 422"
        provider.instead["send"] = lambda: problem(403, code)
        assert await reason(faxes.send(NUMBER, PDF, REFERENCE), FaxDelayed) == "status 403"
    lines = [record.getMessage() for record in caplog.records if record.name.startswith(("wardline", "httpx"))]
    assert "fax provider: status 403" in lines
    for word in ("Secretname", "Zebulon", "0177", REFERENCE, API_KEY):
        assert not [line for line in lines if word in line], word


async def test_an_impossible_fax_is_not_sent() -> None:
    provider = Provider()
    async with meeting(provider) as faxes:
        for number in ("", "911", "+44 20 7946 0000", "(555) 010-01770"):
            assert await reason(faxes.send(number, PDF, REFERENCE), FaxRefused) == "invalid fax number"
        assert (
            await reason(faxes.send(NUMBER, bytes(client.MAX_DOCUMENT_BYTES + 1), REFERENCE), FaxRefused) == "too large"
        )
        assert await faxes.send(NUMBER, bytes(client.MAX_DOCUMENT_BYTES), REFERENCE)
    assert provider.requests == ["list", "send"]


async def test_a_wrong_key_is_retried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wardline.fax.tests.provider.API_KEY", "another")
    async with meeting(Provider()) as faxes:
        assert await reason(faxes.send(NUMBER, PDF, REFERENCE), FaxDelayed) == "status 401 code 10009"
        assert await reason(faxes.check_status("1"), FaxDelayed) == "status 401 code 10009"


@pytest.mark.parametrize("call", ["send", "check_status"])
async def test_an_unreachable_or_broken_provider_is_retried(call: str) -> None:
    async def reason_at(origin: str, seconds: float = 5) -> str:
        faxes = telnyx(origin, seconds)
        try:
            calling = faxes.send(NUMBER, PDF, REFERENCE) if call == "send" else faxes.check_status("1")
            started_at = time.monotonic()
            found = await reason(calling, FaxDelayed)
            assert time.monotonic() - started_at < 10 * seconds
            return found
        finally:
            await faxes.aclose()

    assert await reason_at(f"http://127.0.0.1:{closed_port()}") == "no connection"
    assert await reason_at("http://provider.invalid") == "no connection"
    assert await reason_at("http://[") == "no connection"
    for content in (b"", b"nonsense", b"HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n{}"):
        async with speaking(content) as origin:
            assert await reason_at(origin) == "no connection"
    drops = (b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n", *[b" "] * 100)
    for parts in ((), drops[:1], drops):
        async with speaking(*parts, pause=0.05, then_hang=True) as origin:
            assert await reason_at(origin, 1.5) == "no response"
    for body in (b"", b"null", b"[]", b"{}", b'{"data":"x"}', b"[" * 100_000, b"\xff"):
        async with speaking(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n" % len(body) + body) as origin:
            assert await reason_at(origin) == "unreadable response"


async def test_a_slow_provider_times_out() -> None:
    provider = Provider()
    over = asyncio.Event()

    async def slow(scope: Any, receive: Any, send: Any) -> None:
        if scope["method"] == "POST":
            await over.wait()
        await provider.app(scope, receive, send)

    async with serving(slow) as origin:
        faxes = telnyx(origin, 1)
        assert await reason(faxes.send(NUMBER, PDF, REFERENCE), FaxUnanswered) == "no response"
        over.set()
        await faxes.aclose()


@pytest.mark.req("SIGN-41")
@pytest.mark.parametrize(
    ("status", "failure_reason", "expected"),
    [
        ("queued", None, None),
        ("media.processed", None, None),
        ("originated", None, None),
        ("sending", None, None),
        ("a new word", None, None),
        (None, None, None),
        ("delivered", None, (True, None)),
        ("failed", "user_busy", (False, "line busy")),
        ("failed", None, (False, "failed")),
        ("failed", "Zebulon Secretname", (False, "failed")),
        ("failed", {"Zebulon": 1}, (False, "failed")),
    ],
)
async def test_the_outcome_of_a_fax(
    status: str | None, failure_reason: Any, expected: tuple[bool, str | None] | None
) -> None:
    provider = Provider()
    async with meeting(provider) as faxes:
        fax_id = await faxes.send(NUMBER, PDF, REFERENCE)
        provider.faxes[0] |= {"status": status, "failure_reason": failure_reason}
        found = await faxes.check_status(fax_id)
    assert found == (None if expected is None else FaxOutcome(fax_id, *expected))


async def test_an_unknown_fax_is_distinguished() -> None:
    async with meeting(Provider()) as faxes:
        assert await reason(faxes.check_status("77"), FaxUnknown) == "not known to the provider"
