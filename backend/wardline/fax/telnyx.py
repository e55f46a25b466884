"""Sends faxes through the Telnyx Programmable Fax API.

https://developers.telnyx.com/api-reference/programmable-fax-commands/send-a-fax

The document is uploaded with the request, so that it is not stored anywhere else. The documentation lists
`client_state` and `webhook_url` only for requests that give the document's URL. They are sent anyway; if Telnyx ignores
them, callbacks go to the fax application's own URL, and a fax whose response was lost cannot be recognized.

Telnyx documents neither an idempotency key for faxes nor a search by `client_state`. So each attempt first looks
through the last day's faxes to the same number. A retry before Telnyx lists the first fax, or more than a day later,
may send the document twice.
"""

import asyncio
import base64
import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Annotated, Any, Final, TypeVar

import httpx
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from pydantic import BaseModel, StringConstraints, ValidationError

from wardline.addresses import without_trailing_slash
from wardline.core import clock
from wardline.core.forms.fields import PHONE_PATTERN
from wardline.core.http.client import HttpClient
from wardline.fax.contract import FaxDelayed, FaxOutcome, FaxRefused, FaxUnanswered, FaxUnknown
from wardline.fax.telnyx_callbacks import TelnyxFax, check_signature, outcome_in, reference_in, refusal_of

log = logging.getLogger(__name__)

M = TypeVar("M", bound=BaseModel)

TIMEOUT_SECONDS: Final = 30.0
"""The timeout of each network operation; a whole request may take twice as long."""
MAX_RESPONSE_BYTES: Final = 2 * 1024 * 1024
MAX_DOCUMENT_BYTES: Final = 20_000_000
"""Telnyx's limit."""
LOOK_BACK: Final = timedelta(days=1)
PAGE_SIZE: Final = 100
MAX_PAGES: Final = 10
"""The maximum number of pages of faxes to one number within a day."""

_FAX_REJECTED: Final = frozenset({400, 413, 415, 422})
"""Refusals of the fax itself, which a retry would not change; others concern the account, the URL or the timing."""

_MAY_BE_ACCEPTED: Final = frozenset({httpx.codes.INTERNAL_SERVER_ERROR, httpx.codes.GATEWAY_TIMEOUT})

# httpx logs every URL at INFO, and the URL of a search for faxes contains the number.
logging.getLogger("httpx").setLevel(logging.WARNING)


@dataclass(frozen=True, slots=True)
class TelnyxAccount:
    """`sender` is in E.164 format; `callback_url` receives the status callbacks."""

    api_key: str = field(repr=False)
    connection_id: str
    sender: str
    public_key: Ed25519PublicKey
    callback_url: str


@dataclass(frozen=True, slots=True)
class _Response:
    status: int
    body: bytes = field(repr=False)


class _One(BaseModel):
    data: TelnyxFax


class _Meta(BaseModel):
    total_pages: int = 1


class _Many(BaseModel):
    data: list[TelnyxFax]
    meta: _Meta = _Meta()


class _Error(BaseModel):
    code: Annotated[str, StringConstraints(pattern=r"^[0-9]{1,8}$")]


class _Errors(BaseModel):
    errors: list[_Error]


