"""Telnyx's webhooks, and their signatures.

https://developers.telnyx.com/development/api-fundamentals/webhooks/receiving-webhooks
"""

import base64
import binascii
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from pydantic import BaseModel, ValidationError

from wardline.core import clock

TOLERANCE: Final = timedelta(minutes=5)
"""How old a webhook may be, or how far Telnyx's clock may be ahead; a replay within that time changes nothing."""
_MAX_TIMESTAMP_LENGTH: Final = 12


class InvalidWebhook(Exception):
    """A webhook without a valid signature, or an outdated one."""


class Event(BaseModel):
    event_type: str
    payload: Any = None


class _Envelope(BaseModel):
    data: Event


def public_key(text: str) -> Ed25519PublicKey:
    """The account's public key in the format shown in the portal. Raises ValueError."""
    return Ed25519PublicKey.from_public_bytes(base64.b64decode(text, validate=True))


def check_signature(key: Ed25519PublicKey, headers: Mapping[str, str], body: bytes) -> None:
    """Raises InvalidWebhook."""
    timestamp = headers.get("telnyx-timestamp", "")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= _MAX_TIMESTAMP_LENGTH):
        raise InvalidWebhook
    if abs(clock.now().timestamp() - int(timestamp)) > TOLERANCE.total_seconds():
        raise InvalidWebhook
    try:
        signature = base64.b64decode(headers.get("telnyx-signature-ed25519", ""), validate=True)
        key.verify(signature, timestamp.encode() + b"|" + body)
    except (InvalidSignature, binascii.Error, ValueError):
        raise InvalidWebhook from None


def event_in(body: bytes) -> Event:
    """The event in a signed body, with an envelope, as in the guides, or without, as in the fax reference.

    Raises ValidationError.
    """
    try:
        return _Envelope.model_validate_json(body).data
    except ValidationError:
        return Event.model_validate_json(body)
