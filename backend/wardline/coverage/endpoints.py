"""The coverage board."""

from typing import Annotated

from fastapi import APIRouter, Depends

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import SignedInRoute, permitted
from wardline.access.permissions import EDIT_CALL_SCHEDULE, LIST_CONSULT
from wardline.core.http.routing import Session
from wardline.coverage import service as coverage
from wardline.coverage.schemas import CoverageRead

router = APIRouter(tags=["coverage"], route_class=SignedInRoute)

Reader = Annotated[CurrentUser, Depends(permitted(LIST_CONSULT, EDIT_CALL_SCHEDULE))]


@router.get("/coverage", operation_id="getCoverage")
async def get_coverage(session: Session, user: Reader) -> CoverageRead:
    """Who is on call now for each line that serves the caller's own organizations, and how many requests wait there.

    Those who may edit call schedules also see how people on call would be reached.
    """
    return await coverage.coverage_for(session, user)
