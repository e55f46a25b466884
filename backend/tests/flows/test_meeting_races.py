"""Many users who join one meeting at once, a last one who leaves while another joins, and devices that do."""

import asyncio
import uuid
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable

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
from wardline.video.tests.devices import (
    give_back,
    issue_token,
    join_as_device,
    request_to_join_as_device,
    with_token,
)
from wardline.video.tests.windows import Window, candidate, join, refusal, request_to_join, window_of

from .conftest import a_transaction_is_waiting, transactions_are_waiting
from .crowds import GetClient, make_crowd

End = Callable[[Window], Awaitable[httpx.Response]]
CROWD = 12
CONFLICT = 409
STEP = 0.004
"""Seconds; one of the two gets a longer head start in each of `STEPS` rounds, so that each is first at times."""
STEPS = 10

pytestmark = pytest.mark.usefixtures("patient")


@pytest.fixture(params=[4, pytest.param(40, marks=pytest.mark.soak)])
def rounds(request: pytest.FixtureRequest) -> int:
    count: int = request.param
    return count


@pytest.fixture
async def crowd(as_user: GetClient, cloned: tuple[str, str]) -> AsyncIterator[list[httpx.AsyncClient]]:
    """Psychiatrists on call for tele-psych."""
    clients = [as_user(name) for name in make_crowd(cloned[1], CROWD, like="psych", line="tele-psych")]
    yield clients
    for client in clients:
        await client.aclose()


@pytest.fixture
async def nurse(as_user: GetClient) -> AsyncIterator[httpx.AsyncClient]:
    async with as_user("nurse") as client:
        yield client


@pytest.fixture
async def consult_id(nurse: httpx.AsyncClient, bodies: Bodies) -> str:
    """A consult of tele-psych."""
    return await bodies.create(nurse)


def _open_meetings(owner_url: str, consult_id: str) -> list[str]:
    with psycopg.connect(owner_url.replace("+psycopg", "")) as owner:
        found = owner.execute("select id from meetings where consult_id = %s and ended_at is null", [consult_id])
        return [str(meeting_id) for (meeting_id,) in found]


@pytest.mark.req("API-35")
async def test_six_of_many_simultaneous_joins_share_one_meeting(
    nurse: httpx.AsyncClient, bodies: Bodies, crowd: list[httpx.AsyncClient], cloned: tuple[str, str], rounds: int
) -> None:
    for _ in range(rounds):
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


async def _after(seconds: float, call: Awaitable[httpx.Response]) -> httpx.Response:
    await asyncio.sleep(seconds)
    return await call


@pytest.mark.parametrize("ends", [Window.leave, Window.delete])
@pytest.mark.req("API-37", "BAPI-21", "VID-19")
async def test_joining_while_the_last_attendee_leaves_finds_an_open_meeting(
    nurse: httpx.AsyncClient,
    consult_id: str,
    crowd: list[httpx.AsyncClient],
    cloned: tuple[str, str],
    ends: End,
    rounds: int,
) -> None:
    for number in range(rounds * 2):
        last = await join(nurse, consult_id)
        joiner = crowd[number % CROWD]
        ended, window = await asyncio.gather(_after(number % STEPS * STEP, ends(last)), join(joiner, consult_id))
        assert ended.status_code == 204 or ended.json()["code"] == "meeting_in_use"
        assert (await window.attend())["state"] == "connected"
        assert _open_meetings(cloned[1], consult_id) == [window.meeting_id]
        await last.leave()
        await window.leave()


async def _attend_with_a_signal(window: Window, to: Window) -> httpx.Response:
    body = {"heard": [], "signals": [candidate(1, to.attendee_id, "192.0.2.66")]}
    return await window.who.post(f"{window.path}/attend", json=body)


async def _leave(window: Window, _: Window) -> httpx.Response:
    return await window.leave()


@pytest.mark.parametrize("call", [_attend_with_a_signal, _leave])
@pytest.mark.req("PERM-32")
async def test_an_attendee_removed_while_their_call_waits_has_left(
    nurse: httpx.AsyncClient,
    consult_id: str,
    crowd: list[httpx.AsyncClient],
    committed_app: FastAPI,
    cloned: tuple[str, str],
    sent_events: list[SentEvent],
    call: Callable[[Window, Window], Awaitable[httpx.Response]],
) -> None:
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
        "knocking": [],
        "callbacks": [],
        "ringing": None,
        "iceServers": None,
        "moved": None,
        "signals": [],
    }
    assert [event.name for event in sent_events] == ["consult:meeting-changed"]
    response = await remaining.attend()
    assert (response["signals"], response["removed"]) == ([], [leaving.attendee_id])


