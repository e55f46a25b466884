"""One request to a hospital's server and its whole answer, or one of the contract's errors.

Nothing of an answer's content reaches an error text or a log line: only what was asked, statuses and kinds of errors.
"""

import asyncio
import logging
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

import httpx

from wardline.core.metrics import EHR_REQUESTS
from wardline.ehr.contract import EhrTimeout, EhrUnavailable

log = logging.getLogger(__name__)

_GATEWAY_TIMEOUTS = frozenset({408, 504})

# httpx writes every request's address at INFO, and a search by patient carries the patient's id there.
logging.getLogger("httpx").setLevel(logging.WARNING)


@dataclass(frozen=True, slots=True)
class Answer:
    """`media_type` is what the server calls the body, in lower case without parameters; empty when it does not say.

    `etag` is the version of what was read, where the server tells it.
    """

    status: int
    media_type: str
    body: bytes = field(repr=False)
    etag: str | None = None


def patience(timeout: float) -> httpx.Timeout:
    """Seconds for each wait on the network. A server that cannot be reached is told apart from a slow one by time."""
    return httpx.Timeout(timeout, connect=timeout / 2)


async def exchange(
    http: httpx.AsyncClient,
    method: str,
    url: httpx.URL,
    *,
    asked: str,
    limit: int | None,
    also: frozenset[int] = frozenset(),
    form: dict[str, str] | None = None,
    content: bytes | None = None,
    headers: Mapping[str, str] | None = None,
) -> Answer:
    """Send one request and read at most `limit` bytes of its answer; nothing of it where that is None.

    `asked` names the request in the log. Any other status than 200 and those in `also` is an error.

    Raises `EhrUnavailable` or `EhrTimeout`.
    """
    with _timed(), _in_our_words(asked):
        async with http.stream(method, url, data=form, content=content, headers=headers) as response:
            if response.status_code != httpx.codes.OK and response.status_code not in also:
                raise failure(asked, response.status_code)
            media_type = response.headers.get("content-type", "").partition(";")[0].strip().lower()
            body = b"" if limit is None else await _read(response, asked, limit)
            return Answer(response.status_code, media_type, body, response.headers.get("etag"))


def unusable(asked: str, reason: str) -> EhrUnavailable:
    """The error for something that cannot be used, with its reason written to the log."""
    log.warning("EHR unavailable: %s: %s", asked, reason)
    return EhrUnavailable()


def failure(asked: str, status: int, detail: str = "") -> EhrUnavailable | EhrTimeout:
    """The error for an answer with this status; `detail` is one of our own words."""
    if status in _GATEWAY_TIMEOUTS:
        return EhrTimeout()
    return unusable(asked, f"status {status} {detail}".rstrip())


@contextmanager
def _timed() -> Iterator[None]:
    began = time.perf_counter()
    outcome = "answered"
    try:
        yield
    except EhrUnavailable:
        outcome = "unavailable"
        raise
    except (EhrTimeout, asyncio.CancelledError):
        # Whoever waited for a whole reading has given up by its time limit.
        outcome = "timeout"
        raise
    finally:
        EHR_REQUESTS.labels(outcome).observe(time.perf_counter() - began)


@contextmanager
def _in_our_words(asked: str) -> Iterator[None]:
    """The text of an error may quote the address or the answer, so only its kind is told."""
    try:
        yield
    except httpx.ConnectTimeout as error:
        raise unusable(asked, type(error).__name__) from None
    except httpx.TimeoutException:
        raise EhrTimeout from None
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise unusable(asked, type(error).__name__) from None


async def _read(response: httpx.Response, asked: str, limit: int) -> bytes:
    body = bytearray()
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) > limit:
            raise unusable(asked, "the answer is too large")
    return bytes(body)
