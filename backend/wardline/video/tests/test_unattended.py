"""A device that stays in a call after its user has signed out: how it joins, returns, and is taken back."""

from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import NOON, CheckIn, RolledBackDatabase, SentEvent, SignIn
from wardline.access.current_user import CurrentUser
from wardline.core import clock
from wardline.directory import loading
from wardline.settings import Settings
from wardline.video.meetings import MAX_ATTENDEES
from wardline.video.removal import MeetingFollower
from wardline.video.tests.conftest import LeaveDevice
from wardline.video.tests.devices import (
    give_back,
    issue_token,
    join_as_device,
    look_up,
    request_to_join_as_device,
    with_token,
)
from wardline.video.tests.windows import Window, candidate, join, person, refusal, request_to_join, run_cleanup
from wardline.video.time_limits import ABANDONED_AFTER, RETURN_WINDOW

pytestmark = pytest.mark.usefixtures("noon", "quick_keys")

OVER = (401, "unattended_mode_over")
SECOND = timedelta(seconds=1)


@pytest.fixture
async def device(nurse: Window, leave_device: LeaveDevice) -> Window:
    """The device that the nurse has left in the call, in which nobody else is."""
    return await join_as_device(await leave_device(nurse), nurse)


async def _is_open(session: AsyncSession) -> bool:
    """Whether the only meeting is open."""
    return bool(await session.scalar(text("select ended_at is null from meetings")))


async def _timeline(who: httpx.AsyncClient, consult_id: str) -> list[str]:
    """The kinds of the entries about devices, the oldest first."""
    entries = (await who.get(f"/consults/{consult_id}/updates")).json()
    return [each["kind"] for each in reversed(entries) if (each["kind"] or "").startswith("unattended")]


async def _user_of_device(seen_by: Window) -> int:
    """Who left the only device in the call."""
    (user_id,) = {each["user"]["id"] for each in (await seen_by.attend())["attendees"] if each["unattended"]}
    return int(user_id)


@pytest.mark.req("VID-20", "CONST-10", "UNATT-14")
async def test_signing_out_as_the_last_attendee_leaves_the_meeting_to_the_device(
    nurse: Window, app: FastAPI, database: RolledBackDatabase, session: AsyncSession
) -> None:
    """Whether or not the window hangs up before its session ends, and whatever it takes itself for."""
    async with with_token(app, await issue_token(nurse)) as who:
        assert refusal(await nurse.delete()) == (409, "meeting_in_use")
        session_id = await session.scalar(text("select session_id from meeting_attendees"))
        await MeetingFollower(database, Settings()).session_ended(None, session_id)  # type: ignore[arg-type]
        assert (await nurse.attend())["state"] == "ended"
        clock.advance(RETURN_WINDOW - SECOND)
        await run_cleanup(database)
        assert await _is_open(session)
        device = await join_as_device(who, nurse)
        assert device.meeting_id == nurse.meeting_id
        assert await device.attendee_ids() == [device.attendee_id]


@pytest.mark.req("VID-20", "CONST-10")
async def test_a_meeting_whose_device_never_comes_ends_after_a_while(
    nurse: Window,
    leave_device: LeaveDevice,
    database: RolledBackDatabase,
    session: AsyncSession,
    psych: httpx.AsyncClient,
) -> None:
    clock.advance(ABANDONED_AFTER)
    await nurse.attend()
    who = await leave_device(nurse)
    clock.advance(RETURN_WINDOW - SECOND)
    await run_cleanup(database)
    assert await _is_open(session)
    clock.advance(SECOND)
    await run_cleanup(database)
    assert not await _is_open(session)
    assert refusal(await request_to_join_as_device(who, nurse)) == OVER
    assert await _timeline(psych, nurse.consult_id) == [], "nothing began, and nothing has ended"


@pytest.mark.req("VID-20", "CONST-10", "BAPI-21")
async def test_nobody_ends_the_meeting_while_a_device_is_to_come_or_there(
    nurse: Window, specialist: Window, leave_device: LeaveDevice, session: AsyncSession, sign_in: SignIn
) -> None:
    who = await leave_device(nurse)
    assert refusal(await specialist.delete()) == (409, "meeting_in_use")
    await specialist.leave()
    assert await _is_open(session)
    device = await join_as_device(who, nurse)
    returning = await join(sign_in("nurse"), nurse.consult_id)
    await returning.leave()
    clock.advance(RETURN_WINDOW)
    assert (await device.attend())["state"] == "connected"
    for each in (specialist, returning):
        assert refusal(await each.delete()) == (409, "meeting_in_use")
    assert (await device.attend())["state"] == "connected"


