"""Every event of the contract: whose rooms it goes to, and from whom the server accepts one, against the same table."""

import uuid
from collections.abc import Awaitable, Callable
from typing import Any, Final

import pytest
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from conftest import SentEvent, published
from wardline.call_schedules.events import CallScheduleChanged
from wardline.consults.events import ViewersChanged
from wardline.consults.repository import ConsultRepository
from wardline.consults.rooms import ConsultRoomPolicy
from wardline.contacts.events import ContactsChanged
from wardline.contract import EVENTS
from wardline.core import clock
from wardline.duty_notices.events import DutyNoticesChanged
from wardline.notifications.events import NotificationAdded, NotificationsChanged, UrgentCommentNotified
from wardline.on_call.events import OnCallChanged
from wardline.paging.events import PagesChanged, PagingChanged
from wardline.realtime import rooms
from wardline.realtime.events import Resync, UserUpdated
from wardline.realtime.rooms import NoAccount
from wardline.realtime.server import SocketServer
from wardline.transfers.choices import TransferState
from wardline.video.events import MeetingSignalled

from .expected_results import DUTIES, FOREIGN_LINE, NO_ACCOUNT, NO_ROLE, PLACES, THE_LINE, Event, expected_results
from .network import ASKER, GIVER, roles
from .sent_bodies import (
    PATIENT,
    Target,
    check_in_body,
    consult_body,
    schedule_change_body,
    sign_off_body,
    transfer_body,
)
from .world import World

CONSULT: Final = "/consults/{consult_id}"
TRANSFER: Final = f"{CONSULT}/transfers/{{transfer_id}}"


def _sign_off(about: Target) -> dict[str, Any]:
    return sign_off_body(about["line"])


CAUSES: Final[dict[str, tuple[str, str, str, Any]]] = {
    "consult:created": (ASKER, "POST", "/consults", consult_body),
    "consult:updated": (ASKER, "PATCH", CONSULT, {"callbackNumber": "(555) 010-0177"}),
    "consult:updated-state": (GIVER, "POST", f"{CONSULT}/acknowledge", None),
    "consult:patient:updated": (ASKER, "PUT", "/patient/{patient_id}/consults/{consult_id}", {"patient": PATIENT}),
    "consult:signoff-changed": (GIVER, "POST", f"{CONSULT}/sign-signoff-note-{{sign_off}}", _sign_off),
    "consult:meeting-changed": (ASKER, "POST", "/meeting", lambda about: {"consultId": about["consult_id"]}),
    "transfer:created": (GIVER, "POST", f"{CONSULT}/transfer", transfer_body),
    "transfer:acknowledged": (GIVER, "POST", f"{TRANSFER}/acknowledge", None),
    "transfer:completed": (GIVER, "POST", f"{TRANSFER}/complete", None),
    "update:created": (ASKER, "POST", f"{CONSULT}/updates", {"message": "Thank you"}),
    PagingChanged.name: (GIVER, "POST", f"{CONSULT}/pages/seen", None),
    UrgentCommentNotified.name: (ASKER, "POST", f"{CONSULT}/updates", {"message": "Come quickly", "alert": True}),
}
"""Who causes each event, and by which operation."""
OWN_ROW: Final = {
    "consult:created": "RT-07",
    "consult:updated": "RT-08",
    "consult:updated-state": "RT-09",
    "consult:patient:updated": "RT-11",
    "consult:signoff-changed": "RT-15",
    "transfer:created": "RT-12",
    "transfer:acknowledged": "RT-13",
    "transfer:completed": "RT-14",
    "update:created": "RT-10",
    UrgentCommentNotified.name: "TIME-17",
}
"""The row that says what causes an event, if there is one, by event."""
NEEDS: Final = {"consult:signoff-changed": "completed"}
"""The state of the consult that an event is about, if that is not new, by event."""


async def _empty_calls(world: World) -> None:
    """Attendees hear of their call, also those who may not view the consult."""
    await world.database.connection.execute(text("update meeting_attendees set seen_at = joined_at"))


