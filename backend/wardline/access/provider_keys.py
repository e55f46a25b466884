"""The public keys that an OpenID Connect provider signs with: fetched by discovery, cached, and refreshed."""

import asyncio
import logging
import warnings
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Protocol

import httpx
from joserfc.errors import JoseError, SecurityWarning
from joserfc.jwk import ECKey, JWKRegistry, Key, RSAKey
from pydantic import BaseModel

from wardline.core import clock
from wardline.core.ending import end
from wardline.core.errors import Unavailable
from wardline.core.outcomes import Outcomes

log = logging.getLogger(__name__)

KEYS_CACHED_FOR = timedelta(hours=1)
MIN_REFRESH_INTERVAL = timedelta(seconds=10)
"""The minimum time between two requests to the provider, so that tokens with made-up key ids cannot flood it."""

_KEY_TYPES = (RSAKey.key_type, ECKey.key_type)


class ProviderUnreachable(Unavailable):
    """No token can be checked, because the provider's keys have never been fetched."""

    code = "identity_provider_unreachable"
    message = "The sign-in service cannot be reached. Please try again."


class KeySource(Protocol):
    async def key(self, kid: str | None) -> Key | None:
        """The public key with this id, or without an id the only key; None if there is none.

        Raises:
            ProviderUnreachable
        """

    @property
    def fetched_at(self) -> datetime | None:
        """When the keys were last read from a provider; None if they never were."""

    @property
    def outcomes(self) -> Outcomes:
        """How reading them has ended."""

    async def aclose(self) -> None: ...


class FixedKeys:
    """Keys that are known from the start, such as those of a provider in this process."""

    def __init__(self, keys: Iterable[Key]) -> None:
        self._keys = list(keys)
        self.outcomes = Outcomes()

    @property
    def fetched_at(self) -> datetime | None:
        return None

    async def key(self, kid: str | None) -> Key | None:
        return _pick(self._keys, kid)

    async def aclose(self) -> None:
        """Nothing to close."""


class ProviderKeys:
    """The keys that a provider publishes, found by discovery and refreshed after `KEYS_CACHED_FOR`.

    A request whose key is cached never waits for the provider: the refresh runs in the background, and cached keys stay
    in use while it fails. A request with an unknown key id waits for a refresh, at most once per
    `MIN_REFRESH_INTERVAL`.
    Closing this closes `http`.
    """

    def __init__(self, issuer: str, http: httpx.AsyncClient) -> None:
        self._issuer = issuer
        self._http = http
        self._keys: list[Key] | None = None
        self.outcomes = Outcomes()
        self._requested_at: datetime | None = None
        self._lock = asyncio.Lock()
        self._refreshing: asyncio.Task[None] | None = None

    @property
    def fetched_at(self) -> datetime | None:
        return self.outcomes.succeeded_at

    async def key(self, kid: str | None) -> Key | None:
        key = _pick(self._keys or [], kid)
        if key is not None:
            self._refresh_in_background()
            return key
        if kid is not None or self._is_stale():
            await self._refresh()
        if self._keys is None:
            raise ProviderUnreachable
        return _pick(self._keys, kid)

    async def aclose(self) -> None:
        if self._refreshing is not None:
            await end(self._refreshing)
        await self._http.aclose()

    def _refresh_in_background(self) -> None:
        if self._is_stale() and self._may_request() and (self._refreshing is None or self._refreshing.done()):
            self._refreshing = asyncio.create_task(self._refresh())
            self._refreshing.add_done_callback(_log_failure)

    def _is_stale(self) -> bool:
        return self.fetched_at is None or clock.now() - self.fetched_at >= KEYS_CACHED_FOR

    def _may_request(self) -> bool:
        return self._requested_at is None or clock.now() - self._requested_at >= MIN_REFRESH_INTERVAL

    async def _refresh(self) -> None:
        async with self._lock:
            if not self._may_request():
                return
            self._requested_at = clock.now()
            try:
                self._keys = await read_keys(self._issuer, self._http)
                self.outcomes.succeeded()
            except KeysNotRead as error:
                self.outcomes.failed(error.reason)
                log.warning("the identity provider's keys cannot be read: %s", error.reason)


class KeysNotRead(Exception):
    """`reason` is a few fixed words."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


async def read_keys(issuer: str, http: httpx.AsyncClient) -> list[Key]:
    """The usable keys that a provider publishes now.

    Raises:
        KeysNotRead
    """
    address = f"{issuer.rstrip('/')}/.well-known/openid-configuration"
    try:
        discovery = _Discovery.model_validate_json(await _get(address, http))
        if discovery.issuer != issuer:
            raise KeysNotRead("the provider's issuer is a different one")
        if httpx.URL(issuer).scheme == "https" and httpx.URL(discovery.jwks_uri).scheme != "https":
            raise KeysNotRead("the provider's keys would be fetched unencrypted")
        return _import(_Jwks.model_validate_json(await _get(discovery.jwks_uri, http)).keys)
    except httpx.TimeoutException:
        raise KeysNotRead("no response") from None
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        log.warning("the identity provider cannot be reached: %s", type(error).__name__)
        raise KeysNotRead("no connection") from None
    except ValueError:
        # A validation error quotes the response, so it must not be chained.
        raise KeysNotRead("an unreadable response") from None


async def _get(address: str, http: httpx.AsyncClient) -> bytes:
    response = await http.get(address, headers={"accept": "application/json"}, follow_redirects=False)
    if response.status_code != httpx.codes.OK:
        raise KeysNotRead(f"status {response.status_code}")
    return response.content


class _Discovery(BaseModel):
    issuer: str
    jwks_uri: str


class _Jwks(BaseModel):
    keys: list[dict[str, Any]]


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("the identity provider's keys cannot be refreshed: %s", type(error).__name__)


def _import(published: list[dict[str, Any]]) -> list[Key]:
    """The signature keys among the published ones; malformed and weak ones and those for another use are skipped."""
    keys: list[Key] = []
    for data in published:
        if data.get("kty") not in _KEY_TYPES or data.get("use", "sig") != "sig":
            continue
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error", SecurityWarning)
                keys.append(JWKRegistry.import_key(data))
        except (JoseError, SecurityWarning, ValueError, TypeError, KeyError):
            log.warning("one of the identity provider's keys is unusable")
    return keys


def _pick(keys: list[Key], kid: str | None) -> Key | None:
    candidates = keys if kid is None else [key for key in keys if key.kid == kid]
    return candidates[0] if len(candidates) == 1 else None
