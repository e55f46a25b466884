"""Telnyx's status callbacks about faxes.

https://developers.telnyx.com/docs/programmable-fax/receiving-webhooks
"""

import logging
from typing import Annotated, Any, Final

from pydantic import BaseModel, StringConstraints, ValidationError

from wardline.fax.contract import FaxOutcome
from wardline.telnyx.exchange import in_words, reference_in
from wardline.telnyx.webhooks import event_in

log = logging.getLogger(__name__)

_REASONS: Final = {"user_busy": "line busy"}

FaxId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9-]{1,64}$")]


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


def refusal_of(failure_reason: Any) -> str:
    """The reason for a failure, as users read it."""
    return in_words(failure_reason, _REASONS)


def outcome_in(body: bytes) -> FaxOutcome | None:
    """The outcome in a signed body, or None if it is not the final outcome of a sent fax."""
    try:
        event = event_in(body)
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
