"""Sign-out by the user, and back-channel logout by the provider."""

import logging
from typing import Final
from urllib.parse import parse_qsl

from fastapi import APIRouter, Request, Response

from wardline.access.dependencies import SignedIn
from wardline.access.tokens import AccessToken, InvalidToken
from wardline.audit.recording import AuditedRoute
from wardline.core.http.app_settings import AppSettings
from wardline.core.http.routing import Session
from wardline.core.security.rate_limits import RateLimiter
from wardline.sessions import service
from wardline.sessions.errors import LogoutRefused
from wardline.sessions.logout_tokens import LogoutToken, verify_logout

log = logging.getLogger(__name__)

FORM_LIMIT: Final = 32 * 1024
"""In bytes; a token has at most half as many."""

router = APIRouter(tags=["people"], route_class=AuditedRoute)


@router.post("/sign-out", operation_id="signOut", status_code=204)
async def sign_out(request: Request, session: Session, settings: AppSettings, _: SignedIn) -> Response:
    """End the session that this request belongs to, with its tokens, sockets and meetings."""
    token: AccessToken = request.state.token
    await service.sign_out(session, token, max_lifetime=settings.max_token_lifetime)
    return Response(status_code=204)


class BackChannelRoute(AuditedRoute):
    """Calls are authenticated by the logout token in the form, which is checked before the database is used."""

    async def admit(self, request: Request) -> None:
        try:
            token = await _logout_token(request)
            request.state.logout = await verify_logout(request.app.state.token_verifier, token)
        except InvalidToken as error:
            # Only refused requests are rate-limited: a provider sends all its logouts from one address.
            limits: RateLimiter = request.app.state.rate_limiter
            limits.hit("backchannel-logout", request.client.host if request.client else "")
            log.warning("a logout token was refused: %s", error.reason)
            raise LogoutRefused from None


back_channel = APIRouter(include_in_schema=False, route_class=BackChannelRoute)


@back_channel.post("/backchannel-logout", operation_id="endSessionsFromProvider")
async def take_logout(request: Request, session: Session, settings: AppSettings) -> Response:
    token: LogoutToken = request.state.logout
    user = await service.end_from_provider(
        session, token, request.app.state.directory, max_lifetime=settings.max_token_lifetime
    )
    if user is not None:
        request.state.user = user  # For the audit entry.
    return Response()


async def _logout_token(request: Request) -> str:
    """The only token in the form."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > FORM_LIMIT:
            raise InvalidToken("too large")
    try:
        fields = parse_qsl(body.decode("ascii"), keep_blank_values=True, errors="strict")
    except ValueError:
        raise InvalidToken("not a form") from None
    tokens = [value for name, value in fields if name == "logout_token"]
    if len(tokens) != 1:
        raise InvalidToken("not a form")
    return tokens[0]
