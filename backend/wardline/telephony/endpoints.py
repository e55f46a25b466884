"""The webhook for the phone provider's callbacks."""

import logging

from fastapi import APIRouter, Request

from wardline.core.db.database import Database
from wardline.telephony.contract import InvalidPhoneCallback, PhoneDelayed, PhoneProvider
from wardline.telephony.errors import CallNotContinued, UnsignedPhoneCallback
from wardline.telephony.listeners import handle

log = logging.getLogger(__name__)

router = APIRouter(include_in_schema=False)


@router.post("/phone-callbacks", operation_id="receivePhoneCallback", status_code=204)
async def receive_phone_callback(request: Request) -> None:
    """The request is authenticated by its signature, which is checked before the database is used.

    A callback about an unknown item is accepted, since otherwise the provider would send it again. If it arrived before
    the item was recorded, the provider is queried later.
    """
    provider: PhoneProvider = request.app.state.phone
    try:
        event = provider.read_callback(request.headers, await request.body())
    except InvalidPhoneCallback:
        raise UnsignedPhoneCallback from None
    if event is None:
        return
    database: Database = request.app.state.database
    try:
        is_known = await handle(database, provider, event)
    except PhoneDelayed:
        raise CallNotContinued from None
    if not is_known:
        log.info("phone provider: received a callback about an unknown item")
