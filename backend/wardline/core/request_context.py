"""What every line of a log, and every answer, can be put together by: the request's id."""

import re
import uuid
from contextvars import ContextVar
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADER: Final = "x-request-id"
_ACCEPTED: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")

_current: ContextVar[str | None] = ContextVar("request_id", default=None)


def request_id() -> str | None:
    """The id of the request that is being answered; None outside of one."""
    return _current.get()


class RequestIds:
    """Gives each request an id, or keeps the one that a proxy gave it, and sends it back with the answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        given = Headers(scope=scope).get(HEADER, "")
        own = given if _ACCEPTED.fullmatch(given) else uuid.uuid4().hex

        async def with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)[HEADER] = own
            await send(message)

        token = _current.set(own)
        try:
            await self.app(scope, receive, with_id)
        finally:
            _current.reset(token)
