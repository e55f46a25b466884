"""Telnyx's webhooks about messages and calls.

https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks
https://developers.telnyx.com/docs/voice/programmable-voice/voice-api-webhooks
"""

import logging
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final
from urllib.parse import parse_qs, urlsplit

from pydantic import BaseModel, Field, StringConstraints, ValidationError

from wardline.telephony.contract import (
    CALL,
    MAX_WORDS,
    TEXT,
    CallAnswered,
    KeyPressed,
    PhoneEvent,
    PhoneOutcome,
    SpeechEnded,
    TextReceived,
)
from wardline.telephony.telnyx_errors import ANSWERED, HANGUP_CAUSES, REFUSALS
from wardline.telnyx.exchange import UNNAMED, in_words, is_reference, reference_in, us_number
from wardline.telnyx.webhooks import event_in

log = logging.getLogger(__name__)

REFERENCE_PARAM: Final = "reference"
UNCONFIRMED: Final = "not confirmed by the carrier"
_FAILED: Final = frozenset({"sending_failed", "delivery_failed", "expired"})
_UNCONFIRMED: Final = "delivery_unconfirmed"
_NOT_GATHERED: Final = ("call_hangup", "cancelled", "cancelled_amd")
_KEYS: Final = frozenset("0123456789*#")

MessageId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9-]{1,64}$")]
CallId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9:_=-]{1,200}$")]


class _Recipient(BaseModel):
    status: str | None = None


class _Sender(BaseModel):
    phone_number: str


class _Error(BaseModel):
    code: Annotated[str, StringConstraints(pattern=r"^[0-9]{1,8}$")]


class TelnyxMessage(BaseModel):
    """The fields of a sent message in responses and webhooks that are used here."""

    id: MessageId
    to: list[_Recipient] = Field(min_length=1)
    errors: list[Any] | None = None
    webhook_url: Any = None


class _ReceivedMessage(BaseModel):
    id: MessageId
    sender: _Sender = Field(alias="from")
    text: str | None = None


class _Call(BaseModel):
    call_control_id: CallId
    client_state: Any = None
    hangup_cause: Any = None
    status: Any = None
    digits: str | None = None


def text_outcome(message: TelnyxMessage) -> PhoneOutcome | None:
    """What became of a message, or None while it is on its way."""
    status, reference = message.to[0].status, _reference_in_url(message.webhook_url)
    if status == "delivered":
        return PhoneOutcome(TEXT, message.id, delivered=True, reference=reference)
    if status in _FAILED:
        return PhoneOutcome(TEXT, message.id, delivered=False, refusal=_refusal_of(message), reference=reference)
    if status == _UNCONFIRMED:
        return PhoneOutcome(TEXT, message.id, delivered=False, refusal=UNCONFIRMED, reference=reference)
    return None


def event_of(body: bytes) -> PhoneEvent | None:
    """The event in a signed body, or None if it is of no interest."""
    try:
        event = event_in(body)
        read = _READERS.get(event.event_type)
        return None if read is None else read(event.payload)
    except ValidationError:
        log.warning("phone provider: a callback cannot be read")
        return None


def _finalized(payload: Any) -> PhoneOutcome | None:
    return text_outcome(TelnyxMessage.model_validate(payload))


def _received(payload: Any) -> TextReceived | None:
    message = _ReceivedMessage.model_validate(payload)
    number = us_number(message.sender.phone_number)
    if number is None:
        return None
    return TextReceived(message.id, number, (message.text or "").strip()[:MAX_WORDS])


def _answered(payload: Any) -> CallAnswered:
    call = _Call.model_validate(payload)
    return CallAnswered(call.call_control_id, reference_in(call.client_state))


def _gathered(payload: Any) -> KeyPressed | None:
    call = _Call.model_validate(payload)
    if call.status in _NOT_GATHERED:
        return None
    digit = (call.digits or "")[:1]
    return KeyPressed(call.call_control_id, reference_in(call.client_state), digit if digit in _KEYS else "")


def _spoken(payload: Any) -> SpeechEnded | None:
    call = _Call.model_validate(payload)
    if call.status == "call_hangup":
        return None
    return SpeechEnded(call.call_control_id, reference_in(call.client_state))


def _hung_up(payload: Any) -> PhoneOutcome | None:
    call = _Call.model_validate(payload)
    if call.hangup_cause in ANSWERED:
        return None
    refusal, reference = in_words(call.hangup_cause, HANGUP_CAUSES), reference_in(call.client_state)
    return PhoneOutcome(CALL, call.call_control_id, delivered=False, refusal=refusal, reference=reference)


_READERS: Final[Mapping[str, Callable[[Any], PhoneEvent | None]]] = {
    "message.finalized": _finalized,
    "message.received": _received,
    "call.answered": _answered,
    "call.gather.ended": _gathered,
    "call.speak.ended": _spoken,
    "call.hangup": _hung_up,
}


def _refusal_of(message: TelnyxMessage) -> str:
    for error in message.errors or []:
        try:
            code = _Error.model_validate(error).code
        except ValidationError:
            continue
        return REFUSALS.get(code, f"code {code}")
    return UNNAMED


def _reference_in_url(url: Any) -> str | None:
    try:
        values = parse_qs(urlsplit(url).query).get(REFERENCE_PARAM, [])
    except (AttributeError, TypeError, ValueError):
        return None
    return values[0] if values and is_reference(values[0]) else None
