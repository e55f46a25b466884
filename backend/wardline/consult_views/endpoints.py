"""Every call that answers consults."""

import uuid
from typing import Annotated

import orjson
from fastapi import APIRouter, Depends, Query, Request, Response

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import Once, permitted
from wardline.access.limits import COSTLY
from wardline.access.permissions import LIST_CONSULT, REQUEST_CONSULT, VIEW_CONSULT
from wardline.audit.recording import AuditedRoute, touched
from wardline.consult_views import answers
from wardline.consults import service as consults
from wardline.consults.bodies import AnyConsult, AnyCreateBody, ChangeBody
from wardline.consults.errors import ConsultNotFound
from wardline.consults.repository import ConsultRepository
from wardline.consults.schemas import (
    CardsAnswer,
    CompleteConsult,
    ConsultCreatedAnswer,
    ConsultRead,
    ReadCards,
    SearchAnswer,
    SearchConsults,
)
from wardline.consults.timeline.models import TimelineEntry
from wardline.consults.timeline.repository import TimelineRepository
from wardline.consults.timeline.schemas import AddComment, TimelineEntryRead
from wardline.consults.worklist import Worklist
from wardline.core import clock
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Autocommit, Session, json_response
from wardline.notifications.urgent import notify_of_urgent_comment
from wardline.signoff import short_sign_off as signoff
from wardline.signoff.repository import SignOffRepository
from wardline.transfers.repository import TransferRepository
from wardline.video.repository import MeetingRepository

router = APIRouter(tags=["consults"], route_class=AuditedRoute)

Lister = Annotated[CurrentUser, Depends(permitted(LIST_CONSULT))]
Viewer = Annotated[CurrentUser, Depends(permitted(VIEW_CONSULT))]
Requester = Annotated[CurrentUser, Depends(permitted(REQUEST_CONSULT))]


@router.post("/consults/$search", operation_id="searchConsults", response_model=SearchAnswer, dependencies=COSTLY)
async def search_consults(body: SearchConsults, connection: Autocommit, user: Lister) -> Response:
    rows, next_page = await Worklist(connection).search(user, body)
    answer = {
        "consults": [orjson.Fragment(row.card) for row in rows],
        "hasMore": next_page is not None,
        "next": str(next_page) if next_page is not None else None,
    }
    return json_response(answer)


@router.post("/consults", operation_id="createConsult", status_code=201, dependencies=COSTLY)
@error_statuses(504)
async def create_consult(
    body: AnyCreateBody, request: Request, session: Session, user: Requester, once: Once
) -> ConsultCreatedAnswer:
    """Ask for a consult.

    409 with the code `record_differs` where the hospital's record has somebody else under the patient's `emrId`.
    """
    reading = await consults.read_record(session, body, request.app.state.census, by=user)

    async def create() -> uuid.UUID:
        return (await consults.create(session, body, reading, by=user)).id

    consult_id = uuid.UUID(await once(create))
    # A repeat makes nothing, and yet it is about the consult that the first one made.
    touched(session).consult_ids.add(str(consult_id))
    return ConsultCreatedAnswer(id=consult_id)


@router.get("/consults/{consult_id}", operation_id="getConsult", response_model=AnyConsult, dependencies=COSTLY)
async def get_consult(consult_id: uuid.UUID, session: Session, user: Viewer) -> ConsultRead:
    return await _answer(session, consult_id, user)


@router.post("/consults/$cards", operation_id="readConsultCards", response_model=CardsAnswer, dependencies=COSTLY)
@error_statuses(404)
async def read_consult_cards(body: ReadCards, connection: Autocommit, user: Lister) -> Response:
    """Consults as the list shows them, for a client that places them in the list it has.

    What the caller may not see is left out; 404 when that is all of it.
    """
    rows = await Worklist(connection).cards(user, body.ids)
    if not rows:
        raise ConsultNotFound
    return json_response({"consults": [orjson.Fragment(row.card) for row in rows]})


