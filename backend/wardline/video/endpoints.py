"""Endpoints for a consult's meeting in the app, and for the rooms of other video providers."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import Once, SignedIn, permitted
from wardline.access.limits import COSTLY
from wardline.access.permissions import HOST_BLUESTREAM_MEETING, HOST_CORE_MEETING, VIEW_CONSULT
from wardline.access.tokens import AccessToken
from wardline.audit.recording import AuditedRoute, TouchingRoute
from wardline.core.http.app_settings import AppSettings
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Session
from wardline.video import meetings, policies
from wardline.video.choices import MeetingState
from wardline.video.external_rooms import room_address
from wardline.video.models import Attendee, Meeting
from wardline.video.relay import Relay
from wardline.video.schemas import (
    Attend,
    Attendance,
    AttendeeRead,
    AttendeeToJoin,
    DeleteMeeting,
    JoinInfo,
    JoinMeeting,
    JoinResponse,
    MeetingToJoin,
    RoomResponse,
    SignalRead,
    WaitingCall,
)
from wardline.video.waiting import waiting_calls

router = APIRouter(tags=["video"], route_class=AuditedRoute)
presence = APIRouter(tags=["video"], route_class=TouchingRoute)
"""Requests that windows make again and again; the audit trail records only joining, returning and leaving."""

Viewer = Annotated[CurrentUser, Depends(permitted(VIEW_CONSULT))]


def session_of(request: Request) -> str:
    """The id of the sign-in that this request belongs to."""
    token: AccessToken = request.state.token
    return token.session_id


@router.post("/meeting", operation_id="joinMeeting", dependencies=COSTLY)
@error_statuses(404, 409)
async def join_meeting(body: JoinMeeting, request: Request, session: Session, user: Viewer, once: Once) -> JoinResponse:
    """Joins the consult's meeting, which is opened if there is none."""
    # Checked before a repeat is recognized, so that a user who has lost the right in the meantime does not get in.
    consult = await meetings.joinable(session, body.consult_id, by=user)
    session_id = session_of(request)
    attendee_id = uuid.UUID(await once(lambda: meetings.join(session, consult, by=user, session_id=session_id)))
    attendee = await session.get_one(Attendee, attendee_id)
    meeting = await session.get_one(Meeting, attendee.meeting_id)
    relay: Relay = request.app.state.relay
    to_join = MeetingToJoin(
        meeting_id=meeting.id, external_meeting_id=meeting.external_id, ice_servers=relay.servers_for(attendee_id)
    )
    return JoinResponse(join_info=JoinInfo(meeting=to_join, attendee=AttendeeToJoin(attendee_id=attendee_id)))


@router.put("/meeting/$deleteExternalMeeting", operation_id="deleteExternalMeeting", status_code=204)
@error_statuses(409)
async def delete_external_meeting(body: DeleteMeeting, session: Session, user: SignedIn) -> Response:
    """Ends the meeting for its last user. A meeting that has already ended is not an error."""
    await meetings.delete(session, body.external_meeting_id, body.consult_id, by=user)
    return Response(status_code=204)


@presence.post(
    "/meeting/{meeting_id}/attendees/{attendee_id}/attend", operation_id="attendMeeting", dependencies=COSTLY
)
@error_statuses(404)
async def attend_meeting(
    meeting_id: uuid.UUID, attendee_id: uuid.UUID, body: Attend, request: Request, session: Session, user: SignedIn
) -> Attendance:
    """Reports that this window is present, sends its signals, and returns the attendees with their signals for it.

    A window that is silent for half a minute counts as absent until its next request. Each signal is returned
    until it is listed in `heard`.
    """
    presence_state = await meetings.attend(
        session, meeting_id, attendee_id, body, by=user, session_id=session_of(request)
    )
    return Attendance(
        state=MeetingState.CONNECTED if presence_state.is_open else MeetingState.ENDED,
        attendees=[AttendeeRead(attendee_id=attendee.id, user=attendee.user) for attendee in presence_state.attendees],
        removed=list(presence_state.removed),
        signals=[
            SignalRead(id=signal.id, sender=signal.sender_id, content=signal.content)
            for signal in presence_state.signals
        ],
    )


@presence.delete("/meeting/{meeting_id}/attendees/{attendee_id}", operation_id="leaveMeeting", status_code=204)
@error_statuses(404)
async def leave_meeting(meeting_id: uuid.UUID, attendee_id: uuid.UUID, session: Session, user: SignedIn) -> Response:
    """Leaves the meeting; the last window ends it."""
    await meetings.leave(session, meeting_id, attendee_id, by=user)
    return Response(status_code=204)


@presence.get("/waiting-calls", operation_id="listWaitingCalls")
async def list_waiting_calls(session: Session, user: SignedIn) -> list[WaitingCall]:
    """The calls that ring for the caller: a provider waits, and nobody of the asking side is there."""
    return await waiting_calls(session, user)


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
