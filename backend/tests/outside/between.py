"""A proxy between Wardline and a hospital's server, which forwards requests or returns something else."""

import json
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from wardline.core.http.client import HttpClient

Lie = Callable[["Between", Request], Awaitable[Response]]


class Between:
    """An ASGI proxy for the server at `origin`. `requests` has each request's path, query and host, in order."""

    def __init__(self, origin: str) -> None:
        self.lie: Lie | None = None
        self.requests: list[tuple[str, str, str]] = []
        self._http = HttpClient(base_url=origin, timeout=30)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        self.requests.append((request.url.path, request.url.query, request.headers["host"]))
        app = await (self.lie(self, request) if self.lie else self.truth(request))
        await app(scope, receive, send)

    async def truth(self, request: Request, *, without: frozenset[str] = frozenset()) -> Response:
        """The server's own response, as if the request had come to it directly; `without` drops search parameters."""
        parameters = [(name, value) for name, value in request.query_params.multi_items() if name not in without]
        headers = {"host": request.headers["host"]}
        found = await self._http.get(f"{request.url.path}?{urlencode(parameters)}", headers=headers)
        return Response(found.content, found.status_code, media_type=found.headers["content-type"])

    async def changed(self, request: Request, **fields: Any) -> Response:
        """The server's response with some top-level fields replaced."""
        bundle = json.loads((await self.truth(request)).body)
        return Response(json.dumps(bundle | fields), media_type="application/fhir+json")

    async def aclose(self) -> None:
        await self._http.aclose()


def asks_for(request: Request, kind: str) -> bool:
    return request.url.path.endswith(f"/{kind}")
