"""Searches on one FHIR R4 server over HTTP, distrustful of what comes back.

Nothing of an answer's content reaches an error text or a log line: only statuses, FHIR's issue codes and counts.
"""

import logging
from collections.abc import Sequence
from typing import Any

import httpx
from pydantic import ValidationError

from wardline.ehr.contract import EhrTimeout, EhrUnavailable
from wardline.ehr.fhir.models import Bundle, OperationOutcome

log = logging.getLogger(__name__)

PAGE_LIMIT = 100
"""Pages of one search; a server that offers more is not telling the truth about a hospital."""
PAGE_BYTES = 16 * 1024 * 1024
RESOURCE_LIMIT = 20_000
"""Resources of one search, all pages together."""

_GATEWAY_TIMEOUTS = frozenset({408, 504})
_REFUSING_SEVERITIES = frozenset({"fatal", "error"})

# httpx writes every request's address at INFO, and a search by patient carries the patient's id there.
logging.getLogger("httpx").setLevel(logging.WARNING)


class FhirServer:
    """One FHIR R4 base address. `timeout` is in seconds, for each wait on the network."""

    def __init__(
        self,
        base_url: str,
        *,
        timeout: float,
        auth: httpx.Auth | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.base_url = base_url.rstrip("/")
        self._http = httpx.AsyncClient(
            # A server that cannot be reached is told apart from a slow one, so connecting gives up before the rest.
            timeout=httpx.Timeout(timeout, connect=timeout / 2),
            headers={"accept": "application/fhir+json", "accept-encoding": "gzip"},
            auth=auth,
            transport=transport,
            follow_redirects=False,
        )

    async def aclose(self) -> None:
        await self._http.aclose()

    async def search(self, resource_type: str, params: Sequence[tuple[str, str]]) -> list[dict[str, Any]]:
        """Every resource that the search finds or includes, over all pages, as plain JSON objects.

        Raises `EhrUnavailable` or `EhrTimeout`.
        """
        url: httpx.URL | None = httpx.URL(f"{self.base_url}/{resource_type}", params=list(params))
        seen: set[httpx.URL] = set()
        found: list[dict[str, Any]] = []
        while url is not None:
            if url in seen or len(seen) == PAGE_LIMIT:
                raise _unusable("its pages do not end")
            seen.add(url)
            bundle = await self._page(url)
            found += _resources(bundle)
            if len(found) > RESOURCE_LIMIT:
                raise _unusable("too many resources")
            url = self._next(url, bundle)
        return found

    def _next(self, current: httpx.URL, bundle: Bundle) -> httpx.URL | None:
        """The next page's address. Another origin is refused: it would be sent this hospital's credentials."""
        if bundle.next_url is None:
            return None
        try:
            following = current.join(bundle.next_url)
        except httpx.InvalidURL:
            raise _unusable("its next page has no valid address") from None
        if _origin(following) != _origin(current) or following.userinfo != current.userinfo:
            raise _unusable("its next page is on another server")
        return following

    async def _page(self, url: httpx.URL) -> Bundle:
        try:
            async with self._http.stream("GET", url) as response:
                _check_status(response.status_code)
                body = await _read(response)
        except httpx.ConnectTimeout as error:
            raise _unusable("no connection in time") from error
        except httpx.TimeoutException as error:
            raise EhrTimeout from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise _unusable(type(error).__name__) from error
        try:
            return Bundle.model_validate_json(body)
        except ValidationError:
            # The finding quotes the answer, so it must not travel along with the error.
            raise _unusable("the answer is no FHIR searchset") from None


def _unusable(reason: str) -> EhrUnavailable:
    log.warning("EHR unavailable: %s", reason)
    return EhrUnavailable()


def _origin(url: httpx.URL) -> tuple[str, str, int | None]:
    default = {"http": 80, "https": 443}.get(url.scheme)
    return url.scheme, url.host, url.port or default


def _check_status(status: int) -> None:
    if status in _GATEWAY_TIMEOUTS:
        raise EhrTimeout
    if status != httpx.codes.OK:
        raise _unusable(f"status {status}")


async def _read(response: httpx.Response) -> bytes:
    body = bytearray()
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) > PAGE_BYTES:
            raise _unusable("a page is too large")
    return bytes(body)


def _resources(bundle: Bundle) -> list[dict[str, Any]]:
    resources = [entry.resource for entry in bundle.entry if entry.resource is not None]
    for resource in resources:
        if resource.get("resourceType") == "OperationOutcome":
            _check_outcome(resource)
    return resources


def _check_outcome(resource: dict[str, Any]) -> None:
    try:
        outcome = OperationOutcome.model_validate(resource)
    except ValidationError:
        raise _unusable("an outcome that cannot be read") from None
    if any(issue.severity in _REFUSING_SEVERITIES for issue in outcome.issue):
        raise _unusable("the server reports that the search failed")