class Telnyx:
    """The `FaxProvider` of a Telnyx account; `timeout` is in seconds, for each network operation."""

    def __init__(self, account: TelnyxAccount, base_url: str, *, timeout: float = TIMEOUT_SECONDS) -> None:
        self._account = account
        self._base_url = without_trailing_slash(base_url)
        self._whole_call = 2 * timeout
        self._http = HttpClient(
            timeout=httpx.Timeout(timeout, connect=timeout / 2),
            headers={"accept": "application/json", "authorization": f"Bearer {account.api_key}"},
            follow_redirects=False,
        )

    async def aclose(self) -> None:
        await self._http.aclose()

    async def send(self, number: str, pdf: bytes, reference: str) -> str:
        if len(pdf) > MAX_DOCUMENT_BYTES:
            raise FaxRefused("too large")
        to = _e164(number)
        existing_id = await self.find(number, reference)
        if existing_id is not None:
            return existing_id
        response = await self._exchange(
            "POST",
            "/faxes",
            data={
                "connection_id": self._account.connection_id,
                "from": self._account.sender,
                "to": to,
                "quality": "high",
                "monochrome": "true",
                "store_media": "false",
                "client_state": base64.b64encode(reference.encode()).decode(),
                "webhook_url": self._account.callback_url,
            },
            # Without a file name Telnyx treats the document as text and refuses it.
            files={"contents": (f"{reference}.pdf", pdf, "application/pdf")},
        )
        if response.status in _FAX_REJECTED:
            raise FaxRefused(_code_of(response))
        if response.status in _MAY_BE_ACCEPTED:
            raise _logged(FaxUnanswered(_code_of(response)))
        if response.status not in {httpx.codes.OK, httpx.codes.ACCEPTED}:
            raise _delayed(_code_of(response))
        try:
            return _read(_One, response).data.id
        except FaxDelayed as error:
            raise FaxUnanswered(error.reason) from None

    async def check_status(self, fax_id: str) -> FaxOutcome | None:
        response = await self._exchange("GET", f"/faxes/{fax_id}")
        if response.status == httpx.codes.NOT_FOUND:
            raise FaxUnknown("not known to the provider")
        if response.status != httpx.codes.OK:
            raise _delayed(_code_of(response))
        fax = _read(_One, response).data
        if fax.status == "delivered":
            return FaxOutcome(fax_id, delivered=True)
        if fax.status == "failed":
            return FaxOutcome(fax_id, delivered=False, refusal=refusal_of(fax.failure_reason))
        return None

    def read_callback(self, headers: Mapping[str, str], body: bytes) -> FaxOutcome | None:
        check_signature(self._account.public_key, headers, body)
        return outcome_in(body)

    async def find(self, number: str, reference: str) -> str | None:
        query = {
            "filter[direction][eq]": "outbound",
            "filter[to][eq]": _e164(number),
            "filter[created_at][gte]": f"{clock.now() - LOOK_BACK:%Y-%m-%dT%H:%M:%SZ}",
            "page[size]": str(PAGE_SIZE),
        }
        for page in range(1, MAX_PAGES + 1):
            response = await self._exchange("GET", "/faxes", params={**query, "page[number]": str(page)})
            if response.status != httpx.codes.OK:
                raise _delayed(_code_of(response))
            page_of_faxes = _read(_Many, response)
            for fax in page_of_faxes.data:
                if fax.status != "failed" and reference_in(fax.client_state) == reference:
                    return fax.id
            if page >= page_of_faxes.meta.total_pages:
                return None
        raise _delayed("too many faxes")

    async def _exchange(self, method: str, path: str, **options: Any) -> _Response:
        """One request and its whole response. Errors may quote the URL or the response, so their text is not logged."""
        unanswered = FaxUnanswered if method == "POST" else FaxDelayed
        try:
            async with (
                asyncio.timeout(self._whole_call),
                self._http.stream(method, f"{self._base_url}{path}", **options) as response,
            ):
                body = bytearray()
                async for chunk in response.aiter_bytes():
                    body += chunk
                    if len(body) > MAX_RESPONSE_BYTES:
                        raise _logged(unanswered("unreadable response"))
                return _Response(response.status_code, bytes(body))
        except (httpx.ConnectTimeout, httpx.ConnectError, httpx.InvalidURL):
            raise _delayed("no connection") from None
        except (TimeoutError, httpx.HTTPError) as error:
            timed_out = isinstance(error, TimeoutError | httpx.TimeoutException)
            raise _logged(unanswered("no response" if timed_out else "no connection")) from None


def _delayed(reason: str) -> FaxDelayed:
    return _logged(FaxDelayed(reason))


def _logged(delay: FaxDelayed) -> FaxDelayed:
    log.warning("fax provider: %s", delay.reason)
    return delay


def _e164(number: str) -> str:
    if re.fullmatch(PHONE_PATTERN, number) is None:
        raise FaxRefused("invalid fax number")
    return "+1" + re.sub(r"\D", "", number)


def _code_of(response: _Response) -> str:
    """The status, and the code of the first error from Telnyx."""
    try:
        errors = _Errors.model_validate_json(response.body).errors
    except ValidationError:
        errors = []
    return " ".join([f"status {response.status}", *(f"code {error.code}" for error in errors[:1])])


def _read(model: type[M], response: _Response) -> M:
    try:
        return model.model_validate_json(response.body)
    except ValidationError:
        # The validation error quotes the response, so it must not be chained.
        raise _delayed("unreadable response") from None
