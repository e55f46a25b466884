"""Endpoints for consults."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import Once, permitted
from wardline.access.limits import COSTLY
from wardline.access.permissions import LIST_CONSULT, REQUEST_CONSULT, VIEW_CONSULT
from wardline.audit.recorded_reads import RecordedReader, recorded_reader
from wardline.audit.recording import AuditedRoute, touched
from wardline.consult_views.cards import worklist
from wardline.consult_views.responses import read_consult
from wardline.consult_views.schemas import AnyConsult, CardsResponse, SearchResponse
from wardline.consults import requesting
from wardline.consults import service as consults
from wardline.consults.bodies import AnyCreateBody, ChangeBody
from wardline.consults.reading import require_readable
from wardline.consults.schemas import CompleteConsult, ConsultCreatedResponse, OwnConsult, ReadCards, SearchConsults
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Autocommit, Session, json_response
from wardline.signoff import short_sign_off

router = APIRouter(tags=["consults"], route_class=AuditedRoute)

Lister = Annotated[RecordedReader, Depends(recorded_reader(LIST_CONSULT))]
Viewer = Annotated[CurrentUser, Depends(permitted(VIEW_CONSULT))]
Requester = Annotated[CurrentUser, Depends(permitted(REQUEST_CONSULT))]


@router.post("/consults/$search", operation_id="searchConsults", response_model=SearchResponse, dependencies=COSTLY)
async def search_consults(body: SearchConsults, connection: Autocommit, reader: Lister) -> Response:
    page = await worklist(connection).search(reader, body)
    return json_response(
        {
            "consults": [card.as_json() for card in page.cards],
            "hasMore": page.next is not None,
            "next": str(page.next) if page.next is not None else None,
        }
    )


@router.post("/consults", operation_id="createConsult", status_code=201, dependencies=COSTLY)
@error_statuses(504)
async def create_consult(
    body: AnyCreateBody, request: Request, session: Session, user: Requester, once: Once
) -> ConsultCreatedResponse:
    """Requests a consult.

    Responds with 409 and the code `record_differs` if the hospital's record has a different person under the patient's
    `emrId`.
    """
    reading = await requesting.read_record(session, body, request.app.state.census, by=user)

    async def create() -> uuid.UUID:
        return await requesting.create(session, body, reading, by=user)

    consult_id = uuid.UUID(await once(create))
    # A repeat creates nothing, but the audit trail records the consult that the first request created.
    touched(session).consult_ids.add(str(consult_id))
    return ConsultCreatedResponse(id=consult_id)


@router.get("/consults/{consult_id}", operation_id="getConsult", response_model=AnyConsult, dependencies=COSTLY)
@error_statuses(410)
async def get_consult(consult_id: uuid.UUID, session: Session, user: Viewer) -> OwnConsult:
    return await read_consult(session, consult_id, user, in_emergency=True)


@router.post("/consults/$cards", operation_id="readConsultCards", response_model=CardsResponse, dependencies=COSTLY)
@error_statuses(404)
async def read_consult_cards(body: ReadCards, connection: Autocommit, reader: Lister) -> Response:
    """The requested consults that belong in the caller's list, for a client that already has this list.

    A consult that is left out is not in the list, or the caller may not view it; 404 if they may not view any of them.
    """
    cards = await worklist(connection).listed(reader, body)
    return json_response({"consults": [card.as_json() for card in cards]})


@router.patch("/consults/{consult_id}", operation_id="changeConsult", response_model=AnyConsult, dependencies=COSTLY)
@error_statuses(409)
async def change_consult(
    consult_id: uuid.UUID,
    body: ChangeBody,
    session: Session,
    user: Viewer,
) -> OwnConsult:
    """Takes callbackNumber, reason, completeType and the line's record under its own name, each only if it changes.

    A completion type must be sent alone or with a cancellationReason, and before the sign-off that would correct it.
    """
    if "complete_type" in body.model_fields_set:
        await short_sign_off.correct_completion_type(session, consult_id, body, by=user)
    else:
        await consults.change(session, consult_id, body, by=user)
    return await read_consult(session, consult_id, user)


@router.post(
    "/consults/{consult_id}/acknowledge",
    operation_id="acknowledgeConsult",
    response_model=AnyConsult,
    dependencies=COSTLY,
)
async def acknowledge_consult(consult_id: uuid.UUID, session: Session, user: Viewer, once: Once) -> OwnConsult:
    await once(lambda: consults.acknowledge(session, consult_id, by=user))
    return await read_consult(session, consult_id, user)


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
) -> OwnConsult:
    if cancel:
        body = body.model_copy(update={"cancel": True})
    await once(lambda: consults.complete(session, consult_id, body, by=user))
    return await read_consult(session, consult_id, user)


@router.post("/consults/{consult_id}/export", operation_id="exportConsult", status_code=204, dependencies=COSTLY)
async def export_consult(consult_id: uuid.UUID, connection: Autocommit, user: Viewer) -> Response:
    """Called before a consult leaves the product, for example by printing, so that the audit trail records it."""
    await require_readable(connection, user, consult_id)
    return Response(status_code=204)
