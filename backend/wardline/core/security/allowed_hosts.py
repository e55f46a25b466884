"""The names under which the server answers.

A page elsewhere can make a name of its own mean this machine (DNS rebinding); its calls still carry that name.
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
ASKED_BY_ADDRESS: Final = frozenset({"/api/health", "/metrics"})
"""What supervisors, load balancers and Prometheus ask each process for, by whatever address they reach it."""


class AllowedHosts:
    """Refuses calls and sockets whose ``Host`` is none of these canonical hosts; the port does not matter."""

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self.app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"} or scope["path"] in ASKED_BY_ADDRESS or self._is_known(scope):
            await self.app(scope, receive, send)
            return
        log.warning("a request was refused: its Host is not that of WARDLINE_PUBLIC_URL or in WARDLINE_FURTHER_HOSTS")
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": POLICY_VIOLATION})
            return
        body = {"code": "misdirected", "message": "This server does not answer under that name.", "errors": []}
        await JSONResponse(body, status_code=MISDIRECTED)(scope, receive, send)

    def _is_known(self, scope: Scope) -> bool:
        asked = [value for name, value in scope["headers"] if name == b"host"]
        return len(asked) == 1 and parse_host(asked[0].decode("latin-1"), may_have_port=True) in self._hosts
