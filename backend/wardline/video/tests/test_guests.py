"""Guests of a call: who invites them, who lets them in, and how long they stay."""

from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import RolledBackDatabase, SentEvent, SignIn
from wardline.core import clock
from wardline.settings import Settings
from wardline.video.guests.service import MAX_OPEN
from wardline.video.meetings import MAX_ATTENDEES
from wardline.video.removal import MeetingFollower
from wardline.video.tests import windows
from wardline.video.tests.conftest import Knocking, LeaveDevice, LetKnock
from wardline.video.tests.devices import join_as_device
from wardline.video.tests.guest_devices import (
    KIND,
    NAME,
    GuestWindow,
    answer,
    guest_device,
    guest_entries,
    invite,
    join,
    knock,
    listed,
    open_link,
    remove,
    request_invitation,
    request_to_join,
    secret_in,
    state_of,
)
from wardline.video.tests.windows import Window, candidate, line_room, refusal, run_cleanup
from wardline.video.time_limits import ABANDONED_AFTER, LEASE, LINK_OPENS_WITHIN, RETURN_WINDOW

pytestmark = pytest.mark.usefixtures("noon", "quick_keys")

SECOND = timedelta(seconds=1)
OVER = (403, "guest_invitation_over")


async def test_a_link_is_opened_by_one_device_within_half_an_hour(nurse: Window, app: FastAPI) -> None:
    _, link = await invite(nurse)
    _, late = await invite(nurse)
    async with guest_device(app) as first, guest_device(app) as second:
        clock.advance(LINK_OPENS_WITHIN - SECOND)
        await nurse.attend()
        opened = await open_link(first, link)
        assert (opened.status_code, opened.json()["name"], opened.json()["state"]) == (200, NAME, "invited")
        clock.advance(SECOND)
        await nurse.attend()
        assert refusal(await open_link(second, late)) == (403, "guest_link_expired")
        assert refusal(await open_link(second, link)) == (403, "guest_link_used")
        assert (await open_link(first, link)).json() == opened.json(), "its own device may repeat the request"
        assert await knock(first) == "waiting"
        assert refusal(await second.get("/guest")) == (401, "guest_unknown")


async def test_a_guest_only_knows_that_they_wait_until_someone_inside_lets_them_in(
    nurse: Window, specialist: Window, knocking: Knocking
) -> None:
    device = knocking.device
    seen = await specialist.attend()
    assert seen["knocking"] == [{"id": knocking.id, "name": NAME, "kind": KIND}] == (await nurse.attend())["knocking"]
    assert knocking.id not in str(seen["attendees"])
    assert set((await device.get("/guest")).json()) == {"id", "name", "kind", "state", "organizationName"}
    assert (await device.get("/guest")).json()["organizationName"] == "Lakeshore Health Network"
    assert refusal(await request_to_join(device)) == (403, "guest_not_admitted")
    assert refusal(await device.post(f"/guest/attendees/{specialist.attendee_id}/attend", json={})) == (
        403,
        "forbidden",
    )
    assert (await answer(specialist, knocking.id, admit=True)).json()["state"] == "admitted"
    assert (await nurse.attend())["knocking"] == []
    assert await state_of(device) == "admitted"
    window = await join(device)
    inside = (await nurse.attend())["attendees"]
    (seen_guest,) = [each for each in inside if each["attendeeId"] == window.attendee_id]
    assert (seen_guest["user"], seen_guest["guest"]) == (None, {"id": knocking.id, "name": NAME, "kind": KIND})
    consult = (await nurse.who.get(f"/consults/{nurse.consult_id}")).json()
    assert (consult["meetingGuests"], len(consult["meetingAttendees"])) == ([seen_guest["guest"]], 2)
    own = await window.attend()
    assert (own["state"], own["attendees"], own["knocking"]) == ("connected", inside, [])


async def test_a_guest_inside_exchanges_signals_without_a_socket_and_is_told_of_no_other_guest(
    nurse: Window, guest: GuestWindow, let_knock: LetKnock, sent_events: list[SentEvent], session: AsyncSession
) -> None:
    await let_knock(nurse)
    own_room = f"user:{(await nurse.who.get('/me')).json()['id']}"
    sent_events.clear()
    await guest.attend(candidate(1, nurse.attendee_id, "from the guest"))
    assert await nurse.received() == ["from the guest"]
    await nurse.attend(candidate(1, guest.attendee_id, "from the nurse"))
    assert await guest.received() == ["from the nurse"]
    assert (await guest.attend())["knocking"] == []
    await guest.leave()
    assert [(each.name, each.rooms) for each in sent_events] == [
        ("meeting:signalled", [own_room]),
        ("consult:meeting-changed", [await line_room(session, nurse.consult_id), own_room]),
    ]


