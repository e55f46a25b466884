"""Who may join a consult's meeting, which meeting it is, and what others see of it."""

from datetime import timedelta

import httpx
import pytest
from bodies import Bodies
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, SentEvent, SignIn
from wardline.core import clock
from wardline.realtime import rooms
from wardline.video.meetings import MAX_ATTENDEES
from wardline.video.tests.windows import join, line_room, person, refusal, request_to_join, window_of
from wardline.video.time_limits import LEASE

pytestmark = pytest.mark.usefixtures("noon")

STRANGE = "11111111-2222-4333-8444-555555555555"


@pytest.mark.req("API-35", "VID-27")
async def test_two_users_who_join_a_consult_are_two_attendees_of_one_meeting(
    client: httpx.AsyncClient, psych: httpx.AsyncClient, consult_id: str, session: AsyncSession
) -> None:
    response = await request_to_join(client, consult_id)
    assert response.status_code == 200, response.text
    info = response.json()["joinInfo"]
    assert {part: set(info[part]) for part in info} == {
        "meeting": {
            "meetingId",
            "externalMeetingId",
            "iceServers",
            "iceTransportPolicy",
            "mediaGeneration",
            "mediaPlacement",
        },
        "attendee": {"attendeeId", "joinToken"},
    }
    first = window_of(client, consult_id, response)
    clock.advance(timedelta(seconds=1))
    second = await join(psych, consult_id)
    assert (second.meeting_id, second.external_id) == (first.meeting_id, first.external_id)
    stored = await session.execute(text("select id::text, external_id::text, consult_id::text from meetings"))
    assert list(map(tuple, stored)) == [(first.meeting_id, first.external_id, consult_id)]
    attendees = [
        {
            "attendeeId": window.attendee_id,
            "user": await person(who),
            "guest": None,
            "unattended": False,
            "givesConsults": gives_consults,
            "publisherId": None,
        }
        for window, who, gives_consults in ((first, client, False), (second, psych, True))
    ]
    for window in (first, second):
        assert (await window.attend())["attendees"] == attendees


@pytest.mark.req("API-35", "VID-27")
async def test_a_meeting_is_opened_if_none_is_open(
    client: httpx.AsyncClient, consult_id: str, bodies: Bodies, session: AsyncSession
) -> None:
    first, other = await join(client, consult_id), await join(client, await bodies.create(client))
    assert other.meeting_id != first.meeting_id
    await first.leave()
    again = await join(client, consult_id)
    assert again.meeting_id not in {first.meeting_id, other.meeting_id}
    assert again.external_id != first.external_id
    stored = await session.execute(text("select consult_id::text, ended_at is null from meetings"))
    assert sorted(map(tuple, stored)) == sorted([(consult_id, False), (consult_id, True), (other.consult_id, True)])


@pytest.mark.req("API-35")
async def test_one_click_creates_one_attendee(client: httpx.AsyncClient, consult_id: str) -> None:
    first = await request_to_join(client, consult_id, **{"Idempotency-Key": "press-1"})
    again = await request_to_join(client, consult_id, **{"Idempotency-Key": "press-1"})
    assert (again.status_code, again.json()) == (200, first.json())
    window = window_of(client, consult_id, first)
    assert await window.attendee_ids() == [window.attendee_id]
    other = await request_to_join(client, consult_id, **{"Idempotency-Key": "press-2"})
    assert len(await window_of(client, consult_id, other).attendee_ids()) == 2


@pytest.mark.req("PERM-26", "BPERM-20", "API-35")
async def test_a_meeting_is_open_to_users_who_may_view_the_consult_and_join(
    client: httpx.AsyncClient, sign_in: SignIn, consult_id: str, session: AsyncSession
) -> None:
    for stranger, of in ((sign_in("elsewhere"), consult_id), (client, STRANGE)):
        assert refusal(await request_to_join(stranger, of)) == (404, "consult_not_found")
    for name in ("admin", "reporting"):
        viewer = sign_in(name)
        assert refusal(await request_to_join(viewer, consult_id)) == (403, "forbidden")
        assert "joinChime" not in (await viewer.get(f"/consults/{consult_id}")).json()["allowedActions"]
    assert "joinChime" in (await client.get(f"/consults/{consult_id}")).json()["allowedActions"]
    assert await session.scalar(text("select count(*) from meetings")) == 0


