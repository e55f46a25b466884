"""The secrets of guests: what they are good for, and what is none."""

import secrets

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core.security.rate_limits import RateLimiter
from wardline.video.tests.conftest import Knocking, LetKnock
from wardline.video.tests.every_call import NOT_SIGNED_IN, check_good_for_nothing_else
from wardline.video.tests.guest_devices import answer, guest_device, invite, join, knock, open_link, state_of
from wardline.video.tests.windows import Window, candidate, refusal

pytestmark = pytest.mark.usefixtures("noon")

CALLS_OF_GUESTS = {
    "openGuestLink",
    "getGuestCall",
    "askToJoinAsGuest",
    "joinMeetingAsGuest",
    "attendMeetingAsGuest",
    "leaveMeetingAsGuest",
}


@pytest.fixture
async def knocking(nurse: Window, let_knock: LetKnock) -> Knocking:
    return await let_knock(nurse)


def secret_of(device: httpx.AsyncClient) -> str:
    return str(device.headers["Authorization"].partition(" ")[2])


async def test_a_device_is_good_for_the_calls_of_guests_only(nurse: Window, knocking: Knocking) -> None:
    await answer(nurse, knocking.id, admit=True)
    window = await join(knocking.device)
    ids = {
        "meeting_id": nurse.meeting_id,
        "consult_id": nurse.consult_id,
        "attendee_id": window.attendee_id,
        "guest_id": knocking.id,
    }
    await check_good_for_nothing_else(knocking.device, secret_of(knocking.device), "Guest", ids, CALLS_OF_GUESTS)
    assert (await window.attend())["state"] == "connected", "what it is for"


async def test_the_secret_in_a_link_lets_nobody_in(knocking: Knocking, app: FastAPI) -> None:
    async with guest_device(app, knocking.link) as copied:
        for method, path in (("GET", "/guest"), ("PUT", "/guest/knock"), ("PUT", "/guest/attendee")):
            assert refusal(await copied.request(method, path)) == (401, "guest_unknown")
        assert refusal(await open_link(copied, knocking.link)) == (403, "guest_link_used")


async def test_a_guest_is_in_control_of_their_own_window_in_their_own_meeting_only(
    nurse: Window, specialist: Window, knocking: Knocking, let_knock: LetKnock
) -> None:
    other = await let_knock(nurse)
    for guest in (knocking, other):
        await answer(nurse, guest.id, admit=True)
    own, others = await join(knocking.device), await join(other.device)
    refused = []
    for window in (nurse, specialist, others):
        path = f"/guest/attendees/{window.attendee_id}"
        signal = candidate(1, nurse.attendee_id, "stranger")
        refused.append(await own.who.post(f"{path}/attend", json={"signals": [signal]}))
        refused.append(await own.who.delete(path))
    assert [refusal(response) for response in refused] == [(403, "forbidden")] * 6
    assert [(await window.attend())["state"] for window in (nurse, specialist, own, others)] == ["connected"] * 4
    assert await nurse.received() == []


@pytest.mark.parametrize("secret", ["", "x" * 42, "x" * 44, "=" * 43, "é" * 43])
async def test_what_cannot_be_a_secret_is_refused_before_anything_else(
    nurse: Window, app: FastAPI, secret: str
) -> None:
    _, link = await invite(nurse)
    async with guest_device(app) as device:
        headers = {b"Authorization": f"Guest {secret}".encode("latin-1")}
        assert refusal(await device.put("/guest", json={"link": link}, headers=headers)) == NOT_SIGNED_IN
        assert refusal(await device.get("/guest", headers=headers)) == NOT_SIGNED_IN
        malformed = await open_link(device, secret)
        assert (malformed.status_code, malformed.json()["errors"][0]["field"]) == (400, "link")


async def test_secrets_are_stored_as_digests_only(knocking: Knocking, session: AsyncSession) -> None:
    stored = await session.scalar(text("select row_to_json(meeting_guests)::text from meeting_guests"))
    assert knocking.id in str(stored)
    for secret in (knocking.link, secret_of(knocking.device)):
        assert secret not in str(stored)
        assert secret.encode().hex() not in str(stored)


async def test_guessing_is_limited_by_address_and_asking_by_guest(
    nurse: Window, knocking: Knocking, app: FastAPI
) -> None:
    endless, app.state.rate_limiter = app.state.rate_limiter, RateLimiter(3)
    try:
        async with guest_device(app) as stranger:
            guesses = [await open_link(stranger, secrets.token_urlsafe(32)) for _ in range(4)]
            assert [response.status_code for response in guesses] == [401, 401, 401, 429]
            guesses = [await stranger.get("/guest") for _ in range(4)]
            assert [response.status_code for response in guesses] == [401, 401, 401, 429]
        assert [await state_of(knocking.device) for _ in range(3)] == ["waiting"] * 3
        assert (await knocking.device.get("/guest")).status_code == 429
        assert await knock(knocking.device) == "waiting"
    finally:
        app.state.rate_limiter = endless