SETUPS: Final[dict[str, Callable[[World], Awaitable[None]]]] = {
    "consult:meeting-changed": _empty_calls,
    "transfer:created": World.make_transferable,
    "transfer:acknowledged": World.add_transfers,
    "transfer:completed": lambda world: world.add_transfers(TransferState.ACKNOWLEDGED, GIVER),
    PagingChanged.name: World.page_those_on_call,
}
"""What exists besides consults before an event."""
TO_ONESELF: Final = (
    NotificationAdded.name,
    NotificationsChanged.name,
    PagesChanged.name,
    ContactsChanged.name,
    DutyNoticesChanged.name,
    NotificationAdded.name,
    NotificationsChanged.name,
    UserUpdated.name,
    MeetingSignalled.name,
)
"""Events to the own screens of the affected users; the tests of their causes cover them."""
ABOUT_A_LINE: Final[dict[str, tuple[str, Callable[[Target], Any]]]] = {
    OnCallChanged.name: ("/checkin", check_in_body),
    CallScheduleChanged.name: ("/call-schedules/{schedule_id}/changes", schedule_change_body),
}
"""What the giver posts to cause each event."""
PEOPLE: Final = (NO_ROLE, *roles())
SOCKET, ANOTHER_SOCKET = "socket", "another socket"


@pytest.fixture
def keeper(world: World, matrix_app: FastAPI) -> ConsultRoomPolicy:
    return ConsultRoomPolicy(world.database, matrix_app.state.token_verifier)


def _from(sender: str) -> list[Event]:
    return [event for event in expected_results().events if event.sender == sender]


def _is_in_reach(word: str, place: str, duty: str) -> bool:
    assert word in {"never", "in reach"}
    return word == "in reach" and expected_results().reach[place, duty]


def _receives(word: str, place: str, duty: str) -> bool:
    if word == "on its line":
        return duty == THE_LINE and expected_results().reach[place, duty]
    return _is_in_reach(word, place, duty)


def test_the_table_lists_exactly_all_events_and_roles(keeper: ConsultRoomPolicy) -> None:
    heard_from_browsers = set(SocketServer(keeper).sio.handlers["/"]) - {"connect", "disconnect"}
    assert {event.name for event in _from("browser")} == heard_from_browsers
    assert {event.name for event in _from("server")} == {event.name for event in EVENTS}
    to_others = {ViewersChanged.name, *ABOUT_A_LINE, *TO_ONESELF, Resync.name}
    assert {event.name for event in _from("server")} == {*CAUSES, *to_others}
    assert expected_results().roles == list(PEOPLE)


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.req(OWN_ROW[name]) if name in OWN_ROW else ()) for name in CAUSES],
)
@pytest.mark.req("PERM-07", "PERM-08", "PERM-09", "RT-17")
async def test_an_event_about_a_consult_goes_to_users_who_may_view_it(
    world: World, matrix_engine: AsyncEngine, keeper: ConsultRoomPolicy, name: str
) -> None:
    (event,) = (event for event in expected_results().events if event.name == name)
    for duty in DUTIES:
        async with world.undone():
            await world.put_on_duty(duty)
            if name in SETUPS:
                await SETUPS[name](world)
            rooms_of = {person: await keeper.rooms(world.user_ids[person]) for person in PEOPLE}
            for place in PLACES:
                event_rooms = await _cause(world, matrix_engine, name, world.consults[place, NEEDS.get(name, "new")])
                receivers = {person for person in PEOPLE if event_rooms & rooms_of[person]}
                assert receivers == {person for person in PEOPLE if _receives(event.words[person], place, duty)}


@pytest.mark.req("ENT-11", "RT-17")
async def test_changes_of_viewers_are_published_to_the_other_viewers_only(
    world: World, keeper: ConsultRoomPolicy
) -> None:
    (event,) = (event for event in expected_results().events if event.name == ViewersChanged.name)
    (viewing_event,) = (event for event in _from("browser") if event.name == "consult:began-viewing")
    assert event.words == viewing_event.words
    giver, asker = world.user_ids[GIVER], world.user_ids[ASKER]
    consult_id = uuid.UUID(world.consults[PLACES[0], "new"]["consult_id"])
    async with world.undone():
        with published() as sent:
            await keeper.began_viewing(giver, consult_id, SOCKET)
            assert sent == []
            await keeper.began_viewing(asker, consult_id, ANOTHER_SOCKET)
            await keeper.began_viewing(asker, consult_id, ANOTHER_SOCKET)
            await keeper.ended_viewing(ANOTHER_SOCKET, None)
            await keeper.ended_viewing(SOCKET, consult_id)
    assert [(event.name, event.rooms) for event in sent] == [(ViewersChanged.name, [rooms.of_user(giver)])] * 2
    assert sent[0].data == {"consultId": str(consult_id)}


