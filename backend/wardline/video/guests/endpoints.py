"""Endpoints about guests: those of the users who are inside, and those of the guests themselves."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.dependencies import Once, SignedIn
from wardline.access.limits import COSTLY
from wardline.audit.recording import AuditedRoute
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Session
from wardline.video import meetings
from wardline.video.choices import GuestKind, GuestState
from wardline.video.guests import coming_in, service
from wardline.video.guests.admission import (
    AnyGuest,
    GuestRoute,
    LinkRoute,
    PollingGuestRoute,
    device_digest,
    know_guest,
)
from wardline.video.guests.repository import GuestRepository
from wardline.video.guests.schemas import AnswerGuest, GuestCall, GuestRead, InvitedGuest, InviteGuest, OpenLink
from wardline.video.guests.secrets import digest_of
from wardline.video.janus.asking import OfferedMedia, has_media_server
from wardline.video.models import Guest
from wardline.video.responses import attendance, join_response
from wardline.video.schemas import Attend, Attendance, JoinResponse

PAGE = "/guest"
"""The guest's page. The secret follows as a fragment, which no browser sends to a server, so that no log has it."""

router = APIRouter(tags=["guests"], route_class=AuditedRoute)
links = APIRouter(tags=["guests"], route_class=LinkRoute)
devices = APIRouter(tags=["guests"], route_class=GuestRoute)
polls = APIRouter(tags=["guests"], route_class=PollingGuestRoute)


@router.post("/meeting/{meeting_id}/guests", operation_id="inviteGuest", status_code=201, dependencies=COSTLY)
@error_statuses(409)
async def invite_guest(
    meeting_id: uuid.UUID, body: InviteGuest, session: Session, user: SignedIn, once: Once
) -> InvitedGuest:
    """Invites somebody without an account to the meeting in which the caller is.

    The link opens within 30 minutes, once. A repeat of the request invites nobody else, but returns a new link in place
    of the first one, of which only a digest is stored.
    """
    meeting = await service.meeting_inside(session, meeting_id, by=user)
    guest_id = uuid.UUID(await once(lambda: service.add_guest(session, meeting, body.name, body.kind, by=user)))
    guest, secret = await service.make_link(session, guest_id)
    return InvitedGuest(guest=_read(guest), link=f"{PAGE}#{secret}")


@router.get("/meeting/{meeting_id}/guests", operation_id="listGuests")
async def list_guests(meeting_id: uuid.UUID, session: Session, user: SignedIn) -> list[GuestRead]:
    """Everyone who was invited to the meeting in which the caller is, the first one first."""
    meeting = await service.meeting_inside(session, meeting_id, by=user, for_change=False)
    return [_read(guest) for guest in await service.guests_of(session, meeting)]


@router.put("/meeting/{meeting_id}/guests/{guest_id}", operation_id="answerGuest", dependencies=COSTLY)
@error_statuses(404, 409)
async def answer_guest(
    meeting_id: uuid.UUID, guest_id: uuid.UUID, body: AnswerGuest, session: Session, user: SignedIn
) -> GuestRead:
    """Lets in a guest who asks to join, or refuses to. Of two different answers, the first one counts."""
    meeting = await service.meeting_inside(session, meeting_id, by=user)
    return _read(await service.answer(session, meeting, guest_id, admit=body.admit, by=user))


@router.delete("/meeting/{meeting_id}/guests/{guest_id}", operation_id="removeGuest", status_code=204)
@error_statuses(404)
async def remove_guest(meeting_id: uuid.UUID, guest_id: uuid.UUID, session: Session, user: SignedIn) -> Response:
    """Takes the invitation back, and removes the guest from the call. Doing so again is not an error."""
    meeting = await service.meeting_inside(session, meeting_id, by=user)
    await service.remove(session, meeting, guest_id, by=user)
    return Response(status_code=204)


@links.put("/guest", operation_id="openGuestLink")
@error_statuses(403, 429)
async def open_guest_link(body: OpenLink, request: Request, session: Session) -> GuestCall:
    """Opens a link on this device, which thereby is the only one that can use it.

    ``Authorization: Guest`` has the device's secret, 32 random bytes in base64url that it has chosen itself.
    """
    found = await GuestRepository(session).by_link(digest_of(body.link))
    guest = know_guest(request, "openGuestLink", found)
    return await _call(session, await coming_in.open_link(session, guest, device_digest(request)))


@polls.get("/guest", operation_id="getGuestCall")
@error_statuses(429)
async def get_guest_call(session: Session, by: AnyGuest) -> GuestCall:
    """How far the guest is whose device calls."""
    return await _call(session, await GuestRepository(session).current(by.guest_id))


@polls.put("/guest/knock", operation_id="askToJoinAsGuest")
@error_statuses(429)
async def ask_to_join_as_guest(session: Session, by: AnyGuest) -> GuestCall:
    """Asks the people in the call to let the guest in, who waits for as long as this is repeated."""
    return await _call(session, await coming_in.knock(session, by))


@devices.put("/guest/attendee", operation_id="joinMeetingAsGuest")
@error_statuses(403, 409, 429)
async def join_meeting_as_guest(request: Request, session: Session, by: AnyGuest, offer: OfferedMedia) -> JoinResponse:
    """Joins the meeting after somebody inside has let the guest in; also again, for example after a reload."""
    attendee_id = await coming_in.join(session, by, offer=offer)
    return await join_response(session, attendee_id, request.app.state.relay, request.app.state.media)


@polls.post("/guest/attendees/{attendee_id}/attend", operation_id="attendMeetingAsGuest")
@error_statuses(403, 409, 429)
async def attend_meeting_as_guest(
    attendee_id: uuid.UUID, body: Attend, request: Request, session: Session, by: AnyGuest
) -> Attendance:
    """The same as `attendMeeting`, for a guest."""
    is_up = await has_media_server(body, request, session)
    presence = await meetings.attend(session, by.meeting_id, attendee_id, body, by=by, has_media_server=is_up)
    return attendance(presence, request.app.state)


@devices.delete("/guest/attendees/{attendee_id}", operation_id="leaveMeetingAsGuest", status_code=204)
@error_statuses(403, 429)
async def leave_meeting_as_guest(
    attendee_id: uuid.UUID,
    session: Session,
    by: AnyGuest,
    *,
    for_good: Annotated[bool, Query(alias="forGood")] = False,
) -> Response:
    """Leaves the meeting, which goes on. The guest may return; only leaving `forGood` is noted in the timeline."""
    await coming_in.leave(session, attendee_id, by=by, for_good=for_good)
    return Response(status_code=204)


async def _call(session: AsyncSession, guest: Guest) -> GuestCall:
    return GuestCall(
        id=guest.id,
        name=guest.name,
        kind=GuestKind(guest.kind),
        state=GuestState(guest.state),
        organization_name=await GuestRepository(session).host_of(guest),
    )


def _read(guest: Guest) -> GuestRead:
    return GuestRead(
        id=guest.id,
        name=guest.name,
        kind=guest.kind,
        state=guest.state,
        is_opened=guest.opened_at is not None,
        opens_until=guest.opens_until,
    )
