"""How fairly the call of a line is shared."""

from typing import Annotated, Final

from fastapi import APIRouter, Query

from wardline.access.dependencies import SignedIn
from wardline.access.limits import COSTLY
from wardline.audit.recording import TouchingRoute
from wardline.call_schedules.copying.months import first_day
from wardline.call_schedules.fairness import service
from wardline.call_schedules.fairness.schemas import FairnessRead
from wardline.call_schedules.schemas import Month
from wardline.core.forms.fields import Id
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Session

router = APIRouter(tags=["planning tools"], route_class=TouchingRoute)

MOST_MONTHS: Final = 12


@router.get("/call-schedules/fairness", operation_id="getFairness", dependencies=COSTLY)
@error_statuses(404)
async def get_fairness(
    session: Session,
    user: SignedIn,
    service_line_id: Annotated[Id, Query(alias="serviceLineId")],
    first_month: Annotated[Month, Query(alias="from")],
    months: Annotated[int, Query(ge=1, le=MOST_MONTHS)],
) -> FairnessRead:
    """Hours, nights, weekend days and holidays of each person of the line, and who has more or less than others."""
    return await service.fairness(session, service_line_id, first_day(first_month), months, by=user)
