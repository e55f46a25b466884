"""Endpoints for transfers."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends, Response
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import Once, permitted
from wardline.access.limits import COSTLY
from wardline.access.permissions import LIST_TRANSFER, VIEW_CONSULT
from wardline.audit.recording import AuditedRoute
from wardline.consult_views.cards import worklist
from wardline.consult_views.schemas import ConsultCard
from wardline.consults.reading import require_readable
from wardline.core.forms.wire import ReadModel
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Autocommit, Session, json_response
from wardline.transfers import responses
from wardline.transfers import service as transfers
from wardline.transfers.repository import TransferRepository
from wardline.transfers.schemas import (
    DeclineTransfer,
    OwnTransferCard,
    RequestTransfer,
    SearchTransfers,
    TransferRead,
)
from wardline.transfers.transfer_list import TransferList

router = APIRouter(tags=["transfers"], route_class=AuditedRoute)


class TransferCard(OwnTransferCard):
    """One row of the transfer list."""

    consult: ConsultCard


class TransferSearchResponse(ReadModel):
    transfers: list[TransferCard]
    has_more: bool


Lister = Annotated[CurrentUser, Depends(permitted(LIST_TRANSFER))]
Viewer = Annotated[CurrentUser, Depends(permitted(VIEW_CONSULT))]


@router.post(
    "/transfers/$search", operation_id="searchTransfers", response_model=TransferSearchResponse, dependencies=COSTLY
)
async def search_transfers(body: SearchTransfers, connection: Autocommit, user: Lister) -> Response:
    page = await TransferList(connection, worklist(connection)).search(user, body)
    cards = [responses.card(listed, user) for listed in page.listed]
    return json_response({"transfers": cards, "hasMore": page.has_more})


@router.get("/consults/{consult_id}/transfers", operation_id="listTransfers", dependencies=COSTLY)
async def list_transfers(consult_id: uuid.UUID, session: Session, user: Viewer) -> list[TransferRead]:
    """The consult's transfer as a list of one or no items."""
    await require_readable(session, user, consult_id, in_emergency=True)
    transfer = await TransferRepository(session).of_consult(consult_id)
    return [responses.transfer(transfer)] if transfer is not None else []


@router.post("/consults/{consult_id}/transfer", operation_id="requestTransfer", status_code=201, dependencies=COSTLY)
async def request_transfer(
    consult_id: uuid.UUID, body: RequestTransfer, session: Session, user: Viewer, once: Once
) -> TransferRead:
    """Requests a transfer of a tele-stroke consult's patient, once per consult."""
    await once(lambda: transfers.request(session, consult_id, body, by=user))
    return await _transfer(session, consult_id, user)


@router.post(
    "/consults/{consult_id}/transfers/{transfer_id}/acknowledge",
    operation_id="acknowledgeTransfer",
    dependencies=COSTLY,
)
@error_statuses(404)
async def acknowledge_transfer(
    consult_id: uuid.UUID, transfer_id: uuid.UUID, session: Session, user: Viewer, once: Once
) -> TransferRead:
    await once(lambda: transfers.acknowledge(session, consult_id, transfer_id, by=user))
    return await _transfer(session, consult_id, user)


@router.post(
    "/consults/{consult_id}/transfers/{transfer_id}/complete", operation_id="completeTransfer", dependencies=COSTLY
)
@error_statuses(404)
async def complete_transfer(
    consult_id: uuid.UUID, transfer_id: uuid.UUID, session: Session, user: Viewer, once: Once
) -> TransferRead:
    await once(lambda: transfers.complete(session, consult_id, transfer_id, by=user))
    return await _transfer(session, consult_id, user)


@router.post(
    "/consults/{consult_id}/transfers/{transfer_id}/decline", operation_id="declineTransfer", dependencies=COSTLY
)
@error_statuses(404)
async def decline_transfer(
    consult_id: uuid.UUID,
    transfer_id: uuid.UUID,
    body: DeclineTransfer,
    session: Session,
    user: Viewer,
    once: Once,
) -> TransferRead:
    """Notes that the facility declined, and asks another one."""
    await once(lambda: transfers.decline(session, consult_id, transfer_id, body, by=user))
    return await _transfer(session, consult_id, user)


async def _transfer(session: AsyncSession, consult_id: uuid.UUID, user: CurrentUser) -> TransferRead:
    """After a change or its repeat, which changes nothing and has checked nothing."""
    await require_readable(session, user, consult_id)
    return responses.transfer(await TransferRepository(session).get(consult_id))
