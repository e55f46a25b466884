"""Asks Telnyx about the application that an account uses, which sends nothing and costs nothing.

https://developers.telnyx.com/api-reference/programmable-fax-applications/retrieve-a-fax-application
https://developers.telnyx.com/api-reference/call-control-applications/retrieve-a-call-control-application
"""

from enum import Enum
from typing import Final
from urllib.parse import quote

from pydantic import BaseModel

from wardline.telnyx.account import TelnyxAccount
from wardline.telnyx.exchange import NoResponse, TelnyxClient, read, status_and_code

FAX_APPLICATIONS: Final = "/fax_applications"
VOICE_APPLICATIONS: Final = "/call_control_applications"
_OK: Final = 200
_TIMEOUT_SECONDS: Final = 4
"""Of each network operation; the request may take twice as long."""
_KEY_REFUSED: Final = frozenset({401, 403})
_UNKNOWN: Final = frozenset({400, 404, 422})


class ApplicationFault(Enum):
    """What is wrong with an account or its application."""

    KEY = "key"
    UNKNOWN = "unknown"
    INACTIVE = "inactive"
    CALLBACKS = "callbacks"
    """It reports to another address."""
    NO_ANSWER = "no answer"


class ApplicationUnusable(Exception):
    """`reason` is a few fixed words."""

    def __init__(self, fault: ApplicationFault, reason: str = "") -> None:
        super().__init__(reason)
        self.fault, self.reason = fault, reason


class _Application(BaseModel):
    active: bool = True
    webhook_event_url: str | None = None


class _Answer(BaseModel):
    data: _Application


async def check_application(account: TelnyxAccount, base_url: str, kind: str) -> None:
    """Whether the account's key is accepted, and its application can be used. `kind` is one of the paths above.

    Faxes are reported to the application's address, texts and calls to that of each request.

    Raises:
        ApplicationUnusable
    """
    client = TelnyxClient(account.api_key, base_url, timeout=_TIMEOUT_SECONDS)
    try:
        response = await client.exchange("GET", f"{kind}/{quote(account.connection_id, safe='')}")
        if response.status in _KEY_REFUSED:
            raise ApplicationUnusable(ApplicationFault.KEY, status_and_code(response))
        if response.status in _UNKNOWN:
            raise ApplicationUnusable(ApplicationFault.UNKNOWN, status_and_code(response))
        if response.status != _OK:
            raise ApplicationUnusable(ApplicationFault.NO_ANSWER, status_and_code(response))
        application = read(_Answer, response).data
    except NoResponse as error:
        raise ApplicationUnusable(ApplicationFault.NO_ANSWER, error.reason) from None
    finally:
        await client.aclose()
    if not application.active:
        raise ApplicationUnusable(ApplicationFault.INACTIVE)
    if kind == FAX_APPLICATIONS and application.webhook_event_url != account.callback_url:
        raise ApplicationUnusable(ApplicationFault.CALLBACKS)
