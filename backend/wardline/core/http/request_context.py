"""What an answer and every line of a log can be put together by: the request's id."""

import logging
import re
import time
import uuid
from contextvars import ContextVar
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wardline.core.metrics import REQUESTS

log = logging.getLogger(__name__)

HEADER: Final = "x-request-id"
_ACCEPTED: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")

_current: ContextVar[str | None] = ContextVar("request_id", default=None)


def request_id() -> str | None:
    """The id of the request that is being answered; None outside of one."""
    return _current.get()


class RequestContext:
    """Gives each request an id, or keeps the one that a proxy gave it, and sends it back with the answer.

    Calls are timed, and logged by their operation, never by their address.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        given = Headers(scope=scope).get(HEADER, "")
        own = given if _ACCEPTED.fullmatch(given) else uuid.uuid4().hex
        status = 0

        async def with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[HEADER] = own
            await send(message)

        began = time.perf_counter()
        token = _current.set(own)
        try:
            await self.app(scope, receive, with_id)
        finally:
            if scope["path"].startswith("/api/"):
                _tell(scope, status, time.perf_counter() - began)
            _current.reset(token)


def _tell(scope: Scope, status: int, seconds: float) -> None:
    operation = getattr(scope.get("route"), "operation_id", None) or "unknown"
    user = scope.get("state", {}).get("user")
    REQUESTS.labels(operation, str(status)).observe(seconds)
    log.info(
        "%s %s",
        operation,
        status,
        extra={"milliseconds": round(1000 * seconds, 1), "user_id": getattr(user, "id", None)},
    )
