"""The host names that the server responds to.

Another site can point its own name at this machine (DNS rebinding), but its requests still carry that name.
"""

import logging
from collections.abc import Collection
from typing import Final

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from wardline.addresses import parse_host

log = logging.getLogger(__name__)

MISDIRECTED: Final = 421
POLICY_VIOLATION: Final = 1008
ANY_HOST_PATHS: Final = frozenset({"/api/health", "/metrics"})
"""Paths that supervisors, load balancers and Prometheus request at any address."""


class AllowedHosts:
    """Refuses requests and sockets whose ``Host`` is not one of these canonical hosts; any port is accepted."""

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self.app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"} or scope["path"] in ANY_HOST_PATHS or self._is_allowed(scope):
            await self.app(scope, receive, send)
            return
        log.warning("a request was refused: its Host is not that of WARDLINE_PUBLIC_URL or in WARDLINE_FURTHER_HOSTS")
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": POLICY_VIOLATION})
            return
        body = {
            "code": "misdirected",
            "message": "This server does not accept requests for that host name.",
            "errors": [],
        }
        await JSONResponse(body, status_code=MISDIRECTED)(scope, receive, send)

    def _is_allowed(self, scope: Scope) -> bool:
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        return len(hosts) == 1 and parse_host(hosts[0].decode("latin-1"), may_have_port=True) in self._hosts
