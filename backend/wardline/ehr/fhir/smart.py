"""Signing in to a hospital's FHIR server as a SMART backend service.

https://hl7.org/fhir/smart-app-launch/backend-services.html: the FHIR server names the token endpoint, which gets an
assertion signed by the service's key and returns an access token for a few minutes. Tokens and assertions are never
stored or logged.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Annotated, Final, Literal

import httpx
from pydantic import BaseModel, Field, StringConstraints, ValidationError

from wardline.addresses import without_trailing_slash
from wardline.core import clock
from wardline.core.ending import end
from wardline.core.http.client import HttpClient
from wardline.ehr.contract import EhrTimeout
from wardline.ehr.fhir.exchange import exchange, failure, http_timeout, unusable
from wardline.ehr.fhir.service_key import BackendService, is_protected
from wardline.ehr.fhir.shared_tasks import retrieve_exception

log = logging.getLogger(__name__)

RENEW_BEFORE: Final = timedelta(seconds=30)
"""How long before its expiry a token is renewed; a short-lived token is renewed at half its lifetime."""
DEFAULT_LIFETIME: Final = 300.0
"""In seconds, if the server does not specify it. SMART requires it to, and recommends this as the maximum."""
MAX_LIFETIME: Final = 86_400.0
MAX_RESPONSE_BYTES: Final = 64 * 1024

_ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
_TOKEN_ERRORS = frozenset({400, 401})


@dataclass(frozen=True, slots=True)
class _Token:
    value: str = field(repr=False)
    renew_at: datetime


class _Configuration(BaseModel):
    """The part of ``.well-known/smart-configuration`` that is used."""

    token_endpoint: str


class _Granted(BaseModel):
    """A token endpoint's response; the token must fit into an HTTP header."""

    access_token: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9\-._~+/]+=*$", max_length=16_384)]
    token_type: Annotated[str, StringConstraints(to_lower=True, pattern=r"^(?i:bearer)$")]
    expires_in: Annotated[float, Field(gt=0, allow_inf_nan=False)] = DEFAULT_LIFETIME


class _Denied(BaseModel):
    """The error codes of OAuth (RFC 6749, 5.2): the only part of an error response that is logged."""

    error: Literal[
        "invalid_request",
        "invalid_client",
        "invalid_grant",
        "unauthorized_client",
        "unsupported_grant_type",
        "invalid_scope",
    ]


class SmartAuth(httpx.Auth):
    """Adds an access token to every request to one FHIR server, and drops it when the server refuses it.

    Concurrent requests share one token request. `timeout` is in seconds, for discovery and the token request together.
    Requests fail with `EhrUnavailable` or `EhrTimeout` if there is no token.
    """

    def __init__(self, service: BackendService, base_url: str, *, timeout: float) -> None:
        self._service = service
        self._base_url = without_trailing_slash(base_url)
        self._timeout = timeout
        headers = {"accept": "application/json", "accept-encoding": "identity"}
        self._http = HttpClient(timeout=http_timeout(timeout), headers=headers, follow_redirects=False)
        self._token: _Token | None = None
        self._pending: asyncio.Task[_Token] | None = None

    async def aclose(self) -> None:
        if self._pending is not None:
            await end(self._pending)
        await self._http.aclose()

    async def async_auth_flow(self, request: httpx.Request) -> AsyncGenerator[httpx.Request, httpx.Response]:
        token = await self._current()
        request.headers["authorization"] = f"Bearer {token.value}"
        response = yield request
        if response.status_code == httpx.codes.UNAUTHORIZED and self._token is token:
            self._token = None

    async def _current(self) -> _Token:
        if self._token is not None and clock.now() < self._token.renew_at:
            return self._token
        if self._pending is None or self._pending.done():
            self._pending = asyncio.create_task(self._request_in_time())
            self._pending.add_done_callback(retrieve_exception)
        # A caller that is cancelled must not cancel the request for others.
        return await asyncio.shield(self._pending)

    async def _request_in_time(self) -> _Token:
        try:
            async with asyncio.timeout(self._timeout):
                self._token = await self._request_token()
                return self._token
        except TimeoutError:
            log.warning("EHR: no access token within %g s", self._timeout)
            raise EhrTimeout from None

    async def _request_token(self) -> _Token:
        now = clock.now()
        label = "the token endpoint"
        endpoint = await self._token_endpoint()
        form = {
            "grant_type": "client_credentials",
            "scope": self._service.scope,
            "client_assertion_type": _ASSERTION_TYPE,
            "client_assertion": self._service.assertion(endpoint, now),
        }
        response = await exchange(
            self._http,
            "POST",
            httpx.URL(endpoint),
            label=label,
            limit=MAX_RESPONSE_BYTES,
            accepted=_TOKEN_ERRORS,
            form=form,
        )
        if response.status in _TOKEN_ERRORS:
            raise failure(label, response.status, _named_error(response.body))
        try:
            granted = _Granted.model_validate_json(response.body)
        except ValidationError:
            # The validation error quotes the response, so it must not be chained.
            raise unusable(label, "the response is not an access token") from None
        return _Token(granted.access_token, now + _usable_for(granted.expires_in))

    async def _token_endpoint(self) -> str:
        """Discovered for each token, so that a hospital can change it."""
        label = "the SMART configuration"
        url = httpx.URL(f"{self._base_url}/.well-known/smart-configuration")
        response = await exchange(self._http, "GET", url, label=label, limit=MAX_RESPONSE_BYTES)
        try:
            endpoint = _Configuration.model_validate_json(response.body).token_endpoint
        except ValidationError:
            raise unusable(label, "it does not name a token endpoint") from None
        if not is_protected(endpoint, self._base_url):
            raise unusable(label, "assertions would be sent to its token endpoint unprotected")
        return endpoint


def _usable_for(seconds: float) -> timedelta:
    lifetime = timedelta(seconds=min(seconds, MAX_LIFETIME))
    return max(lifetime - RENEW_BEFORE, lifetime / 2)


def _named_error(body: bytes) -> str:
    try:
        return _Denied.model_validate_json(body).error
    except ValidationError:
        return ""
