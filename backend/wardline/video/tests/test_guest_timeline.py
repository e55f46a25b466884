"""What the timeline says about guests whose page is gone, or whose sound and picture do not work."""

import pytest

from conftest import RolledBackDatabase
from wardline.core import clock
from wardline.video.tests.guest_devices import GuestWindow, guest_entries
from wardline.video.tests.windows import Window, run_cleanup
from wardline.video.time_limits import LEASE, RETURN_WINDOW

pytestmark = pytest.mark.usefixtures("noon", "quick_keys")


async def test_a_guest_whose_page_is_gone_has_left_until_they_are_back(
    nurse: Window, guest: GuestWindow, database: RolledBackDatabase
) -> None:
    clock.advance(RETURN_WINDOW - LEASE)
    await nurse.attend()
    await run_cleanup(database)
    assert [kind for kind, _ in await guest_entries(nurse.who, nurse.consult_id)] == ["guestInvited", "guestJoined"]
    clock.advance(LEASE)
    for _ in range(2):
        await run_cleanup(database)
    left = ("guestLeft", "Ana Ruiz (interpreter) left the call.")
    assert (await guest_entries(nurse.who, nurse.consult_id))[2:] == [left]
    for _ in range(2):
        await guest.attend()
    await run_cleanup(database)
    back = ("guestJoined", "Ana Ruiz (interpreter) joined the call as a guest.")
    assert (await guest_entries(nurse.who, nurse.consult_id))[2:] == [left, back]


async def test_a_guest_whose_page_is_gone_is_no_call_without_sound_and_picture(
    nurse: Window, guest: GuestWindow
) -> None:
    report = {"flowing": True, "problems": [{"attendeeId": guest.attendee_id, "problem": "connectionLost"}]}
    response = await nurse.who.post(f"{nurse.path}/attend", json={"media": report})
    assert response.status_code == 200
    entries = (await nurse.who.get(f"/consults/{nurse.consult_id}/updates")).json()
    assert "videoFailed" not in [each["kind"] for each in entries]


async def test_a_guests_report_about_sound_and_picture_is_no_entry_and_brings_no_number(
    nurse: Window, guest: GuestWindow
) -> None:
    entries = f"/consults/{nurse.consult_id}/updates"
    before = (await nurse.who.get(entries)).json()
    problems = [{"attendeeId": nurse.attendee_id, "problem": "noMedia"}]
    report = {"media": {"flowing": False, "problems": problems}}
    response = await guest.who.post(f"{guest.path}/attend", json=report)
    assert (response.status_code, response.json()["callbacks"]) == (200, [])
    assert (await nurse.who.get(entries)).json() == before


async def test_guests_are_named_among_those_who_met_in_a_call(nurse: Window, guest: GuestWindow) -> None:
    for window in (nurse, guest):
        report = {"media": {"flowing": True, "problems": []}}
        assert (await window.who.post(f"{window.path}/attend", json=report)).status_code == 200
    await nurse.leave()
    entries = (await nurse.who.get(f"/consults/{nurse.consult_id}/updates")).json()
    (ended,) = [each["message"] for each in entries if each["kind"] == "videoEnded"]
    length, _, people = ended.removesuffix(".").partition(": ")
    assert (length, sorted(people.split(", "))) == ("Less than a minute", ["Ana Ruiz", "Maya Larkspur"])
