"""The ways into the rooms of other video providers."""

import uuid
from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.decision import Decision
from wardline.access.dependencies import permitted
from wardline.access.permissions import HOST_BLUESTREAM_MEETING, HOST_CORE_MEETING, VIEW_CONSULT
from wardline.audit.recording import AuditedRoute
from wardline.consults import policies
from wardline.consults.errors import ConsultNotFound
from wardline.consults.models import Consult
from wardline.consults.repository import ConsultRepository
from wardline.core.http import Session
from wardline.settings import Settings
from wardline.video.external_rooms import room_address
from wardline.video.schemas import RoomAnswer

router = APIRouter(tags=["video"], route_class=AuditedRoute)

Viewer = Annotated[CurrentUser, Depends(permitted(VIEW_CONSULT))]


async def installation(request: Request) -> Settings:
    """What the hospital says about itself."""
    settings: Settings = request.app.state.settings
    return settings


Installation = Annotated[Settings, Depends(installation)]


@router.get("/vidyo-rooms/consult/{consult_id}/", operation_id="getVidyoRoom")
async def get_vidyo_room(consult_id: uuid.UUID, session: Session, user: Viewer, settings: Installation) -> RoomAnswer:
    """The first of the location's rooms."""
    consult = await _joinable(session, consult_id, user, policies.can_join_vidyo)
    room = consult.location.video_rooms[0].name
    return RoomAnswer(data=room_address(settings, "vidyo", room))


@router.get("/bluestream-rooms/consult/{consult_id}/", operation_id="getBluestreamRoom")
async def get_bluestream_room(
    consult_id: uuid.UUID, session: Session, user: Viewer, settings: Installation
) -> RoomAnswer:
    await _joinable(session, consult_id, user, policies.can_join_bluestream)
    host = user.may(HOST_BLUESTREAM_MEETING)
    return RoomAnswer(data=room_address(settings, "bluestream", str(consult_id), host=host))


@router.get("/core-video-rooms/consult/{consult_id}/", operation_id="getCoreVideoRoom")
async def get_core_video_room(
    consult_id: uuid.UUID, session: Session, user: Viewer, settings: Installation
) -> RoomAnswer:
    await _joinable(session, consult_id, user, policies.can_join_core_video)
    host = user.may(HOST_CORE_MEETING)
    return RoomAnswer(data=room_address(settings, "core-video", str(consult_id), host=host))


async def _joinable(
    session: AsyncSession, consult_id: uuid.UUID, user: CurrentUser, decide: Callable[[CurrentUser, Consult], Decision]
) -> Consult:
    consult = await ConsultRepository(session).get(user, consult_id)
    if consult is None:
        raise ConsultNotFound
    decide(user, consult).enforce()
    return consult
