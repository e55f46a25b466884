"""Web push to browsers and phones."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import ECKey

from wardline.contacts.choices import ContactKind
from wardline.paging.sending import TAKEN
from wardline.system.connections.choices import ConnectionState
from wardline.system.connections.contract import (
    Connection,
    ConnectionBroken,
    Installation,
    Standing,
    Trial,
    of_deliveries,
)
from wardline.system.connections.kinds.phone import channels_of
from wardline.webpush.keys import PushUnusable, VapidKey, existing_key
from wardline.webpush.sending import contact_of

_ACTION: Final = "Let the firewall pass requests of this server to the hosts in `WARDLINE_PUSH_SERVICES`."
_KEY_ACTION: Final = (
    "Restore the key, in the file that `WARDLINE_PUSH_KEY_FILE` names or from a backup of the database. With another "
    "key, every device must be added again."
)
_ANY_ENDPOINT: Final = "https://push.invalid/"


_NO_KEY_ACTION: Final = "Nothing to set. Wardline makes a key when someone adds the first device in Paging Settings."


async def read(installation: Installation) -> Standing:
    settings = installation.settings
    if settings.push_key_file is None and await existing_key(installation.connection, settings) is None:
        return Standing(ConnectionState.OFF, "Not set up. There is no key yet.", _NO_KEY_ACTION)
    found = await installation.deliveries([*channels_of(ContactKind.PUSH), TAKEN])
    return of_deliveries(found, what="pushes", action=_ACTION)


async def test(installation: Installation) -> str:
    try:
        key = await existing_key(installation.connection, installation.settings)
        if key is None:
            raise ConnectionBroken("There is nothing to test.", _NO_KEY_ACTION)
        _sign(key, contact_of(installation.settings))
    except (PushUnusable, JoseError, ValueError):
        # Their messages may quote the key.
        raise ConnectionBroken("The key cannot be used.", _KEY_ACTION) from None
    return "The key signs, and devices that know its public half accept it."


def _sign(key: VapidKey, contact: str) -> None:
    """Check a signature with what browsers know. Raises JoseError."""
    token = key.authorization(_ANY_ENDPOINT, contact=contact).removeprefix("vapid t=").partition(",")[0]
    point = urlsafe_b64decode(f"{key.public}==")
    half = len(point) // 2
    x, y = (urlsafe_b64encode(part).rstrip(b"=").decode() for part in (point[1 : half + 1], point[half + 1 :]))
    jwt.decode(token, ECKey.import_key({"kty": "EC", "crv": "P-256", "x": x, "y": y}), algorithms=["ES256"])


CONNECTION: Final = Connection(
    required=(),
    optional=("push_key_file", "push_contact", "push_services"),
    section="Settings",
    read=read,
    test=Trial("Signs with the key, and checks the signature. Sends no push.", test),
)
