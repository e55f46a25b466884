"""Searches, reads and writes on one FHIR R4 server over HTTP. Responses are untrusted."""

import logging
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import httpx
import orjson
from pydantic import ValidationError

from wardline.addresses import without_trailing_slash
from wardline.core.http.client import HttpClient
from wardline.ehr.fhir.exchange import Response, exchange, http_timeout, unusable
from wardline.ehr.fhir.models import RESOURCE_LIMIT, Bundle, CapabilityStatement, OperationOutcome
from wardline.ehr.fhir.smart import SmartAuth

log = logging.getLogger(__name__)

PAGE_LIMIT = 100
"""The maximum number of pages of one search; no hospital has more."""
PAGE_BYTES = 16 * 1024 * 1024
MAX_ITEMS = 1_500_000
"""The maximum number of keys and values in a response; 20,000 ordinary encounters, the most that are read, have
1,300,000."""

_REFUSING_SEVERITIES = frozenset({"fatal", "error"})
_TOKEN_REFUSED = frozenset({401})
_BELOW_500 = frozenset(range(200, 500))
"""Every status except server errors."""


class FhirServer:
    """One FHIR R4 base URL. `timeout` is in seconds, for each network operation; `auth` is closed with this."""

    def __init__(
        self,
        base_url: str,
        *,
        timeout: float,
        auth: SmartAuth | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.base_url = without_trailing_slash(base_url)
        self._auth = auth
        self._http = HttpClient(
            timeout=http_timeout(timeout),
            headers={"accept": "application/fhir+json", "accept-encoding": "gzip"},
            auth=auth,
            transport=transport,
            follow_redirects=False,
        )

    async def aclose(self) -> None:
        await self._http.aclose()
        if self._auth is not None:
            await self._auth.aclose()

    async def search(self, resource_type: str, params: Sequence[tuple[str, str]]) -> list[dict[str, Any]]:
        """Every resource that the search finds or includes, on all pages, as JSON objects.

        Raises:
            EhrUnavailable, EhrTimeout
        """
        label = f"a search for {resource_type}"
        url: httpx.URL | None = httpx.URL(f"{self.base_url}/{resource_type}", params=list(params))
        seen: set[httpx.URL] = set()
        results: list[dict[str, Any]] = []
        total: object = None
        while url is not None:
            if url in seen or len(seen) == PAGE_LIMIT:
                raise unusable(label, "its pages do not end")
            seen.add(url)
            bundle = await self._page(url, label)
            results += _resources(bundle, label)
            if len(results) > RESOURCE_LIMIT:
                raise unusable(label, "too many resources")
            total = bundle.total if len(seen) == 1 else total
            url = _next(url, bundle, label)
        _warn_if_incomplete(total, sum(resource.get("resourceType") == resource_type for resource in results), label)
        return results

    async def read(self, resource_type: str, resource_id: str) -> Response:
        """One resource, or any other response with a status below 500.

        Raises:
            EhrUnavailable, EhrTimeout
        """
        url = httpx.URL(f"{self.base_url}/{resource_type}/{resource_id}")
        return await self._request("GET", url, f"a read of {resource_type}", accepted=_BELOW_500)

    async def fhir_version(self) -> str:
        """The version in the server's capability statement, or an empty text. A token is requested for it as well.

        Raises:
            EhrUnavailable, EhrTimeout
        """
        response = await self._request("GET", httpx.URL(f"{self.base_url}/metadata"), "its capability statement")
        try:
            return CapabilityStatement.model_validate_json(response.body).fhir_version
        except ValidationError:
            # The validation error quotes the response, so it must not be chained.
            raise unusable("its capability statement", "the response is none") from None

    async def create(self, resource: Mapping[str, Any], *, unless: str) -> int:
        """Conditional create: `unless` is the search that must find nothing. Returns a status below 500.

        Raises:
            EhrUnavailable, EhrTimeout
        """
        url = httpx.URL(f"{self.base_url}/{resource['resourceType']}")
        return await self._write("POST", url, resource, {"if-none-exist": unless})

    async def update(self, resource: Mapping[str, Any], *, version: str | None) -> int:
        """Returns a status below 500. `version` is the ETag that the resource must still have.

        Raises:
            EhrUnavailable, EhrTimeout
        """
        url = httpx.URL(f"{self.base_url}/{resource['resourceType']}/{resource['id']}")
        return await self._write("PUT", url, resource, {"if-match": version} if version else {})

    async def _write(self, method: str, url: httpx.URL, resource: Mapping[str, Any], headers: dict[str, str]) -> int:
        response = await self._request(
            method,
            url,
            f"a write of {resource['resourceType']}",
            limit=None,
            accepted=_BELOW_500,
            content=orjson.dumps(resource),
            headers={"content-type": "application/fhir+json", "prefer": "return=minimal", **headers},
        )
        return response.status

    async def _request(
        self,
        method: str,
        url: httpx.URL,
        label: str,
        *,
        limit: int | None = PAGE_BYTES,
        accepted: frozenset[int] = frozenset(),
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Response:
        refused = _TOKEN_REFUSED if self._auth is not None else frozenset()
        send = partial(exchange, self._http, method, url, label=label, limit=limit, content=content, headers=headers)
        response = await send(accepted=accepted | refused)
        if response.status in refused:
            # The refused token has been dropped, so this second and last attempt gets a new one.
            response = await send(accepted=accepted)
        if _item_count(response.body) > MAX_ITEMS:
            raise unusable(label, "the response has too many values")
        return response

    async def _page(self, url: httpx.URL, label: str) -> Bundle:
        response = await self._request("GET", url, label)
        if response.media_type and "json" not in response.media_type:
            raise unusable(label, "the response is not JSON")
        try:
            return Bundle.model_validate_json(response.body)
        except ValidationError:
            # The validation error quotes the response, so it must not be chained.
            raise unusable(label, "the response is not a FHIR searchset") from None


def _item_count(body: bytes) -> int:
    """About how many keys and values there are, counted without parsing."""
    return sum(map(body.count, (b",", b":", b"[", b"{")))


def _next(current: httpx.URL, bundle: Bundle, label: str) -> httpx.URL | None:
    """The URL of the next page. A different origin is refused, because it would receive this hospital's credentials."""
    if bundle.next_url is None:
        return None
    try:
        next_url = current.join(bundle.next_url)
    except httpx.InvalidURL:
        raise unusable(label, "its next page's address is invalid") from None
    if _origin(next_url) != _origin(current) or next_url.userinfo != current.userinfo:
        raise unusable(label, "its next page is on another server")
    return next_url


def _origin(url: httpx.URL) -> tuple[str, str, int | None]:
    default = {"http": 80, "https": 443}.get(url.scheme)
    return url.scheme, url.host, url.port or default


def _warn_if_incomplete(total: object, count: int, label: str) -> None:
    """Warn if the server returned fewer results than it counted.

    Totals are unreliable, so the results are used anyway.
    """
    if isinstance(total, int) and total > count:
        log.warning("EHR: %s returned %d of %d", label, count, total)


def _resources(bundle: Bundle, label: str) -> list[dict[str, Any]]:
    resources = [entry.resource for entry in bundle.entry if entry.resource is not None]
    for resource in resources:
        if resource.get("resourceType") == "OperationOutcome":
            _check_outcome(resource, label)
    return resources


def _check_outcome(resource: dict[str, Any], label: str) -> None:
    try:
        outcome = OperationOutcome.model_validate(resource)
    except ValidationError:
        raise unusable(label, "an outcome cannot be read") from None
    if any(issue.severity in _REFUSING_SEVERITIES for issue in outcome.issue):
        raise unusable(label, "the server reports that the search failed")
