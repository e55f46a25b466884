"""What each window publishes at the media server, as its own attendee has reported it."""

from typing import Any

import httpx
import pytest

from conftest import SentEvent
from wardline.video.tests import guest_devices
from wardline.video.tests.conftest import LetKnock
from wardline.video.tests.fake_janus import Janus
from wardline.video.tests.windows import Window, refusal

pytestmark = pytest.mark.usefixtures("noon")


async def report(window: Window, publisher_id: Any) -> httpx.Response:
    return await window.who.post(f"{window.path}/attend", json={"publisherId": publisher_id})


async def listed(window: Window) -> dict[str, int | None]:
    """What the window learns of all attendees. It publishes nothing itself."""
    return {each["attendeeId"]: each["publisherId"] for each in (await window.attend())["attendees"]}


@pytest.mark.req("VID-27")
async def test_others_learn_what_a_window_publishes_and_nobody_else_can_report_it(
    janus: Janus, nurse: Window, specialist: Window, sent_events: list[SentEvent]
) -> None:
    sent_events.clear()
    assert (await report(nurse, 2**53 - 1)).is_success
    assert [event.name for event in sent_events] == ["consult:meeting-changed"]
    assert await listed(specialist) == {nurse.attendee_id: 2**53 - 1, specialist.attendee_id: None}
    assert refusal(await report(specialist, 2**53 - 1)) == (409, "publisher_taken")
    assert await listed(specialist) == {nurse.attendee_id: 2**53 - 1, specialist.attendee_id: None}
    sent_events.clear()
    assert (await report(nurse, 2**53 - 1)).is_success
    assert sent_events == []
    # With its next connection.
    assert (await report(nurse, 8)).is_success
    assert (await listed(specialist))[nurse.attendee_id] == 8
    # Not even when it has left.
    await nurse.leave()
    assert refusal(await report(specialist, 8)) == (409, "publisher_taken")
    assert (await report(specialist, 9)).is_success


async def test_a_guest_reports_only_their_own_too(
    janus: Janus, nurse: Window, specialist: Window, let_knock: LetKnock
) -> None:
    knocking = await let_knock(nurse)
    await guest_devices.answer(nurse, knocking.id, admit=True)
    guest = await guest_devices.join(knocking.device)
    assert (await report(nurse, 7)).is_success
    assert refusal(await report(guest, 7)) == (409, "publisher_taken")
    assert (await report(guest, 6)).is_success
    assert (await listed(specialist))[guest.attendee_id] == 6


async def test_without_a_media_server_there_is_nothing_to_report(nurse: Window) -> None:
    assert (await report(nurse, 7)).is_success
    assert await listed(nurse) == {nurse.attendee_id: None}


@pytest.mark.parametrize("publisher_id", [0, -1, 2**53, "7", 1.5, True])
async def test_it_is_a_number_of_janus(nurse: Window, publisher_id: Any) -> None:
    assert (await report(nurse, publisher_id)).status_code == 400
