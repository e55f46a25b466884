"""Endpoints for a consult's meeting in the app, and for the rooms of other video providers."""

import uuid
from collections.abc import Callable, Coroutine
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import Once, SignedIn, permitted
from wardline.access.limits import COSTLY
from wardline.access.permissions import (
    HOST_BLUESTREAM_MEETING,
    HOST_CORE_MEETING,
    JOIN_CHIME_MEETING,
    VIEW_CONSULT,
)
from wardline.audit.recording import AuditedRoute, TouchingRoute
from wardline.core.errors import Forbidden
from wardline.core.http.app_settings import AppSettings
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Session
from wardline.video import meetings, policies
from wardline.video.callers import Caller
from wardline.video.external_rooms import room_address
from wardline.video.guests import service as guests
from wardline.video.janus.asking import has_media_server, offer_for
from wardline.video.janus.availability import MediaOffer
from wardline.video.models import Meeting
from wardline.video.relay import CHECK_LIFETIME, Relay
from wardline.video.responses import attendance, join_response
from wardline.video.ringing import report_ring, withdraw_ring
from wardline.video.schemas import (
    Attend,
    Attendance,
    DeleteMeeting,
    JoinMeeting,
    JoinResponse,
    NetworkCheck,
    RingReport,
    RoomResponse,
    WaitingCall,
)
from wardline.video.unattended import service as unattended
from wardline.video.unattended.admission import AnyCaller, MeetingRoute, PresenceRoute
from wardline.video.waiting import waiting_calls

calls = APIRouter(tags=["video"], route_class=MeetingRoute)
presence = APIRouter(tags=["video"], route_class=PresenceRoute)
"""Requests that windows make again and again; the audit trail records only joining, returning and leaving."""
waiting = APIRouter(tags=["waiting-calls"], route_class=TouchingRoute)
router = APIRouter(tags=["video"], route_class=AuditedRoute)

Viewer = Annotated[CurrentUser, Depends(permitted(VIEW_CONSULT))]


@calls.post("/meeting", operation_id="joinMeeting", dependencies=COSTLY)
@error_statuses(404, 409)
async def join_meeting(
    body: JoinMeeting, request: Request, session: Session, user: Viewer, by: AnyCaller, once: Once
) -> JoinResponse:
    """Joins the consult's meeting, which is opened if there is none.

    A device in unattended patient mode joins the meeting of its token, in place of the attendee as which it was there
    before; it sends the `externalMeetingId`, too.
    """
    offer = await offer_for(request, session, Meeting.consult_id == body.consult_id)
    # Checked before a repeat is recognized, so that a user who has lost the right in the meantime does not get in.
    join = await _joining(body, session, by, offer=offer)
    attendee_id = uuid.UUID(await once(join))
    return await join_response(session, attendee_id, request.app.state.relay, request.app.state.media)


async def _joining(
    body: JoinMeeting, session: AsyncSession, by: Caller, *, offer: MediaOffer
) -> Callable[[], Coroutine[Any, Any, uuid.UUID]]:
    """What adds the caller, who may join now, to the meeting."""
    device = by.device
    if device is None:
        if body.external_meeting_id is not None:
            raise Forbidden
        consult = await meetings.joinable(session, body.consult_id, by=by.user)
        return lambda: meetings.join(session, consult, by=by, offer=offer)
    if (body.external_meeting_id, body.consult_id) != (device.external_meeting_id, device.consult_id):
        raise Forbidden
    await unattended.require_readable(session, device, by=by.user)
    return lambda: unattended.join(session, device, by=by, offer=offer)


@calls.put("/meeting/$deleteExternalMeeting", operation_id="deleteExternalMeeting", status_code=204)
@error_statuses(409)
async def delete_external_meeting(body: DeleteMeeting, session: Session, by: AnyCaller) -> Response:
    """Ends the meeting for its last user, or its last device. A meeting that has already ended is not an error."""
    await meetings.delete(session, body.external_meeting_id, body.consult_id, by=by)
    return Response(status_code=204)


@presence.post(
    "/meeting/{meeting_id}/attendees/{attendee_id}/attend", operation_id="attendMeeting", dependencies=COSTLY
)
@error_statuses(404, 409)
async def attend_meeting(
    meeting_id: uuid.UUID, attendee_id: uuid.UUID, body: Attend, request: Request, session: Session, by: AnyCaller
) -> Attendance:
    """Reports that this window is present, sends its signals, and returns the attendees with their signals for it.

    A window that is silent for half a minute counts as absent until its next request. Each signal is returned
    until it is listed in `heard`.
    """
    is_up = await has_media_server(body, request, session)
    presence_state = await meetings.attend(session, meeting_id, attendee_id, body, by=by, has_media_server=is_up)
    # The patient beside a device lets nobody in.
    is_told = presence_state.has_knocking and by.device is None
    knocking = await guests.knocking(session, meeting_id) if is_told else ()
    return attendance(presence_state, request.app.state, knocking)


