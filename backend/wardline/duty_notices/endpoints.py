"""The user's own notices of duty."""

from fastapi import APIRouter, Response

from wardline.access.dependencies import Once, SignedIn, SignedInRoute
from wardline.core import clock
from wardline.core.forms.fields import Id
from wardline.core.http.routing import Session
from wardline.duty_notices import responses, service
from wardline.duty_notices.repository import DutyNoticeRepository
from wardline.duty_notices.schemas import DutyNoticeRead

router = APIRouter(tags=["duty notices"], route_class=SignedInRoute)


@router.get("/duty-notices", operation_id="listDutyNotices")
async def list_duty_notices(session: Session, user: SignedIn) -> list[DutyNoticeRead]:
    """What the user has not seen, the newest first."""
    now = clock.now()
    return [responses.duty_notice(row, now) for row in await DutyNoticeRepository(session).of_user(user.id)]


@router.post("/duty-notices/{notice_id}/seen", operation_id="setDutyNoticeSeen", status_code=204)
async def set_duty_notice_seen(notice_id: Id, session: Session, user: SignedIn, once: Once) -> Response:
    await once(lambda: service.mark_seen(session, notice_id, by=user))
    return Response(status_code=204)
