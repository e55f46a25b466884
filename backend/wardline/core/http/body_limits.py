"""How long a request's body may be and how long it may take to arrive."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wardline.core.http.error_responses import http_error_response

BODY_LIMIT_BYTES = 1_000_000
"""A comment of 65,000 characters takes at most 400,000 bytes as JSON, the longest draft of a note some 800,000.

A calendar may have 950,000 characters, so that its line ends fit, too.
"""
BODY_SECONDS = 30
"""How long a body may take to arrive."""
_TOO_LARGE: Final = "The request is too large."
_MAX_LENGTH_DIGITS: Final = 12
"""Of Content-Length; Python refuses to parse numbers of thousands of digits."""
_MARK: Final = "__max_body_bytes__"

F = TypeVar("F", bound=Callable[..., Any])


def max_body_bytes(limit: int) -> Callable[[F], F]:
    """Lets the body of an endpoint, whose path has no parameters, be longer than others."""

    def mark(function: F) -> F:
        setattr(function, _MARK, limit)
        return function

    return mark


def longer_bodies(routes: Iterable[BaseRoute]) -> dict[str, int]:
    """How long bodies may be, in bytes, by the paths of the endpoints that `max_body_bytes` marks."""
    return {
        route.path: limit
        for route in routes
        if isinstance(route, APIRoute) and (limit := getattr(route.endpoint, _MARK, None)) is not None
    }


class BodyLimits:
    """Refuses a body that is too long or too slow before it is in memory.

    The application's state may have `longer_bodies`.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limit = _limit_of(scope)
        remaining = limit
        deadline = asyncio.get_running_loop().time() + BODY_SECONDS
        is_complete = False

        async def counting_receive() -> Message:
            nonlocal remaining, is_complete
            message = await (receive() if is_complete else _in_time(receive, deadline))
            remaining -= len(message.get("body", b""))
            is_complete = not message.get("more_body", False)
            if remaining < 0:
                raise HTTPException(413, _TOO_LARGE)
            return message

        refusal = _refusal_by_length(dict(scope["headers"]), limit)
        if refusal is not None:
            await http_error_response(refusal)(scope, receive, send)
            return
        await self.app(scope, counting_receive, send)


def _limit_of(scope: Scope) -> int:
    longer: dict[str, int] = getattr(scope["app"].state, "longer_bodies", {}) if "app" in scope else {}
    return longer.get(scope["path"], BODY_LIMIT_BYTES)


def _refusal_by_length(headers: dict[bytes, bytes], limit: int) -> HTTPException | None:
    content_length = headers.get(b"content-length", b"")
    if content_length and b"transfer-encoding" in headers:
        # A proxy may go by the other header, and treat the rest of the body as another user's request.
        return HTTPException(
            400, "Send either Content-Length or Transfer-Encoding, not both.", headers={"Connection": "close"}
        )
    if content_length.isdigit() and (len(content_length) > _MAX_LENGTH_DIGITS or int(content_length) > limit):
        return HTTPException(413, _TOO_LARGE)
    return None


async def _in_time(receive: Receive, deadline: float) -> Message:
    try:
        async with asyncio.timeout_at(deadline):
            return await receive()
    except TimeoutError:
        raise HTTPException(408, "The request took too long to arrive.") from None