@pytest.mark.parametrize("name", ABOUT_A_LINE)
@pytest.mark.req("PERM-09", "RT-17")
async def test_an_event_about_a_line_is_published_to_users_who_may_view_or_request_the_line(
    world: World, keeper: ConsultRoomPolicy, name: str
) -> None:
    (event,) = (event for event in expected_results().events if event.name == name)
    path, body_about = ABOUT_A_LINE[name]
    assert set(event.words.values()) == {"own lines", "never"}
    for duty in DUTIES:
        async with world.undone():
            await world.put_on_duty(duty)
            rooms_of = {person: await keeper.rooms(world.user_ids[person]) for person in PEOPLE}
            for place in PLACES:
                with published() as sent:
                    async with world.undone():
                        about = {**world.places[place], **world.role_of(GIVER)}
                        response = await world.request(GIVER, "POST", path.format(**about), body_about(about))
                        assert response.is_success, response.text
                (rooms_sent_to,) = (event.rooms for event in sent if event.name == name)
                receivers = {person for person in PEOPLE if rooms_of[person] & set(rooms_sent_to)}
                entitled = {person for person in PEOPLE if event.words[person] == "own lines"}
                assert receivers == (entitled if place != FOREIGN_LINE else set()), (place, duty)


@pytest.mark.parametrize("name", TO_ONESELF)
@pytest.mark.req("RT-06", "RT-17")
async def test_events_about_one_user_go_to_that_user_only(world: World, keeper: ConsultRoomPolicy, name: str) -> None:
    (event,) = (event for event in expected_results().events if event.name == name)
    own_rooms = {person: rooms.of_user(world.user_ids[person]) for person in PEOPLE}
    for person in PEOPLE:
        assert event.words[person] == "own"
        entered = await keeper.rooms(world.user_ids[person])
        assert entered & set(own_rooms.values()) == {own_rooms[person]}


@pytest.mark.req("RT-17")
def test_events_for_everyone_have_no_data() -> None:
    (event,) = (event for event in expected_results().events if event.name == Resync.name)
    assert set(event.words.values()) == {"all"}
    assert Resync.model_fields == {}


@pytest.mark.req("RT-01", "RT-17")
async def test_a_token_opens_only_the_rooms_of_its_user(world: World, keeper: ConsultRoomPolicy) -> None:
    with pytest.raises(NoAccount):
        await keeper.admit(world.token(NO_ACCOUNT))
    for person in PEOPLE:
        admission = await keeper.admit(world.token(person))
        assert admission is not None
        assert admission.user_id == world.user_ids[person]
        assert admission.rooms == await keeper.rooms(world.user_ids[person])


@pytest.mark.req("PERM-07", "RT-04", "RT-17")
async def test_only_users_who_may_view_a_consult_can_be_its_viewers(world: World, keeper: ConsultRoomPolicy) -> None:
    (event,) = (event for event in _from("browser") if event.name == "consult:began-viewing")
    for duty in DUTIES:
        async with world.undone():
            await world.put_on_duty(duty)
            for place in PLACES:
                consult_id = uuid.UUID(world.consults[place, "new"]["consult_id"])
                for person in PEOPLE:
                    accepted = await keeper.began_viewing(world.user_ids[person], consult_id, SOCKET)
                    assert accepted == _is_in_reach(event.words[person], place, duty), (person, place, duty)


@pytest.mark.req("RT-05")
async def test_a_screen_cannot_end_the_viewing_of_another(world: World, keeper: ConsultRoomPolicy) -> None:
    (event,) = (event for event in _from("browser") if event.name == "consult:ended-viewing")
    assert set(event.words.values()) == {"all"}
    consult_id = uuid.UUID(world.consults[PLACES[0], "new"]["consult_id"])
    async with world.undone():
        await keeper.began_viewing(world.user_ids[GIVER], consult_id, SOCKET)
        await keeper.ended_viewing(ANOTHER_SOCKET, consult_id)
        async with world.database.session() as session:
            viewers = await ConsultRepository(session).viewers(consult_id, clock.now())
        assert [viewer.id for viewer in viewers] == [world.user_ids[GIVER]]


async def _cause(world: World, engine: AsyncEngine, name: str, about: Target) -> set[str]:
    """Cause the event, return its rooms, and undo it."""
    person, method, path, body = CAUSES[name]
    with published() as sent:
        async with world.undone():
            response = await world.request(
                person, method, path.format(**about), body(about) if callable(body) else body
            )
    assert response.is_success, response.text
    events = [event for event in sent if event.name not in TO_ONESELF]
    if name == UrgentCommentNotified.name:
        # In addition to the event of every comment; none if no one is on call.
        assert [event.name for event in events][-1:] == ["update:created"]
        events = events[:-1] or [SentEvent(name, {}, [])]
    (event,) = events
    assert event.name == name
    return set(event.rooms)