async def test_a_device_gives_no_consults_whoever_has_left_it(
    nurse: Window, specialist: Window, leave_device: LeaveDevice
) -> None:
    """Those who do may aim the camera of an unattended device without being let by anybody."""
    before = {each["attendeeId"]: each["givesConsults"] for each in (await nurse.attend())["attendees"]}
    assert before == {nurse.attendee_id: False, specialist.attendee_id: True}
    assert (await specialist.who.post("/checkout")).is_success
    device = await join_as_device(await leave_device(specialist), specialist)
    after = {each["attendeeId"]: each["givesConsults"] for each in (await device.attend())["attendees"]}
    assert after == {nurse.attendee_id: False, device.attendee_id: False}


@pytest.mark.req("API-36", "BAPI-20", "API-39", "ROUTE-34")
async def test_a_device_is_in_the_call_in_its_users_name_marked_as_unattended(
    nurse: Window, specialist: Window, leave_device: LeaveDevice, sign_in: SignIn
) -> None:
    issuer = await person(nurse.who)
    device = await join_as_device(await leave_device(nurse), nurse)
    seen = {each["attendeeId"]: each for each in (await specialist.attend())["attendees"]}
    assert seen[specialist.attendee_id]["unattended"] is False
    assert seen[device.attendee_id] == {
        "attendeeId": device.attendee_id,
        "user": issuer,
        "guest": None,
        "unattended": True,
        "givesConsults": False,
        "publisherId": None,
    }
    consult = (await specialist.who.get(f"/consults/{nurse.consult_id}")).json()
    assert {each["id"]: each["unattended"] for each in consult["meetingAttendees"]} == {
        issuer["id"]: True,
        (await person(specialist.who))["id"]: False,
    }
    again = await join(sign_in("nurse"), nurse.consult_id)
    consult = (await again.who.get(f"/consults/{nurse.consult_id}")).json()
    assert {each["unattended"] for each in consult["meetingAttendees"]} == {False}
    found = await look_up(device.who, nurse)
    assert (found.status_code, found.json()) == (
        200,
        {
            "meetingId": nurse.meeting_id,
            "externalMeetingId": nurse.external_id,
            "consultId": nurse.consult_id,
            "state": "connected",
        },
    )


@pytest.mark.req("UNATT-15")
async def test_a_device_exchanges_signals_without_telling_its_users_other_screens(
    specialist: Window, device: Window, sent_events: list[SentEvent]
) -> None:
    await specialist.attend(candidate(1, device.attendee_id, "to the device"))
    assert [event.name for event in sent_events if event.name == "meeting:signalled"] == []
    assert await device.received() == ["to the device"]
    await device.attend(candidate(1, specialist.attendee_id, "from the device"))
    assert await specialist.received() == ["from the device"]


@pytest.mark.req("VID-20", "API-36")
async def test_a_device_that_reloads_takes_its_place_again(
    device: Window, specialist: Window, session: AsyncSession
) -> None:
    clock.advance(RETURN_WINDOW)
    assert (await device.leave()).status_code == 204
    clock.advance(RETURN_WINDOW - SECOND)
    await specialist.leave()
    assert await _is_open(session), "it may still return"
    back = await join_as_device(device.who, device)
    assert await back.attendee_ids() == [back.attendee_id]
    anew = await join_as_device(device.who, device)
    seen = await anew.attend()
    assert [each["attendeeId"] for each in seen["attendees"]] == [anew.attendee_id]
    assert seen["removed"] == [back.attendee_id], "without waiting for it to fall silent"
    assert (await back.attend())["state"] == "ended"
    assert (await back.leave()).status_code == 204
    assert (await anew.attend())["state"] == "connected"


