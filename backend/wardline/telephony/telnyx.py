"""Sends text messages and places calls through Telnyx's Messaging API and Voice API (Call Control).

https://developers.telnyx.com/api-reference/messages/send-a-message
https://developers.telnyx.com/api-reference/call-commands/dial

Documented: the fields of both requests, `webhook_url` in each, `client_state` in all webhooks about a call, and that a
repeat of a command with the same `command_id` is ignored: for a minute, says the guide to webhooks; always, says the
reference about Dial. So a call is not placed again under the reference of one that failed; order a new one.

Messages have neither `client_state` nor, in their reference, the `Idempotency-Key` of some other requests. So our
reference is in the query of `webhook_url`, which the signed webhooks repeat, and a message whose response was lost is
sent again: for a page, twice is better than never.

Assumed: a repeated Dial command gets the first call's response or an error; both are retried, and webhooks settle the
delivery. `GET /calls/{id}` shows `end_time` only after the call has ended. It does not say whether the call was
answered, so an answer counts only if its webhook arrives. A call that ends with `normal_clearing` or `time_limit` was
answered. Commands to a call that has ended get a 404, or the code 90015 or 90018.
"""

import logging
import uuid
from collections.abc import Mapping
from typing import Annotated, Any, Final, TypeVar
from urllib.parse import quote, urlencode

import httpx
from pydantic import BaseModel, StringConstraints

from wardline.telephony.contract import (
    CALL,
    MAYBE_SENT,
    InvalidPhoneCallback,
    PhoneDelayed,
    PhoneEvent,
    PhoneOutcome,
    PhoneRefused,
    PhoneUnknown,
)
from wardline.telephony.telnyx_callbacks import (
    REFERENCE_PARAM,
    CallId,
    MessageId,
    TelnyxMessage,
    event_of,
    text_outcome,
)
from wardline.telephony.telnyx_errors import CALL_ENDED, REFUSALS, TEMPORARY
from wardline.telnyx.account import TelnyxAccount
from wardline.telnyx.exchange import (
    NoResponse,
    Response,
    TelnyxClient,
    Unanswered,
    client_state,
    e164,
    error_code,
    read,
    status_and_code,
)
from wardline.telnyx.webhooks import InvalidWebhook, check_signature

log = logging.getLogger(__name__)

M = TypeVar("M", bound=BaseModel)

TIMEOUT_SECONDS: Final = 5.0
"""The timeout of each network operation; a whole request may take twice as long."""
RING_SECONDS: Final = 30
"""How long a call rings; most voice mailboxes answer before that."""
CALL_SECONDS: Final = 180
"""After this, Telnyx ends an answered call, even if our server is gone."""
KEY_SECONDS: Final = 10
"""How long the person has for a key after each time that the text is spoken."""
TIMES_SPOKEN: Final = 3
VOICE: Final = "AWS.Polly.Joanna"
_ITEM_REJECTED: Final = frozenset({400, 413, 415, 422})
"""Refusals of the item itself, which a retry would not change; others concern the account or the timing."""
_MAY_BE_ACCEPTED: Final = frozenset({httpx.codes.INTERNAL_SERVER_ERROR, httpx.codes.GATEWAY_TIMEOUT})


class _Call(BaseModel):
    call_control_id: CallId
    end_time: Annotated[str, StringConstraints(max_length=40)] | None = None


class _OneCall(BaseModel):
    data: _Call


class _Message(BaseModel):
    id: MessageId


class _OneMessage(BaseModel):
    data: _Message


class _OneMessageStatus(BaseModel):
    data: TelnyxMessage


