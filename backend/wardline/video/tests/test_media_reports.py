"""What windows report about sound and picture, whom to call instead, and what is kept of a call."""

from datetime import timedelta
from typing import Any, cast

import httpx
import pytest
from prometheus_client import REGISTRY
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, RolledBackDatabase, SentEvent, SignIn
from wardline.core import clock
from wardline.core.db.database import Database
from wardline.monitoring.endpoints import _count
from wardline.realtime import rooms
from wardline.video.choices import CallQuality
from wardline.video.media_reports import summary, worse
from wardline.video.models import Meeting
from wardline.video.tests.conftest import LeaveDevice
from wardline.video.tests.devices import join_as_device
from wardline.video.tests.windows import Window, join, person, request_to_join, view

SHIFT = "(555) 010-0199"
"""The number of the fixture `check_in`."""
pytestmark = pytest.mark.usefixtures("noon")


@pytest.fixture
async def specialist(nurse: Window, psych: httpx.AsyncClient, consult_id: str) -> Window:
    """The specialist's, who joins after the nurse."""
    clock.advance(timedelta(seconds=1))
    return await join(psych, consult_id)


def nothing_from(other: Window, problem: str = "noConnection") -> dict[str, Any]:
    return {"flowing": False, "problems": [{"attendeeId": other.attendee_id, "problem": problem}]}


async def _report(window: Window, **media: Any) -> dict[str, Any]:
    response = await window.who.post(f"{window.path}/attend", json={"media": media})
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


async def _entries(who: httpx.AsyncClient, consult_id: str) -> list[tuple[str, str]]:
    """The kinds and texts of the entries that are no comments, the oldest first."""
    entries = (await who.get(f"/consults/{consult_id}/updates")).json()
    return [(each["kind"], each["message"]) for each in reversed(entries) if each["kind"] is not None]


async def _bedside(who: httpx.AsyncClient, consult_id: str) -> str:
    number: str = (await who.get(f"/consults/{consult_id}")).json()["callbackNumber"]
    return number


async def test_both_sides_get_the_others_number_once_one_of_them_reports_that_nothing_arrives(
    nurse: Window, specialist: Window, client: httpx.AsyncClient
) -> None:
    third = await join(client, nurse.consult_id)
    assert (await _report(nurse, flowing=True))["callbacks"] == []
    found = await _report(specialist, **nothing_from(nurse))
    bedside = await _bedside(specialist.who, nurse.consult_id)
    assert found["callbacks"] == [
        {"attendeeId": nurse.attendee_id, "phoneNumber": bedside, "problem": "noConnection", "isHere": True}
    ]
    (callback,) = (await _report(nurse, flowing=True))["callbacks"]
    own = (await specialist.who.get("/me")).json()["phoneNumber"]
    assert callback.pop("phoneNumber") == SHIFT != own
    assert callback == {"attendeeId": specialist.attendee_id, "problem": "noConnection", "isHere": False}
    assert (await third.attend())["callbacks"] == [], "with whom everything works"
    assert (await _report(specialist, flowing=True))["callbacks"] == []
    assert (await nurse.attend())["callbacks"] == [], "it works again"
    await _report(specialist, **nothing_from(nurse))
    await specialist.attend()
    assert (await nurse.attend())["callbacks"] == [], "whoever is alone has no problem"


async def test_an_unattended_device_learns_no_numbers_and_is_called_at_the_bedside(
    nurse: Window, specialist: Window, leave_device: LeaveDevice
) -> None:
    bedside = await _bedside(specialist.who, nurse.consult_id)
    device = await join_as_device(await leave_device(nurse), nurse)
    (callback,) = (await _report(specialist, **nothing_from(device)))["callbacks"]
    assert (callback["attendeeId"], callback["phoneNumber"]) == (device.attendee_id, bedside)
    assert (await _report(device, **nothing_from(specialist)))["callbacks"] == []


