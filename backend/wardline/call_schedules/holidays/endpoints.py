"""The holidays that rotations may treat differently."""

from typing import Annotated, Final

from fastapi import APIRouter, Query

from wardline.access.dependencies import SignedIn
from wardline.access.limits import COSTLY
from wardline.audit.recording import TouchingRoute
from wardline.call_schedules import policies, responses
from wardline.call_schedules.holidays import service as holidays
from wardline.call_schedules.holidays.schemas import HolidaysRead, HolidaysSaved, SaveHolidays
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.call_schedules.schemas import HolidayRead
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Session

router = APIRouter(tags=["planning tools"], route_class=TouchingRoute)

FIRST_YEAR: Final = 2000
LAST_YEAR: Final = 2100


@router.get("/holidays", operation_id="listHolidays")
async def list_holidays(session: Session, user: SignedIn) -> HolidaysRead:
    policies.can_plan(user).enforce()
    rows = await CallScheduleRepository(session).holidays()
    return HolidaysRead(version=holidays.version_of(rows), holidays=[HolidayRead.model_validate(row) for row in rows])


@router.put("/holidays", operation_id="saveHolidays", dependencies=COSTLY)
@error_statuses(409)
async def save_holidays(body: SaveHolidays, session: Session, user: SignedIn) -> HolidaysSaved:
    """Also plans anew, from now on, what depends on the holidays."""
    added = await holidays.save(session, body, by=user)
    return HolidaysSaved(
        gaps=responses.gaps(added.seen), gap_total=len(added.seen), gap_total_elsewhere=len(added.elsewhere)
    )


@router.get("/holidays/proposed", operation_id="proposeHolidays")
async def propose_holidays(
    session: Session, user: SignedIn, year: Annotated[int, Query(ge=FIRST_YEAR, le=LAST_YEAR)]
) -> list[HolidayRead]:
    """Federal holidays of the year that are not in the list, and the workdays on which they are observed."""
    return [HolidayRead.model_validate(row) for row in await holidays.proposed(session, year, by=user)]
