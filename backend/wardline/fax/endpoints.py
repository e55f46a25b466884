"""What the provider of faxes tells of itself."""

import logging

from fastapi import APIRouter, Request

from wardline.core.db.database import Database
from wardline.fax.contract import FaxProvider, NotTheProvider
from wardline.fax.errors import UnsignedReport
from wardline.fax.registry import FAX
from wardline.outbox import service as outbox

log = logging.getLogger(__name__)

router = APIRouter(include_in_schema=False)


@router.post("/fax-reports", operation_id="takeFaxReport", status_code=204)
async def take_fax_report(request: Request) -> None:
    """The signature is the sign-in; the database hears of nobody who has none.

    A report of a fax that is not known is taken, too, or it would be sent again and again. It may only have come
    before what it is about was written down, and then the provider is asked.
    """
    provider: FaxProvider = request.app.state.fax
    try:
        report = provider.read_report(request.headers, await request.body())
    except NotTheProvider:
        raise UnsignedReport from None
    if report is None:
        return
    database: Database = request.app.state.database
    async with database.transaction() as session:
        known = await outbox.settle(session, FAX, report.fax_id, report.refusal, reference=report.reference)
    if not known:
        log.info("fax provider: a report of a fax that is not known")
