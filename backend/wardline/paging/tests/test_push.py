"""People are paged on their devices, and what a device shows is replaced once nobody has to answer anymore."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import httpx
import pytest
from bodies import Bodies
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from transfer_forms import request_form

from conftest import CheckIn, RolledBackDatabase, SignIn, job_context
from wardline.core import clock
from wardline.core.jobs.context import JobContext
from wardline.ehr.tests.serving import STAGE, serving
from wardline.paging.tests.watched import Watched, deliver, have_contacts, proof_of
from wardline.webpush.tests.push_service import Browser, PushService

pytestmark = pytest.mark.usefixtures("noon")

MINUTE = timedelta(minutes=1)
SHOWN = ("kind", "priority", "about", "mayAcknowledge", "line", "location", "waiting", "link")


@dataclass
class Devices:
    """The devices of users, behind a push service."""

    context: JobContext
    service: PushService

    async def add(self, client: httpx.AsyncClient, username: str) -> Browser:
        """A verified device instead of the user's other contacts."""
        browser = self.service.subscribe((await client.get("/contacts")).json()["pushKey"])
        await have_contacts(
            Watched(self.context.database), username, ("push", browser.endpoint, 0), **browser.subscription["keys"]
        )
        return browser

    async def deliver(self) -> None:
        """Send what was ordered."""
        await deliver(self.context)

    def shown(self, browser: Browser) -> list[dict[str, Any]]:
        """What was pushed to the device, the oldest first."""
        return [pushed.content for pushed in self.service.accepted if pushed.browser is browser]


@pytest.fixture(scope="module", autouse=True)
async def stage() -> AsyncIterator[None]:
    async with STAGE.open():
        yield


@pytest.fixture
async def devices(database: RolledBackDatabase, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Devices]:
    monkeypatch.setenv("WARDLINE_PUSH_SERVICES", "127.0.0.1")
    context, service = job_context(database), PushService()
    async with serving(service.app) as service.origin:
        yield Devices(context, service)
    await context.aclose()


@pytest.mark.req("NOTIF-13")
async def test_a_push_arrives_with_its_receipt_and_a_click_shows_that_it_was_seen(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, devices: Devices
) -> None:
    neuro = await check_in("neuro", line="tele-stroke")
    phone = await devices.add(neuro, "neuro")
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    await devices.deliver()
    (shown,) = devices.shown(phone)
    location = (await neuro.get("/pages")).json()[0]["locationName"]
    assert {name: shown[name] for name in SHOWN} == {
        "kind": "page",
        "priority": "critical",
        "about": "New Consult",
        "mayAcknowledge": True,
        "line": "Tele-Stroke",
        "location": location,
        "waiting": 1,
        "link": f"/consult/{consult_id}",
    }
    assert (await _push_notice(client, consult_id))["deliveredAt"] is None
    clock.advance(MINUTE)
    assert (await client.post("/push-receipts", json={"receipt": shown["receipt"], "event": "delivered"})).is_success
    assert (await _push_notice(client, consult_id))["deliveredAt"] == "2026-03-04T12:01:00Z"
    proof = await proof_of(client, consult_id)
    assert (proof["isAnyoneReached"], proof["people"][0]["seenAt"]) == (True, None)
    clock.advance(MINUTE)
    assert (await client.post("/push-receipts", json={"receipt": shown["receipt"], "event": "seen"})).is_success
    assert (await proof_of(client, consult_id))["people"][0]["seenAt"] == "2026-03-04T12:02:00Z"


async def test_an_urgent_comment_whose_push_was_pressed_waits_until_it_is_in_sight(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, devices: Devices
) -> None:
    neuro = await check_in("neuro", line="tele-stroke")
    consult_id = await bodies.create(client, "tele-stroke")
    await neuro.post(f"/consults/{consult_id}/acknowledge")
    phone = await devices.add(neuro, "neuro")
    comment = await client.post(f"/consults/{consult_id}/updates", json={"message": "Now 82/50.", "alert": True})
    await watched.look()
    await devices.deliver()
    receipt = devices.shown(phone)[-1]["receipt"]
    assert (await client.post("/push-receipts", json={"receipt": receipt, "event": "seen"})).is_success
    proof = await proof_of(client, consult_id, "urgentComment")
    assert (proof["people"][0]["seenAt"], proof["endedAt"]) == ("2026-03-04T12:00:00Z", None)
    clock.advance(MINUTE)
    seen = {"commentIds": [comment.json()["id"]]}
    assert (await neuro.post(f"/consults/{consult_id}/pages/seen", json=seen)).is_success
    proof = await proof_of(client, consult_id, "urgentComment")
    assert (proof["endReason"], proof["people"][0]["seenAt"]) == ("opened", "2026-03-04T12:00:00Z")


