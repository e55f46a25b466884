"""Which way a meeting's audio and video take, and what an attendee learns of the media server."""

import logging
import re
from datetime import timedelta
from typing import Any

import httpx
import pytest
from bodies import Bodies
from pydantic import SecretStr
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core import clock
from wardline.settings import Settings
from wardline.video.janus.availability import MediaServers
from wardline.video.janus.server import JanusUnusable, janus_for
from wardline.video.tests import guest_devices
from wardline.video.tests.conftest import LeaveDevice, LetKnock
from wardline.video.tests.devices import join_as_device
from wardline.video.tests.fake_janus import KEY, URL, Janus
from wardline.video.tests.windows import Window, join, refusal, request_to_join, window_of

pytestmark = pytest.mark.usefixtures("noon")


async def _join(who: httpx.AsyncClient, consult_id: str) -> dict[str, Any]:
    response = await request_to_join(who, consult_id)
    assert response.status_code == 200, response.text
    assert KEY not in response.text
    joined: dict[str, Any] = response.json()["joinInfo"]
    return joined


@pytest.mark.req("VID-27", "API-35")
async def test_all_of_one_meeting_get_its_room_and_each_a_token(
    janus: Janus, client: httpx.AsyncClient, psych: httpx.AsyncClient, consult_id: str, bodies: Bodies
) -> None:
    first, second = await _join(client, consult_id), await _join(psych, consult_id)
    placement = first["meeting"]["mediaPlacement"]
    assert set(placement) == {"provider", "signalingUrl", "room", "pin"}
    assert (placement["provider"], placement["signalingUrl"]) == ("janus", URL)
    assert second["meeting"]["mediaPlacement"] == placement
    other = await _join(client, await bodies.create(client))
    elsewhere = other["meeting"]["mediaPlacement"]
    assert elsewhere["room"] != placement["room"]
    assert elsewhere["pin"] != placement["pin"]
    assert len({joined["attendee"]["joinToken"] for joined in (first, second, other)}) == 3
    # JavaScript's numbers are exact up to here.
    assert 0 < placement["room"] < 2**53


async def test_whoever_comes_goes_or_ends_it_has_the_room_updated(
    janus: Janus, client: httpx.AsyncClient, psych: httpx.AsyncClient, consult_id: str, session: AsyncSession
) -> None:
    queued = text("select args from procrastinate_jobs where task_name = 'update_media_room' and lock like :meeting")

    async def count(window: Window) -> int:
        rows = await session.execute(queued, {"meeting": f"%{window.meeting_id}"})
        return len(rows.all())

    nurse = await join(client, consult_id)
    assert await count(nurse) == 1
    provider = await join(psych, consult_id)
    assert await count(nurse) == 2
    await provider.leave()
    assert await count(nurse) == 3
    await nurse.leave()
    assert await count(nurse) == 4


async def test_a_call_begins_without_a_media_server_that_is_down_and_stays_without(
    janus: Janus,
    client: httpx.AsyncClient,
    psych: httpx.AsyncClient,
    consult_id: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    janus.is_there = False
    with caplog.at_level(logging.ERROR):
        joined = await _join(client, consult_id)
    assert (joined["meeting"]["mediaPlacement"], joined["attendee"]["joinToken"]) == (None, None)
    assert "Janus does not respond" in caplog.text
    janus.is_there = True
    clock.advance(timedelta(seconds=6))
    assert (await _join(psych, consult_id))["meeting"]["mediaPlacement"] is None


async def test_nobody_joins_others_whose_media_server_is_down(
    janus: Janus, client: httpx.AsyncClient, psych: httpx.AsyncClient, consult_id: str
) -> None:
    nurse = await join(client, consult_id)
    janus.is_there = False
    clock.advance(timedelta(seconds=6))
    response = await request_to_join(psych, consult_id)
    assert refusal(response) == (503, "media_server_down")
    # Once the nurse is not there anymore, the call goes on without it.
    clock.advance(timedelta(minutes=1))
    joined = await _join(psych, consult_id)
    assert joined["meeting"]["meetingId"] == nurse.meeting_id
    assert joined["meeting"]["mediaPlacement"] is None


@pytest.mark.req("VID-27")
async def test_guests_and_unattended_devices_are_told_that_the_media_server_is_down(
    janus: Janus, nurse: Window, specialist: Window, let_knock: LetKnock, leave_device: LeaveDevice
) -> None:
    guest = await let_knock(nurse)
    await guest_devices.answer(nurse, guest.id, admit=True)
    device = await leave_device(nurse)
    janus.is_there = False
    clock.advance(timedelta(seconds=6))
    assert refusal(await guest_devices.request_to_join(guest.device)) == (503, "media_server_down")
    assert refusal(await device.post("/meeting", json=nurse.ids_of_call)) == (503, "media_server_down")
    assert await specialist.attendee_ids() == [specialist.attendee_id]
    janus.is_there = True
    clock.advance(timedelta(seconds=6))
    await guest_devices.join(guest.device)
    await join_as_device(device, nurse)
    assert len(await specialist.attendee_ids()) == 3


async def test_it_is_asked_once_for_calls_that_begin_together(janus: Janus) -> None:
    media = MediaServers(janus, is_used=True)
    assert [await media.is_up() for _ in range(3)] == [True] * 3
    assert janus.times_asked == 1
    clock.advance(timedelta(seconds=6))
    await media.is_up()
    assert janus.times_asked == 2


async def test_a_device_without_a_session_uses_the_same_room(
    janus: Janus, client: httpx.AsyncClient, consult_id: str, leave_device: LeaveDevice
) -> None:
    joined = await request_to_join(client, consult_id)
    window = window_of(client, consult_id, joined)
    device = await leave_device(window)
    again = (await device.post("/meeting", json=window.ids_of_call)).json()["joinInfo"]
    first = joined.json()["joinInfo"]
    assert again["meeting"]["mediaPlacement"] == first["meeting"]["mediaPlacement"]
    assert again["attendee"]["joinToken"] != first["attendee"]["joinToken"]


@pytest.mark.parametrize(
    ("settings", "missing"),
    [
        ({"media": "janus"}, "WARDLINE_JANUS_URL, WARDLINE_JANUS_API_URL, WARDLINE_JANUS_ADMIN_KEY missing"),
        ({"janus_admin_key": SecretStr(KEY)}, "WARDLINE_JANUS_URL, WARDLINE_JANUS_API_URL missing"),
        ({"janus_url": URL, "janus_api_url": "http://127.0.0.1:8088/janus"}, "WARDLINE_JANUS_ADMIN_KEY missing"),
    ],
)
def test_half_a_media_server_is_refused_by_name(settings: dict[str, Any], missing: str) -> None:
    with pytest.raises(JanusUnusable, match=re.escape(missing)) as refused:
        janus_for(Settings(demo=True, **settings))
    assert KEY not in str(refused.value)


def test_without_its_settings_there_is_none() -> None:
    assert janus_for(Settings(demo=True)) is None


@pytest.mark.parametrize("value", ["https://media.example", "wss://", "wss://a.example; script-src *", "media.example"])
def test_an_address_for_browsers_is_one_of_a_socket(value: str) -> None:
    with pytest.raises(ValueError, match="is not a wss or ws address"):
        Settings(demo=True, janus_url=value)
