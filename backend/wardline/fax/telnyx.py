"""Faxes by the Telnyx Programmable Fax API.

https://developers.telnyx.com/api-reference/programmable-fax-commands/send-a-fax

The document goes along with the call, so that it lies nowhere else. The published form of such a call names neither
`client_state` nor `webhook_url`, which the form that names a document by its address has. They are sent all the same;
where Telnyx passes over them, reports go to the address that the fax application names, and a fax whose answer was
lost is not known again.

Telnyx documents no idempotency key for faxes, and no search by `client_state`. So each sending first looks through the
faxes of the last day to the same number. A retry that comes while Telnyx does not list the first one yet, or more than
a day later, may send a second one to the same number.
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
from wardline.fax.contract import FaxDelayed, FaxRefused, FaxReport, FaxUnanswered, FaxUnknown
from wardline.fax.telnyx_reports import TelnyxFax, check_signature, reference_in, refusal_of, report_in

log = logging.getLogger(__name__)

M = TypeVar("M", bound=BaseModel)

TIMEOUT_SECONDS: Final = 30.0
"""For each wait on the network; a call as a whole may take twice as long."""
ANSWER_BYTES: Final = 2 * 1024 * 1024
DOCUMENT_BYTES: Final = 20_000_000
"""What Telnyx takes at most."""
LOOK_BACK: Final = timedelta(days=1)
PAGE_SIZE: Final = 100
PAGE_LIMIT: Final = 10
"""Faxes of one day to one number, in pages."""

_ABOUT_THE_FAX: Final = frozenset({400, 413, 415, 422})
"""Refusals that will be the same next time; all others are about the account, the address or the moment."""

_PERHAPS_TAKEN: Final = frozenset({httpx.codes.INTERNAL_SERVER_ERROR, httpx.codes.GATEWAY_TIMEOUT})

# httpx writes every request's address at INFO, and a search for faxes carries a number there.
logging.getLogger("httpx").setLevel(logging.WARNING)


@dataclass(frozen=True, slots=True)
class TelnyxAccount:
    """`sender` in E.164; `reports_url` is where Telnyx is to report."""

    api_key: str = field(repr=False)
    connection_id: str
    sender: str
    public_key: Ed25519PublicKey
    reports_url: str


@dataclass(frozen=True, slots=True)
class _Answer:
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
    """The `FaxProvider` of an account; `timeout` in seconds, for each wait on the network."""

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
        if len(pdf) > DOCUMENT_BYTES:
            raise FaxRefused("too large")
        to = _e164(number)
        known = await self.find(number, reference)
        if known is not None:
            return known
        answer = await self._exchange(
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
                "webhook_url": self._account.reports_url,
            },
            # Without a file name Telnyx takes the document for text, and refuses it.
            files={"contents": (f"{reference}.pdf", pdf, "application/pdf")},
        )
        if answer.status in _ABOUT_THE_FAX:
            raise FaxRefused(_code_of(answer))
        if answer.status in _PERHAPS_TAKEN:
            raise _told(FaxUnanswered(_code_of(answer)))
        if answer.status not in {httpx.codes.OK, httpx.codes.ACCEPTED}:
            raise _delayed(_code_of(answer))
        try:
            return _read(_One, answer).data.id
        except FaxDelayed as unreadable:
            raise FaxUnanswered(unreadable.reason) from None

    async def ask(self, fax_id: str) -> FaxReport | None:
        answer = await self._exchange("GET", f"/faxes/{fax_id}")
        if answer.status == httpx.codes.NOT_FOUND:
            raise FaxUnknown("not known to the provider")
        if answer.status != httpx.codes.OK:
            raise _delayed(_code_of(answer))
        fax = _read(_One, answer).data
        if fax.status == "delivered":
            return FaxReport(fax_id, delivered=True)
        if fax.status == "failed":
            return FaxReport(fax_id, delivered=False, refusal=refusal_of(fax.failure_reason))
        return None

    def read_report(self, headers: Mapping[str, str], body: bytes) -> FaxReport | None:
        check_signature(self._account.public_key, headers, body)
        return report_in(body)

    async def find(self, number: str, reference: str) -> str | None:
        query = {
            "filter[direction][eq]": "outbound",
            "filter[to][eq]": _e164(number),
            "filter[created_at][gte]": f"{clock.now() - LOOK_BACK:%Y-%m-%dT%H:%M:%SZ}",
            "page[size]": str(PAGE_SIZE),
        }
        for page in range(1, PAGE_LIMIT + 1):
            answer = await self._exchange("GET", "/faxes", params={**query, "page[number]": str(page)})
            if answer.status != httpx.codes.OK:
                raise _delayed(_code_of(answer))
            found = _read(_Many, answer)
            for fax in found.data:
                if fax.status != "failed" and reference_in(fax.client_state) == reference:
                    return fax.id
            if page >= found.meta.total_pages:
                return None
        raise _delayed("too many faxes")

    async def _exchange(self, method: str, path: str, **sent: Any) -> _Answer:
        """One request and its whole answer. Texts of failures may quote the address or the answer; none is told."""
        lost = FaxUnanswered if method == "POST" else FaxDelayed
        try:
            async with (
                asyncio.timeout(self._whole_call),
                self._http.stream(method, f"{self._base_url}{path}", **sent) as response,
            ):
                body = bytearray()
                async for chunk in response.aiter_bytes():
                    body += chunk
                    if len(body) > ANSWER_BYTES:
                        raise _told(lost("unreadable answer"))
                return _Answer(response.status_code, bytes(body))
        except (httpx.ConnectTimeout, httpx.ConnectError, httpx.InvalidURL):
            raise _delayed("no connection") from None
        except (TimeoutError, httpx.HTTPError) as error:
            timed_out = isinstance(error, TimeoutError | httpx.TimeoutException)
            raise _told(lost("no answer" if timed_out else "no connection")) from None


def _delayed(reason: str) -> FaxDelayed:
    return _told(FaxDelayed(reason))


def _told(delay: FaxDelayed) -> FaxDelayed:
    log.warning("fax provider: %s", delay.reason)
    return delay


def _e164(number: str) -> str:
    if re.fullmatch(PHONE_PATTERN, number) is None:
        raise FaxRefused("not a number")
    return "+1" + re.sub(r"\D", "", number)


def _code_of(answer: _Answer) -> str:
    """The status, and the number that Telnyx gives the first of its errors."""
    try:
        errors = _Errors.model_validate_json(answer.body).errors
    except ValidationError:
        errors = []
    return " ".join([f"status {answer.status}", *(f"code {error.code}" for error in errors[:1])])


def _read(model: type[M], answer: _Answer) -> M:
    try:
        return model.model_validate_json(answer.body)
    except ValidationError:
        # The finding quotes the answer, so it must not travel along with the error.
        raise _delayed("unreadable answer") from None