async def test_nothing_that_a_guest_receives_is_about_the_patient(
    nurse: Window, specialist: Window, app: FastAPI
) -> None:
    consult = (await nurse.who.get(f"/consults/{nurse.consult_id}")).json()
    hidden = [consult["id"], consult["Patient"]["nameFamily"], consult["Patient"]["id"], consult["reason"]]
    guest_id, link = await invite(nurse)
    async with guest_device(app) as device:
        received = [await open_link(device, link), await device.put("/guest/knock")]
        await answer(nurse, guest_id, admit=True)
        received += [await device.get("/guest"), await request_to_join(device)]
        window = await join(device)
        received.append(await device.post(f"{window.path}/attend", json={}))
        assert [response.status_code for response in received] == [200] * 5
        assert not [part for part in hidden for response in received if str(part) in response.text]


@pytest.mark.parametrize("admit", [True, False])
async def test_of_two_different_answers_the_first_one_counts(
    nurse: Window, specialist: Window, knocking: Knocking, *, admit: bool
) -> None:
    outcome = "admitted" if admit else "refused"
    first = await answer(nurse, knocking.id, admit=admit)
    again = await answer(specialist, knocking.id, admit=admit)
    assert (first.status_code, again.status_code, again.json()["state"]) == (200, 200, outcome)
    assert refusal(await answer(specialist, knocking.id, admit=not admit)) == (409, "guest_answered")
    assert await knock(knocking.device) == outcome
    assert await listed(specialist) == {knocking.id: outcome}
    if not admit:
        assert refusal(await request_to_join(knocking.device)) == OVER


async def test_nobody_lets_in_a_guest_who_does_not_ask(nurse: Window, app: FastAPI) -> None:
    guest_id, link = await invite(nurse)
    assert refusal(await answer(nurse, guest_id, admit=True)) == (409, "guest_not_waiting")
    async with guest_device(app) as device:
        await open_link(device, link)
        assert refusal(await answer(nurse, guest_id, admit=True)) == (409, "guest_not_waiting")
        assert refusal(await request_to_join(device)) == (403, "guest_not_admitted")


async def test_a_guest_of_another_call_is_unknown_here(
    nurse: Window, specialist: Window, sign_in: SignIn, bodies: Any, let_knock: LetKnock
) -> None:
    elsewhere = await windows.join(sign_in("nurse"), await bodies.create(nurse.who))
    other = await let_knock(elsewhere)
    assert (await specialist.attend())["knocking"] == []
    for admit in (True, False):
        assert refusal(await answer(specialist, other.id, admit=admit)) == (404, "guest_not_found")
    assert refusal(await remove(specialist, other.id)) == (404, "guest_not_found")
    assert refusal(await specialist.who.get(f"/meeting/{elsewhere.meeting_id}/guests")) == (403, "not_in_call")
    assert await state_of(other.device) == "waiting"


async def test_whoever_has_fallen_silent_is_not_inside(nurse: Window, knocking: Knocking) -> None:
    clock.advance(LEASE)
    assert refusal(await answer(nurse, knocking.id, admit=True)) == (403, "not_in_call")
    assert refusal(await request_invitation(nurse)) == (403, "not_in_call")
    await nurse.attend()
    assert (await answer(nurse, knocking.id, admit=True)).status_code == 200


async def test_a_guest_who_no_longer_waits_at_the_door_is_not_announced(
    nurse: Window, knocking: Knocking, sent_events: list[SentEvent], session: AsyncSession
) -> None:
    for _ in range(3):
        clock.advance(LEASE - SECOND)
        assert await knock(knocking.device) == "waiting"
    assert [each["id"] for each in (await nurse.attend())["knocking"]] == [knocking.id]
    clock.advance(LEASE)
    assert (await nurse.attend())["knocking"] == []
    sent_events.clear()
    assert await knock(knocking.device) == "waiting"
    assert [each.name for each in sent_events] == ["consult:meeting-changed"], "the others are told at once"
    assert await line_room(session, nurse.consult_id) in sent_events[0].rooms
    assert (await nurse.attend())["knocking"] != []


