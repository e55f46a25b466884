"""Web push on the wire: subscriptions, the content of a push, and receipts."""

import base64
from typing import Annotated, Final
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, StringConstraints

from wardline.core.forms import messages
from wardline.core.forms.fields import Text, matching
from wardline.core.forms.wire import ApiModel, ReadModel
from wardline.webpush.choices import PushKind, PushReceiptEvent

ENDPOINT_LIMIT: Final = 1_000
PUBLIC_KEY_PATTERN: Final = r"^[A-Za-z0-9_-]{87}$"
"""65 bytes in base64url: an uncompressed point on P-256."""
AUTH_PATTERN: Final = r"^[A-Za-z0-9_-]{22}$"
"""16 bytes in base64url."""
_UNCOMPRESSED: Final = 4
"""The first byte of a point that is not compressed (SEC 1)."""
RECEIPT_PATTERN: Final = r"^[A-Za-z0-9_-]{43}$"
"""32 random bytes in base64url."""
LINK_PATTERN: Final = r"^/[A-Za-z0-9/_-]*(\?[a-z]+=[0-9]+)?$"


def decode_base64url(value: str) -> bytes:
    """Bytes from valid base64url without padding."""
    return base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))


def encode_base64url(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def _public_key(value: str) -> str:
    if decode_base64url(value)[0] != _UNCOMPRESSED:
        raise ValueError(messages.INVALID)
    return value


def _endpoint(value: str) -> str:
    if not value.strip():
        raise ValueError(messages.REQUIRED)
    try:
        address = urlsplit(value)
        has_port = address.port is not None
    except ValueError:
        raise ValueError(messages.INVALID) from None
    if not value.isascii() or not address.hostname or address.username is not None or address.fragment:
        raise ValueError(messages.INVALID)
    if address.scheme != "https" and not (address.scheme == "http" and has_port):
        raise ValueError(messages.INVALID)
    return value


Endpoint = Annotated[Text, StringConstraints(max_length=ENDPOINT_LIMIT), AfterValidator(_endpoint)]
PublicKey = Annotated[Text, matching(PUBLIC_KEY_PATTERN, messages.INVALID), AfterValidator(_public_key)]
AuthSecret = Annotated[Text, matching(AUTH_PATTERN, messages.INVALID)]


class SubscriptionKeys(ApiModel):
    """The browser's public key and authentication secret, in base64url."""

    p256dh: Annotated[PublicKey, Field(alias="p256dh")]
    auth: AuthSecret


class PushSubscription(ApiModel):
    """As the browser's `PushSubscription.toJSON()` returns it, without the expiration time."""

    endpoint: Endpoint
    keys: SubscriptionKeys


class PushPayload(ReadModel):
    """The content of a push, never with patient data, because it is shown on locked screens.

    `about` is what kind of page or notice it is, such as "Urgent Comment". `text` is what a notice of duty says, in one
    sentence. `may_acknowledge` is whether the notification has a
    button for that, which the application asks to confirm. `taken_by` is who acknowledged it, or null if it no longer
    waits for another reason. `tag` is the same for all pushes about one thing, of which a device shows the
    latest. `link` is a path of the application. `receipt` is the token for the receipt of this push. `waiting` is how
    many pages wait for the user, or null if unknown.
    """

    kind: PushKind
    line: str | None
    location: str | None
    priority: str | None
    about: str | None
    text: str | None
    may_acknowledge: bool
    taken_by: str | None
    link: Annotated[str, Field(pattern=LINK_PATTERN)]
    tag: Annotated[str, Field(min_length=1, max_length=64)]
    receipt: Annotated[str, Field(pattern=RECEIPT_PATTERN)]
    waiting: Annotated[int, Field(ge=0)] | None


class ReportPush(ApiModel):
    """A receipt, reported by the service worker that got the push. The token in the push is its authorization."""

    receipt: Annotated[Text, matching(RECEIPT_PATTERN, messages.INVALID)]
    event: PushReceiptEvent
