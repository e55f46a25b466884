"""One transaction per request.

`TransactionRoute` opens the session that the endpoint's dependencies use, and commits it before the response is sent.
Endpoints that only read through compiled statements have an autocommit connection instead.
"""

from collections.abc import Callable, Coroutine
from typing import Annotated, Any, Final, TypeVar

import orjson
from fastapi import Depends, Query, Request, Response
from fastapi.routing import APIRoute
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core.db.database import Database
from wardline.core.db.statements import AnyConnection, AutocommitConnection
from wardline.core.errors import FIRST_ERROR_STATUS
from wardline.core.http.error_responses import error_responses_of
from wardline.core.http.fastapi_adapter import dependencies_of, has_body
from wardline.core.http.strict_requests import RequestForm

_BEFORE_BODY: Final = "__before_body__"

F = TypeVar("F", bound=Callable[..., Any])


def before_body(function: F) -> F:
    """Marks a dependency, which takes only the request, that must accept the caller before the body is parsed.

    It is called then, and again with the other dependencies, where it does no more work.
    """
    setattr(function, _BEFORE_BODY, True)
    return function


class TransactionRoute(APIRoute):
    """Gives the endpoint ``request.state.connection``.

    An endpoint that depends on a `Session` gets one, which is committed unless the response is an error. Any other
    endpoint gets an `AutocommitConnection`.
    """

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        super().__init__(path, endpoint, **options)
        self.responses = {**error_responses_of(self), **self.responses}

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()
        form = RequestForm(self)
        dependencies = dependencies_of(self)
        needs_session = get_session in dependencies
        checks = [call for call in dependencies if hasattr(call, _BEFORE_BODY)] if has_body(self) else []

        async def handle_with_connection(received: Request) -> Response:
            database: Database = received.app.state.database
            await self.admit(received)
            request = await form.received(received)
            async with database.session() if needs_session else database.autocommit() as connection:
                request.state.connection = connection
                await self.identify(request)
                for check in checks:
                    await check(request)
                form.read(request)
                response = await handle(request)
                if response.status_code < FIRST_ERROR_STATUS:
                    await self.conclude(request, connection, response)
                    if isinstance(connection, AsyncSession):
                        await connection.commit()
            return response

        return handle_with_connection

    async def admit(self, request: Request) -> None:
        """Hook for subclasses: refuse the caller before anything is read."""

    async def identify(self, request: Request) -> None:
        """Hook for subclasses: find out who calls, with the request's connection, before the body is parsed."""

    async def conclude(self, request: Request, connection: AnyConnection, response: Response) -> None:
        """Hook for subclasses: work in the same transaction, after a response that is not an error."""


def connection_of(request: Request) -> AnyConnection:
    """The session or connection of the request."""
    connection: AnyConnection = request.state.connection
    return connection


async def get_session(request: Request) -> AsyncSession:
    """Dependency: the request's session."""
    session = connection_of(request)
    assert isinstance(session, AsyncSession)  # noqa: S101 - the route opens one because of this dependency
    return session


async def get_autocommit_connection(request: Request) -> AutocommitConnection:
    """Dependency: the connection of a request without a session."""
    connection = connection_of(request)
    assert isinstance(connection, AutocommitConnection)  # noqa: S101 - no dependency names a session
    return connection


Session = Annotated[AsyncSession, Depends(get_session)]
Autocommit = Annotated[AutocommitConnection, Depends(get_autocommit_connection)]

Page = Annotated[int, Query(ge=1, le=10_000)]
"""Which page of a list, from 1; `PageSize` entries are on each."""
PageSize = Annotated[int, Query(alias="pageSize", ge=1, le=100)]


def json_response(content: Any) -> Response:
    """A response whose content has wire names already, without validation.

    For the most frequent requests, where validation would take most of the time. The route's `response_model` documents
    the content, and a test compares the two.
    """
    return Response(orjson.dumps(content), media_type="application/json")
