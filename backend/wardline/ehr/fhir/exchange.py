"""One request to a hospital's server and its whole response, or one of the contract's errors.

No part of a response's content reaches an error message or a log line, only labels, statuses and types of errors.
"""

import asyncio
import logging
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

import httpx

from wardline.core.metrics import EHR_REQUESTS
from wardline.core.outcomes import Outcomes
from wardline.ehr.contract import EhrTimeout, EhrUnavailable

log = logging.getLogger(__name__)

OUTCOMES = Outcomes()
"""Of all requests of this process to the hospital's record."""

_GATEWAY_TIMEOUTS = frozenset({408, 504})

# httpx logs every URL at INFO, and the URL of a search by patient contains the patient's id.
logging.getLogger("httpx").setLevel(logging.WARNING)


@dataclass(frozen=True, slots=True)
class Response:
    """`media_type` is in lower case without parameters, and empty if the server sends none.

    `etag` is the version of the resource, if the server sends it.
    """

    status: int
    media_type: str
    body: bytes = field(repr=False)
    etag: str | None = None


def http_timeout(timeout: float) -> httpx.Timeout:
    """`timeout` seconds for each network operation, half of it to connect, so an unreachable server fails sooner."""
    return httpx.Timeout(timeout, connect=timeout / 2)


async def exchange(
    http: httpx.AsyncClient,
    method: str,
    url: httpx.URL,
    *,
    label: str,
    limit: int | None,
    accepted: frozenset[int] = frozenset(),
    form: dict[str, str] | None = None,
    content: bytes | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Send one request and read at most `limit` bytes of its body, or none of it if that is None.

    `label` names the request in the log. Any status other than 200 and those in `accepted` is an error.

    Raises:
        EhrUnavailable, EhrTimeout
    """
    with _timed(), _own_errors(label):
        async with http.stream(method, url, data=form, content=content, headers=headers) as response:
            if response.status_code != httpx.codes.OK and response.status_code not in accepted:
                raise failure(label, response.status_code)
            media_type = response.headers.get("content-type", "").partition(";")[0].strip().lower()
            body = b"" if limit is None else await _read(response, label, limit)
            return Response(response.status_code, media_type, body, response.headers.get("etag"))


def unusable(label: str, reason: str, *, in_words: str | None = None) -> EhrUnavailable:
    """The error for a response that cannot be used. Logs the reason, which administrators see `in_words`."""
    log.warning("EHR unavailable: %s: %s", label, reason)
    OUTCOMES.failed(f"{label}: {in_words or reason}")
    return EhrUnavailable()


def failure(label: str, status: int, detail: str = "") -> EhrUnavailable | EhrTimeout:
    """The error for a response with this status; `detail` is a fixed text of ours."""
    if status in _GATEWAY_TIMEOUTS:
        return EhrTimeout()
    return unusable(label, f"status {status} {detail}".rstrip())


@contextmanager
def _timed() -> Iterator[None]:
    started_at = time.perf_counter()
    outcome = "answered"
    try:
        yield
    except EhrUnavailable:
        outcome = "unavailable"
        raise
    except (EhrTimeout, asyncio.CancelledError):
        # The caller's own timeout for the whole operation.
        outcome = "timeout"
        OUTCOMES.failed("no response in time")
        raise
    else:
        OUTCOMES.succeeded()
    finally:
        EHR_REQUESTS.labels(outcome).observe(time.perf_counter() - started_at)


@contextmanager
def _own_errors(label: str) -> Iterator[None]:
    """The message of an error may quote the URL or the response, so only its type is logged."""
    try:
        yield
    except httpx.ConnectTimeout as error:
        raise unusable(label, type(error).__name__, in_words="no connection") from None
    except httpx.TimeoutException:
        raise EhrTimeout from None
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise unusable(label, type(error).__name__, in_words="no connection") from None


async def _read(response: httpx.Response, label: str, limit: int) -> bytes:
    body = bytearray()
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) > limit:
            raise unusable(label, "the response is too large")
    return bytes(body)
