"""Calling other systems over HTTP."""

from typing import Any

import httpx


class HttpClient(httpx.AsyncClient):
    """Fails with nothing but httpx's own errors.

    On uvloop, httpx lets an AttributeError of anyio through, which asks a connection that was reset as soon as it was
    made for a socket that is gone.
    """

    async def send(self, request: httpx.Request, **how: Any) -> httpx.Response:
        try:
            return await super().send(request, **how)
        except AttributeError as error:
            if (error.name, error.obj) != ("getpeername", None):
                raise
            raise httpx.ConnectError("reset", request=request) from None