@pytest.mark.req("UNATT-11", "API-37", "VID-19")
async def test_taking_the_device_back_ends_the_meeting_if_nobody_else_is_there(device: Window) -> None:
    for _ in range(2):
        assert (await device.delete()).status_code == 204
    assert (await device.attend())["state"] == "ended"
    assert (await look_up(device.who, device)).json()["state"] == "ended"
    assert (await device.leave()).status_code == 204
    assert refusal(await request_to_join_as_device(device.who, device)) == OVER


@pytest.mark.req("UNATT-11", "BAPI-21", "API-37")
async def test_taking_the_device_back_leaves_the_meeting_to_those_who_are_there(
    device: Window, specialist: Window
) -> None:
    assert refusal(await device.delete()) == (409, "meeting_in_use")
    assert (await device.attend())["state"] == "connected"
    assert (await give_back(device)).status_code == 204
    assert await specialist.attendee_ids() == [specialist.attendee_id]
    refused = [
        await look_up(device.who, device),
        await request_to_join_as_device(device.who, device),
        await device.who.post(f"{device.path}/attend", json={}),
        await device.delete(),
        await give_back(device),
    ]
    assert [refusal(response) for response in refused] == [OVER] * len(refused)
    assert (await specialist.delete()).status_code == 204


@pytest.mark.req("UNATT-11")
async def test_a_device_that_has_just_left_can_be_taken_back(device: Window, session: AsyncSession) -> None:
    """The page is closed, and its last request names the attendee that has left."""
    await device.leave()
    assert await _is_open(session)
    assert (await give_back(device)).status_code == 204
    assert not await _is_open(session)


def _without(user: CurrentUser) -> CurrentUser | None:
    return None


def _with_fewer_rights(user: CurrentUser) -> CurrentUser | None:
    return replace(user, permissions=frozenset())


@pytest.mark.parametrize("noticed_by", ["event", "job"])
@pytest.mark.parametrize("change", [_without, _with_fewer_rights])
@pytest.mark.req("UNATT-15", "UNATT-17")
async def test_a_device_leaves_with_the_rights_of_its_user(
    device: Window,
    specialist: Window,
    database: RolledBackDatabase,
    monkeypatch: pytest.MonkeyPatch,
    change: Any,
    noticed_by: str,
) -> None:
    """The tests' role may not change users, so their loading is replaced."""
    nurse_id = await _user_of_device(specialist)

    async def load_by_id(connection: Any, user_id: int) -> CurrentUser | None:
        user = await loading.load_by_id(connection, user_id)
        return change(user) if user_id == nurse_id else user

    for module in ("removal", "unattended.service"):
        monkeypatch.setattr(f"wardline.video.{module}.load_by_id", load_by_id)
    refused = [await look_up(device.who, device), await device.who.post(f"{device.path}/attend", json={})]
    assert [refusal(response) for response in refused] == [OVER] * 2, "at once"
    if noticed_by == "event":
        await MeetingFollower(database, Settings()).access_changed(nurse_id)  # type: ignore[arg-type]
    else:
        await run_cleanup(database)
    seen = await specialist.attend()
    assert [each["attendeeId"] for each in seen["attendees"]] == [specialist.attendee_id]
    assert seen["removed"] == [device.attendee_id]
    monkeypatch.undo()
    assert refusal(await look_up(device.who, device)) == OVER, "for good"


@pytest.mark.req("VID-20", "UNATT-15")
async def test_no_end_of_its_users_sign_ins_removes_a_device(
    device: Window, specialist: Window, database: RolledBackDatabase
) -> None:
    nurse_id = await _user_of_device(specialist)
    follower = MeetingFollower(database, Settings())  # type: ignore[arg-type]
    for ended in ((nurse_id, None), (nurse_id, "sid:1"), (None, "nosid:nurse")):
        await follower.session_ended(*ended)
    await run_cleanup(database)
    assert (await device.attend())["state"] == "connected"


@pytest.mark.req("UNATT-15")
async def test_the_device_of_an_expired_token_is_removed(
    device: Window, specialist: Window, database: RolledBackDatabase
) -> None:
    for _ in range(12 * 60):
        clock.advance(timedelta(minutes=1))
    for window in (device, specialist):
        await window.attend()
    await run_cleanup(database)
    assert (await specialist.attend())["removed"] == [device.attendee_id]


