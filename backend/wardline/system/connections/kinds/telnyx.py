"""The accounts that send faxes, texts and calls."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from wardline.system.connections.contract import ConnectionBroken, Installation
from wardline.telnyx.account import TelnyxAccount
from wardline.telnyx.applications import ApplicationFault, ApplicationUnusable, check_application

ACTION: Final = "Check the account and the status page of the provider, and that this server can reach it."


def tested(
    prefix: str, kind: str, account_in: Callable[[Installation], tuple[TelnyxAccount | None, str]]
) -> Callable[[Installation], Awaitable[str]]:
    """The test of an account whose settings begin with `prefix`, and whose application is of this kind."""
    problems: Mapping[ApplicationFault, tuple[str, str]] = {
        ApplicationFault.KEY: (
            "The provider does not accept the key",
            f"Create a new API key in the provider's portal, and set `{prefix}_API_KEY`.",
        ),
        ApplicationFault.UNKNOWN: (
            "The provider does not know the application",
            f"Copy the application's id from the provider's portal to `{prefix}_CONNECTION_ID`.",
        ),
        ApplicationFault.INACTIVE: (
            "The application is switched off",
            "Switch it on in the provider's portal.",
        ),
        ApplicationFault.CALLBACKS: (
            "The application reports to another address",
            "Set its webhook address in the provider's portal to the one in the operations guide (docs/operations.md).",
        ),
        ApplicationFault.NO_ANSWER: ("The provider did not answer properly", ACTION),
    }

    async def test(installation: Installation) -> str:
        account, url = account_in(installation)
        if account is None:
            raise ConnectionBroken("It is not set up.", f"Set the settings that begin with `{prefix}`.")
        try:
            await check_application(account, url, kind)
        except ApplicationUnusable as error:
            value, action = problems[error.fault]
            raise ConnectionBroken(f"{value}{f' ({error.reason})' if error.reason else ''}.", action) from None
        return "The provider accepts the key, and the application can be used."

    return test
