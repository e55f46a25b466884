"""The token for a screen that may be locked, and the calls that take it."""

import re
from typing import Final, NoReturn

from fastapi import APIRouter, Request, Response

from wardline.access.dependencies import SignedIn, SignedInRoute
from wardline.access.limits import COSTLY
from wardline.core.errors import NotSignedIn
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Session, TransactionRoute
from wardline.core.security.rate_limits import RateLimiter
from wardline.paging.locked_screens import service
from wardline.paging.locked_screens.errors import DutyOver
from wardline.paging.locked_screens.schemas import DutyPage, DutyPages, DutyTokenRead

SCHEME: Final = "duty"
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")
"""32 random bytes in base64url."""

router = APIRouter(tags=["paging"], route_class=SignedInRoute)


@router.post("/duty", operation_id="issueDutyToken", status_code=201, dependencies=COSTLY)
@error_statuses(409)
async def issue_duty_token(session: Session, user: SignedIn) -> DutyTokenRead:
    """A token with which this browser rings for the caller, who is on call, after it has signed them out."""
    return DutyTokenRead(token=await service.issue_token(session, by=user))


class LockedScreenRoute(TransactionRoute):
    """Takes a duty token instead of an access token; one that cannot be one is refused before the database is used."""

    async def admit(self, request: Request) -> None:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != SCHEME or not _TOKEN.fullmatch(token):
            raise NotSignedIn
        request.state.duty_token = token


browsers = APIRouter(tags=["paging"], route_class=LockedScreenRoute)


@browsers.get("/duty/pages", operation_id="listDutyPages")
@error_statuses(429)
async def list_duty_pages(request: Request, session: Session) -> DutyPages:
    """What waits for the owner of a locked screen: lines, locations and priorities.

    An unknown token is rate-limited by the caller's address.
    """
    waiting = await service.waiting_at(session, request.state.duty_token)
    if waiting is None:
        _refuse_unknown(request, "listDutyPages")
    return DutyPages(
        service_line_names=list(waiting.service_line_names),
        pages=[DutyPage.model_validate(page) for page in waiting.pages],
    )


@browsers.delete("/duty", operation_id="revokeDutyToken", status_code=204)
@error_statuses(429)
async def revoke_duty_token(request: Request, session: Session) -> Response:
    """End the token with which this is called: its owner logs out, or someone else signs in on that screen.

    An unknown token is rate-limited as above.
    """
    if not await service.revoke_token(session, request.state.duty_token):
        _refuse_unknown(request, "revokeDutyToken")
    return Response(status_code=204)


def _refuse_unknown(request: Request, call: str) -> NoReturn:
    limits: RateLimiter = request.app.state.rate_limiter
    limits.hit(call, request.client.host if request.client else "")
    raise DutyOver
