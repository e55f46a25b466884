"""Dependencies of endpoints: the signed-in user, optionally with a required permission, and idempotency."""

import logging
from collections.abc import Callable, Coroutine
from typing import Annotated, Any, Final, TypeVar

from fastapi import Depends, Request, Response
from starlette.requests import ClientDisconnect

from wardline.access import freshness
from wardline.access.current_user import CurrentUser
from wardline.access.known_users import KnownUsers
from wardline.access.permissions import Permission
from wardline.access.tokens import AccessToken, InvalidToken, TokenVerifier
from wardline.core.db.statements import AnyConnection
from wardline.core.errors import Forbidden, NotSignedIn, Unavailable
from wardline.core.http.app_settings import give_settings
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.fastapi_adapter import dependencies_of
from wardline.core.http.idempotency import IdempotentAction, idempotent_action
from wardline.core.http.routing import Session, TransactionRoute, before_body, connection_of

log = logging.getLogger(__name__)

_ASSUMES_USER: Final = "__assumes_user__"

F = TypeVar("F", bound=Callable[..., Any])


def assumes_user(function: F) -> F:
    """Marks a dependency whose endpoint confirms its user itself (`wardline.audit.recorded_reads`)."""
    setattr(function, _ASSUMES_USER, True)
    return function


class UnknownUser(Forbidden):
    code = "unknown_user"
    message = "You do not have an active account here. Please contact the help desk."


class SignedInRoute(TransactionRoute):
    """Checks the token before it reads the body, because reading a body costs more."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        super().__init__(path, endpoint, **options)
        self._may_assume_user = any(hasattr(call, _ASSUMES_USER) for call in dependencies_of(self))

    async def admit(self, request: Request) -> None:
        request.state.token = await _access_token(request)
        request.state.may_assume_user = self._may_assume_user

    async def identify(self, request: Request) -> None:
        freshness.remember(request)
        give_settings(connection_of(request), request.app.state.settings)

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_confirmed(request: Request) -> Response:
            try:
                response = await handle(request)
            except (Unavailable, ClientDisconnect):
                raise
            except Exception:
                # Errors, too, go only to users who are still current.
                if is_assumed(request):
                    async with request.app.state.database.autocommit() as connection:
                        await confirm(request, connection)
                raise
            if is_assumed(request):
                raise RuntimeError("the endpoint has not confirmed its user")
            return response

        return handle_confirmed


async def _access_token(request: Request) -> AccessToken:
    """The verified bearer token of the request, or 401."""
    token = bearer_token(request)
    if token is None:
        raise NotSignedIn
    verifier: TokenVerifier = request.app.state.token_verifier
    try:
        return await verifier.verify(token)
    except InvalidToken as error:
        log.info("a token was refused: %s", error.reason)
        raise NotSignedIn from None


def bearer_token(request: Request) -> str | None:
    """The token as it was sent, or None."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" and token else None


@before_body
async def current_user(request: Request) -> CurrentUser:
    """The user of the token, determined once for each request; the audit trail reads them from the request, too.

    Other dependencies call this function instead of declaring it, because a declared dependency is resolved again
    wherever it is named.
    """
    cached: CurrentUser | None = getattr(request.state, "user", None)
    if cached is not None:
        return cached
    known_users: KnownUsers = request.app.state.known_users
    assumed = known_users.get(request.state.token) if request.state.may_assume_user else None
    if assumed is None:
        return await confirm(request, connection_of(request))
    request.state.user, request.state.is_confirmed = assumed, False
    return assumed


def is_assumed(request: Request) -> bool:
    """Whether the request's user is from memory, and nothing has confirmed them yet."""
    return getattr(request.state, "user", None) is not None and not getattr(request.state, "is_confirmed", True)


async def confirm(request: Request, connection: AnyConnection) -> CurrentUser:
    """The user as of now.

    Raises:
        SessionEnded, UnknownUser: there is none, and the audit trail does not name one.
        Forbidden: they no longer have the permission that a `RecordedReader` needs.
    """
    request.state.user = None
    known_users: KnownUsers = request.app.state.known_users
    user = await known_users.load(connection, request.state.token)
    if user is None:
        raise UnknownUser
    request.state.user, request.state.is_confirmed = user, True
    permission: Permission | None = getattr(request.state, "caller_permission", None)
    if permission is not None and not user.may(permission):
        raise Forbidden
    return user


SignedIn = Annotated[CurrentUser, Depends(current_user)]


@error_statuses(409)
async def _once(request: Request, session: Session) -> IdempotentAction:
    return await idempotent_action(request, session, (await current_user(request)).id)


Once = Annotated[IdempotentAction, Depends(_once)]
"""For every POST that changes something: the action runs through this, so that a retry changes nothing."""


def permitted(*permissions: Permission) -> Callable[[Request], Coroutine[Any, Any, CurrentUser]]:
    """A dependency that returns the signed-in user, or 403 if they have none of these permissions."""

    @before_body
    async def check(request: Request) -> CurrentUser:
        user = await current_user(request)
        if not any(user.may(permission) for permission in permissions):
            raise Forbidden
        return user

    return check
