"""Sends faxes through the Telnyx Programmable Fax API.

https://developers.telnyx.com/api-reference/programmable-fax-commands/send-a-fax

The document is uploaded with the request, so that it is not stored anywhere else. The documentation lists
`client_state` and `webhook_url` only for requests that give the document's URL. They are sent anyway; if Telnyx ignores
them, callbacks go to the fax application's own URL, and a fax whose response was lost cannot be recognized.

Telnyx documents neither an idempotency key for faxes nor a search by `client_state`. So each attempt first looks
through the last day's faxes to the same number. A retry before Telnyx lists the first fax, or more than a day later,
may send the document twice.
"""

import logging
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final, TypeVar

import httpx
from pydantic import BaseModel

from wardline.core import clock
from wardline.fax.contract import FaxDelayed, FaxOutcome, FaxRefused, FaxUnanswered, FaxUnknown, InvalidFaxCallback
from wardline.fax.telnyx_callbacks import TelnyxFax, outcome_in, refusal_of
from wardline.telnyx import exchange
from wardline.telnyx.account import TelnyxAccount
from wardline.telnyx.exchange import NoResponse, Response, TelnyxClient, Unanswered, reference_in, status_and_code
from wardline.telnyx.webhooks import InvalidWebhook, check_signature

log = logging.getLogger(__name__)

M = TypeVar("M", bound=BaseModel)

TIMEOUT_SECONDS: Final = 30.0
"""The timeout of each network operation; a whole request may take twice as long."""
MAX_DOCUMENT_BYTES: Final = 20_000_000
"""Telnyx's limit."""
LOOK_BACK: Final = timedelta(days=1)
PAGE_SIZE: Final = 100
MAX_PAGES: Final = 10
"""The maximum number of pages of faxes to one number within a day."""

_FAX_REJECTED: Final = frozenset({400, 413, 415, 422})
"""Refusals of the fax itself, which a retry would not change; others concern the account, the URL or the timing."""

_MAY_BE_ACCEPTED: Final = frozenset({httpx.codes.INTERNAL_SERVER_ERROR, httpx.codes.GATEWAY_TIMEOUT})


class _One(BaseModel):
    data: TelnyxFax


class _Meta(BaseModel):
    total_pages: int = 1


class _Many(BaseModel):
    data: list[TelnyxFax]
    meta: _Meta = _Meta()


class Telnyx:
    """The `FaxProvider` of a Telnyx account; `timeout` is in seconds, for each network operation."""

    def __init__(self, account: TelnyxAccount, base_url: str, *, timeout: float = TIMEOUT_SECONDS) -> None:
        self._account = account
        self._client = TelnyxClient(account.api_key, base_url, timeout=timeout)

    async def aclose(self) -> None:
        await self._client.aclose()

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
                "client_state": exchange.client_state(reference),
                "webhook_url": self._account.callback_url,
            },
            # Without a file name Telnyx treats the document as text and refuses it.
            files={"contents": (f"{reference}.pdf", pdf, "application/pdf")},
        )
        if response.status in _FAX_REJECTED:
            raise FaxRefused(status_and_code(response))
        if response.status in _MAY_BE_ACCEPTED:
            raise _logged(FaxUnanswered(status_and_code(response)))
        if response.status not in {httpx.codes.OK, httpx.codes.ACCEPTED}:
            raise _delayed(status_and_code(response))
        try:
            return _read(_One, response).data.id
        except FaxDelayed as error:
            raise FaxUnanswered(error.reason) from None

    async def check_status(self, fax_id: str) -> FaxOutcome | None:
        response = await self._exchange("GET", f"/faxes/{fax_id}")
        if response.status == httpx.codes.NOT_FOUND:
            raise FaxUnknown("not known to the provider")
        if response.status != httpx.codes.OK:
            raise _delayed(status_and_code(response))
        fax = _read(_One, response).data
        if fax.status == "delivered":
            return FaxOutcome(fax_id, delivered=True)
        if fax.status == "failed":
            return FaxOutcome(fax_id, delivered=False, refusal=refusal_of(fax.failure_reason))
        return None

    def read_callback(self, headers: Mapping[str, str], body: bytes) -> FaxOutcome | None:
        try:
            check_signature(self._account.public_key, headers, body)
        except InvalidWebhook:
            raise InvalidFaxCallback from None
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
                raise _delayed(status_and_code(response))
            page_of_faxes = _read(_Many, response)
            for fax in page_of_faxes.data:
                if fax.status != "failed" and reference_in(fax.client_state) == reference:
                    return fax.id
            if page >= page_of_faxes.meta.total_pages:
                return None
        raise _delayed("too many faxes")

    async def _exchange(self, method: str, path: str, **options: Any) -> Response:
        try:
            return await self._client.exchange(method, path, **options)
        except NoResponse as failure:
            may_be_accepted = method == "POST" and isinstance(failure, Unanswered)
            raise _logged((FaxUnanswered if may_be_accepted else FaxDelayed)(failure.reason)) from None


def _delayed(reason: str) -> FaxDelayed:
    return _logged(FaxDelayed(reason))


def _logged(delay: FaxDelayed) -> FaxDelayed:
    log.warning("fax provider: %s", delay.reason)
    return delay


def _e164(number: str) -> str:
    formatted = exchange.e164(number)
    if formatted is None:
        raise FaxRefused("invalid fax number")
    return formatted


def _read(model: type[M], response: Response) -> M:
    try:
        return exchange.read(model, response)
    except Unanswered as failure:
        raise _delayed(failure.reason) from None
