"""The providers that send codes and tests, chosen by the settings. A worker has one of each (`JobContext.client`)."""

from collections.abc import Mapping

from wardline.mail.contract import MailRefused, MailServer
from wardline.settings import Settings
from wardline.telephony.contract import InvalidPhoneCallback, PhoneProvider, PhoneRefused

_NOT_SET_UP = "not set up in Wardline"


class NoPhone:
    """The `PhoneProvider` of an installation without one."""

    async def send_text(self, number: str, text: str, reference: str) -> str:  # noqa: ARG002
        raise PhoneRefused(_NOT_SET_UP)

    async def place_call(self, number: str, reference: str) -> str:  # noqa: ARG002
        raise PhoneRefused(_NOT_SET_UP)

    async def say(self, call_id: str, text: str, *, then_listen: bool, reference: str) -> None:  # noqa: ARG002
        raise PhoneRefused(_NOT_SET_UP)

    async def check_text(self, message_id: str) -> None:
        """Nothing is known."""

    async def check_call(self, call_id: str) -> None:
        """Nothing is known."""

    def read_callback(self, headers: Mapping[str, str], body: bytes) -> None:  # noqa: ARG002
        raise InvalidPhoneCallback

    async def aclose(self) -> None:
        """Nothing to close."""


class NoMail:
    """The `MailServer` of an installation without one."""

    async def send(self, address: str, subject: str, text: str, reference: str) -> None:  # noqa: ARG002
        raise MailRefused(_NOT_SET_UP)

    async def aclose(self) -> None:
        """Nothing to close."""


def phone_provider_for(settings: Settings) -> PhoneProvider:  # noqa: ARG001
    return NoPhone()


def mail_server_for(settings: Settings) -> MailServer:  # noqa: ARG001
    return NoMail()
