"""The webhook to which the fax provider sends its reports."""

import logging

from fastapi import APIRouter, Request

from wardline.core.db.database import Database
from wardline.fax.contract import FaxProvider, InvalidFaxReport
from wardline.fax.errors import UnsignedReport
from wardline.fax.registry import FAX
from wardline.outbox import service as outbox

log = logging.getLogger(__name__)

router = APIRouter(include_in_schema=False)


@router.post("/fax-reports", operation_id="receiveFaxReport", status_code=204)
async def receive_fax_report(request: Request) -> None:
    """The call is authenticated by its signature, which is checked before the database is used.

    A report about an unknown fax is accepted, since otherwise the provider would send it again. If it arrived before
    the fax was recorded, the provider is queried later.
    """
    provider: FaxProvider = request.app.state.fax
    try:
        report = provider.read_report(request.headers, await request.body())
    except InvalidFaxReport:
        raise UnsignedReport from None
    if report is None:
        return
    database: Database = request.app.state.database
    async with database.transaction() as session:
        is_known = await outbox.settle(session, FAX, report.fax_id, report.refusal, reference=report.reference)
    if not is_known:
        log.info("fax provider: received a report about an unknown fax")
