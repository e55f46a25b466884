"""Asking colleagues to take a shift, and taking one."""

from fastapi import APIRouter, Response

from wardline.access.dependencies import Once, SignedIn
from wardline.access.limits import COSTLY
from wardline.audit.recording import TouchingRoute, touched
from wardline.call_schedules.cover import responses
from wardline.call_schedules.cover import service as cover
from wardline.call_schedules.cover.schemas import AskForCover, CoverAsked, CoverRead
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.core.forms.fields import Id
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Session

router = APIRouter(tags=["cover requests"], route_class=TouchingRoute)


@router.get("/cover-requests", operation_id="listCoverRequests")
async def list_cover_requests(session: Session, user: SignedIn) -> list[CoverRead]:
    """Open ones and what was agreed: own ones, those that the caller may take, and all of the lines that they plan."""
    repository = CallScheduleRepository(session)
    return await responses.requests(session, await repository.schedules(await repository.line_ids(user)), user)


@router.post("/cover-requests", operation_id="askForCover", status_code=201, dependencies=COSTLY)
@error_statuses(409)
async def ask_for_cover(body: AskForCover, session: Session, user: SignedIn, once: Once) -> CoverAsked:
    touched(session).details["scheduleId"] = body.schedule_id
    return CoverAsked(id=int(await once(lambda: cover.ask(session, body, by=user))))


@router.post("/cover-requests/{cover_id}/take", operation_id="takeCover", status_code=204)
@error_statuses(404, 409)
async def take_cover(cover_id: Id, session: Session, user: SignedIn, once: Once) -> Response:
    touched(session).details["coverId"] = cover_id
    await once(lambda: cover.take(session, cover_id, by=user))
    return Response(status_code=204)


@router.delete("/cover-requests/{cover_id}", operation_id="endCover", status_code=204)
@error_statuses(404, 409)
async def end_cover(cover_id: Id, session: Session, user: SignedIn) -> Response:
    """Withdraws what is open, or takes back what was agreed, until the first of its shifts begins."""
    touched(session).details["coverId"] = cover_id
    await cover.end(session, cover_id, by=user)
    return Response(status_code=204)
