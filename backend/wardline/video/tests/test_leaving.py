"""How a meeting ends: the last attendee hangs up, deletes it, or disappears."""

from datetime import timedelta
from uuid import UUID, uuid4

import httpx
import pytest
from bodies import Bodies
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import RolledBackDatabase, SentEvent, SignIn
from wardline.core import clock
from wardline.core.jobs.registry import declared
from wardline.realtime import rooms
from wardline.video import meetings
from wardline.video.tests.windows import Window, candidate, join, line_room, person, refusal, run_cleanup
from wardline.video.time_limits import ABANDONED_AFTER, LEASE, RETURN_WINDOW

pytestmark = pytest.mark.usefixtures("noon")


@pytest.fixture
async def two(client: httpx.AsyncClient, psych: httpx.AsyncClient, consult_id: str) -> tuple[Window, Window]:
    return await join(client, consult_id), await join(psych, consult_id)


async def _state(window: Window) -> str:
    return str((await window.attend())["state"])


async def _room(window: Window) -> str:
    return rooms.of_user((await person(window.who))["id"])


@pytest.mark.req("VID-18", "VID-19", "API-35")
async def test_the_meeting_ends_when_the_last_attendee_leaves(
    two: tuple[Window, Window], session: AsyncSession
) -> None:
    first, last = two
    assert (await first.leave()).status_code == 204
    assert await last.attendee_ids() == [last.attendee_id]
    clock.advance(timedelta(seconds=9))
    for _ in range(2):
        assert (await last.leave()).status_code == 204
    assert [await _state(window) for window in two] == ["ended", "ended"]
    stored = (await session.execute(text("select ended_at - opened_at from meetings"))).scalars().all()
    assert stored == [timedelta(seconds=9)]
    left = (await session.execute(text("select left_at - joined_at from meeting_attendees"))).scalars().all()
    assert sorted(left) == [timedelta(0), timedelta(seconds=9)]


async def test_leaving_twice_is_the_same_as_leaving_once(
    two: tuple[Window, Window], sent_events: list[SentEvent]
) -> None:
    first, last = two
    await first.leave()
    sent_events.clear()
    assert (await first.leave()).status_code == 204
    assert await last.attendee_ids() == [last.attendee_id]
    assert sent_events == []


@pytest.mark.req("VID-19")
@pytest.mark.req("BAPI-21", "API-37")
async def test_a_disconnected_window_keeps_the_meeting_open_for_a_while(two: tuple[Window, Window]) -> None:
    first, last = two
    clock.advance(LEASE)
    assert await first.attendee_ids() == [first.attendee_id]
    assert refusal(await first.delete()) == (409, "meeting_in_use")
    await first.leave()
    assert refusal(await first.delete()) == (409, "meeting_in_use")
    assert await _state(last) == "connected"
    assert (await join(first.who, first.consult_id)).meeting_id == last.meeting_id


@pytest.mark.req("VID-19")
async def test_leaving_and_ending_publish_events(
    two: tuple[Window, Window], session: AsyncSession, sent_events: list[SentEvent]
) -> None:
    first, last = two
    line, room = await line_room(session, first.consult_id), await _room(last)
    for window, expected in ((first, [line, room]), (last, [line])):
        sent_events.clear()
        await window.leave()
        (event,) = sent_events
        assert (event.name, event.data["consultId"]) == ("consult:meeting-changed", window.consult_id)
        assert event.rooms == expected


async def test_pending_signals_are_deleted_with_the_meeting(
    two: tuple[Window, Window], client: httpx.AsyncClient, bodies: Bodies, session: AsyncSession
) -> None:
    first, last = two
    others = [await join(client, await bodies.create(client))]
    others.append(await join(client, others[0].consult_id))
    await others[0].attend(candidate(1, others[1].attendee_id, "kept"))
    await first.attend(candidate(1, last.attendee_id, "gone"))
    await last.attend(candidate(1, first.attendee_id, "gone"))
    await first.leave()
    assert await last.received() == ["gone"]
    await last.leave()
    stored = await session.execute(text("select content ->> 'candidate' from meeting_signals"))
    assert stored.scalars().all() == ["kept"]


@pytest.mark.req("API-37", "BAPI-21", "VID-19")
async def test_the_last_one_deletes_the_meeting(two: tuple[Window, Window]) -> None:
    first, last = two
    assert refusal(await last.delete()) == (409, "meeting_in_use")
    assert [await _state(window) for window in two] == ["connected", "connected"]
    await first.leave()
    for _ in range(2):
        assert (await last.delete()).status_code == 204
    assert [await _state(window) for window in two] == ["ended", "ended"]
    assert (await first.delete()).status_code == 204, "who has joined it, though not as its last one"
    assert (await join(last.who, last.consult_id)).meeting_id != last.meeting_id
    assert (await last.delete()).status_code == 204, "of the one that has ended"


@pytest.mark.req("API-37", "BAPI-21", "VID-19")
async def test_a_user_with_two_windows_is_not_the_last_attendee(client: httpx.AsyncClient, consult_id: str) -> None:
    windows = [await join(client, consult_id) for _ in range(2)]
    assert refusal(await windows[0].delete()) == (409, "meeting_in_use")
    await windows[1].leave()
    assert (await windows[0].delete()).status_code == 204


