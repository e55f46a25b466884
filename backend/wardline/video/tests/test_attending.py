"""How windows in a call exchange signals through the server, and how presence works."""

from datetime import timedelta
from typing import Any, Final
from uuid import uuid4

import httpx
import pytest
from bodies import Bodies
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import SentEvent, SignIn
from wardline.core import clock
from wardline.realtime import rooms
from wardline.video.choices import MeetingState
from wardline.video.meetings import MAX_PENDING
from wardline.video.schemas import MAX_RECEIVED, MAX_SIGNALS
from wardline.video.tests.windows import Window, candidate, join, person, refusal
from wardline.video.time_limits import LEASE

pytestmark = pytest.mark.usefixtures("noon")

ENDED: Final[dict[str, Any]] = {
    "state": "ended",
    "attendees": [],
    "removed": [],
    "knocking": [],
    "signals": [],
    "callbacks": [],
    "ringing": None,
    "iceServers": None,
}
SDP: Final = "v=0\r\no=- 46117 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\n"


@pytest.fixture
async def two(client: httpx.AsyncClient, psych: httpx.AsyncClient, consult_id: str) -> tuple[Window, Window]:
    return await join(client, consult_id), await join(psych, consult_id)


async def test_a_signal_reaches_its_receiver_unchanged(
    two: tuple[Window, Window], client: httpx.AsyncClient, consult_id: str
) -> None:
    sender, receiver = two
    third = await join(client, consult_id)
    contents: list[dict[str, Any]] = [
        {"type": "offer", "sdp": SDP, "peer": 5, "round": 1},
        {"type": "answer", "sdp": SDP, "peer": 6, "round": 2},
        {"type": "candidate", "candidate": "candidate:1 1 udp 2122 192.0.2.1 9 typ host", "sdpMid": "0"},
        {"type": "candidate", "candidate": "", "sdpMLineIndex": 1, "usernameFragment": "EsAw"},
    ]
    signals = [
        {"number": number, "to": receiver.attendee_id, "content": content}
        for number, content in enumerate(contents, start=1)
    ]
    assert (await sender.attend(*signals))["signals"] == []
    received = (await receiver.attend())["signals"]
    nothing = {"sdpMid": None, "sdpMLineIndex": None, "usernameFragment": None}
    assert [signal["content"] for signal in received] == [*contents[:2], *(nothing | each for each in contents[2:])]
    assert {signal["sender"] for signal in received} == {sender.attendee_id}
    assert (await third.attend())["signals"] == (await sender.attend())["signals"] == []


async def test_signals_are_returned_until_they_are_acknowledged(two: tuple[Window, Window]) -> None:
    sender, receiver = two
    to = receiver.attendee_id
    await sender.attend(*(candidate(number, to, f"way {number}") for number in (1, 2)))
    await sender.attend(candidate(3, to, "way 3"))
    for _ in range(2):
        assert await receiver.received() == ["way 1", "way 2", "way 3"]
    first, second, third = (signal["id"] for signal in (await receiver.attend())["signals"])
    await sender.attend(heard=[first, second, third])
    left = (await receiver.attend(heard=[first, second, 2_000_000_000]))["signals"]
    assert [signal["id"] for signal in left] == [third]
    assert (await receiver.attend(heard=[third]))["signals"] == []
    assert await receiver.received() == []


async def test_a_number_that_was_sent_before_is_ignored(two: tuple[Window, Window]) -> None:
    """A window without a response sends everything again; the other side may have received it by then."""
    sender, receiver = two
    to = receiver.attendee_id
    said = [candidate(1, to, "first"), candidate(2, to, "second")]
    for _ in range(2):
        await sender.attend(*said)
        assert await receiver.received() == ["first", "second"]
    await receiver.attend(heard=[signal["id"] for signal in (await receiver.attend())["signals"]])
    await sender.attend(*said, candidate(3, to, "third"), candidate(3, to, "third"))
    assert await receiver.received() == ["third"]
    await receiver.attend(candidate(1, sender.attendee_id, "back"))
    assert await sender.received() == ["back"]


