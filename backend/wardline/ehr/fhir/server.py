"""Searches, reads and writes on one FHIR R4 server over HTTP, distrustful of what comes back."""

import logging
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import httpx
import orjson
from pydantic import ValidationError

from wardline.addresses import without_trailing_slash
from wardline.core.http.client import HttpClient
from wardline.ehr.fhir.exchange import Answer, exchange, patience, unusable
from wardline.ehr.fhir.models import RESOURCE_LIMIT, Bundle, OperationOutcome
from wardline.ehr.fhir.smart import SmartAuth

log = logging.getLogger(__name__)

PAGE_LIMIT = 100
"""Pages of one search; a server that offers more is not telling the truth about a hospital."""
PAGE_BYTES = 16 * 1024 * 1024
MOST_PARTS = 1_500_000
"""Keys and values of one answer; 20,000 ordinary encounters, all that are ever read, have 1,300,000."""

_REFUSING_SEVERITIES = frozenset({"fatal", "error"})
_TOKEN_REFUSED = frozenset({401})
_ANSWERED = frozenset(range(200, 500))
"""Every status but those of a server that has failed."""


class FhirServer:
    """One FHIR R4 base address. `timeout` is in seconds, for each wait on the network; `auth` is closed with this."""

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
            timeout=patience(timeout),
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
        """Every resource that the search finds or includes, over all pages, as plain JSON objects.

        Raises `EhrUnavailable` or `EhrTimeout`.
        """
        asked = f"a search for {resource_type}"
        url: httpx.URL | None = httpx.URL(f"{self.base_url}/{resource_type}", params=list(params))
        seen: set[httpx.URL] = set()
        found: list[dict[str, Any]] = []
        total: object = None
        while url is not None:
            if url in seen or len(seen) == PAGE_LIMIT:
                raise unusable(asked, "its pages do not end")
            seen.add(url)
            bundle = await self._page(url, asked)
            found += _resources(bundle, asked)
            if len(found) > RESOURCE_LIMIT:
                raise unusable(asked, "too many resources")
            total = bundle.total if len(seen) == 1 else total
            url = _next(url, bundle, asked)
        _compare(total, sum(resource.get("resourceType") == resource_type for resource in found), asked)
        return found

    async def read(self, resource_type: str, resource_id: str) -> Answer:
        """One resource, or whatever else the server answers below status 500.

        Raises `EhrUnavailable` or `EhrTimeout`.
        """
        url = httpx.URL(f"{self.base_url}/{resource_type}/{resource_id}")
        return await self._ask("GET", url, f"a reading of {resource_type}", also=_ANSWERED)

    async def create(self, resource: Mapping[str, Any], *, unless: str) -> int:
        """The status of the answer, below 500. `unless` is the search that must find nothing (conditional create).

        Raises `EhrUnavailable` or `EhrTimeout`.
        """
        url = httpx.URL(f"{self.base_url}/{resource['resourceType']}")
        return await self._write("POST", url, resource, {"if-none-exist": unless})

    async def update(self, resource: Mapping[str, Any], *, version: str | None) -> int:
        """The status of the answer, below 500. `version` is the ETag that the resource must still have.

        Raises `EhrUnavailable` or `EhrTimeout`.
        """
        url = httpx.URL(f"{self.base_url}/{resource['resourceType']}/{resource['id']}")
        return await self._write("PUT", url, resource, {"if-match": version} if version else {})

    async def _write(self, method: str, url: httpx.URL, resource: Mapping[str, Any], headers: dict[str, str]) -> int:
        answer = await self._ask(
            method,
            url,
            f"a writing of {resource['resourceType']}",
            limit=None,
            also=_ANSWERED,
            content=orjson.dumps(resource),
            headers={"content-type": "application/fhir+json", "prefer": "return=minimal", **headers},
        )
        return answer.status

    async def _ask(
        self,
        method: str,
        url: httpx.URL,
        asked: str,
        *,
        limit: int | None = PAGE_BYTES,
        also: frozenset[int] = frozenset(),
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        refused = _TOKEN_REFUSED if self._auth is not None else frozenset()
        asking = partial(exchange, self._http, method, url, asked=asked, limit=limit, content=content, headers=headers)
        answer = await asking(also=also | refused)
        if answer.status in refused:
            # The token that was refused is forgotten by now, so this asks with a fresh one, and for the last time.
            answer = await asking(also=also)
        if _parts(answer.body) > MOST_PARTS:
            raise unusable(asked, "the answer holds too much")
        return answer

    async def _page(self, url: httpx.URL, asked: str) -> Bundle:
        answer = await self._ask("GET", url, asked)
        if answer.media_type and "json" not in answer.media_type:
            raise unusable(asked, "the answer is no JSON")
        try:
            return Bundle.model_validate_json(answer.body)
        except ValidationError:
            # The finding quotes the answer, so it must not travel along with the error.
            raise unusable(asked, "the answer is no FHIR searchset") from None


def _parts(body: bytes) -> int:
    """About how many keys and values there are, found without making anything of them."""
    return sum(map(body.count, (b",", b":", b"[", b"{")))


def _next(current: httpx.URL, bundle: Bundle, asked: str) -> httpx.URL | None:
    """The next page's address. Another origin is refused: it would be sent this hospital's credentials."""
    if bundle.next_url is None:
        return None
    try:
        following = current.join(bundle.next_url)
    except httpx.InvalidURL:
        raise unusable(asked, "its next page has no valid address") from None
    if _origin(following) != _origin(current) or following.userinfo != current.userinfo:
        raise unusable(asked, "its next page is on another server")
    return following


def _origin(url: httpx.URL) -> tuple[str, str, int | None]:
    default = {"http": 80, "https": 443}.get(url.scheme)
    return url.scheme, url.host, url.port or default


def _compare(total: object, read: int, asked: str) -> None:
    """Warn when a server keeps something back. Totals are not to be relied upon, so what was read is used as it is."""
    if isinstance(total, int) and total > read:
        log.warning("EHR: %s gave %d of %d", asked, read, total)


def _resources(bundle: Bundle, asked: str) -> list[dict[str, Any]]:
    resources = [entry.resource for entry in bundle.entry if entry.resource is not None]
    for resource in resources:
        if resource.get("resourceType") == "OperationOutcome":
            _check_outcome(resource, asked)
    return resources


def _check_outcome(resource: dict[str, Any], asked: str) -> None:
    try:
        outcome = OperationOutcome.model_validate(resource)
    except ValidationError:
        raise unusable(asked, "an outcome that cannot be read") from None
    if any(issue.severity in _REFUSING_SEVERITIES for issue in outcome.issue):
        raise unusable(asked, "the server reports that the search failed")
