"""Chooses the fax provider of an installation."""

from collections.abc import Mapping
from typing import Final

from wardline.fax.contract import FaxOutcome, FaxProvider, FaxRefused, InvalidFaxCallback
from wardline.fax.telnyx import Telnyx
from wardline.settings import Settings
from wardline.telnyx.account import AccountSettings, TelnyxAccount

FAX: Final = "fax"
"""The channel's name in the outbox."""


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
        AccountUnusable: a setting is missing, or faxes would be sent unencrypted.
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
    """The account in the settings, or None. Raises AccountUnusable as above."""
    return AccountSettings(
        service="faxes",
        prefix="WARDLINE_FAX",
        api_key=settings.fax_api_key,
        connection_id=settings.fax_connection_id,
        sender=settings.fax_from,
        public_key=settings.fax_public_key,
        url=settings.fax_url,
        callback_url=f"{settings.origin}/api/fax-callbacks",
    ).account()