async def test_the_timeline_says_once_that_nothing_arrives_and_at_the_end_how_the_call_went(
    nurse: Window, specialist: Window, database: RolledBackDatabase
) -> None:
    await _report(nurse, **nothing_from(specialist))
    await _report(specialist, **nothing_from(nurse, "noMedia"))
    failed = (
        "videoFailed",
        "Sound and picture did not arrive (no connection). Callback numbers were shown instead.",
    )
    assert await _entries(nurse.who, nurse.consult_id) == [failed]
    await _report(nurse, flowing=True, quality="good", isRelayed=False)
    await _report(specialist, flowing=True, quality="fair", isRelayed=True)
    clock.advance(timedelta(minutes=12, seconds=59))
    await _report(nurse, flowing=True, quality="good", isRelayed=False)
    await specialist.attend()
    assert (await nurse.leave()).status_code == 204
    assert (await specialist.leave()).status_code == 204
    names = [(await window.who.get("/me")).json() for window in (nurse, specialist)]
    people = ", ".join(f"{each['firstName']} {each['lastName']}" for each in names)
    ended = ("videoEnded", f"12 minutes: {people}. Connection: fair, through a relay.")
    assert await _entries(specialist.who, nurse.consult_id) == [failed, ended]
    labels = {"outcome": "connected", "quality": "fair", "way": "relay"}
    await _count(cast(Database, database))
    assert REGISTRY.get_sample_value("wardline_video_calls", labels) == 1
    clock.advance(timedelta(hours=1))
    await _count(cast(Database, database))
    assert REGISTRY.get_sample_value("wardline_video_calls", labels) is None, "that was more than an hour ago"


async def test_a_call_is_as_long_as_two_people_are_in_it(nurse: Window, specialist: Window) -> None:
    for window in (nurse, specialist):
        await _report(window, flowing=True)
    clock.advance(timedelta(minutes=3))
    for window in (nurse, specialist):
        await window.attend()
    await specialist.leave()
    clock.advance(timedelta(hours=1))
    await nurse.attend()
    await nurse.leave()
    (_, text), *_ = [entry for entry in await _entries(nurse.who, nurse.consult_id) if entry[0] == "videoEnded"]
    assert text.startswith("3 minutes: ")


async def test_sound_and_picture_that_worked_before_have_stopped(
    nurse: Window, specialist: Window, sent_events: list[SentEvent]
) -> None:
    await _report(nurse, flowing=True)
    sent_events.clear()
    await _report(nurse, **nothing_from(specialist, "connectionLost"))
    assert "update:created" in [event.name for event in sent_events]
    (entry,) = await _entries(nurse.who, nurse.consult_id)
    assert entry[1].startswith("Sound and picture stopped (")


@pytest.mark.parametrize(
    ("seconds", "entries"),
    [(59, []), (60, [("videoEnded", "Maya Larkspur waited for 1 minute, and nobody else joined.")])],
)
async def test_whoever_waits_in_vain_is_in_the_timeline(nurse: Window, seconds: int, entries: list[Any]) -> None:
    clock.advance(timedelta(seconds=seconds))
    await nurse.attend()
    await nurse.leave()
    assert await _entries(nurse.who, nurse.consult_id) == entries


@pytest.mark.parametrize(("reports", "outcome"), [(False, "unmet"), (True, "failed")])
async def test_a_call_in_which_nobody_met_leaves_no_line_about_its_length(
    nurse: Window, session: AsyncSession, reports: bool, outcome: str
) -> None:
    if reports:
        await _report(nurse, **nothing_from(nurse))
    await nurse.leave()
    meeting = await session.get_one(Meeting, nurse.meeting_id, populate_existing=True)
    assert (meeting.outcome, meeting.quality, meeting.is_relayed) == (outcome, None, None)
    assert "videoEnded" not in dict(await _entries(nurse.who, nurse.consult_id))


@pytest.mark.parametrize(
    "media",
    [{"problems": []}, {"flowing": False, "problems": [{"attendeeId": "x"}]}, {"flowing": True, "quality": "great"}],
)
async def test_a_report_that_makes_no_sense_is_refused(nurse: Window, media: dict[str, Any]) -> None:
    response = await nurse.who.post(f"{nurse.path}/attend", json={"media": media})
    assert response.status_code == 400


@pytest.mark.parametrize(
    ("seconds", "quality", "is_relayed", "text"),
    [
        (59, None, None, "Less than a minute: Ada, Sam."),
        (60, None, None, "1 minute: Ada, Sam."),
        (179, "good", False, "2 minutes: Ada, Sam. Connection: good."),
        (180, "poor", True, "3 minutes: Ada, Sam. Connection: poor, through a relay."),
    ],
)
def test_a_call_is_summed_up_with_each_person_once(
    seconds: int, quality: str | None, is_relayed: bool | None, text: str
) -> None:
    since = clock.now()
    until = since + timedelta(seconds=seconds)
    assert summary(["Ada", "Sam", "Ada"], since, until, quality=quality, is_relayed=is_relayed) == text


def test_the_worst_quality_counts() -> None:
    good, fair, poor = CallQuality
    assert [worse(), worse(None), worse(None, good), worse(poor, good), worse(good, fair)] == [
        None,
        None,
        good,
        poor,
        fair,
    ]


