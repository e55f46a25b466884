"""The webhook for the fax provider's status callbacks."""

import logging

from fastapi import APIRouter, Request

from wardline.core.db.database import Database
from wardline.fax.contract import FaxProvider, InvalidFaxCallback
from wardline.fax.errors import UnsignedCallback
from wardline.fax.registry import FAX
from wardline.outbox import service as outbox

log = logging.getLogger(__name__)

router = APIRouter(include_in_schema=False)


@router.post("/fax-callbacks", operation_id="receiveFaxCallback", status_code=204)
async def receive_fax_callback(request: Request) -> None:
    """The request is authenticated by its signature, which is checked before the database is used.

    A callback about an unknown fax is accepted, since otherwise the provider would send it again. If it arrived before
    the fax was recorded, the provider is queried later.
    """
    provider: FaxProvider = request.app.state.fax
    try:
        outcome = provider.read_callback(request.headers, await request.body())
    except InvalidFaxCallback:
        raise UnsignedCallback from None
    if outcome is None:
        return
    database: Database = request.app.state.database
    async with database.transaction() as session:
        is_known = await outbox.settle(session, [FAX], outcome.fax_id, outcome.refusal, reference=outcome.reference)
    if not is_known:
        log.info("fax provider: received a callback about an unknown fax")
