"""Routes that take a standalone token: the only ones, each for the call that the token names."""

import logging
from typing import Annotated, Final

from fastapi import Depends, Request
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.dependencies import SignedIn, bearer_token
from wardline.access.tokens import AccessToken, InvalidToken
from wardline.audit.recording import AuditedRoute, TouchingRoute
from wardline.core.errors import NotSignedIn
from wardline.core.http.routing import connection_of
from wardline.settings import Settings
from wardline.video.callers import Caller, Device
from wardline.video.unattended import service
from wardline.video.unattended.errors import UnattendedModeOver
from wardline.video.unattended.keys import published_key
from wardline.video.unattended.repository import FoundToken, TokenRepository
from wardline.video.unattended.tokens import is_standalone, key_id, verify

log = logging.getLogger(__name__)

OF_DEVICE: Final = {"unattended": True}
"""Details of audit entries, which name the user who left the device there."""


class MeetingRoute(AuditedRoute):
    """Takes an access token, or the standalone token of a device, which then calls in its user's name."""

    async def admit(self, request: Request) -> None:
        token = bearer_token(request)
        if token is None or not is_standalone(token):
            await super().admit(request)
            return
        try:
            request.state.standalone = token, key_id(token)
        except InvalidToken as error:
            raise _refused(error) from None

    async def identify(self, request: Request) -> None:
        token, kid = getattr(request.state, "standalone", (None, None))
        if token is None:
            return
        session = connection_of(request)
        assert isinstance(session, AsyncSession)  # noqa: S101 - every endpoint with such a route takes one
        settings: Settings = request.app.state.settings
        try:
            claims = verify(token, await published_key(session, kid), issuer=settings.origin)
        except InvalidToken as error:
            raise _refused(error) from None
        found = await TokenRepository(session).find(claims.id)
        if found is None:
            raise _refused(InvalidToken("unknown id"))
        await _let_in(request, session, found)


class PresenceRoute(MeetingRoute, TouchingRoute):
    """The same for requests that windows make again and again."""


class StandaloneRoute(MeetingRoute):
    """Takes a standalone token only."""

    async def admit(self, request: Request) -> None:
        token = bearer_token(request)
        if token is None or not is_standalone(token):
            raise NotSignedIn
        await super().admit(request)


async def _let_in(request: Request, session: AsyncSession, token: FoundToken) -> None:
    """A token whose meeting is over may still learn that; one that was ended before may not do anything."""
    request.state.user, request.state.is_confirmed = await service.user_of(session, token), True
    request.state.details_of_caller = OF_DEVICE
    if token.ended_at is not None and not token.is_meeting_over:
        raise UnattendedModeOver
    request.state.device = Device(token.id, token.meeting_id, token.external_meeting_id, token.consult_id)


def _refused(error: InvalidToken) -> NotSignedIn:
    log.info("a standalone token was refused: %s", error.reason)
    return NotSignedIn()


async def _caller(request: Request, user: SignedIn) -> Caller:
    device: Device | None = getattr(request.state, "device", None)
    if device is not None:
        return Caller(user, session_id=None, device=device)
    token: AccessToken = request.state.token
    return Caller(user, session_id=token.session_id)


AnyCaller = Annotated[Caller, Depends(_caller)]
