"""Status callbacks of the fax provider, and their effect on the note."""

import base64
from collections.abc import AsyncIterator
from typing import Any, Final

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text

from conftest import RolledBackDatabase, SentEvent
from wardline.core.http.body_limits import BODY_LIMIT_BYTES
from wardline.fax.tests.account import callback, signed, telnyx
from wardline.settings import Settings
from wardline.signoff.tests.stroke import Stroke, refusal

pytestmark = pytest.mark.usefixtures("noon")

FAX_ID: Final = "fax-1"


class Caller:
    """A caller that sends status callbacks, without signing in."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self._http = http

    async def send_callback(self, body: bytes, headers: dict[str, str] | None = None) -> httpx.Response:
        return await self._http.post(
            "/fax-callbacks", content=body, headers=signed(body) if headers is None else headers
        )


@pytest.fixture
async def provider(app: FastAPI, settings: Settings) -> AsyncIterator[Caller]:
    before, app.state.fax = app.state.fax, telnyx("http://provider.invalid")
    transport = httpx.ASGITransport(app, raise_app_exceptions=True)
    async with httpx.AsyncClient(transport=transport, base_url=f"{settings.origin}/api") as http:
        yield Caller(http)
    app.state.fax = before


@pytest.fixture
async def faxed(signed: Stroke, database: RolledBackDatabase) -> Stroke:
    """A note that the provider has accepted as a fax."""
    response = await signed.provider.post(f"{signed.path}/signoff-note/fax", json={"faxNumber": "(555) 010-0177"})
    assert response.status_code == 200, response.text
    async with database.transaction() as session:
        await session.execute(text("update deliveries set state = 'sending', taken_as = 'fax-1', attempt_count = 1"))
        await session.execute(
            text("insert into delivery_attempts (delivery_id, number, began_at) select id, 1, now() from deliveries")
        )
    return signed


async def _states(stroke: Stroke) -> list[str]:
    return [each["docStatus"] for each in (await stroke.read())["documentVersions"]]


async def _entries(stroke: Stroke, task_type: str = "signoff-note-fax") -> list[dict[str, Any]]:
    entries = (await stroke.provider.get(f"{stroke.path}/updates")).json()
    return [entry for entry in entries if entry["taskType"] == task_type]


@pytest.mark.req("SIGN-41", "SIGN-59", "TIME-26", "SIGN-46")
async def test_a_delivery_is_reported_once(faxed: Stroke, provider: Caller, sent_events: list[SentEvent]) -> None:
    sent_events.clear()
    body = callback("fax.delivered", FAX_ID)
    for _ in range(2):
        response = await provider.send_callback(body)
        assert (response.status_code, response.content) == (204, b"")
    assert await _states(faxed) == ["Current", "Sent"]
    assert len(await _entries(faxed)) == 1
    assert [event.name for event in sent_events] == ["consult:signoff-changed"]
    late = await provider.send_callback(callback("fax.failed", FAX_ID, failure_reason="user_busy"))
    assert late.status_code == 204
    assert await _states(faxed) == ["Current", "Sent"]


@pytest.mark.req("SIGN-46")
async def test_a_delivered_fax_does_not_count_as_sent_to_the_emr(faxed: Stroke, provider: Caller) -> None:
    """A fax has a delivery, too, but to the fax provider."""
    assert (await provider.send_callback(callback("fax.delivered", FAX_ID))).status_code == 204
    _, fax = (await faxed.read())["documentVersions"]
    assert (fax["docType"], fax["docStatus"]) == ("Fax", "Sent")
    assert (fax["sentToEmr"], fax["emrDelivery"]) == (False, None)


@pytest.mark.req("SIGN-41", "TIME-26", "RT-15", "SIGN-46", "SIGN-59")
async def test_a_reported_failure_shows_at_the_fax_and_on_the_timeline(
    faxed: Stroke, provider: Caller, sent_events: list[SentEvent]
) -> None:
    sent_events.clear()
    assert (await provider.send_callback(callback("fax.failed", FAX_ID, failure_reason="user_busy"))).status_code == 204
    assert await _states(faxed) == ["Current", "Failed"]
    assert await _entries(faxed) == []
    assert [entry["details"]["reason"] for entry in await _entries(faxed, "signoff-send-error")] == ["line busy"]
    assert {event.name for event in sent_events} == {"consult:signoff-changed", "notification:added"}


@pytest.mark.req("SIGN-41", "SIGN-46")
async def test_a_fax_whose_response_was_lost_is_found_by_its_reference(
    faxed: Stroke, provider: Caller, database: RolledBackDatabase
) -> None:
    async with database.transaction() as session:
        await session.execute(text("update deliveries set state = 'waiting', taken_as = null"))
        reference = (await session.scalars(text("select reference from deliveries"))).one()
    client_state = {"client_state": base64.b64encode(reference.encode()).decode()}
    failed = await provider.send_callback(callback("fax.failed", FAX_ID, failure_reason="user_busy", **client_state))
    assert failed.status_code == 204
    assert await _states(faxed) == ["Current", "Sending"]
    assert (await provider.send_callback(callback("fax.delivered", FAX_ID, **client_state))).status_code == 204
    assert await _states(faxed) == ["Current", "Sent"]
    assert len(await _entries(faxed)) == 1


@pytest.mark.parametrize("client_state", ["", "????", "QQ==", 7, ["x"], base64.b64encode(b"'; drop").decode()])
async def test_an_unknown_reference_changes_nothing(faxed: Stroke, provider: Caller, client_state: Any) -> None:
    body = callback("fax.delivered", "unknown", client_state=client_state)
    assert (await provider.send_callback(body)).status_code == 204
    assert await _states(faxed) == ["Current", "Sending"]


@pytest.mark.req("SIGN-46")
async def test_reports_of_other_faxes_and_other_events_change_nothing(faxed: Stroke, provider: Caller) -> None:
    for body in (callback("fax.delivered", "unknown"), callback("fax.sending.started", FAX_ID), b"{}"):
        assert (await provider.send_callback(body)).status_code == 204
    assert await _states(faxed) == ["Current", "Sending"]


async def test_an_unsigned_callback_is_refused_before_any_query(
    faxed: Stroke, provider: Caller, statements: list[str]
) -> None:
    body = callback("fax.delivered", FAX_ID)
    statements.clear()
    for headers in ({}, signed(body + b" "), signed(body, -301), signed(body, 301)):
        assert refusal(await provider.send_callback(body, headers)) == (401, "unsigned_callback")
    assert (await provider.send_callback(b"x" * (BODY_LIMIT_BYTES + 1))).status_code == 413
    assert statements == []
    assert await _states(faxed) == ["Current", "Sending"]


async def test_an_installation_without_a_provider_accepts_no_callbacks(client: httpx.AsyncClient) -> None:
    body = callback("fax.delivered", FAX_ID)
    assert refusal(await client.post("/fax-callbacks", content=body, headers=signed(body))) == (
        401,
        "unsigned_callback",
    )
