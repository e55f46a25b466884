"""The HTTP client for requests to other systems."""

import ssl
from functools import cache
from typing import Any

import httpx


class HttpClient(httpx.AsyncClient):
    """Raises only httpx's own errors.

    On uvloop, httpx lets anyio's AttributeError through if a connection is reset right after it was opened.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(verify=trusted_certificates(), **options)

    async def send(self, request: httpx.Request, **options: Any) -> httpx.Response:
        try:
            return await super().send(request, **options)
        except AttributeError as error:
            if (error.name, error.obj) != ("getpeername", None):
                raise
            raise httpx.ConnectError("reset", request=request) from None


@cache
def trusted_certificates() -> ssl.SSLContext:
    """Shared by all clients, because reading the certificates takes 20 ms and half a megabyte."""
    return httpx.create_ssl_context()
