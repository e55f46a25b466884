"""An account at a simulated provider of texts and calls."""

import json
from typing import Any, Final

from wardline.fax.tests.account import KEY, PUBLIC_KEY
from wardline.settings import Settings
from wardline.telephony.telnyx import TelnyxPhone
from wardline.telnyx.account import TelnyxAccount

API_KEY: Final = "KEY-4712"
CONNECTION_ID: Final = "1293384261075731500"
SENDER: Final = "+15550100101"
CALLBACK_URL: Final = "https://consults.hospital.example/api/phone-callbacks"


def settings_of(**changed: Any) -> Settings:
    """The settings of an installation; None leaves one out."""
    settings = {
        "public_url": CALLBACK_URL.removesuffix("/api/phone-callbacks"),
        "phone_api_key": API_KEY,
        "phone_connection_id": CONNECTION_ID,
        "phone_from": SENDER,
        "phone_public_key": PUBLIC_KEY,
    }
    return Settings.model_validate(settings | changed)


def telnyx(origin: str, timeout: float = 5) -> TelnyxPhone:
    account = TelnyxAccount(API_KEY, CONNECTION_ID, SENDER, KEY.public_key(), CALLBACK_URL)
    return TelnyxPhone(account, f"{origin}/v2/", timeout=timeout)


def callback(event_type: str, **payload: Any) -> bytes:
    """A webhook in the form of the provider's guide."""
    event = {"event_type": event_type, "id": "8", "occurred_at": "2026-03-04T12:00:00Z", "record_type": "event"}
    return json.dumps({"data": {**event, "payload": payload}, "meta": {"attempt": 1}}).encode()


def about_text(event_type: str, message_id: str, status: str, reference: str | None = None, **payload: Any) -> bytes:
    query = "" if reference is None else f"?reference={reference}"
    to = [{"phone_number": "+15550100177", "status": status}]
    message = {"id": message_id, "to": to, "webhook_url": CALLBACK_URL + query, "text": "Secretname", **payload}
    return callback(event_type, **message)


def about_call(event_type: str, call_id: str, state: str | None = None, **payload: Any) -> bytes:
    return callback(event_type, call_control_id=call_id, client_state=state, to="+15550100177", **payload)