@router.patch("/consults/{consult_id}", operation_id="changeConsult", response_model=AnyConsult, dependencies=COSTLY)
@error_statuses(409)
async def change_consult(
    consult_id: uuid.UUID,
    body: ChangeBody,
    session: Session,
    user: Viewer,
) -> ConsultRead:
    """Takes callbackNumber, reason, completeType and the line's record under its own name, each only if it changes.

    A completion type goes alone, or with a cancellationReason, and only before the sign-off that corrects it.
    """
    if "complete_type" in body.model_fields_set:
        await signoff.correct_completion_type(session, consult_id, body, by=user)
    else:
        await consults.change(session, consult_id, body, by=user)
    return await _answer(session, consult_id, user)


@router.post(
    "/consults/{consult_id}/acknowledge",
    operation_id="acknowledgeConsult",
    response_model=AnyConsult,
    dependencies=COSTLY,
)
async def acknowledge_consult(consult_id: uuid.UUID, session: Session, user: Viewer, once: Once) -> ConsultRead:
    await once(lambda: consults.acknowledge(session, consult_id, by=user))
    return await _answer(session, consult_id, user)


@router.post(
    "/consults/{consult_id}/complete", operation_id="completeConsult", response_model=AnyConsult, dependencies=COSTLY
)
async def complete_consult(
    consult_id: uuid.UUID,
    body: CompleteConsult,
    session: Session,
    user: Viewer,
    once: Once,
    *,
    cancel: Annotated[bool, Query()] = False,
) -> ConsultRead:
    if cancel:
        body = body.model_copy(update={"cancel": True})
    await once(lambda: consults.complete(session, consult_id, body, by=user))
    return await _answer(session, consult_id, user)


@router.post("/consults/{consult_id}/export", operation_id="exportConsult", status_code=204, dependencies=COSTLY)
async def export_consult(consult_id: uuid.UUID, connection: Autocommit, user: Viewer) -> Response:
    """Asked for before a consult leaves the product, printed for example: the entry in the audit trail records it."""
    if not await Worklist(connection).can_read(user, consult_id):
        raise ConsultNotFound
    return Response(status_code=204)


@router.get("/consults/{consult_id}/updates", operation_id="listUpdates", dependencies=COSTLY)
async def list_updates(consult_id: uuid.UUID, session: Session, user: Viewer) -> list[TimelineEntryRead]:
    if not await Worklist(session).can_read(user, consult_id):
        raise ConsultNotFound
    entries = await TimelineRepository(session).of_consult(consult_id)
    return [answers.timeline_entry(entry, user, author=entry.author) for entry in entries]


@router.post("/consults/{consult_id}/updates", operation_id="addUpdate", status_code=201, dependencies=COSTLY)
async def add_update(
    consult_id: uuid.UUID, body: AddComment, session: Session, user: Viewer, once: Once
) -> TimelineEntryRead:
    entry: TimelineEntry | None = None

    async def add() -> int:
        nonlocal entry
        entry = await consults.comment(session, consult_id, body, notify_urgently=notify_of_urgent_comment, by=user)
        return entry.id

    entry_id = int(await once(add))
    if entry is None:
        entry = await session.get_one(TimelineEntry, entry_id)
    return answers.timeline_entry(entry, user, author=user)  # A key is a person's own, and so is what it did.


async def _answer(session: Session, consult_id: uuid.UUID, user: CurrentUser) -> ConsultRead:
    repository = ConsultRepository(session)
    row = await repository.get(user, consult_id)
    if row is None:
        raise ConsultNotFound
    transfer = await TransferRepository(session).told_by_consult(consult_id)
    note = await SignOffRepository(session).summary(consult_id)
    viewers = await repository.viewers(consult_id, clock.now())
    attendees = await MeetingRepository(session).present_at(consult_id)
    return answers.consult(row, transfer, note, viewers, attendees, user)