async def test_received_signals_are_deleted(two: tuple[Window, Window], session: AsyncSession) -> None:
    sender, receiver = two
    await sender.attend(candidate(1, receiver.attendee_id, "192.0.2.1"))
    await receiver.attend(heard=[signal["id"] for signal in (await receiver.attend())["signals"]])
    stored = (await session.execute(text("select s::text from meeting_signals s"))).scalars().all()
    assert len(stored) == 1
    assert "192.0.2.1" not in stored[0]


async def test_a_signal_for_an_absent_window_is_dropped(
    two: tuple[Window, Window], client: httpx.AsyncClient, bodies: Bodies, session: AsyncSession
) -> None:
    sender, receiver = two
    gone, silent = await join(client, sender.consult_id), await join(client, sender.consult_id)
    clock.advance(LEASE)
    elsewhere = await join(client, await bodies.create(client))
    await gone.leave()
    await receiver.attend()
    absent = [gone.attendee_id, silent.attendee_id, elsewhere.attendee_id, sender.attendee_id, str(uuid4())]
    await sender.attend(*(candidate(number, to, "lost") for number, to in enumerate(absent, start=1)))
    assert await session.scalar(text("select count(*) from meeting_signals")) == 0
    for window in (silent, elsewhere, sender):
        assert await window.received() == []


async def test_signals_publish_an_event_to_their_receivers(
    two: tuple[Window, Window], sign_in: SignIn, sent_events: list[SentEvent]
) -> None:
    sender, receiver = two
    both = sign_in("both")
    third = await join(both, sender.consult_id)
    sent_events.clear()
    await sender.attend()
    assert sent_events == []
    to_one = candidate(1, receiver.attendee_id, "way")
    to_both = [candidate(2, third.attendee_id, "way"), candidate(3, receiver.attendee_id, "way")]
    receiver_room, third_room = [rooms.of_user((await person(who))["id"]) for who in (receiver.who, both)]
    for signals, heard_by in (([to_one], {receiver_room}), (to_both, {receiver_room, third_room})):
        sent_events.clear()
        await sender.attend(*signals)
        (event,) = sent_events
        assert (event.name, event.data) == ("meeting:signalled", {"meetingId": sender.meeting_id})
        assert sorted(event.rooms) == sorted(heard_by)


async def test_a_silent_window_is_absent_until_seen_again(
    two: tuple[Window, Window], sent_events: list[SentEvent]
) -> None:
    stays, silent = two
    there = {stays.attendee_id, silent.attendee_id}
    clock.advance(LEASE - timedelta(seconds=1))
    sent_events.clear()
    assert set(await stays.attendee_ids()) == there
    clock.advance(timedelta(seconds=1))
    assert await stays.attendee_ids() == [stays.attendee_id]
    assert sent_events == []
    assert set(await silent.attendee_ids()) == there
    (event,) = sent_events
    assert (event.name, event.data["consultId"]) == ("consult:meeting-changed", stays.consult_id)
    assert set(await stays.attendee_ids()) == there
    assert len(sent_events) == 1


async def test_an_attendee_belongs_to_its_user_only(two: tuple[Window, Window], bodies: Bodies) -> None:
    """Not even within one meeting, nor for users who may view the consult; ids of two meetings do not mix."""
    mine, theirs = two
    other = await join(mine.who, await bodies.create(mine.who))
    nothing: dict[str, Any] = {"heard": [], "signals": []}
    for path in (
        theirs.path,
        f"/meeting/{other.meeting_id}/attendees/{mine.attendee_id}",
        f"/meeting/{mine.meeting_id}/attendees/{uuid4()}",
    ):
        assert refusal(await mine.who.post(f"{path}/attend", json=nothing)) == (404, "meeting_not_found")
        assert refusal(await mine.who.delete(path)) == (404, "meeting_not_found")
    assert set(await mine.attendee_ids()) == {mine.attendee_id, theirs.attendee_id}