@pytest.mark.parametrize(
    ("lines", "joins"),
    [
        ((), True),
        (("tele-stroke",), True),
        (("tele-neuro",), False),
        (("tele-stroke", "tele-neuro"), True),
        (("tele-neuro", "tele-stroke"), False),
    ],
)
@pytest.mark.req("PERM-26", "BPERM-20", "API-35")
async def test_the_first_check_in_determines_the_line_of_the_calls_to_join(
    client: httpx.AsyncClient, check_in: CheckIn, sign_in: SignIn, bodies: Bodies, lines: tuple[str, ...], joins: bool
) -> None:
    consult_id = await bodies.create(client, "tele-stroke")
    neuro = sign_in("neuro")
    for line in lines:
        await check_in("neuro", line=line)
        clock.advance(timedelta(minutes=1))
    assert len((await neuro.get("/checkin")).json()) == len(lines)
    allowed = (await neuro.get(f"/consults/{consult_id}")).json()["allowedActions"]
    response = await request_to_join(neuro, consult_id)
    assert (response.status_code, "joinChime" in allowed) == ((200, True) if joins else (403, False))
    if not joins:
        assert refusal(response) == (403, "on_call_elsewhere")


@pytest.mark.req("PERM-26")
async def test_a_user_who_went_off_call_is_on_call_nowhere(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies
) -> None:
    consult_id = await bodies.create(client, "tele-stroke")
    neuro = await check_in("neuro", line="tele-neuro")
    assert refusal(await request_to_join(neuro, consult_id)) == (403, "on_call_elsewhere")
    assert (await neuro.post("/checkout")).status_code == 204
    await check_in("neuro", line="tele-stroke")
    await join(neuro, consult_id)


@pytest.mark.req("API-35", "PERM-32")
async def test_a_closed_consult_can_still_be_joined(client: httpx.AsyncClient, consult_id: str) -> None:
    before = await join(client, consult_id)
    body = {"cancel": True, "cancellationReason": "Requested twice"}
    assert (await client.post(f"/consults/{consult_id}/complete", json=body)).status_code == 200
    assert (await join(client, consult_id)).meeting_id == before.meeting_id
    assert "joinChime" in (await client.get(f"/consults/{consult_id}")).json()["allowedActions"]


@pytest.mark.req("API-35")
async def test_a_call_has_at_most_six_attendees(
    client: httpx.AsyncClient, psych: httpx.AsyncClient, consult_id: str
) -> None:
    assert MAX_ATTENDEES == 6
    windows = [await join(client, consult_id) for _ in range(6)]
    assert refusal(await request_to_join(psych, consult_id)) == (409, "meeting_full")
    await windows[0].leave()
    await join(psych, consult_id)
    assert refusal(await request_to_join(psych, consult_id)) == (409, "meeting_full")
    clock.advance(LEASE)
    assert await (await join(psych, consult_id)).attendee_ids() != []


@pytest.mark.req("API-14")
async def test_a_consult_shows_who_is_in_its_meeting(
    client: httpx.AsyncClient, psych: httpx.AsyncClient, sign_in: SignIn, consult_id: str
) -> None:
    async def attendees() -> list[dict[str, object]]:
        (one,) = {
            str(response.json()["meetingAttendees"]): response.json()["meetingAttendees"]
            for response in [await who.get(f"/consults/{consult_id}") for who in (client, sign_in("admin"))]
        }.values()
        return list(one)

    assert await attendees() == []
    windows = [await join(psych, consult_id), await join(client, consult_id), await join(client, consult_id)]
    nurse, psychiatrist = [await person(who) | {"unattended": False} for who in (client, psych)]
    assert await attendees() == [nurse, psychiatrist]
    await windows[1].leave()
    assert await attendees() == [nurse, psychiatrist]
    await windows[2].leave()
    assert await attendees() == [psychiatrist]
    clock.advance(LEASE)
    assert await attendees() == []
    await windows[0].attend()
    assert await attendees() == [psychiatrist]
    await windows[0].leave()
    assert await attendees() == []


