"""A meeting that changes the way of its audio and video while people are in it."""

from datetime import timedelta
from typing import Any

import httpx
import pytest
from bodies import Bodies
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import SentEvent
from wardline.core import clock
from wardline.video.janus.availability import MediaServers
from wardline.video.tests import guest_devices
from wardline.video.tests.conftest import LetKnock
from wardline.video.tests.fake_janus import Janus
from wardline.video.tests.windows import Window, join, request_to_join, window_of
from wardline.video.ways import MAX_IN_MESH

pytestmark = pytest.mark.usefixtures("noon")


@pytest.fixture
def later(app: FastAPI, janus: Janus) -> None:
    """Calls begin without the media server."""
    app.state.media = MediaServers(janus, is_used=True, is_first=False)


async def attend(window: Window, **report: Any) -> dict[str, Any]:
    response = await window.who.post(f"{window.path}/attend", json=report)
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


async def fill(window: Window) -> dict[str, Any]:
    """One too many for a mesh joins; returns what the last one is told."""
    for _ in range(MAX_IN_MESH - 1):
        await join(window.who, window.consult_id)
    joined: dict[str, Any] = (await request_to_join(window.who, window.consult_id)).json()["joinInfo"]
    return joined


async def count_room_updates(session: AsyncSession) -> int:
    queued = text("select count(*) from procrastinate_jobs where task_name = 'update_media_room'")
    return int(await session.scalar(queued) or 0)


@pytest.mark.req("VID-27")
async def test_one_too_many_for_a_mesh_takes_all_to_the_media_server(
    later: None, nurse: Window, let_knock: LetKnock, sent_events: list[SentEvent]
) -> None:
    knocking = await let_knock(nurse)
    await guest_devices.answer(nurse, knocking.id, admit=True)
    guest = await guest_devices.join(knocking.device)
    assert (await attend(nurse))["moved"] is None
    await join(nurse.who, nurse.consult_id)
    sent_events.clear()
    last = (await request_to_join(nurse.who, nurse.consult_id)).json()["joinInfo"]
    assert [event.name for event in sent_events] == ["consult:meeting-changed"]
    assert last["meeting"]["mediaPlacement"]["provider"] == "janus"
    tokens = {last["attendee"]["joinToken"]}
    for window in (nurse, guest):
        moved = (await attend(window, mediaGeneration=0))["moved"]
        assert moved["meeting"]["mediaPlacement"] == last["meeting"]["mediaPlacement"]
        assert moved["meeting"]["mediaGeneration"] == last["meeting"]["mediaGeneration"] == 1
        assert moved["attendee"]["attendeeId"] == window.attendee_id
        tokens.add(moved["attendee"]["joinToken"])
        assert (await attend(window, mediaGeneration=1))["moved"] is None
    assert len(tokens) == 3


async def test_the_media_server_is_asked_only_by_whoever_needs_it(later: None, janus: Janus, nurse: Window) -> None:
    for _ in range(MAX_IN_MESH - 1):
        await join(nurse.who, nurse.consult_id)
    assert janus.times_asked == 0
    await join(nurse.who, nurse.consult_id)
    assert janus.times_asked == 1


async def test_calls_in_the_media_server_go_on_there_when_new_ones_do_without(
    app: FastAPI, janus: Janus, nurse: Window, specialist: Window, bodies: Bodies
) -> None:
    app.state.media = MediaServers(janus, is_used=False)
    joined = (await request_to_join(nurse.who, nurse.consult_id)).json()["joinInfo"]
    assert joined["meeting"]["mediaPlacement"]["provider"] == "janus"
    assert (await attend(specialist, isCutOff=True))["moved"] is None
    new = (await request_to_join(nurse.who, await bodies.create(nurse.who))).json()["joinInfo"]
    assert new["meeting"]["mediaPlacement"] is None


async def test_a_large_mesh_stays_one_while_the_media_server_is_down(later: None, janus: Janus, nurse: Window) -> None:
    janus.is_there = False
    clock.advance(timedelta(seconds=6))
    assert (await fill(nurse))["meeting"]["mediaPlacement"] is None
    assert (await attend(nurse))["moved"] is None


@pytest.mark.req("VID-27")
async def test_if_the_media_server_fails_the_call_goes_on_without_it(
    janus: Janus, nurse: Window, specialist: Window, sent_events: list[SentEvent], session: AsyncSession
) -> None:
    published = (await attend(specialist, publisherId=7))["attendees"]
    assert {each["publisherId"] for each in published} == {None, 7}
    # Only its own network is broken.
    assert (await attend(nurse, isCutOff=True))["moved"] is None
    janus.is_there = False
    clock.advance(timedelta(seconds=6))
    assert (await attend(nurse))["moved"] is None
    sent_events.clear()
    queued = await count_room_updates(session)
    first = await attend(nurse, isCutOff=True)
    assert await count_room_updates(session) > queued
    assert [event.name for event in sent_events] == ["consult:meeting-changed"]
    assert first["moved"]["meeting"]["mediaPlacement"] is None
    assert first["moved"]["meeting"]["mediaGeneration"] == 1
    assert [each["publisherId"] for each in first["attendees"]] == [None, None]
    # The second one to notice learns of the same change; what it published is over.
    second = await attend(specialist, isCutOff=True, publisherId=7)
    assert second["moved"]["meeting"]["mediaGeneration"] == 1
    assert [each["publisherId"] for each in second["attendees"]] == [None, None]
    assert (await attend(specialist, mediaGeneration=1))["moved"] is None
    third = (await request_to_join(nurse.who, nurse.consult_id)).json()["joinInfo"]
    assert (third["meeting"]["mediaPlacement"], third["meeting"]["mediaGeneration"]) == (None, 1)


async def test_a_window_that_was_silent_meanwhile_learns_of_it_when_it_returns(
    janus: Janus, nurse: Window, psych: httpx.AsyncClient
) -> None:
    janus.is_there = False
    clock.advance(timedelta(minutes=1))
    joined = await request_to_join(psych, nurse.consult_id)
    assert window_of(psych, nurse.consult_id, joined).meeting_id == nurse.meeting_id
    returned = await attend(nurse)
    assert returned["state"] == "connected"
    assert returned["moved"]["meeting"]["mediaPlacement"] is None