class TelnyxPhone:
    """The `PhoneProvider` of a Telnyx account; `timeout` is in seconds, for each network operation."""

    def __init__(self, account: TelnyxAccount, base_url: str, *, timeout: float = TIMEOUT_SECONDS) -> None:
        self._account = account
        self._client = TelnyxClient(account.api_key, base_url, timeout=timeout)

    async def aclose(self) -> None:
        await self._client.aclose()

    async def send_text(self, number: str, text: str, reference: str) -> str:
        message = {
            "from": self._account.sender,
            "to": _e164(number),
            "text": text,
            "webhook_url": f"{self._account.callback_url}?{urlencode({REFERENCE_PARAM: reference})}",
            "use_profile_webhooks": False,
        }
        return (await self._create("/messages", message, _OneMessage)).data.id

    async def place_call(self, number: str, reference: str) -> str:
        call = {
            "connection_id": self._account.connection_id,
            "from": self._account.sender,
            "to": _e164(number),
            "timeout_secs": RING_SECONDS,
            "time_limit_secs": CALL_SECONDS,
            "webhook_url": self._account.callback_url,
            "client_state": client_state(reference),
            "command_id": reference,
        }
        return (await self._create("/calls", call, _OneCall)).data.call_control_id

    async def say(self, call_id: str, text: str, *, then_listen: bool, reference: str) -> None:
        speech: dict[str, Any] = {"payload": text, "voice": VOICE}
        if not then_listen:
            await self._command(call_id, "speak", speech, reference)
            return
        gathering = {
            "minimum_digits": 1,
            "maximum_digits": 1,
            "maximum_tries": TIMES_SPOKEN,
            "timeout_millis": KEY_SECONDS * 1000,
        }
        await self._command(call_id, "gather_using_speak", speech | gathering, reference)

    async def hang_up(self, call_id: str, *, reference: str | None) -> None:
        await self._command(call_id, "hangup", {}, reference)

    async def check_text(self, message_id: str) -> PhoneOutcome | None:
        response = await self._view(f"/messages/{quote(message_id, safe='')}")
        return text_outcome(_read(_OneMessageStatus, response).data)

    async def check_call(self, call_id: str) -> PhoneOutcome | None:
        response = await self._view(f"/calls/{quote(call_id, safe='')}")
        if _read(_OneCall, response).data.end_time is None:
            return None
        return PhoneOutcome(CALL, call_id, delivered=False, refusal="no answer")

    def read_callback(self, headers: Mapping[str, str], body: bytes) -> PhoneEvent | None:
        try:
            check_signature(self._account.public_key, headers, body)
        except InvalidWebhook:
            raise InvalidPhoneCallback from None
        return event_of(body)

    async def _create(self, path: str, item: dict[str, Any], model: type[M]) -> M:
        response = await self._post(path, item)
        if not _is_success(response):
            raise _not_accepted(response)
        try:
            return read(model, response)
        except Unanswered:
            raise _delayed(MAYBE_SENT) from None

    async def _command(self, call_id: str, command: str, options: dict[str, Any], reference: str | None) -> None:
        state = {} if reference is None else {"client_state": client_state(reference)}
        identified = {**options, **state, "command_id": _command_id(command, options)}
        response = await self._post(f"/calls/{quote(call_id, safe='')}/actions/{command}", identified)
        if response.status == httpx.codes.NOT_FOUND or error_code(response) in CALL_ENDED:
            raise PhoneRefused("the call has ended")
        if not _is_success(response):
            raise _not_accepted(response)

    async def _post(self, path: str, content: dict[str, Any]) -> Response:
        try:
            return await self._client.exchange("POST", path, json=content)
        except Unanswered:
            raise _delayed(MAYBE_SENT) from None
        except NoResponse as failure:
            raise _delayed(failure.reason) from None

    async def _view(self, path: str) -> Response:
        try:
            response = await self._client.exchange("GET", path)
        except NoResponse as failure:
            raise _delayed(failure.reason) from None
        if response.status == httpx.codes.NOT_FOUND:
            raise PhoneUnknown("not known to the provider")
        if not _is_success(response):
            raise _delayed(status_and_code(response))
        return response


def _is_success(response: Response) -> bool:
    return httpx.codes.is_success(response.status)


def _not_accepted(response: Response) -> PhoneRefused | PhoneDelayed:
    code = error_code(response)
    if code in REFUSALS:
        return PhoneRefused(REFUSALS[code])
    if response.status in _ITEM_REJECTED and code not in TEMPORARY:
        return PhoneRefused(status_and_code(response))
    return _delayed(MAYBE_SENT if response.status in _MAY_BE_ACCEPTED else status_and_code(response))


def _delayed(reason: str) -> PhoneDelayed:
    log.warning("phone provider: %s", reason)
    return PhoneDelayed(reason)


def _command_id(command: str, options: dict[str, Any]) -> str:
    """The same for a repeat of the same command on a call."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, f"{command} {options.get('payload', '')}"))


def _e164(number: str) -> str:
    formatted = e164(number)
    if formatted is None:
        raise PhoneRefused("invalid phone number")
    return formatted


def _read(model: type[M], response: Response) -> M:
    try:
        return read(model, response)
    except Unanswered as failure:
        raise _delayed(failure.reason) from None