@presence.delete("/meeting/{meeting_id}/attendees/{attendee_id}", operation_id="leaveMeeting", status_code=204)
@error_statuses(404)
async def leave_meeting(
    meeting_id: uuid.UUID,
    attendee_id: uuid.UUID,
    session: Session,
    by: AnyCaller,
    *,
    taken_back: Annotated[bool, Query(alias="restore")] = False,
) -> Response:
    """Leaves the meeting; the last window ends it.

    A device in unattended patient mode may come back with its token, for example after a reload, unless it is taken
    back (`restore`), which ends the token. For a signed-in user, `restore` changes nothing.
    """
    await meetings.leave(session, meeting_id, attendee_id, by=by, taken_back=taken_back)
    return Response(status_code=204)


@waiting.get("/waiting-calls", operation_id="listWaitingCalls")
async def list_waiting_calls(session: Session, user: SignedIn) -> list[WaitingCall]:
    """The calls that ring for the caller: a provider waits, and nobody of the asking side is there."""
    return await waiting_calls(session, user)


@waiting.put("/meeting/{meeting_id}/rings/{screen_id}", operation_id="reportRing", status_code=204, dependencies=COSTLY)
@error_statuses(404)
async def put_ring(
    meeting_id: uuid.UUID, screen_id: uuid.UUID, body: RingReport, session: Session, user: SignedIn
) -> Response:
    """Reports that one of `listWaitingCalls` rings on a screen of the caller, so that whoever waits learns of it.

    `screen_id` is a random number of the browser's own, the same for as long as the screen is open.
    """
    await report_ring(session, meeting_id, screen_id, is_silent=body.is_silent, by=user)
    return Response(status_code=204)


@waiting.delete(
    "/meeting/{meeting_id}/rings/{screen_id}", operation_id="withdrawRing", status_code=204, dependencies=COSTLY
)
@error_statuses(404)
async def delete_ring(meeting_id: uuid.UUID, screen_id: uuid.UUID, session: Session, user: SignedIn) -> Response:
    """Reports that a screen of the caller, on which the call rings, is closed."""
    await withdraw_ring(session, meeting_id, screen_id, by=user)
    return Response(status_code=204)


@router.post("/meeting/$checkNetwork", operation_id="checkNetwork", dependencies=COSTLY)
async def check_network(
    request: Request, user: Annotated[CurrentUser, Depends(permitted(JOIN_CHIME_MEETING))]
) -> NetworkCheck:
    """The relays that a browser tries before it joins a call."""
    relay: Relay = request.app.state.relay
    return NetworkCheck(ice_servers=relay.servers_for(uuid.uuid4(), CHECK_LIFETIME))


@router.get("/vidyo-rooms/consult/{consult_id}/", operation_id="getVidyoRoom")
async def get_vidyo_room(consult_id: uuid.UUID, session: Session, user: Viewer, settings: AppSettings) -> RoomResponse:
    """The first of the location's rooms."""
    consult = await meetings.joinable(session, consult_id, policies.can_join_vidyo, by=user)
    room = consult.location.video_rooms[0].name
    return RoomResponse(data=room_address(settings, "vidyo", room))


@router.get("/bluestream-rooms/consult/{consult_id}/", operation_id="getBluestreamRoom")
async def get_bluestream_room(
    consult_id: uuid.UUID, session: Session, user: Viewer, settings: AppSettings
) -> RoomResponse:
    await meetings.joinable(session, consult_id, policies.can_join_bluestream, by=user)
    host = user.may(HOST_BLUESTREAM_MEETING)
    return RoomResponse(data=room_address(settings, "bluestream", str(consult_id), host=host))


@router.get("/core-video-rooms/consult/{consult_id}/", operation_id="getCoreVideoRoom")
async def get_core_video_room(
    consult_id: uuid.UUID, session: Session, user: Viewer, settings: AppSettings
) -> RoomResponse:
    await meetings.joinable(session, consult_id, policies.can_join_core_video, by=user)
    host = user.may(HOST_CORE_MEETING)
    return RoomResponse(data=room_address(settings, "core-video", str(consult_id), host=host))
