"""Endpoints for a consult's timeline: reading it, and adding a comment."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import Once, permitted
from wardline.access.limits import COSTLY
from wardline.access.permissions import VIEW_CONSULT
from wardline.audit.recording import AuditedRoute
from wardline.consults import service as consults
from wardline.consults.reading import require_readable
from wardline.consults.timeline import responses
from wardline.consults.timeline.models import TimelineEntry
from wardline.consults.timeline.repository import TimelineRepository
from wardline.consults.timeline.schemas import AddComment, TimelineEntryRead
from wardline.core.http.routing import Session
from wardline.paging import urgent_comments

router = APIRouter(tags=["consults"], route_class=AuditedRoute)

Viewer = Annotated[CurrentUser, Depends(permitted(VIEW_CONSULT))]


@router.get("/consults/{consult_id}/updates", operation_id="listUpdates", dependencies=COSTLY)
async def list_updates(consult_id: uuid.UUID, session: Session, user: Viewer) -> list[TimelineEntryRead]:
    await require_readable(session, user, consult_id, in_emergency=True)
    entries = await TimelineRepository(session).of_consult(consult_id)
    return [responses.timeline_entry(entry, user, author=entry.author) for entry in entries]


@router.post("/consults/{consult_id}/updates", operation_id="addUpdate", status_code=201, dependencies=COSTLY)
async def add_update(
    consult_id: uuid.UUID, body: AddComment, session: Session, user: Viewer, once: Once
) -> TimelineEntryRead:
    entry: TimelineEntry | None = None

    async def add() -> int:
        nonlocal entry
        entry = await consults.comment(session, consult_id, body, urgent_comments=urgent_comments, by=user)
        return entry.id

    entry_id = int(await once(add))
    if entry is None:
        # A repeat adds nothing, and has checked nothing.
        await require_readable(session, user, consult_id)
        entry = await session.get_one(TimelineEntry, entry_id)
    return responses.timeline_entry(entry, user, author=user)  # Keys are per user, so the author is this user.
