"""The HTTP client for requests to other systems."""

from typing import Any

import httpx


class HttpClient(httpx.AsyncClient):
    """Raises only httpx's own errors.

    On uvloop, httpx lets anyio's AttributeError through if a connection is reset right after it was opened.
    """

    async def send(self, request: httpx.Request, **options: Any) -> httpx.Response:
        try:
            return await super().send(request, **options)
        except AttributeError as error:
            if (error.name, error.obj) != ("getpeername", None):
                raise
            raise httpx.ConnectError("reset", request=request) from None
