"""Chooses the fax provider of an installation."""

import re
from collections.abc import Mapping
from typing import Final

from wardline.addresses import is_protected
from wardline.core.terminal import CommandError
from wardline.fax.contract import FaxOutcome, FaxProvider, FaxRefused, InvalidFaxCallback
from wardline.fax.telnyx import Telnyx, TelnyxAccount
from wardline.fax.telnyx_callbacks import public_key
from wardline.settings import Settings

FAX: Final = "fax"
"""The channel's name in the outbox."""
_E164: Final = re.compile(r"\+1[0-9]{10}")


class FaxUnusable(CommandError):
    """The settings for the fax provider are invalid. The message names the setting, never a key."""


class NoFax:
    """The `FaxProvider` of an installation without one."""

    async def send(self, number: str, pdf: bytes, reference: str) -> str:  # noqa: ARG002
        raise FaxRefused("not set up in Wardline")

    async def find(self, number: str, reference: str) -> str | None:  # noqa: ARG002
        return None

    async def check_status(self, fax_id: str) -> FaxOutcome | None:
        return FaxOutcome(fax_id, delivered=False, refusal="not set up in Wardline")

    def read_callback(self, headers: Mapping[str, str], body: bytes) -> FaxOutcome | None:  # noqa: ARG002
        raise InvalidFaxCallback

    async def aclose(self) -> None:
        """Nothing to close."""


def fax_provider_for(settings: Settings) -> FaxProvider:
    """The provider in the settings, otherwise the simulated one in the demonstration. The caller closes it.

    Raises:
        FaxUnusable: a setting is missing, or faxes would be sent unencrypted.
    """
    account = account_of(settings)
    if account is not None:
        return Telnyx(account, settings.fax_url)
    if settings.demo:
        from wardline.fax.demo import DemoFax  # noqa: PLC0415 - a hospital's server never loads the demonstration

        return DemoFax(settings.data_dir / "faxes")
    return NoFax()


def are_faxes_set_up(settings: Settings) -> bool:
    """Whether this installation can send faxes."""
    return settings.demo or account_of(settings) is not None


def account_of(settings: Settings) -> TelnyxAccount | None:
    """The account in the settings, or None. Raises FaxUnusable as above."""
    key, connection_id = settings.fax_api_key, settings.fax_connection_id
    sender, provider_key = settings.fax_from, settings.fax_public_key
    values = {
        "WARDLINE_FAX_API_KEY": key,
        "WARDLINE_FAX_CONNECTION_ID": connection_id,
        "WARDLINE_FAX_FROM": sender,
        "WARDLINE_FAX_PUBLIC_KEY": provider_key,
    }
    if not any(values.values()):
        return None
    if not (key and connection_id and sender and provider_key):
        missing = ", ".join(name for name, value in values.items() if not value)
        raise FaxUnusable(f"faxes are only partly set up: {missing} missing")
    if _E164.fullmatch(sender) is None:
        raise FaxUnusable("WARDLINE_FAX_FROM is not a US number in the form +15550100100")
    if not is_protected(settings.fax_url):
        raise FaxUnusable("WARDLINE_FAX_URL must be an https address, because documents are sent there")
    try:
        verification_key = public_key(provider_key)
    except ValueError:
        raise FaxUnusable(
            "WARDLINE_FAX_PUBLIC_KEY is not an Ed25519 public key in base64, as the provider's portal shows it"
        ) from None
    return TelnyxAccount(
        api_key=key.get_secret_value(),
        connection_id=connection_id,
        sender=sender,
        public_key=verification_key,
        callback_url=f"{settings.origin}/api/fax-callbacks",
    )