async def test_whoever_waits_learns_where_it_rings_and_whether_it_is_heard(
    client: httpx.AsyncClient, psych: httpx.AsyncClient, consult_id: str, sent_events: list[SentEvent]
) -> None:
    window = await join(psych, consult_id)
    bedside = await _bedside(psych, consult_id)
    me, provider = [(await who.get("/me")).json() for who in (client, psych)]
    nurse = {name: me[name] for name in ("id", "firstName", "lastName")}
    assert (await window.attend())["ringing"] == {"heardBy": [], "seenBy": [], "callbackNumber": bedside}
    ward, desk = (f"/meeting/{window.meeting_id}/rings/c0ffee00-0000-4000-8000-00000000000{n}" for n in (1, 2))
    sent_events.clear()
    assert (await client.put(ward, json={"isSilent": True})).status_code == 204
    assert [event.rooms for event in sent_events] == [[rooms.of_user(provider["id"])]]
    assert (await window.attend())["ringing"] == {"heardBy": [], "seenBy": [nurse], "callbackNumber": bedside}
    assert (await client.put(desk, json={"isSilent": False})).status_code == 204
    assert (await window.attend())["ringing"] == {"heardBy": [nurse], "seenBy": [], "callbackNumber": bedside}
    sent_events.clear()
    assert (await client.put(desk, json={"isSilent": False})).status_code == 204
    assert sent_events == [], "nothing new"
    clock.advance(timedelta(seconds=75))
    await window.attend()
    assert (await window.attend())["ringing"] == {"heardBy": [], "seenBy": [], "callbackNumber": bedside}
    own = await join(client, consult_id)
    assert (await window.attend())["ringing"] is None
    assert (await own.attend())["ringing"] is None
    refused = await client.put(ward, json={"isSilent": False})
    assert (refused.status_code, refused.json()["code"]) == (404, "meeting_not_found")


async def test_a_call_that_rings_for_someone_else_cannot_be_answered_for_them(
    psych: httpx.AsyncClient, sign_in: Any, consult_id: str
) -> None:
    window = await join(psych, consult_id)
    path = f"/meeting/{window.meeting_id}/rings/c0ffee00-0000-4000-8000-000000000001"
    for who in (psych, sign_in("both")):
        assert (await who.put(path, json={"isSilent": False})).status_code == 404
    assert (await window.attend())["ringing"]["heardBy"] == []


async def test_a_screen_that_is_closed_is_silent_at_once_and_nobody_reports_for_the_screen_of_somebody_else(
    client: httpx.AsyncClient,
    psych: httpx.AsyncClient,
    sign_in: SignIn,
    consult_id: str,
    database: RolledBackDatabase,
    sent_events: list[SentEvent],
) -> None:
    window, colleague = await join(psych, consult_id), sign_in("edtech")
    await view(database, colleague, consult_id)
    path = f"/meeting/{window.meeting_id}/rings/c0ffee00-0000-4000-8000-000000000001"
    assert (await client.put(path, json={"isSilent": False})).status_code == 204
    sent_events.clear()
    assert (await colleague.put(path, json={"isSilent": True})).status_code == 204
    ringing = (await window.attend())["ringing"]
    assert (ringing["heardBy"], ringing["seenBy"], sent_events) == ([await person(client)], [], [])
    assert (await colleague.delete(path)).status_code == 404
    assert ((await window.attend())["ringing"]["heardBy"], sent_events) == ([await person(client)], [])
    assert [(await client.delete(path)).status_code for _ in range(2)] == [204, 404]
    assert (await window.attend())["ringing"]["heardBy"] == []
    assert [event.rooms for event in sent_events] == [[rooms.of_user((await person(psych))["id"])]]


async def test_two_who_wait_together_both_learn_where_it_rings(
    check_in: CheckIn, client: httpx.AsyncClient, psych: httpx.AsyncClient, consult_id: str
) -> None:
    colleague = await check_in("both", line="tele-psych")
    windows = [await join(who, consult_id) for who in (psych, colleague)]
    path = f"/meeting/{windows[0].meeting_id}/rings/c0ffee00-0000-4000-8000-000000000001"
    assert (await client.put(path, json={"isSilent": False})).status_code == 204
    assert [len((await window.attend())["ringing"]["heardBy"]) for window in windows] == [1, 1]


async def test_a_nurse_who_waits_is_not_told_where_it_rings(client: httpx.AsyncClient, consult_id: str) -> None:
    window = await join(client, consult_id)
    assert (await window.attend())["ringing"] is None
    assert (await request_to_join(client, consult_id)).status_code == 200
