"""What it costs to look at the guests of a call, again and again, while it goes on."""

import pytest

from wardline.video.tests.conftest import LetKnock
from wardline.video.tests.guest_devices import listed
from wardline.video.tests.windows import Window

pytestmark = pytest.mark.usefixtures("noon", "quick_keys")


async def test_listing_guests_does_not_hold_the_call_up(nurse: Window, statements: list[str]) -> None:
    statements.clear()
    assert await listed(nurse) == {}
    about_meetings = [each for each in statements if "FROM meetings" in each]
    assert about_meetings, "whether the caller is inside"
    assert not [each for each in about_meetings if "FOR NO KEY UPDATE" in each or "FOR SHARE" in each]


async def test_attending_reads_who_knocks_only_if_somebody_does(
    nurse: Window, let_knock: LetKnock, statements: list[str]
) -> None:
    await nurse.attend()
    statements.clear()
    await nurse.attend()
    without = len(statements)
    knocking = await let_knock(nurse)
    statements.clear()
    assert [each["id"] for each in (await nurse.attend())["knocking"]] == [knocking.id]
    assert len(statements) == without + 1