@pytest.mark.parametrize("step", ["invited", "opened", "waiting"])
async def test_an_invitation_can_be_taken_back_by_anyone_inside(
    nurse: Window, specialist: Window, app: FastAPI, step: str
) -> None:
    guest_id, link = await invite(nurse)
    async with guest_device(app) as device:
        if step != "invited":
            await open_link(device, link)
        if step == "waiting":
            await knock(device)
        assert [(await remove(specialist, guest_id)).status_code for _ in range(2)] == [204, 204]
        if step == "invited":
            assert refusal(await open_link(device, link)) == OVER
        else:
            assert await knock(device) == "ended"
            assert refusal(await request_to_join(device)) == OVER
        assert (await nurse.attend())["knocking"] == []
        assert await listed(nurse) == {guest_id: "ended"}


async def test_a_guest_who_is_removed_is_out_at_once_and_does_not_come_back(
    nurse: Window, specialist: Window, guest: GuestWindow, knocking: Knocking
) -> None:
    assert (await remove(specialist, knocking.id)).status_code == 204
    seen = await nurse.attend()
    assert guest.attendee_id not in [each["attendeeId"] for each in seen["attendees"]]
    assert seen["removed"] == [guest.attendee_id], "the others disconnect them"
    assert (await guest.attend())["state"] == "ended"
    assert await state_of(guest.who) == "ended"
    assert refusal(await request_to_join(guest.who)) == OVER
    (*_, last) = await guest_entries(nurse.who, nurse.consult_id)
    assert last == ("guestLeft", "Ana Ruiz (interpreter) was removed from the call.")


async def test_a_guest_returns_after_a_reload_without_being_let_in_again(
    nurse: Window, guest: GuestWindow, knocking: Knocking, database: RolledBackDatabase
) -> None:
    assert (await guest.leave()).status_code == 204
    assert await nurse.attendee_ids() == [nurse.attendee_id]
    await run_cleanup(database)
    back = await join(guest.who)
    copy = await join(guest.who)
    seen = await nurse.attend()
    assert {each["attendeeId"] for each in seen["attendees"]} == {nurse.attendee_id, copy.attendee_id}
    assert seen["removed"] == [back.attendee_id], "one device, one attendee"
    assert (await back.attend())["state"] == "ended"
    assert (await copy.hang_up()).status_code == 204
    assert await listed(nurse) == {knocking.id: "left"}
    assert (await (await join(guest.who)).attend())["state"] == "connected"
    assert await guest_entries(nurse.who, nurse.consult_id) == [
        ("guestInvited", "Ana Ruiz (interpreter) was invited to the call by a link."),
        ("guestJoined", "Ana Ruiz (interpreter) joined the call as a guest."),
        ("guestLeft", "Ana Ruiz (interpreter) left the call."),
        ("guestJoined", "Ana Ruiz (interpreter) joined the call as a guest."),
    ]


End = Callable[[Window], Coroutine[Any, Any, httpx.Response]]


@pytest.mark.parametrize("end", [Window.leave, Window.delete], ids=["leaves", "deletes"])
async def test_the_meeting_ends_for_its_guests_with_its_last_user(
    nurse: Window, guest: GuestWindow, knocking: Knocking, app: FastAPI, session: AsyncSession, end: End
) -> None:
    _, unopened = await invite(nurse)
    assert (await end(nurse)).status_code == 204
    assert await session.scalar(text("select ended_at is not null from meetings"))
    assert (await guest.attend())["state"] == "ended"
    assert await state_of(guest.who) == "ended"
    assert refusal(await request_to_join(guest.who)) == OVER
    async with guest_device(app) as device:
        assert refusal(await open_link(device, unopened)) == OVER
        assert refusal(await open_link(device, knocking.link)) == OVER, "not to look for the device that has opened it"
    assert [kind for kind, _ in await guest_entries(nurse.who, nurse.consult_id)] == [
        "guestInvited",
        "guestJoined",
        "guestInvited",
        "guestLeft",
    ]


async def test_a_guest_alone_neither_ends_a_meeting_nor_keeps_it_open(
    nurse: Window, guest: GuestWindow, database: RolledBackDatabase, session: AsyncSession
) -> None:
    """Whoever has lost the network comes back to the same call."""
    clock.advance(RETURN_WINDOW + SECOND)
    assert (await guest.attend())["state"] == "connected"
    await guest.hang_up()
    assert (await nurse.attend())["state"] == "connected"
    guest = await join(guest.who)
    for _ in range(2):
        clock.advance(ABANDONED_AFTER / 2 + SECOND)
        assert (await guest.attend())["state"] == "connected"
    await run_cleanup(database)
    assert (await guest.attend())["state"] == "ended"


