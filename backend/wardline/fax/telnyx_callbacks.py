"""Telnyx's status callbacks about faxes, and their signatures.

https://developers.telnyx.com/docs/programmable-fax/receiving-webhooks
"""

import base64
import binascii
import logging
import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Annotated, Any, Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from pydantic import BaseModel, StringConstraints, ValidationError

from wardline.core import clock
from wardline.fax.contract import FaxOutcome, InvalidFaxCallback

log = logging.getLogger(__name__)

TOLERANCE: Final = timedelta(minutes=5)
"""How old a callback may be, or how far the provider's clock may be ahead; a replay within that time changes
nothing."""
UNNAMED: Final = "failed"
"""The reason for a failure if the provider did not send a code."""
_REASONS: Final = {"user_busy": "line busy"}
"""For codes whose own words would puzzle a reader."""
_MAX_TIMESTAMP_LENGTH: Final = 12
_REFERENCE: Final = re.compile(r"[A-Z0-9]{20}")

FaxId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9-]{1,64}$")]
_Code = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,59}$")]


class TelnyxFax(BaseModel):
    """The fields of a fax in responses and callbacks that are used here."""

    id: FaxId
    status: str | None = None
    client_state: Any = None
    failure_reason: Any = None


class _Payload(BaseModel):
    fax_id: FaxId
    direction: str | None = None
    client_state: Any = None
    failure_reason: Any = None


class _Event(BaseModel):
    event_type: str
    payload: Any = None


class _Reason(BaseModel):
    code: _Code


def public_key(text: str) -> Ed25519PublicKey:
    """The account's public key in the format shown in the provider's portal. Raises ValueError."""
    return Ed25519PublicKey.from_public_bytes(base64.b64decode(text, validate=True))


def refusal_of(failure_reason: Any) -> str:
    """The reason for a failure, as users read it: the words of the provider's code, if it is one."""
    try:
        code = _Reason(code=failure_reason).code
    except ValidationError:
        return UNNAMED
    return _REASONS.get(code, code.replace("_", " "))


def reference_in(client_state: Any) -> str | None:
    """The reference of a fax, if Telnyx returns it."""
    try:
        reference = base64.b64decode(client_state, validate=True).decode()
    except (TypeError, ValueError):
        return None
    return reference if _REFERENCE.fullmatch(reference) else None


def check_signature(key: Ed25519PublicKey, headers: Mapping[str, str], body: bytes) -> None:
    """Raises InvalidFaxCallback."""
    timestamp = headers.get("telnyx-timestamp", "")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= _MAX_TIMESTAMP_LENGTH):
        raise InvalidFaxCallback
    if abs(clock.now().timestamp() - int(timestamp)) > TOLERANCE.total_seconds():
        raise InvalidFaxCallback
    try:
        signature = base64.b64decode(headers.get("telnyx-signature-ed25519", ""), validate=True)
        key.verify(signature, timestamp.encode() + b"|" + body)
    except (InvalidSignature, binascii.Error, ValueError):
        raise InvalidFaxCallback from None


def outcome_in(body: bytes) -> FaxOutcome | None:
    """The outcome in a signed body, or None if it is not the final outcome of a sent fax."""
    try:
        event = _event(body)
        if event.event_type not in {"fax.delivered", "fax.failed"}:
            return None
        payload = _Payload.model_validate(event.payload)
    except ValidationError:
        log.warning("fax provider: a callback cannot be read")
        return None
    if payload.direction not in {None, "outbound"}:
        return None
    reference = reference_in(payload.client_state)
    if event.event_type == "fax.delivered":
        return FaxOutcome(payload.fax_id, delivered=True, reference=reference)
    return FaxOutcome(payload.fax_id, delivered=False, refusal=refusal_of(payload.failure_reason), reference=reference)


class _Envelope(BaseModel):
    data: _Event


def _event(body: bytes) -> _Event:
    """Accepts an event with an envelope, as in the guide, or without, as in the reference."""
    try:
        return _Envelope.model_validate_json(body).data
    except ValidationError:
        return _Event.model_validate_json(body)
