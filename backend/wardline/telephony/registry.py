"""Chooses the phone provider of an installation."""

from collections.abc import Mapping
from typing import Final

from wardline.settings import Settings
from wardline.telephony.contract import CALL, TEXT, InvalidPhoneCallback, PhoneOutcome, PhoneProvider, PhoneRefused
from wardline.telephony.telnyx import TelnyxPhone
from wardline.telnyx.account import AccountSettings, TelnyxAccount

NOT_SET_UP: Final = "not set up in Wardline"


class NoPhone:
    """The `PhoneProvider` of an installation without one."""

    async def send_text(self, number: str, text: str, reference: str) -> str:  # noqa: ARG002
        raise PhoneRefused(NOT_SET_UP)

    async def place_call(self, number: str, reference: str) -> str:  # noqa: ARG002
        raise PhoneRefused(NOT_SET_UP)

    async def say(self, call_id: str, text: str, *, then_listen: bool, reference: str) -> None:  # noqa: ARG002
        raise PhoneRefused(NOT_SET_UP)

    async def hang_up(self, call_id: str, *, reference: str | None) -> None:  # noqa: ARG002
        raise PhoneRefused(NOT_SET_UP)

    async def check_text(self, message_id: str) -> PhoneOutcome | None:
        return PhoneOutcome(TEXT, message_id, delivered=False, refusal=NOT_SET_UP)

    async def check_call(self, call_id: str) -> PhoneOutcome | None:
        return PhoneOutcome(CALL, call_id, delivered=False, refusal=NOT_SET_UP)

    def read_callback(self, headers: Mapping[str, str], body: bytes) -> None:  # noqa: ARG002
        raise InvalidPhoneCallback

    async def aclose(self) -> None:
        """Nothing to close."""


def phone_provider_for(settings: Settings) -> PhoneProvider:
    """The provider in the settings, otherwise the simulated one in the demonstration. The caller closes it.

    Raises:
        AccountUnusable: a setting is missing, or texts would be sent unencrypted.
    """
    account = account_of(settings)
    if account is not None:
        return TelnyxPhone(account, settings.phone_url)
    if settings.demo:
        from wardline.telephony.demo import DemoPhone  # noqa: PLC0415 - a hospital's server never loads it

        return DemoPhone(settings.data_dir / "phones")
    return NoPhone()


def account_of(settings: Settings) -> TelnyxAccount | None:
    """The account in the settings, or None. Raises AccountUnusable as above."""
    return AccountSettings(
        service="texts and calls",
        prefix="WARDLINE_PHONE",
        api_key=settings.phone_api_key,
        connection_id=settings.phone_connection_id,
        sender=settings.phone_from,
        public_key=settings.phone_public_key,
        url=settings.phone_url,
        callback_url=f"{settings.origin}/api/phone-callbacks",
    ).account()