@pytest.mark.req("BAPI-21", "VID-19", "API-37")
async def test_a_window_that_stays_silent_does_not_keep_the_meeting_open(two: tuple[Window, Window]) -> None:
    silent, last = two
    clock.advance(RETURN_WINDOW)
    await last.attend()
    assert (await last.delete()).status_code == 204
    assert await _state(silent) == "ended"


@pytest.mark.req("API-37", "BAPI-21", "VID-19")
async def test_only_users_who_joined_a_meeting_can_delete_it(
    client: httpx.AsyncClient, sign_in: SignIn, consult_id: str, bodies: Bodies
) -> None:
    window = await join(client, consult_id)
    other = await join(client, await bodies.create(client))
    colleague = sign_in("edtech")
    body = {"externalMeetingId": window.external_id, "consultId": consult_id}
    assert (await colleague.get(f"/consults/{consult_id}")).status_code == 200
    refused = [
        await colleague.put("/meeting/$deleteExternalMeeting", json=body),
        await window.delete(externalMeetingId=str(uuid4())),
        await window.delete(externalMeetingId=window.meeting_id),
        await window.delete(consultId=other.consult_id),
    ]
    assert [refusal(response) for response in refused] == [(403, "forbidden")] * 4
    assert [await _state(each) for each in (window, other)] == ["connected", "connected"]


@pytest.mark.req("VID-19", "API-37")
async def test_deleting_a_meeting_publishes_an_event_to_its_attendees(
    two: tuple[Window, Window], session: AsyncSession, sent_events: list[SentEvent]
) -> None:
    first, last = two
    await first.leave()
    sent_events.clear()
    await last.delete()
    await last.delete()
    (event,) = sent_events
    assert (event.name, event.data["consultId"]) == ("consult:meeting-changed", last.consult_id)
    assert event.rooms == [await line_room(session, last.consult_id), await _room(last)]


@pytest.mark.req("VID-18")
async def test_an_abandoned_meeting_is_ended(
    two: tuple[Window, Window], database: RolledBackDatabase, session: AsyncSession, sent_events: list[SentEvent]
) -> None:
    await two[0].attend(candidate(1, two[1].attendee_id, "way"))
    clock.advance(ABANDONED_AFTER)
    await run_cleanup(database)
    sent_events.clear()
    clock.advance(timedelta(seconds=1))
    for _ in range(2):
        await run_cleanup(database)
    assert [(event.name, event.data["consultId"]) for event in sent_events] == [
        ("consult:meeting-changed", two[0].consult_id)
    ]
    assert await session.scalar(text("select count(*) from meeting_signals")) == 0
    assert [await _state(window) for window in two] == ["ended", "ended"]


async def test_a_silent_window_publishes_one_event_within_a_minute(
    two: tuple[Window, Window], database: RolledBackDatabase, sent_events: list[SentEvent]
) -> None:
    silent, stays = two
    published = []
    for _ in range(5):
        clock.advance(timedelta(minutes=1))
        await stays.attend()
        sent_events.clear()
        await run_cleanup(database)
        published.append([event.name for event in sent_events])
    assert published == [["consult:meeting-changed"], [], [], [], []]
    assert await _state(silent) == "connected"


@pytest.mark.req("VID-18")
async def test_a_meeting_with_an_attendee_continues(
    two: tuple[Window, Window], client: httpx.AsyncClient, bodies: Bodies, database: RolledBackDatabase
) -> None:
    """Nor does one end that was opened a moment ago."""
    silent, stays = two
    for _ in range(10):
        clock.advance(LEASE)
        await stays.attend()
        await run_cleanup(database)
    new = await join(client, await bodies.create(client))
    clock.advance(LEASE)
    await stays.attend()
    await run_cleanup(database)
    assert [await _state(window) for window in (stays, new, silent)] == ["connected"] * 3


@pytest.mark.req("VID-18")
async def test_returning_in_time_finds_the_same_meeting(
    two: tuple[Window, Window], database: RolledBackDatabase
) -> None:
    clock.advance(ABANDONED_AFTER)
    await run_cleanup(database)
    again = await join(two[0].who, two[0].consult_id)
    assert again.meeting_id == two[0].meeting_id
    clock.advance(timedelta(seconds=29))
    await run_cleanup(database)
    assert await _state(again) == "connected"


async def test_joining_during_the_cleanup_keeps_the_meeting(
    two: tuple[Window, Window], database: RolledBackDatabase
) -> None:
    clock.advance(ABANDONED_AFTER + timedelta(seconds=1))
    await two[0].attend()
    async with database.transaction() as session:
        await meetings.end_abandoned(session, UUID(two[0].meeting_id))
    assert await _state(two[0]) == "connected"


async def test_meetings_are_cleaned_up_every_minute() -> None:
    assert declared["look_after_meetings"].cron == "* * * * *"


async def test_removing_an_attendee_who_is_gone_changes_nothing(
    two: tuple[Window, Window], database: RolledBackDatabase, session: AsyncSession, sent_events: list[SentEvent]
) -> None:
    gone, stays = two
    await gone.leave()
    sent_events.clear()
    async with database.transaction() as removing:
        for attendee_id in (UUID(gone.attendee_id), uuid4()):
            await meetings.remove(removing, attendee_id)
    assert sent_events == []
    assert await session.scalar(text("select count(*) from meeting_attendees where is_removed")) == 0
    assert await _state(stays) == "connected"