async def test_of_two_first_reports_at_once_that_nothing_arrives_the_timeline_has_one(
    nurse: httpx.AsyncClient,
    consult_id: str,
    crowd: list[httpx.AsyncClient],
    committed_app: FastAPI,
    cloned: tuple[str, str],
) -> None:
    windows = [await join(client, consult_id) for client in (nurse, crowd[0])]
    reports = [
        {"flowing": False, "problems": [{"attendeeId": other.attendee_id, "problem": "noMedia"}]}
        for other in reversed(windows)
    ]
    database: Database = committed_app.state.database
    async with database.transaction() as session:
        await MeetingRepository(session).locked(uuid.UUID(windows[0].meeting_id))
        late = [
            asyncio.create_task(window.who.post(f"{window.path}/attend", json={"media": report}))
            for window, report in zip(windows, reports, strict=True)
        ]
        await transactions_are_waiting(cloned[1], 2)
    assert [response.status_code for response in await asyncio.gather(*late)] == [200, 200]
    entries = (await nurse.get(f"/consults/{consult_id}/updates")).json()
    assert [each["kind"] for each in entries if each["kind"] is not None] == ["videoFailed"]


async def _restore(device: Window) -> None:
    """As its page does: the last one deletes the meeting, anyone else leaves it."""
    if (await device.delete()).status_code == CONFLICT:
        await give_back(device)


@pytest.mark.req("UNATT-11", "VID-20", "CONST-10", "API-37")
async def test_taking_a_device_back_while_the_specialist_leaves_ends_the_meeting(
    nurse: httpx.AsyncClient,
    consult_id: str,
    crowd: list[httpx.AsyncClient],
    committed_app: FastAPI,
    cloned: tuple[str, str],
    rounds: int,
) -> None:
    for number in range(rounds):
        window, specialist = await join(nurse, consult_id), await join(crowd[number % CROWD], consult_id)
        async with with_token(committed_app, await issue_token(window)) as client:
            await window.leave()
            device = await join_as_device(client, window)
            await asyncio.gather(_restore(device), _after(number % STEPS * STEP, specialist.leave()))
            assert _open_meetings(cloned[1], consult_id) == []
            assert refusal(await request_to_join_as_device(client, window)) == (401, "unattended_mode_over")


@pytest.mark.req("VID-20", "CONST-10")
async def test_a_device_that_joins_while_the_specialist_leaves_finds_its_meeting(
    nurse: httpx.AsyncClient,
    consult_id: str,
    crowd: list[httpx.AsyncClient],
    committed_app: FastAPI,
    cloned: tuple[str, str],
    rounds: int,
) -> None:
    for number in range(rounds):
        window, specialist = await join(nurse, consult_id), await join(crowd[number % CROWD], consult_id)
        async with with_token(committed_app, await issue_token(window)) as client:
            leaving = [window.leave(), specialist.delete() if number % 2 else specialist.leave()]
            device, *_ = await asyncio.gather(_join_late(client, window, number % STEPS * STEP), *leaving)
            assert (await device.attend())["state"] == "connected"
            assert _open_meetings(cloned[1], consult_id) == [window.meeting_id]
            await specialist.leave()
            assert (await device.delete()).status_code == 204


async def _join_late(client: httpx.AsyncClient, window: Window, seconds: float) -> Window:
    await asyncio.sleep(seconds)
    return await join_as_device(client, window)


@pytest.mark.req("API-36", "UNATT-15")
async def test_of_devices_that_join_with_one_token_at_once_one_is_in_the_call(
    nurse: httpx.AsyncClient, consult_id: str, committed_app: FastAPI, rounds: int
) -> None:
    window = await join(nurse, consult_id)
    async with with_token(committed_app, await issue_token(window)) as client:
        await window.leave()
        for _ in range(rounds):
            devices = await asyncio.gather(*(join_as_device(client, window) for _ in range(3)))
            states = Counter([(await device.attend())["state"] for device in devices])
            assert states == {"connected": 1, "ended": 2}


@pytest.mark.req("API-40")
async def test_nodes_that_need_the_first_key_at_once_agree_on_one(committed_app: FastAPI, as_user: GetClient) -> None:
    async with as_user("nurse") as client:
        answers = await asyncio.gather(*(client.get("/.well-known/keys") for _ in range(5)))
        assert len({answer.json()["keys"][0]["kid"] for answer in answers}) == 1
        assert [len(answer.json()["keys"]) for answer in answers] == [1] * 5
