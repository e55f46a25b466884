"""Endpoints for transfers."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends, Response

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import permitted
from wardline.access.limits import COSTLY
from wardline.access.permissions import LIST_TRANSFER, VIEW_CONSULT
from wardline.audit.recording import AuditedRoute
from wardline.consult_views.cards import worklist
from wardline.consult_views.schemas import ConsultCard
from wardline.consults.reading import require_readable
from wardline.core.forms.wire import ReadModel
from wardline.core.http.routing import Autocommit, Session, json_response
from wardline.transfers import responses
from wardline.transfers.repository import TransferRepository
from wardline.transfers.schemas import OwnTransferCard, SearchTransfers, TransferRead
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
    return json_response({"transfers": [responses.card(listed) for listed in page.listed], "hasMore": page.has_more})


@router.get("/consults/{consult_id}/transfers", operation_id="listTransfers", dependencies=COSTLY)
async def list_transfers(consult_id: uuid.UUID, session: Session, user: Viewer) -> list[TransferRead]:
    await require_readable(session, user, consult_id)
    return [responses.transfer(row) for row in await TransferRepository(session).of_consult(consult_id)]
