"""Endpoints for pages: what waits for the user, what they answer, and the proof of who was told what."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import Once, SignedIn, permitted
from wardline.access.limits import COSTLY
from wardline.access.permissions import VIEW_CONSULT
from wardline.audit.recording import TouchingRoute
from wardline.consults.reading import require_readable
from wardline.core.forms.fields import Id
from wardline.core.http.routing import Session
from wardline.paging import responses
from wardline.paging import service as paging
from wardline.paging.notice_repository import NoticeRepository
from wardline.paging.repository import PagingRepository
from wardline.paging.schemas import (
    ConsultOfPage,
    DeclinePage,
    EscalationRead,
    HandOver,
    MutePage,
    PageRead,
    PageReceipts,
    SeenPages,
)
from wardline.settings import Settings

router = APIRouter(tags=["paging"], route_class=TouchingRoute)

Viewer = Annotated[CurrentUser, Depends(permitted(VIEW_CONSULT))]


@router.get("/pages", operation_id="listPages")
async def list_pages(session: Session, user: SignedIn) -> list[PageRead]:
    """What waits for the caller, the critical first, then the oldest, without a word about patients."""
    return [responses.page(row, user) for row in await PagingRepository(session).waiting_for(user)]


@router.post("/pages/shown", operation_id="setPagesShown", status_code=204)
async def set_pages_shown(body: PageReceipts, session: Session, user: SignedIn) -> Response:
    """A browser of the caller shows these; the ids of others' pages are ignored."""
    await paging.mark_shown(session, body.shown, by=user)
    return Response(status_code=204)


@router.put("/pages/{page_id}/muted", operation_id="setPageMuted", status_code=204)
async def set_page_muted(page_id: Id, body: MutePage, session: Session, user: Viewer) -> Response:
    """Silences the caller's own screens only."""
    await paging.set_muted(session, page_id, muted=body.muted, by=user)
    return Response(status_code=204)


@router.post("/pages/{page_id}/decline", operation_id="declinePage", status_code=204, dependencies=COSTLY)
async def decline_page(page_id: Id, body: DeclinePage, session: Session, user: Viewer, once: Once) -> Response:
    await once(lambda: paging.decline(session, page_id, body.reason, by=user))
    return Response(status_code=204)


@router.get("/pages/{page_id}/consult", operation_id="findConsultOfPage")
async def find_consult_of_page(page_id: Id, session: Session, user: Viewer) -> ConsultOfPage:
    """The consult that the caller was paged about, also if it has been answered since.

    A screen that rang while it was locked knows only the page, and one that rings no more asks who has taken it.
    """
    page, ended_by = await paging.page(session, page_id, by=user)
    return responses.consult_of_page(page, user, ended_by)


@router.get("/consults/{consult_id}/pages", operation_id="listConsultPages", dependencies=COSTLY)
async def list_consult_pages(
    consult_id: uuid.UUID, request: Request, session: Session, user: Viewer
) -> list[EscalationRead]:
    """Who was paged about the consult, why, how, when, and what became of it."""
    await require_readable(session, user, consult_id, in_emergency=True)
    repository = PagingRepository(session)
    escalations = await repository.of_consult(consult_id)
    ids = [escalation.id for escalation in escalations]
    people, notices = await repository.people(ids), await NoticeRepository(session).of_escalations(ids)
    users = await repository.users({person.user_id for paged in people.values() for person in paged})
    settings: Settings = request.app.state.settings
    return [
        responses.escalation(
            row,
            people.get(row.id, []),
            [sent for sent in notices if sent[0].escalation_id == row.id],
            users,
            backup_number=settings.standard_backup_number,
        )
        for row in escalations
    ]


@router.post("/consults/{consult_id}/pages/seen", operation_id="setConsultSeen", status_code=204)
async def set_consult_seen(
    consult_id: uuid.UUID, session: Session, user: Viewer, body: SeenPages | None = None
) -> Response:
    """The caller has opened the consult; its urgent comments count only if the body names them.

    An open consult proves nothing about them: they may be out of sight. A consult that was open before a page began
    proves nothing about that page, so a browser names those for which the user has opened or used it.
    """
    comment_ids, page_ids = (body.comment_ids, body.page_ids) if body is not None else ([], None)
    await paging.mark_seen(session, consult_id, comment_ids=comment_ids, page_ids=page_ids, by=user)
    return Response(status_code=204)


@router.post(
    "/consults/{consult_id}/onThePhone", operation_id="confirmOnThePhone", status_code=204, dependencies=COSTLY
)
async def confirm_on_the_phone(consult_id: uuid.UUID, session: Session, user: Viewer, once: Once) -> Response:
    """Whoever is responsible for the consult is at work on it, although nothing here shows it."""
    await once(lambda: paging.confirm_on_the_phone(session, consult_id, by=user))
    return Response(status_code=204)


@router.post("/consults/{consult_id}/hand-over", operation_id="handOver", status_code=204, dependencies=COSTLY)
async def hand_over(consult_id: uuid.UUID, body: HandOver, session: Session, user: Viewer, once: Once) -> Response:
    """Someone who is on call for the line becomes responsible for the consult, and is paged."""
    await once(lambda: paging.hand_over(session, consult_id, body, by=user))
    return Response(status_code=204)
