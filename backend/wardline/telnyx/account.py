"""An account at Telnyx, from the settings of one service."""

import re
from dataclasses import dataclass, field
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from pydantic import SecretStr

from wardline.addresses import is_protected
from wardline.core.terminal import CommandError
from wardline.telnyx.webhooks import public_key

_E164: Final = re.compile(r"\+1[0-9]{10}")


class AccountUnusable(CommandError):
    """The settings of an account are invalid. The message names the setting, never a key."""


@dataclass(frozen=True, slots=True)
class TelnyxAccount:
    """`connection_id` is the service's application in the portal, `sender` our number in E.164 format.

    `callback_url` receives the webhooks.
    """

    api_key: str = field(repr=False)
    connection_id: str
    sender: str
    public_key: Ed25519PublicKey
    callback_url: str


@dataclass(frozen=True, slots=True)
class AccountSettings:
    """The settings of one service; `prefix` is what their names begin with, for example ``WARDLINE_FAX``."""

    service: str
    prefix: str
    api_key: SecretStr | None
    connection_id: str | None
    sender: str | None
    public_key: str | None
    url: str
    callback_url: str

    def account(self) -> TelnyxAccount | None:
        """The account, or None without any of its settings.

        Raises:
            AccountUnusable: a setting is missing or invalid, or requests would be sent unencrypted.
        """
        values = {
            "API_KEY": self.api_key,
            "CONNECTION_ID": self.connection_id,
            "FROM": self.sender,
            "PUBLIC_KEY": self.public_key,
        }
        if not any(values.values()):
            return None
        if not (self.api_key and self.connection_id and self.sender and self.public_key):
            missing = ", ".join(f"{self.prefix}_{name}" for name, value in values.items() if not value)
            raise AccountUnusable(f"{self.service} are only partly set up: {missing} missing")
        if _E164.fullmatch(self.sender) is None:
            raise AccountUnusable(f"{self.prefix}_FROM is not a US number in the form +15550100100")
        if not is_protected(self.url):
            raise AccountUnusable(f"{self.prefix}_URL must be an https address, because {self.service} are sent there")
        try:
            verification_key = public_key(self.public_key)
        except ValueError:
            raise AccountUnusable(
                f"{self.prefix}_PUBLIC_KEY is not an Ed25519 public key in base64, as the provider's portal shows it"
            ) from None
        return TelnyxAccount(
            api_key=self.api_key.get_secret_value(),
            connection_id=self.connection_id,
            sender=self.sender,
            public_key=verification_key,
            callback_url=self.callback_url,
        )
