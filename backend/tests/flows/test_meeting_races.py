"""Many users who join one meeting at once, and a last one who leaves while another joins."""

import asyncio
import uuid
from collections import Counter
from collections.abc import Awaitable, Callable

import httpx
import psycopg
import pytest
from bodies import Bodies
from fastapi import FastAPI

from conftest import SentEvent
from wardline.core.db.database import Database
from wardline.video import meetings
from wardline.video.meetings import MAX_ATTENDEES
from wardline.video.repository import MeetingRepository
from wardline.video.tests.windows import Window, candidate, join, request_to_join, window_of

from .conftest import a_transaction_is_waiting
from .crowds import GetClient, make_crowd

End = Callable[[Window], Awaitable[httpx.Response]]
CROWD = 12
ROUNDS = 10
STEP = 0.002
"""Seconds; the joining user gets a longer head start in each round, so that each of the two is first at times."""

pytestmark = pytest.mark.usefixtures("patient")


@pytest.fixture
async def crowd(as_user: GetClient, cloned: tuple[str, str]) -> list[httpx.AsyncClient]:
    """Psychiatrists on call for tele-psych."""
    return [as_user(name) for name in make_crowd(cloned[1], CROWD, like="psych", line="tele-psych")]


def _open_meetings(owner_url: str, consult_id: str) -> list[str]:
    with psycopg.connect(owner_url.replace("+psycopg", "")) as owner:
        found = owner.execute("select id from meetings where consult_id = %s and ended_at is null", [consult_id])
        return [str(meeting_id) for (meeting_id,) in found]


@pytest.mark.req("API-35")
async def test_six_of_many_simultaneous_joins_share_one_meeting(
    as_user: GetClient, bodies: Bodies, crowd: list[httpx.AsyncClient], cloned: tuple[str, str]
) -> None:
    async with as_user("nurse") as nurse:
        for _ in range(ROUNDS):
            consult_id = await bodies.create(nurse)
            responses = await asyncio.gather(*(request_to_join(client, consult_id) for client in crowd))
            joined = [
                window_of(client, consult_id, response)
                for client, response in zip(crowd, responses, strict=True)
                if response.status_code == 200
            ]
            refused = Counter(response.json()["code"] for response in responses if response.status_code != 200)
            assert refused == {"meeting_full": CROWD - MAX_ATTENDEES}
            assert {window.meeting_id for window in joined} == set(_open_meetings(cloned[1], consult_id))
            assert len({window.meeting_id for window in joined}) == 1
            attendees = {window.attendee_id for window in joined}
            assert [set(await window.attendee_ids()) for window in joined] == [attendees] * MAX_ATTENDEES
            assert {each.status_code for each in await asyncio.gather(*(window.leave() for window in joined))} == {204}
            assert _open_meetings(cloned[1], consult_id) == []
    for client in crowd:
        await client.aclose()


async def _after(seconds: float, call: Awaitable[httpx.Response]) -> httpx.Response:
    await asyncio.sleep(seconds)
    return await call


@pytest.mark.parametrize("ends", [Window.leave, Window.delete])
@pytest.mark.req("API-37", "BAPI-21", "VID-19")
async def test_joining_while_the_last_attendee_leaves_finds_an_open_meeting(
    as_user: GetClient, bodies: Bodies, crowd: list[httpx.AsyncClient], cloned: tuple[str, str], ends: End
) -> None:
    async with as_user("nurse") as nurse:
        consult_id = await bodies.create(nurse)
        for number in range(ROUNDS * 2):
            last = await join(nurse, consult_id)
            joiner = crowd[number % CROWD]
            ended, window = await asyncio.gather(_after(number * STEP, ends(last)), join(joiner, consult_id))
            assert ended.status_code == 204 or ended.json()["code"] == "meeting_in_use"
            assert (await window.attend())["state"] == "connected"
            assert _open_meetings(cloned[1], consult_id) == [window.meeting_id]
            await last.leave()
            await window.leave()
    for client in crowd:
        await client.aclose()


async def _attend_with_a_signal(window: Window, to: Window) -> httpx.Response:
    body = {"heard": [], "signals": [candidate(1, to.attendee_id, "192.0.2.66")]}
    return await window.who.post(f"{window.path}/attend", json=body)


async def _leave(window: Window, _: Window) -> httpx.Response:
    return await window.leave()


@pytest.mark.parametrize("call", [_attend_with_a_signal, _leave])
@pytest.mark.req("PERM-32")
async def test_an_attendee_removed_while_their_call_waits_has_left(
    as_user: GetClient,
    bodies: Bodies,
    crowd: list[httpx.AsyncClient],
    committed_app: FastAPI,
    cloned: tuple[str, str],
    sent_events: list[SentEvent],
    call: Callable[[Window, Window], Awaitable[httpx.Response]],
) -> None:
    async with as_user("nurse") as nurse:
        consult_id = await bodies.create(nurse)
        remaining, leaving = [await join(client, consult_id) for client in (nurse, crowd[0])]
        for window in (remaining, leaving):
            await window.attend()
        sent_events.clear()
        database: Database = committed_app.state.database
        async with database.transaction() as session:
            await MeetingRepository(session).locked(uuid.UUID(leaving.meeting_id))
            late = asyncio.create_task(call(leaving, remaining))
            await a_transaction_is_waiting(cloned[1])
            await meetings.remove(session, uuid.UUID(leaving.attendee_id))
        response = await late
        assert response.status_code == 204 or response.json() == {
            "state": "ended",
            "attendees": [],
            "removed": [],
            "signals": [],
        }
        assert [event.name for event in sent_events] == ["consult:meeting-changed"]
        response = await remaining.attend()
        assert (response["signals"], response["removed"]) == ([], [leaving.attendee_id])
    for client in crowd:
        await client.aclose()
