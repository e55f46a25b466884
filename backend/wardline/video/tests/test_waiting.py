"""For whom a call rings in which a provider waits."""

from datetime import timedelta
from typing import Any

import httpx
import pytest
from bodies import Bodies

from conftest import NOON, CheckIn, RolledBackDatabase, SignIn
from wardline.consults.repository import VIEWING_LIFETIME
from wardline.core import clock
from wardline.people.schemas import Viewer
from wardline.video.tests.windows import join, person, view
from wardline.video.time_limits import LEASE
from wardline.video.waiting import Attendance, who_waits

pytestmark = pytest.mark.usefixtures("noon")

MINUTE = timedelta(minutes=1)
NURSE, DOCTOR, SECOND_DOCTOR, OTHER_NURSE = 1, 2, 3, 4
NOW = NOON + 10 * MINUTE


async def _calls(who: httpx.AsyncClient) -> list[dict[str, Any]]:
    response = await who.get("/waiting-calls")
    assert response.status_code == 200, response.text
    calls: list[dict[str, Any]] = response.json()
    return calls


async def test_a_provider_who_waits_rings_for_whoever_requested_the_consult_until_they_join(
    client: httpx.AsyncClient, psych: httpx.AsyncClient, consult_id: str
) -> None:
    assert await _calls(client) == []
    clock.advance(MINUTE)
    window = await join(psych, consult_id)
    (call,) = await _calls(client)
    consult = (await client.get(f"/consults/{consult_id}")).json()
    assert call == {
        "meetingId": window.meeting_id,
        "consultId": consult_id,
        "serviceLineName": consult["Encounter"]["ServiceLine"]["name"],
        "locationName": consult["Encounter"]["location"]["displayName"],
        "people": [await person(psych)],
        "since": "2026-03-04T12:01:00Z",
    }
    assert await _calls(psych) == []
    own = await join(client, consult_id)
    assert await _calls(client) == []
    await own.leave()
    assert await _calls(client) == [], "they have met, and the provider only stays a little longer"


async def test_it_stops_when_the_provider_leaves_or_falls_silent_and_begins_again_in_the_next_call(
    client: httpx.AsyncClient, psych: httpx.AsyncClient, consult_id: str
) -> None:
    window = await join(psych, consult_id)
    clock.advance(LEASE)
    assert await _calls(client) == []
    await window.attend()
    assert [call["meetingId"] for call in await _calls(client)] == [window.meeting_id]
    await window.leave()
    assert await _calls(client) == []
    again = await join(psych, consult_id)
    assert [call["meetingId"] for call in await _calls(client)] == [again.meeting_id]


async def test_it_rings_for_others_at_the_bedside_who_have_the_consult_on_a_screen(
    psych: httpx.AsyncClient, sign_in: SignIn, consult_id: str, database: RolledBackDatabase
) -> None:
    await join(psych, consult_id)
    colleague, provider = sign_in("both"), sign_in("neuro2")
    beside = sign_in("edtech")
    assert await _calls(beside) == []
    for viewer in (beside, colleague, provider):
        await view(database, viewer, consult_id)
    assert [call["consultId"] for call in await _calls(beside)] == [consult_id]
    assert await _calls(colleague) == await _calls(provider) == [], "they give consults themselves"
    clock.advance(LEASE - timedelta(seconds=1))
    assert len(await _calls(beside)) == 1
    clock.advance(VIEWING_LIFETIME)
    assert await _calls(beside) == []


async def test_it_does_not_ring_for_whoever_may_not_join(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, psych: httpx.AsyncClient
) -> None:
    """On call for another line, where the caller could not join either."""
    both = await check_in("both", line="tele-hospitalist")
    consult_id = await bodies.create(both)
    await join(psych, consult_id)
    assert await _calls(both) == []
    await both.post("/checkout")
    assert len(await _calls(both)) == 1
    assert await _calls(client) == []


def _window(user: int, joined: int, left: int | None = None, *, seen: timedelta = timedelta()) -> Attendance:
    """Of this user, by minutes after noon; last seen `seen` ago, or when they left."""
    return Attendance(
        user=Viewer(id=user, first_name="A", last_name="B"),
        gives_consults=user in {DOCTOR, SECOND_DOCTOR},
        joined_at=NOON + joined * MINUTE,
        seen_at=NOON + left * MINUTE if left is not None else NOW - seen,
        left_at=NOON + left * MINUTE if left is not None else None,
    )


@pytest.mark.parametrize(
    ("attendances", "waiting"),
    [
        ([], []),
        ([_window(DOCTOR, 1)], [DOCTOR]),
        ([_window(DOCTOR, 1), _window(SECOND_DOCTOR, 2)], [DOCTOR, SECOND_DOCTOR]),
        ([_window(DOCTOR, 1), _window(DOCTOR, 2)], [DOCTOR]),
        ([_window(DOCTOR, 1, seen=LEASE)], []),
        ([_window(DOCTOR, 1, 2)], []),
        ([_window(NURSE, 1)], []),
        ([_window(DOCTOR, 1), _window(NURSE, 2)], []),
        ([_window(DOCTOR, 1), _window(OTHER_NURSE, 2)], []),
        ([_window(DOCTOR, 1), _window(NURSE, 2, 3)], []),
        # The bedside has lost its connection.
        ([_window(DOCTOR, 1), _window(NURSE, 2, seen=LEASE)], [DOCTOR]),
        ([_window(DOCTOR, 1), _window(NURSE, 2, seen=LEASE), _window(NURSE, 9)], []),
        ([_window(NURSE, 1, 2), _window(DOCTOR, 3)], [DOCTOR]),
        ([_window(NURSE, 1, 4), _window(DOCTOR, 3), _window(SECOND_DOCTOR, 5)], [SECOND_DOCTOR]),
        # A reload is no second arrival.
        ([_window(DOCTOR, 1, 5), _window(NURSE, 2, 3), _window(DOCTOR, 5)], []),
        ([_window(DOCTOR, 1, 2), _window(NURSE, 2, 3), _window(DOCTOR, 9)], [DOCTOR]),
    ],
)
def test_who_waits(attendances: list[Attendance], waiting: list[int]) -> None:
    found = who_waits(attendances, requester_id=NURSE, now=NOW)
    assert [each.user.id for each in found] == waiting


def test_a_requester_who_gives_consults_is_of_the_asking_side() -> None:
    windows = [_window(DOCTOR, 1)]
    assert who_waits(windows, requester_id=DOCTOR, now=NOW) == []
