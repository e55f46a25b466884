"""The call of service workers, which have no sign-in: they work while nobody is signed in."""

from fastapi import APIRouter, Request, Response

from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Session, TransactionRoute
from wardline.core.security.rate_limits import RateLimiter
from wardline.webpush import receipts
from wardline.webpush.schemas import ReportPush

router = APIRouter(tags=["web push"], route_class=TransactionRoute)


@router.post("/push-receipts", operation_id="reportPush", status_code=204)
@error_statuses(429)
async def report_push(body: ReportPush, request: Request, session: Session) -> Response:
    """Reports that a push has arrived, or that its notification was clicked.

    The unguessable token in the push authorizes this. An unknown token gets the same response, so that nothing is
    revealed, and is rate-limited by the caller's address.
    """
    if not await receipts.record_receipt(session, body):
        limits: RateLimiter = request.app.state.rate_limiter
        limits.hit("reportPush", request.client.host if request.client else "")
    return Response(status_code=204)