@pytest.mark.req("API-35")
async def test_joining_is_published_to_the_line_and_to_the_attendees(
    client: httpx.AsyncClient,
    psych: httpx.AsyncClient,
    consult_id: str,
    session: AsyncSession,
    sent_events: list[SentEvent],
) -> None:
    line = await line_room(session, consult_id)
    sent_events.clear()
    nurse_id, psych_id = (await person(client))["id"], (await person(psych))["id"]
    for who, attendees in ((client, [nurse_id]), (psych, [nurse_id, psych_id])):
        await join(who, consult_id)
        (event,) = sent_events
        about = {"consultId": consult_id, "requesterId": nurse_id}
        assert (event.name, event.data) == ("consult:meeting-changed", about)
        assert event.rooms == [line, *sorted(map(rooms.of_user, attendees))]
        sent_events.clear()


@pytest.mark.req("PERM-32")
async def test_a_user_who_may_no_longer_view_the_consult_stays_in_its_call(
    sign_in: SignIn, check_in: CheckIn, bodies: Bodies, sent_events: list[SentEvent]
) -> None:
    nurse = sign_in("elsewhere")
    consult_id = await bodies.create(nurse, "tele-stroke")
    neuro = await check_in("neuro", line="tele-stroke")
    window = await join(neuro, consult_id)
    await neuro.post("/checkout")
    assert (await neuro.get(f"/consults/{consult_id}")).status_code == 404
    sent_events.clear()
    other = await join(nurse, consult_id)
    (event,) = sent_events
    assert rooms.of_user((await person(neuro))["id"]) in event.rooms
    assert set(await window.attendee_ids()) == {window.attendee_id, other.attendee_id}
    assert refusal(await request_to_join(neuro, consult_id)) == (404, "consult_not_found")


async def test_the_audit_trail_records_joining_and_leaving_but_not_every_poll(
    client: httpx.AsyncClient, consult_id: str, session: AsyncSession
) -> None:
    async def trail() -> list[tuple[str, int, list[str]]]:
        rows = await session.execute(text("select action, status, consult_ids::text[] from audit_entries order by id"))
        return [(row[0], row[1], row[2]) for row in rows]

    before = await trail()
    window = await join(client, consult_id)
    for _ in range(3):
        clock.advance(timedelta(seconds=8))
        await window.attend()
    clock.advance(LEASE)
    await window.attend()
    other = await join(client, consult_id)
    await other.leave()
    await other.leave()
    await window.delete()
    done = [
        ("joinMeeting", 200),
        ("attendMeeting", 200),
        ("attendMeeting", 200),
        ("joinMeeting", 200),
        ("leaveMeeting", 204),
        ("deleteExternalMeeting", 204),
    ]
    assert (await trail())[len(before) :] == [(*what, [consult_id]) for what in done]


@pytest.mark.req("API-35", "PERM-26", "PERM-08")
async def test_joining_again_after_going_off_call_checks_the_right_again(
    sign_in: SignIn, check_in: CheckIn, bodies: Bodies
) -> None:
    """Even if the browser repeats the request that admitted it."""
    consult_id = await bodies.create(sign_in("elsewhere"), "tele-stroke")
    neuro = await check_in("neuro", line="tele-stroke")
    press = {"Idempotency-Key": "press-1"}
    window = window_of(neuro, consult_id, await request_to_join(neuro, consult_id, **press))
    await neuro.post("/checkout")
    await window.leave()
    for headers in (press, {}):
        assert refusal(await request_to_join(neuro, consult_id, **headers)) == (404, "consult_not_found")