@pytest.mark.req("NOTIF-13")
async def test_a_push_without_a_receipt_is_reported_as_not_confirmed(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, devices: Devices
) -> None:
    await devices.add(await check_in("neuro", line="tele-stroke"), "neuro")
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    await devices.deliver()
    clock.advance(14 * MINUTE)
    await devices.deliver()
    assert (await _push_notice(client, consult_id))["failedAt"] is None
    clock.advance(MINUTE)
    await devices.deliver()
    notice = await _push_notice(client, consult_id)
    assert (notice["failedAt"], notice["reason"]) == ("2026-03-04T12:15:00Z", "arrival not confirmed")
    await devices.deliver()
    assert len(devices.service.accepted) == 1


async def test_a_device_that_is_gone_is_not_tried_again(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, devices: Devices
) -> None:
    neuro = await check_in("neuro", line="tele-stroke")
    await devices.add(neuro, "neuro")
    devices.service.instead = Response(status_code=410)
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    await devices.deliver()
    assert (await _push_notice(client, consult_id))["reason"] == "device no longer registered"
    (contact,) = (await neuro.get("/contacts")).json()["contacts"]
    assert contact["disabledReason"] == "endpoint-gone"
    await watched.look(after=3 * MINUTE)
    await devices.deliver()
    assert devices.service.requests == 1


async def test_after_an_acknowledgment_each_device_shows_who_took_it(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, devices: Devices
) -> None:
    neuro, neuro2 = await check_in("neuro", line="tele-stroke"), await check_in("neuro2", line="tele-stroke")
    phone, tablet = await devices.add(neuro, "neuro"), await devices.add(neuro2, "neuro2")
    consult_id = await bodies.create(client, "tele-stroke")
    for minutes in (0, 3, 3, 2):
        await watched.look(after=minutes * MINUTE)
        await devices.deliver()
    assert (await neuro.post(f"/consults/{consult_id}/acknowledge")).status_code == 200
    await devices.deliver()
    me = (await neuro.get("/me")).json()
    for device in (phone, tablet):
        *pages, taken = devices.shown(device)
        assert {page["kind"] for page in pages} == {"page"}
        assert (taken["kind"], taken["tag"]) == ("taken", pages[-1]["tag"])
        assert (taken["takenBy"], taken["waiting"]) == (f"{me['firstName']} {me['lastName']}", 0)
    await devices.deliver()
    assert [shown["kind"] for shown in devices.shown(phone)] == ["page", "page", "page", "taken"]


async def test_a_push_about_a_transfer_leads_to_the_transfers(
    client: httpx.AsyncClient,
    check_in: CheckIn,
    sign_in: SignIn,
    bodies: Bodies,
    watched: Watched,
    devices: Devices,
) -> None:
    neuro, coordinator = await check_in("neuro", line="tele-stroke"), sign_in("coordinator")
    phone = await devices.add(coordinator, "coordinator")
    consult_id = await bodies.create(client, "tele-stroke")
    await neuro.post(f"/consults/{consult_id}/acknowledge")
    await neuro.post(f"/consults/{consult_id}/transfer", json=request_form((await neuro.get("/me")).json()))
    await watched.look()
    await devices.deliver()
    assert [(shown["about"], shown["link"]) for shown in devices.shown(phone)] == [
        ("Transfer Requested", f"/transfer/{consult_id}")
    ]


async def test_a_push_that_was_under_way_when_someone_answered_is_followed_by_another(
    client: httpx.AsyncClient,
    check_in: CheckIn,
    bodies: Bodies,
    watched: Watched,
    devices: Devices,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    neuro = await check_in("neuro", line="tele-stroke")
    phone = await devices.add(neuro, "neuro")
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        if not devices.service.accepted:
            await neuro.post(f"/consults/{consult_id}/acknowledge")
        await devices.service.app(scope, receive, send)

    monkeypatch.setattr(STAGE, "app", slow)
    await devices.deliver()
    await devices.deliver()
    assert [shown["kind"] for shown in devices.shown(phone)] == ["page", "taken"]


async def test_only_who_may_acknowledge_is_offered_that(
    client: httpx.AsyncClient, sign_in: SignIn, bodies: Bodies, watched: Watched, devices: Devices
) -> None:
    phone = await devices.add(sign_in("coordinator"), "coordinator")
    await bodies.create(client, "tele-stroke")
    await watched.look()
    await devices.deliver()
    assert [(shown["kind"], shown["mayAcknowledge"]) for shown in devices.shown(phone)] == [("page", False)]


async def test_what_was_cancelled_is_not_said_to_be_taken(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, devices: Devices
) -> None:
    neuro = await check_in("neuro", line="tele-stroke")
    phone = await devices.add(neuro, "neuro")
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    await devices.deliver()
    cancellation = {"completeType": "cancelled", "cancellationReason": "Patient discharged"}
    assert (await neuro.post(f"/consults/{consult_id}/complete", json=cancellation)).status_code == 200
    await devices.deliver()
    _, last = devices.shown(phone)
    assert (last["kind"], last["takenBy"]) == ("taken", None)


async def _push_notice(client: httpx.AsyncClient, consult_id: str) -> dict[str, Any]:
    """The first notice by push."""
    notices = [each for person in (await proof_of(client, consult_id))["people"] for each in person["notices"]]
    notice: dict[str, Any] = next(each for each in notices if each["channel"] == "push")
    return notice
