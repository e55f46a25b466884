"""Unattended patient mode: its token, the meeting that the token is for, and the keys that verify it."""

import uuid

from fastapi import APIRouter, Request, Response

from wardline.access.dependencies import Once, SignedIn
from wardline.access.limits import COSTLY
from wardline.audit.recording import AuditedRoute
from wardline.core.errors import Forbidden
from wardline.core.http.app_settings import AppSettings
from wardline.core.http.routing import Session, TransactionRoute
from wardline.video.callers import Device
from wardline.video.choices import MeetingState
from wardline.video.models import StandaloneToken
from wardline.video.unattended import service
from wardline.video.unattended.admission import StandaloneRoute
from wardline.video.unattended.keys import CACHED_FOR, published_keys
from wardline.video.unattended.schemas import KeySetRead, PublicKeyRead, StandaloneMeetingRead, StandaloneTokenRead

router = APIRouter(tags=["video"], route_class=AuditedRoute)
devices = APIRouter(tags=["video"], route_class=StandaloneRoute)
keys = APIRouter(tags=["video"], route_class=TransactionRoute)


@router.post(
    "/meeting/{meeting_id}/consults/{consult_id}/token/",
    operation_id="issueStandaloneToken",
    status_code=201,
    dependencies=COSTLY,
)
async def issue_standalone_token(
    meeting_id: uuid.UUID, consult_id: uuid.UUID, session: Session, user: SignedIn, settings: AppSettings, once: Once
) -> StandaloneTokenRead:
    """A token with which this device stays in the call, which the caller is in, after it has signed them out.

    It is good for `getStandaloneMeeting`, `joinMeeting`, `attendMeeting`, `leaveMeeting` and `deleteExternalMeeting`,
    for this meeting and this consult alone. For two minutes the meeting does not end without the device.
    """
    meeting = await service.meeting_to_leave_device_in(session, meeting_id, consult_id, by=user)
    token_id = uuid.UUID(await once(lambda: service.issue_token(session, meeting, by=user)))
    token = await session.get_one(StandaloneToken, token_id)
    signed = await service.signed_token(session, token, meeting, issuer=settings.origin)
    return StandaloneTokenRead(token=signed, expires_at=token.expires_at)


@devices.get(
    "/standalone/meeting/{meeting_id}/consults/{consult_id}",
    operation_id="getStandaloneMeeting",
    dependencies=COSTLY,
)
async def get_standalone_meeting(
    meeting_id: uuid.UUID, consult_id: uuid.UUID, request: Request, session: Session
) -> StandaloneMeetingRead:
    """The call of the standalone token with which this is called, and whether it has ended."""
    device: Device = request.state.device
    if (meeting_id, consult_id) != (device.meeting_id, device.consult_id):
        raise Forbidden
    meeting = await service.meeting_of(session, device)
    return StandaloneMeetingRead(
        meeting_id=meeting.id,
        external_meeting_id=meeting.external_id,
        consult_id=meeting.consult_id,
        state=MeetingState.CONNECTED if meeting.ended_at is None else MeetingState.ENDED,
    )


@keys.get("/.well-known/keys", operation_id="listStandaloneKeys")
async def list_standalone_keys(session: Session, response: Response) -> KeySetRead:
    """The public keys that verify standalone tokens (RFC 7517), for anyone; also at this path of the origin."""
    response.headers["Cache-Control"] = f"public, max-age={int(CACHED_FOR.total_seconds())}"
    found = await published_keys(session)
    return KeySetRead(keys=[PublicKeyRead.model_validate(key.as_dict(private=False)) for key in found])
