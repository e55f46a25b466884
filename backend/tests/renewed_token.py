"""Tokens of callers in tests that set the clock, or that take longer than a token is valid."""

from collections.abc import Generator
from datetime import datetime

import httpx

from wardline.core import clock
from wardline.demo.identity.issuing import ACCESS_LIFETIME, Issuer


class RenewedToken(httpx.Auth):
    """A user's token, renewed as browsers do, so that a test may set the clock to any time."""

    def __init__(self, issuer: Issuer, username: str) -> None:
        self._issuer = issuer
        self.username = username
        self._issued_at: datetime | None = None
        self._token = ""

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        if self._issued_at is None or abs(clock.now() - self._issued_at) >= ACCESS_LIFETIME / 2:
            self._issued_at = clock.now()
            self._token = self._issuer.access_token(self.username)
        request.headers.setdefault("Authorization", f"Bearer {self._token}")
        yield request