@pytest.mark.req("UNATT-14")
async def test_the_user_may_go_on_call_while_their_device_stays(
    client: httpx.AsyncClient, consult_id: str, sign_in: SignIn, check_in: CheckIn, app: FastAPI
) -> None:
    """Neither does the device stop when its consult is closed. Nobody waits for whoever left it there."""
    window = await join(sign_in("psych"), consult_id)
    async with with_token(app, await issue_token(window)) as who:
        await window.leave()
        await check_in("psych", line="tele-psych")
        device = await join_as_device(who, window)
        assert (await client.get("/waiting-calls")).json() == []
        cancellation = {"cancel": True, "cancellationReason": "Requested twice"}
        assert (await client.post(f"/consults/{consult_id}/complete", json=cancellation)).status_code == 200
        assert (await (await join_as_device(who, device)).attend())["state"] == "connected"


@pytest.mark.req("API-35", "API-36")
async def test_a_place_in_a_full_call_is_kept_for_the_device(
    nurse: Window, sign_in: SignIn, leave_device: LeaveDevice
) -> None:
    others = [await join(sign_in("edtech"), nurse.consult_id) for _ in range(MAX_ATTENDEES - 1)]
    who = await leave_device(nurse)
    assert refusal(await request_to_join(sign_in("edtech"), nurse.consult_id)) == (409, "meeting_full")
    device = await join_as_device(who, nurse)
    assert len(await device.attendee_ids()) == MAX_ATTENDEES
    assert refusal(await request_to_join(sign_in("edtech"), nurse.consult_id)) == (409, "meeting_full")
    again = await join_as_device(who, nurse)
    await others[0].leave()
    await again.attend()
    assert (await request_to_join(sign_in("edtech"), nurse.consult_id)).status_code == 200


@pytest.mark.req("UNATT-14", "UNATT-11")
async def test_the_timeline_says_when_a_device_was_left_and_taken_back(
    nurse: Window, specialist: Window, leave_device: LeaveDevice, sent_events: list[SentEvent]
) -> None:
    who = await leave_device(nurse)
    assert await _timeline(specialist.who, nurse.consult_id) == [], "it is not there yet"
    device = await join_as_device(who, nurse)
    device = await join_as_device(who, nurse)
    assert await _timeline(specialist.who, nurse.consult_id) == ["unattendedStarted"]
    await specialist.leave()
    await device.delete()
    assert await _timeline(specialist.who, nurse.consult_id) == ["unattendedStarted", "unattendedEnded"]
    (entry, *_) = (await specialist.who.get(f"/consults/{nurse.consult_id}/updates")).json()
    assert entry["author"]["firstName"] == "Maya"
    assert [event.name for event in sent_events].count("update:created") == 2


@pytest.mark.req("UNATT-14")
async def test_the_audit_trail_names_whoever_left_the_device_there(
    nurse: Window, specialist: Window, leave_device: LeaveDevice, session: AsyncSession
) -> None:
    nurse_id = (await person(nurse.who))["id"]
    who = await leave_device(nurse)
    device = await join_as_device(who, nurse)
    for _ in range(3):
        clock.advance(SECOND)
        await device.attend()
    await device.delete()
    await give_back(device)
    rows = await session.execute(
        text(
            "select user_id, action, status, consult_ids, details from audit_entries"
            " where action = 'issueStandaloneToken' or details ->> 'unattended' is not null order by id"
        )
    )
    entries = [tuple(row) for row in rows]
    assert {(row[0], *row[3]) for row in entries} == {(nurse_id, UUID(nurse.consult_id))}
    of_device = {"unattended": True}
    assert [(row[1], row[2], row[4]) for row in entries] == [
        ("issueStandaloneToken", 201, None),
        ("joinMeeting", 200, of_device),
        ("attendMeeting", 200, of_device),
        ("deleteExternalMeeting", 409, of_device),
        ("leaveMeeting", 204, of_device),
    ]


async def test_the_notes_on_a_token_are_ids_and_times(device: Window, session: AsyncSession) -> None:
    (row,) = (await session.execute(text("select * from standalone_tokens"))).mappings()
    assert {name: row[name] for name in ("issued_at", "awaited_since", "started_at", "ended_at")} == {
        "issued_at": NOON,
        "awaited_since": NOON,
        "started_at": NOON,
        "ended_at": None,
    }
