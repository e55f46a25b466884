"""Dependencies of endpoints: the signed-in user, optionally with a required permission, and idempotency."""

import logging
from collections.abc import Callable, Coroutine
from typing import Annotated, Any

from fastapi import Depends, Request

from wardline.access.current_user import CurrentUser
from wardline.access.directory import Directory
from wardline.access.permissions import Permission
from wardline.access.tokens import AccessToken, InvalidToken, TokenVerifier
from wardline.core.errors import Forbidden, NotSignedIn
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.idempotency import IdempotentAction, idempotent_action
from wardline.core.http.routing import Session, TransactionRoute, before_body, connection_of

log = logging.getLogger(__name__)


class UnknownUser(Forbidden):
    code = "unknown_user"
    message = "You do not have an active account here. Please contact the help desk."


class SignedInRoute(TransactionRoute):
    """Checks the token before it reads the body, because reading a body costs more."""

    async def admit(self, request: Request) -> None:
        request.state.token = await _access_token(request)


async def _access_token(request: Request) -> AccessToken:
    """The verified bearer token of the request, or 401."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise NotSignedIn
    verifier: TokenVerifier = request.app.state.token_verifier
    try:
        return await verifier.verify(token)
    except InvalidToken as error:
        log.info("a token was refused: %s", error.reason)
        raise NotSignedIn from None


@before_body
async def current_user(request: Request) -> CurrentUser:
    """The user of the token, loaded once for each request; the audit trail reads them from the request, too.

    Other dependencies call this function instead of declaring it, because a declared dependency is resolved again
    wherever it is named.
    """
    cached: CurrentUser | None = getattr(request.state, "user", None)
    if cached is not None:
        return cached
    token: AccessToken = request.state.token
    directory: Directory = request.app.state.directory
    user = await directory.load_by_token(connection_of(request), token)
    if user is None:
        raise UnknownUser
    request.state.user = user
    return user


SignedIn = Annotated[CurrentUser, Depends(current_user)]


@error_statuses(409)
async def _once(request: Request, session: Session) -> IdempotentAction:
    return await idempotent_action(request, session, (await current_user(request)).id)


Once = Annotated[IdempotentAction, Depends(_once)]
"""For every POST that changes something: the action runs through this, so that a retry changes nothing."""


def permitted(permission: Permission) -> Callable[[Request], Coroutine[Any, Any, CurrentUser]]:
    """A dependency that returns the signed-in user, or 403 without the permission."""

    @before_body
    async def check(request: Request) -> CurrentUser:
        user = await current_user(request)
        if not user.may(permission):
            raise Forbidden
        return user

    return check