async def test_guests_count_among_those_for_whom_there_is_room(
    nurse: Window, knocking: Knocking, sign_in: SignIn
) -> None:
    await answer(nurse, knocking.id, admit=True)
    others = [await windows.join(sign_in("nurse"), nurse.consult_id) for _ in range(MAX_ATTENDEES - 1)]
    assert refusal(await request_to_join(knocking.device)) == (409, "meeting_full")
    assert await state_of(knocking.device) == "admitted"
    await others[0].leave()
    await join(knocking.device)
    assert refusal(await windows.request_to_join(nurse.who, nurse.consult_id)) == (409, "meeting_full")


async def test_a_call_has_a_limited_number_of_invitations(nurse: Window, app: FastAPI) -> None:
    invited = [await invite(nurse) for _ in range(MAX_OPEN)]
    assert refusal(await request_invitation(nurse)) == (409, "too_many_guests")
    await remove(nurse, invited[0][0])
    _, opened = await invite(nurse)
    async with guest_device(app) as device:
        await open_link(device, opened)
    clock.advance(LINK_OPENS_WITHIN)
    await nurse.attend()
    # Links that nobody has opened are void by now, but not the guest who has come.
    for _ in range(MAX_OPEN - 1):
        await invite(nurse)
    assert refusal(await request_invitation(nurse)) == (409, "too_many_guests")


async def test_a_repeated_invitation_invites_one_guest_whose_last_link_is_good(nurse: Window, app: FastAPI) -> None:
    first, again = [await request_invitation(nurse, key="press-1") for _ in range(2)]
    assert (again.status_code, again.json()["guest"]) == (201, first.json()["guest"])
    async with guest_device(app) as device:
        assert refusal(await open_link(device, secret_in(first))) == (401, "guest_unknown")
        assert (await open_link(device, secret_in(again))).status_code == 200
        assert refusal(await request_invitation(nurse, key="press-1")) == (409, "guest_no_new_link")
    assert len(await listed(nurse)) == 1


@pytest.mark.parametrize(
    ("field", "value"), [("name", " "), ("name", "x" * 81), ("kind", "patient")], ids=["no name", "long", "kind"]
)
async def test_an_invitation_needs_a_name_and_a_kind(nurse: Window, field: str, value: str) -> None:
    refused = await request_invitation(nurse, **{field: value})
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, field)


async def test_a_device_without_a_user_is_not_told_who_asks_to_join(
    nurse: Window, specialist: Window, leave_device: LeaveDevice, let_knock: LetKnock
) -> None:
    await let_knock(specialist)
    device = await join_as_device(await leave_device(nurse), nurse)
    assert (await device.attend())["knocking"] == []
    assert (await specialist.attend())["knocking"] != []


async def test_the_end_of_a_session_at_the_provider_removes_no_guest(
    nurse: Window, guest: GuestWindow, database: RolledBackDatabase
) -> None:
    follower = MeetingFollower(database, Settings())  # type: ignore[arg-type]
    await follower.session_ended(None, "another session")
    await follower.recheck_all()
    assert (await guest.attend())["state"] == "connected"


_AUDITED = """
select action, user_id, consult_ids::text[] as consults, cardinality(patient_ids) as patients,
  details::jsonb - 'guest' as more, details ->> 'guest' as guest
from audit_entries where details ->> 'guest' is not null order by id
"""


async def test_the_audit_trail_has_each_step_of_a_guest(
    nurse: Window, specialist: Window, guest: GuestWindow, knocking: Knocking, session: AsyncSession
) -> None:
    await guest.leave()
    await remove(specialist, knocking.id)
    rows = await session.execute(text(_AUDITED))
    (nurse_id, specialist_id) = [(await who.who.get("/me")).json()["id"] for who in (nurse, specialist)]
    entries = rows.mappings().all()
    assert {(row["guest"], *row["consults"], row["patients"]) for row in entries} == {
        (knocking.id, nurse.consult_id, 1)
    }
    assert [(row["action"], row["user_id"]) for row in entries] == [
        ("inviteGuest", nurse_id),
        ("openGuestLink", None),
        ("askToJoinAsGuest", None),
        ("answerGuest", nurse_id),
        ("joinMeetingAsGuest", None),
        ("leaveMeetingAsGuest", None),
        ("removeGuest", specialist_id),
    ]
    assert [row["more"] for row in entries if row["more"]] == [{"admitted": True}]
