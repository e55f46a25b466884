"""What the caller would leave behind by going off call; handing over and completing have calls of their own."""

from fastapi import APIRouter

from wardline.access.dependencies import SignedIn
from wardline.audit.recording import TouchingRoute
from wardline.core.http.routing import Session
from wardline.handoff import service as handoff
from wardline.handoff.schemas import OpenWork

router = APIRouter(tags=["on call"], route_class=TouchingRoute)


@router.get("/checkout/open-work", operation_id="getOpenWork")
async def get_open_work(session: Session, user: SignedIn) -> OpenWork:
    """The caller's open consults and unsigned notes, and the lines for which nobody else is on call."""
    return await handoff.open_work(session, user)