@pytest.mark.req("VID-18")
async def test_a_meeting_is_connected_until_it_has_ended(two: tuple[Window, Window]) -> None:
    """Before its first response a browser shows that it is connecting."""
    assert [state.value for state in MeetingState] == ["connecting", "connected", "ended"]
    first, last = two
    assert [(await window.attend())["state"] for window in two] == ["connected", "connected"]
    await first.leave()
    assert await first.attend(candidate(1, last.attendee_id, "late")) == ENDED
    assert (await last.attend())["state"] == "connected"
    assert await last.received() == []
    await last.leave()
    for window in two:
        assert await window.attend() == ENDED


async def test_pending_signals_for_a_silent_window_are_limited(
    two: tuple[Window, Window], session: AsyncSession
) -> None:
    sender, receiver = two
    for first in range(1, MAX_PENDING + 2 * MAX_SIGNALS, MAX_SIGNALS):
        ways = [candidate(first + more, receiver.attendee_id, "way") for more in range(MAX_SIGNALS)]
        await sender.attend(*ways)
    assert await session.scalar(text("select count(*) from meeting_signals")) == MAX_PENDING


async def test_no_more_is_returned_than_can_be_acknowledged(two: tuple[Window, Window], session: AsyncSession) -> None:
    sender, receiver = two
    await session.execute(
        text(
            "insert into meeting_signals (sender_id, receiver_id, number, content)"
            " select cast(:sender as uuid), cast(:receiver as uuid), number,"
            """ cast('{"type": "candidate", "candidate": "way"}' as jsonb) from generate_series(1, :many) number"""
        ),
        {"sender": sender.attendee_id, "receiver": receiver.attendee_id, "many": MAX_RECEIVED + 1},
    )
    first = (await receiver.attend())["signals"]
    assert len(first) == MAX_RECEIVED
    rest = (await receiver.attend(heard=[signal["id"] for signal in first]))["signals"]
    assert len(rest) == 1


ANYBODY: Final = str(uuid4())
REQUIRED, UNKNOWN = "This field is required.", "Unknown field."


def _saying(**content: Any) -> dict[str, Any]:
    return {"signals": [{"number": 1, "to": ANYBODY, "content": content}]}


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"signals": [candidate(1, ANYBODY, "way")] * (MAX_SIGNALS + 1)}, {"signals": ...}),
        ({"heard": [1] * (MAX_RECEIVED + 1)}, {"heard": ...}),
        ({"heard": ["1"]}, {"heard.0": ...}),
        ({"signals": [candidate(0, ANYBODY, "way")]}, {"signals.0.number": ...}),
        ({"signals": [candidate(1, "nobody", "way")]}, {"signals.0.to": ...}),
        (_saying(type="candidate", candidate="x" * 1_001), {"signals.0.content.candidate": ...}),
        (_saying(type="candidate", candidate="x\x00"), {"signals.0.content.candidate": ...}),
        (_saying(type="candidate", candidate="", round=1), {"signals.0.content.round": UNKNOWN}),
        (_saying(type="offer", sdp="x" * 50_001, peer=5, round=1), {"signals.0.content.sdp": ...}),
        (_saying(type="answer", sdp=SDP, peer=5), {"signals.0.content.round": REQUIRED}),
        (_saying(type="bye", sdp=SDP, peer=5, round=1), {"signals.0.content.type": ...}),
        (_saying(sdp=SDP, peer=5, round=1), {"signals.0.content.type": REQUIRED}),
    ],
)
async def test_invalid_signals_are_refused_with_their_field(
    two: tuple[Window, Window], body: dict[str, Any], told: dict[str, Any]
) -> None:
    refused = await two[0].who.post(f"{two[0].path}/attend", json=body)
    assert refused.status_code == 400, refused.text
    found = {error["field"]: error["message"] for error in refused.json()["errors"]}
    assert set(found) == set(told)
    assert all(found[field] == message for field, message in told.items() if message is not ...)
