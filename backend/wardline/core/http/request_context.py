"""The request's id, which is in the response and in every log line."""

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
    """The id of the current request; None outside of one."""
    return _current.get()


class RequestContext:
    """Gives each request an id, or keeps the one from a proxy, and returns it in a header of the response.

    Times each request, and logs it by its operation, never by its URL.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        incoming = Headers(scope=scope).get(HEADER, "")
        current_id = incoming if _ACCEPTED.fullmatch(incoming) else uuid.uuid4().hex
        status = 0

        async def with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[HEADER] = current_id
            await send(message)

        started_at = time.perf_counter()
        token = _current.set(current_id)
        try:
            await self.app(scope, receive, with_id)
        finally:
            if scope["path"].startswith("/api/"):
                _log(scope, status, time.perf_counter() - started_at)
            _current.reset(token)


def _log(scope: Scope, status: int, seconds: float) -> None:
    operation = getattr(scope.get("route"), "operation_id", None) or "unknown"
    user = scope.get("state", {}).get("user")
    REQUESTS.labels(operation, str(status)).observe(seconds)
    log.info(
        "%s %s",
        operation,
        status,
        extra={"milliseconds": round(1000 * seconds, 1), "user_id": getattr(user, "id", None)},
    )
