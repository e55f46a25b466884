"""An account at a simulated fax provider."""

import base64
import json
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from wardline.core import clock
from wardline.fax.telnyx import Telnyx
from wardline.settings import Settings
from wardline.telnyx.account import TelnyxAccount

API_KEY: Final = "KEY-4711"
CONNECTION_ID: Final = "1293384261075731499"
SENDER: Final = "+15550100100"
CALLBACK_URL: Final = "https://consults.hospital.example/api/fax-callbacks"
KEY: Final = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC_KEY: Final = base64.b64encode(KEY.public_key().public_bytes_raw()).decode()


def settings_of(**changed: Any) -> Settings:
    """The settings of an installation; None leaves one out."""
    settings = {
        "public_url": CALLBACK_URL.removesuffix("/api/fax-callbacks"),
        "fax_api_key": API_KEY,
        "fax_connection_id": CONNECTION_ID,
        "fax_from": SENDER,
        "fax_public_key": PUBLIC_KEY,
    }
    return Settings.model_validate(settings | changed)


def telnyx(origin: str, timeout: float = 5) -> Telnyx:
    account = TelnyxAccount(API_KEY, CONNECTION_ID, SENDER, KEY.public_key(), CALLBACK_URL)
    return Telnyx(account, f"{origin}/v2/", timeout=timeout)


def signed(body: bytes, seconds: int = 0) -> dict[str, str]:
    """The headers of a callback made `seconds` from now."""
    timestamp = str(int(clock.now().timestamp()) + seconds)
    signature = KEY.sign(timestamp.encode() + b"|" + body)
    return {"telnyx-timestamp": timestamp, "telnyx-signature-ed25519": base64.b64encode(signature).decode()}


def callback(event_type: str, fax_id: str, **payload: Any) -> bytes:
    """A callback in the form of the provider's guide."""
    result = {"fax_id": fax_id, "direction": "outbound", "client_state": None, "to": "+15550100177", **payload}
    event = {"event_type": event_type, "id": "8", "occurred_at": "2026-03-04T12:00:00Z", "record_type": "event"}
    return json.dumps({"data": {**event, "payload": result}, "meta": {"attempt": 1}}).encode()
