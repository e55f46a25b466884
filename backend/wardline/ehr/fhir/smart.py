"""Signing in to a hospital's FHIR server as a SMART backend service.

https://hl7.org/fhir/smart-app-launch/backend-services.html: the token endpoint is found at the FHIR server, asked with
an assertion that the service's key signs, and answers an access token for a few minutes. Tokens and assertions are
written nowhere.
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
from wardline.core.http.client import HttpClient
from wardline.ehr.contract import EhrTimeout
from wardline.ehr.fhir.exchange import exchange, failure, patience, unusable
from wardline.ehr.fhir.service_key import BackendService, is_protected
from wardline.ehr.fhir.shared_tasks import take_note

log = logging.getLogger(__name__)

RENEWED_BEFORE: Final = timedelta(seconds=30)
"""How long before its end a token is not used any more; of a shorter token, the second half."""
LIFETIME_UNTOLD: Final = 300.0
"""Seconds; SMART makes servers tell it, and recommends this as the most."""
LONGEST_LIFETIME: Final = 86_400.0
ANSWER_BYTES: Final = 64 * 1024

_ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
_TOKEN_ERRORS = frozenset({400, 401})


@dataclass(frozen=True, slots=True)
class _Token:
    value: str = field(repr=False)
    renew_at: datetime


class _Configuration(BaseModel):
    """What is read of ``.well-known/smart-configuration``."""

    token_endpoint: str


class _Granted(BaseModel):
    """A token endpoint's answer; the token is one that an HTTP header can carry."""

    access_token: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9\-._~+/]+=*$", max_length=16_384)]
    token_type: Annotated[str, StringConstraints(to_lower=True, pattern=r"^(?i:bearer)$")]
    expires_in: Annotated[float, Field(gt=0, allow_inf_nan=False)] = LIFETIME_UNTOLD


class _Denied(BaseModel):
    """The errors that OAuth names (RFC 6749, 5.2), so that the log can tell them and nothing else of the answer."""

    error: Literal[
        "invalid_request",
        "invalid_client",
        "invalid_grant",
        "unauthorized_client",
        "unsupported_grant_type",
        "invalid_scope",
    ]


class SmartAuth(httpx.Auth):
    """Puts an access token on every request to one FHIR server, and forgets it when the server refuses it.

    Whoever needs a token while it is being asked for waits for the same answer. `timeout` is in seconds, for finding
    the token endpoint and its answer together. Requests end with `EhrUnavailable` or `EhrTimeout` when there is none.
    """

    def __init__(self, service: BackendService, base_url: str, *, timeout: float) -> None:
        self._service = service
        self._base_url = without_trailing_slash(base_url)
        self._timeout = timeout
        headers = {"accept": "application/json", "accept-encoding": "identity"}
        self._http = HttpClient(timeout=patience(timeout), headers=headers, follow_redirects=False)
        self._token: _Token | None = None
        self._asking: asyncio.Task[_Token] | None = None

    async def aclose(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.gather(self._asking, return_exceptions=True)
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
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask_in_time())
            self._asking.add_done_callback(take_note)
        # One caller who gives up must not take the token from the others.
        return await asyncio.shield(self._asking)

    async def _ask_in_time(self) -> _Token:
        try:
            async with asyncio.timeout(self._timeout):
                self._token = await self._ask()
                return self._token
        except TimeoutError:
            log.warning("EHR: no access token within %g s", self._timeout)
            raise EhrTimeout from None

    async def _ask(self) -> _Token:
        now = clock.now()
        asked = "the token endpoint"
        endpoint = await self._token_endpoint()
        form = {
            "grant_type": "client_credentials",
            "scope": self._service.scope,
            "client_assertion_type": _ASSERTION_TYPE,
            "client_assertion": self._service.assertion(endpoint, now),
        }
        answer = await exchange(
            self._http, "POST", httpx.URL(endpoint), asked=asked, limit=ANSWER_BYTES, also=_TOKEN_ERRORS, form=form
        )
        if answer.status in _TOKEN_ERRORS:
            raise failure(asked, answer.status, _named_error(answer.body))
        try:
            granted = _Granted.model_validate_json(answer.body)
        except ValidationError:
            # The finding quotes the answer, so it must not travel along with the error.
            raise unusable(asked, "the answer is no access token") from None
        return _Token(granted.access_token, now + _usable_for(granted.expires_in))

    async def _token_endpoint(self) -> str:
        """Found anew for each token, so that a hospital may move it."""
        asked = "the SMART configuration"
        url = httpx.URL(f"{self._base_url}/.well-known/smart-configuration")
        answer = await exchange(self._http, "GET", url, asked=asked, limit=ANSWER_BYTES)
        try:
            endpoint = _Configuration.model_validate_json(answer.body).token_endpoint
        except ValidationError:
            raise unusable(asked, "it names no token endpoint") from None
        if not is_protected(endpoint, self._base_url):
            raise unusable(asked, "assertions would travel unprotected to its token endpoint")
        return endpoint


def _usable_for(seconds: float) -> timedelta:
    lifetime = timedelta(seconds=min(seconds, LONGEST_LIFETIME))
    return max(lifetime - RENEWED_BEFORE, lifetime / 2)


def _named_error(body: bytes) -> str:
    try:
        return _Denied.model_validate_json(body).error
    except ValidationError:
        return ""
